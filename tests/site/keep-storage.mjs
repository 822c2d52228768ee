// Pages from disk share one localStorage. Chromium may lose it when its only page is left at once, so tests of what a
// page keeps have another one open.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "@playwright/test";
import { root } from "./serve.mjs";

/** Opens another page from disk, which holds on to the storage. @returns waits until it has a text under a key */
export async function keepStorage(page) {
  const keeper = await page.context().newPage();
  await keeper.goto(pathToFileURL(path.join(root, "dist-site/font-licence.txt")).href);
  await keeper.evaluate(() => localStorage.length);
  await page.bringToFront();
  return (key, text) =>
    expect.poll(() => keeper.evaluate((name) => localStorage.getItem(name) ?? "", key)).toContain(text);
}
