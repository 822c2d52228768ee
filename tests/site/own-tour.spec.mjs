// Each page with a frame of its own is opened once, from disk and in German: its faces of type, its ways past the
// header. That it serves everybody is asked in its own tests, after something was done on it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PAGES } from "../../scripts/site-pages.mjs";
import { carried, drawnWith } from "./faces.mjs";
import { expect, test } from "./lab.mjs";
import { root } from "./serve.mjs";
import { stepsOf } from "./tour/steps.mjs";

const OWN = PAGES.filter(({ kind }) => kind === "own");

/** What has letters of the type that an inspector is set in. */
const OPENS = {
  play: (page) => page.locator("attention-matrix[data-matrix=weights] td[data-row]").first().click(),
  encoder: async (page) => {
    await page.locator("#head-matrix td[data-row]").first().press("Enter");
  },
};

/** Each way past the header leads to its place, and leaves the address and what is shown as they are. */
async function expectWaysPastHeader(page) {
  // A page may have put what it shows into its address.
  await expect.poll(() => page.url()).toContain("lang=de");
  const steps = await page.evaluate(() => history.length);
  const skips = page.locator("a.skip");
  await expect(skips.first()).toHaveText(/springen$/);
  for (const skip of await skips.all()) {
    const place = page.locator(await skip.getAttribute("href"));
    await expect(place).toBeVisible();
    await skip.press("Enter");
    await expect(place).toBeFocused();
    await expect(place).toBeInViewport();
    await expect.poll(() => page.url()).toContain("lang=de");
  }
  await expect.poll(() => page.evaluate(() => history.length)).toBe(steps);
}

/** The page draws with the faces that it carries, and with no other. */
async function expectFaces(page, name, html) {
  await OPENS[name]?.(page);
  // An inspector that is not opened here writes letters in italics, as that of the playground does.
  const later = ["front", "model", "train"].includes(name) ? ["Heed Text italic"] : [];
  const faces = async () => [...new Set([...(await drawnWith(page)), ...later])].sort();
  await expect.poll(faces).toEqual([...carried(html)].sort());
}

for (const { name, file } of OWN)
  test(`${name}: each way past the header leads to its place, and the page carries its faces @tour`, async ({
    page,
    complaints,
    requests,
  }) => {
    const step = stepsOf(test, page);
    const whole = path.join(root, "dist-site", file);
    await page.goto(`${pathToFileURL(whole).href}#lang=de`);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await step("the ways past the header", () => expectWaysPastHeader(page));
    await step("faces", () => expectFaces(page, name, readFileSync(whole, "utf8")));
    expect(requests.filter((asked) => !/^(file|blob):/.test(asked))).toEqual([]);
    expect(complaints).toEqual([]);
  });
