// A browser that comes back to a page brings back what was chosen and typed there, and tells no script of it.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "./lab.mjs";
import { root } from "./serve.mjs";
import { openViews } from "./views.mjs";

const addressOf = (file) => pathToFileURL(path.join(root, "dist-site", file)).href;

async function leaveAndComeBack(page) {
  await page.goto("about:blank");
  await page.goBack();
}

test("the page that trains shows the own text that was typed, and all of the own file", async ({ page }, info) => {
  const own = page.locator("#own-text");
  await page.goto(addressOf("train.html"));
  await page.getByRole("radio", { name: "Your own text" }).check();
  await own.fill("All work and no play. ".repeat(50));
  await leaveAndComeBack(page);
  await expect(page.getByRole("radio", { name: "Your own text" })).toBeChecked();
  await expect(own).toBeVisible();
  await expect(own).toHaveValue(/^All work/);
  await expect(page.locator("#own-says")).toContainText("1.1 KB");
  const file = info.outputPath("long.txt");
  await writeFile(file, "All work and no play.\n".repeat(400));
  await page.locator("#own-file").setInputFiles(file);
  await expect(page.locator("#own-says")).toContainText("8.8 KB");
  await leaveAndComeBack(page);
  await expect(page.locator("#own-says")).toContainText("8.8 KB");
  await expect(page.locator("#own-file-says")).toContainText("only the beginning of long.txt");
  await expect(own).not.toBeEditable();
});

test("the front door shows the head that is chosen", async ({ page }) => {
  await page.goto(addressOf("index.html"));
  const chosen = page.getByRole("radio", { name: "H2" }).first();
  await expect(page.locator("#said")).toContainText("“cat”");
  await chosen.check();
  await expect(page.locator("#read-own")).toContainText("layer 0, head 2");
  const said = await page.locator("#said").textContent();
  await leaveAndComeBack(page);
  await expect(chosen).toBeChecked();
  await expect(page.locator("#read-own")).toContainText("layer 0, head 2");
  await expect(page.locator("#said")).toHaveText(said);
});

test("the viewer shows the program of the kind of file that is chosen", async ({ page }) => {
  await openViews(page);
  await page.goto(`${addressOf("model.html")}#file=example`);
  await page.getByRole("radio", { name: "JSON" }).check();
  await expect(page.locator("#recipe")).toContainText("json.dump");
  await leaveAndComeBack(page);
  await expect(page.getByRole("radio", { name: "JSON" })).toBeChecked();
  await expect(page.locator("#recipe")).toContainText("json.dump");
});
