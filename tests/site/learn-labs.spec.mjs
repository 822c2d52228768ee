// What is true of the lessons that train, or let the reader step: they compute over http what they compute from disk, and without a core they say why.
import { expect, lessonUrl, openFrom, test } from "./learn-lab.mjs";

const RUNS = {
  context: ["pointing", "draws", "one", "two"],
  learned: ["training"],
  "train-it-twice": ["training"],
  "several-heads": ["training"],
  "under-the-hood": ["streaming", "timing"],
};

/** Takes the first step of each run: what the page then shows as computed, times apart, and what it has drawn. */
async function firstSteps(page, runs) {
  for (const id of runs) {
    await page.locator(`#${id}`).getByRole("button", { name: "One step" }).click();
    await expect(page.locator(`#${id} .count`)).toHaveText(/^1 of /);
  }
  return {
    texts: await page.locator("[data-computed]:not(#times)").allInnerTexts(),
    drawn: await page.locator("main svg").evaluateAll((all) => all.map((svg) => svg.innerHTML)),
  };
}

for (const [name, runs] of Object.entries(RUNS)) {
  test(`${name}: over http, with the network cut once it has come, it computes what it computes from disk`, async ({
    page,
    context,
    complaints,
  }) => {
    const steps = [];
    for (const from of ["http", "disk"]) {
      await context.setOffline(false);
      await openFrom(from, page, name);
      steps.push(await firstSteps(page, runs));
    }
    expect(steps[0].texts.join("")).toMatch(/\d/);
    expect(steps[0]).toEqual(steps[1]);
    expect(complaints).toEqual([]);
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
    await expect(page.locator("#engine")).toContainText(
      "Nothing can be computed here. heed.load: this engine has no WebAssembly",
    );
    expect(complaints).toEqual([]);
  });
}
