// The ways past the header lead to their places, and leave the address and what is shown as they are. The lessons' own
// is asked for with everything else of their frame.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PAGES } from "../../scripts/site-pages.mjs";
import { expect, test } from "./lab.mjs";
import { root } from "./serve.mjs";

const OWN = PAGES.filter(({ kind }) => kind === "own");

for (const { name, file } of OWN)
  test(`${name}: each way past the header leads to its place, and the address keeps the language @tour`, async ({
    page,
  }) => {
    await page.goto(`${pathToFileURL(path.join(root, "dist-site", file)).href}#lang=de`);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
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
  });
