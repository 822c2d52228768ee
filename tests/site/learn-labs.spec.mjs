// What is true of the lessons that train, once they have: nobody is shut out, and nothing runs out of the page.
import AxeBuilder from "@axe-core/playwright";
import { expect, lessonUrl, runAll, test } from "./learn-lab.mjs";

const RUNS = {
  context: ["pointing", "draws", "one", "two"],
  learned: ["training"],
  "train-it-twice": ["training"],
  "several-heads": ["training"],
  "under-the-hood": ["timing"],
};

for (const [name, runs] of Object.entries(RUNS)) {
  test(`${name}: after its runs axe finds nothing, light or dark, nothing runs out of the page, nothing moves`, async ({ page, open }) => {
    test.setTimeout(0);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(name);
    for (const id of runs) await runAll(page, id);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`)).toEqual([]);
      }
    }
    for (const width of [320, 360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  test(`${name}: where the core cannot run, the page says why`, async ({ page, complaints }) => {
    await page.addInitScript(() => {
      delete window.WebAssembly;
      // and in the workers that the page makes
      window.Blob = class extends Blob {
        constructor(parts, options) {
          super(["delete self.WebAssembly;", ...parts], options);
        }
      };
    });
    await page.goto(lessonUrl(name));
    await expect(page.locator("#engine")).toContainText("Nothing can be computed here. heed.load: this engine has no WebAssembly");
    expect(complaints).toEqual([]);
  });
}
