// The front door, index.html.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, FILE, test } from "./lab.mjs";
import { root, serve } from "./serve.mjs";

const FRONT = pathToFileURL(path.join(root, "dist-site/index.html")).href;

test("old links of the playground lead to it, with their state or their place, over http and from disk", async ({
  page,
}) => {
  const server = await serve({ "/": path.join(root, "dist-site") });
  for (const [from, to] of [
    [FRONT, FILE],
    [`${server.url}/`, `${server.url}/play.html`],
  ]) {
    for (const hash of ["#v=1&preset=cat", "#step-2", "#gradients-title"]) {
      await page.goto("about:blank");
      await page.goto(from + hash);
      await page.waitForURL((url) => url.href.startsWith(to) && url.hash === hash);
    }
    await expect(page.locator("#engine")).toContainText("Computed in this tab");
    await page.goto(`${from}#lang=de`);
    await expect(page.locator(".front")).toBeVisible();
    expect(page.url()).toBe(`${from}#lang=de`);
  }
  await page.goto(`${FRONT}#v=1&preset=cat`);
  await expect(page.getByRole("textbox", { name: "X, cat, dimension 1", exact: true })).toHaveValue("1");
  await server.close();
});
