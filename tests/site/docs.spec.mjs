// The documentation in a browser, from disk: each page opens and runs its programs, at any width; the search works by
// keyboard; everybody can read it.
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { carried, drawnWith } from "./faces.mjs";
import { expect, test } from "./lab.mjs";
import { expectFitsAnyWidth } from "./open-to-all.mjs";
import { boxOf, drawn, seenOfAll } from "./seen.mjs";
import { root } from "./serve.mjs";

const FOLDER = path.join(root, "dist-site/docs");
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith(".html"));
const addressOf = (file) => pathToFileURL(path.join(FOLDER, file)).href;
const RUNS_BY_ITSELF = ".program[data-program]:not([data-waits])";

/** Scrolls to each program, as a reader does, until all have run. */
async function readThrough(page) {
  for (const program of await page.locator(RUNS_BY_ITSELF).all()) await program.scrollIntoViewIfNeeded();
  await expect(page.locator(`${RUNS_BY_ITSELF}:not([data-done])`)).toHaveCount(0);
}

/** What programs print that does not stand in their comments, or what went wrong. */
const unsaid = (page) =>
  page.locator(".program[data-done]").evaluateAll((boxes) =>
    boxes.flatMap((box) => {
      const code = box.querySelector("code").textContent;
      const lines = box.querySelector(".printed").textContent.split("\n").filter(Boolean);
      return lines.filter((line) => !code.includes(`// ${line}`) && !line.endsWith("% right"));
    }),
  );

/** The files that a page names, as addresses. */
const besideOf = (file) =>
  Array.from(
    readFileSync(path.join(FOLDER, file), "utf8").matchAll(
      /<(?:script|link|img) [^>]*(?:src|href)="(?!data:)([^"]+)"/g,
    ),
    ([, name]) => addressOf(name.replace(/\?.*/, "")) + /(?:\?.*)?$/.exec(name)[0],
  );

test("docs: each page opens from disk with the files beside it, its programs print what they say @tour", async ({
  page,
  complaints,
  requests,
}) => {
  let ran = 0;
  const faces = new Set();
  for (const file of FILES) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(addressOf(file));
    await expect(page.locator("h1")).toBeVisible();
    await readThrough(page);
    await test.step(`${file} at any width`, () => expectFitsAnyWidth(page));
    await expect.poll(() => unsaid(page), file).toEqual([]);
    for (const face of await drawnWith(page)) faces.add(face);
    ran += await page.locator(".program[data-done]").count();
  }
  expect(ran).toBeGreaterThan(50);
  expect(faces).toEqual(carried(readFileSync(path.join(FOLDER, "docs.css"), "utf8")));
  const named = FILES.flatMap((file) => [addressOf(file), ...besideOf(file)]);
  expect([...new Set(requests)].sort()).toEqual([...new Set(named)].sort());
  expect(complaints).toEqual([]);
});

test("a page that was saved without the files beside it says so, and its text can be read", async ({ page }, info) => {
  const copy = info.outputPath("workers.html");
  mkdirSync(path.dirname(copy), { recursive: true });
  copyFileSync(path.join(FOLDER, "workers.html"), copy);
  const missing = page.getByText("from files in its folder, and they are missing");
  await page.goto(pathToFileURL(copy).href);
  await expect(missing).toBeVisible();
  await expect(page.locator("h1")).toBeVisible();
  await page.goto(addressOf("workers.html"));
  await expect(page.locator("h1")).toBeVisible();
  await expect(missing).toBeHidden();
});

test("at a desk no text of the options is cut by the edge of its table", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(addressOf("api.html"));
  const cut = await seenOfAll(page.locator("article .table"), (boxes) =>
    boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent.slice(0, 60)),
  );
  expect(cut).toEqual([]);
});

test("on a phone no table is wider than its column, and each is still a table with its headers", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const file of FILES) {
    await page.goto(addressOf(file));
    const wide = await seenOfAll(page.locator("article .table"), (boxes) =>
      boxes
        .filter((box) => box.scrollWidth > box.clientWidth || box.clientWidth > 360)
        .map((box) => `${box.scrollWidth} px: ${box.textContent.slice(0, 60)}`),
    );
    expect(wide, file).toEqual([]);
    for (const table of await page.locator("article .table").all()) {
      const columns = await table.locator("thead th").count();
      await expect(table.getByRole("table").getByRole("columnheader")).toHaveCount(columns);
      await expect(
        table.getByRole("row").nth(1).locator(":scope > [role=cell], :scope > [role=rowheader]"),
      ).toHaveCount(columns);
    }
  }
});

test("axe finds nothing on a page of each kind, wide and narrow, while it searches too", async ({ page }) => {
  for (const file of ["index.html", "heed-element.html", "layers.html"]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(addressOf(file));
    await readThrough(page);
    await drawn(page);
    await expectAxeFindsNothingInEitherTheme(page, file);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await page.locator(".docs-contents summary").click();
  await page.locator("#search").fill("mask");
  await expect(page.locator("#found [role=option]").first()).toBeVisible();
  await expectAxeFindsNothingInEitherTheme(page, "narrow, with the list of pages and what was found");
});

test("the search works by keyboard alone: / seeks, arrows choose, Enter opens, Escape closes", async ({ page }) => {
  await page.goto(addressOf("index.html"));
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  const options = page.getByRole("option");
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await page.keyboard.type("truncate");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(options.first()).toContainText("KeyValueCache.truncate");
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", "found-1");
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  // Nothing is chosen in a list that is closed.
  await page.keyboard.press("Enter");
  await expect(options.first()).toBeVisible();
  await expect(page).toHaveURL(/index\.html$/);
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/heed\.html#KeyValueCache\.truncate$/);
  await expect(page.locator("[id='KeyValueCache.truncate']")).toBeInViewport();
  await page.keyboard.press("/");
  await page.keyboard.type("no such word anywhere");
  await expect(page.getByText("Nothing found for “no such word anywhere”.")).toBeVisible();
});

test("Tab leaves what was found for the next control", async ({ page }) => {
  await page.goto(addressOf("index.html"));
  await page.locator("#search").fill("mask");
  await expect(page.getByRole("option")).toHaveCount(12);
  await page.keyboard.press("Tab");
  await expect(page.locator(".docs-contents a").first()).toBeFocused();
  await expect(page.getByRole("option")).toHaveCount(0);
  await page.locator("#search").fill("mask");
  await page.getByRole("option").last().click();
  await expect(page).toHaveURL(/#/);
});

test("a long word of which nothing is found makes no page wider than its window", async ({ page }) => {
  await page.goto(addressOf("index.html"));
  await page.locator("#search").fill("x".repeat(300));
  await expect(page.getByText("Nothing found for")).toBeVisible();
  await expectFitsAnyWidth(page);
});

test("how much was found is said once, and takes no room", async ({ page }) => {
  await page.goto(addressOf("index.html"));
  const status = page.getByRole("search").getByRole("status");
  await status.evaluate((said) => {
    const heard = (globalThis.heard = []);
    new MutationObserver(() => heard.push(said.textContent)).observe(said, { childList: true, characterData: true });
  });
  const field = page.locator("#search");
  for (const sought of ["mas", "mask", "masks"]) await field.fill(sought);
  await expect(status).toHaveText("12 results");
  await field.fill("truncate");
  const found = await seenOfAll(page.getByRole("option"), (options) => options.length);
  await expect(status).toHaveText(`${found} results`);
  await field.fill("");
  await expect(status).toHaveText("");
  for (const sought of ["qqq", "qqqq"]) await field.fill(sought);
  await expect(status).toHaveText("Nothing found");
  await field.press("Escape");
  const heard = () => page.evaluate(() => globalThis.heard);
  await expect.poll(heard).toEqual(["12 results", `${found} results`, "", "Nothing found", ""]);
  await expect.poll(async () => (await boxOf(status)).height).toBeLessThanOrEqual(1);
});

test("a program that takes long waits for its button; another runs again; code is copied", async ({
  page,
  context,
}) => {
  await page.goto(addressOf("training.html"));
  const training = page.locator(".program[data-waits]").first();
  await training.getByRole("button", { name: "Run" }).click();
  await expect(training.locator(".printed")).toContainText('too wide: "it" looks at street, and means street');
  await page.goto(addressOf("workers.html"));
  const workers = page.locator(".program[data-waits]").first();
  await workers.getByRole("button", { name: "Run" }).click();
  await expect(workers.locator(".printed")).toHaveText("8 × 512 × 64 true");
  await page.goto(addressOf("index.html"));
  const first = page.locator(".program[data-program]").first();
  await first.getByRole("button", { name: "Run again" }).click();
  await expect(first.locator(".printed")).toHaveText("[ 3, 3 ] 0.345 0.330 0.326");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await first.getByRole("button", { name: "Copy" }).click();
  await expect(first.getByRole("status")).toHaveText("Copied.");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('from "heed";');
});
