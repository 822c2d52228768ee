// Properties of the lessons with a Run button: they compute the same over http and from disk,
// if the core cannot run, they say why, and each run begins when the reader comes to it.
import { expect, lessonUrl, openFrom, slide, test } from "./learn-lab.mjs";
import { LESSONS } from "./lessons.mjs";
import { setMovements } from "./seen.mjs";

const WITH_RUNS = LESSONS.filter(({ runs }) => runs !== undefined);

/** Takes the first step at each progress bar. @returns the computed texts, without times, and the drawings */
async function firstSteps(page, runs) {
  for (const id of runs) {
    await page.locator(`#${id}`).getByRole("button", { name: "One step" }).click();
    await expect(page.locator(`#${id} .count`)).toHaveText(/^1 of /);
  }
  await setMovements(page, 1);
  return {
    texts: await page.locator("[data-computed]:not(#times, #race)").allInnerTexts(),
    drawn: await page.locator("main svg").evaluateAll((all) => all.map((svg) => svg.innerHTML)),
  };
}

for (const { name, runs } of WITH_RUNS) {
  test(`${name}: over http, with the network cut afterwards, it computes the same as from disk`, async ({
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

  test(`${name}: if the core cannot run, the page says why`, async ({ page, complaints }) => {
    await page.addInitScript(() => {
      delete window.WebAssembly;
      // and in the workers of the page
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

test.describe("without a click", () => {
  test.use({ beginsInView: true });

  for (const { name, runs, bet } of WITH_RUNS)
    test(`${name}: each run begins when it comes into view, and no chart is empty before`, async ({ page, open }) => {
      await open(name);
      const begun = (id) => page.locator(`#${id} progress`).evaluate(({ value }) => value > 0);
      // the reader goes from key to key
      for (const id of runs.filter((one) => one !== "streaming")) {
        await page.locator(`#${id}`).scrollIntoViewIfNeeded();
        await bet?.(page);
        await expect.poll(() => begun(id), { message: `#${id} has begun` }).toBe(true);
      }
    });

  test("without motion the finished curve stands there; a seed computes it anew, Clear takes it away", async ({
    page,
    open,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open("embedding");
    const count = page.locator("#training .count");
    await expect(count).toHaveText(/^0 of /);
    await page.locator("#training").scrollIntoViewIfNeeded();
    await expect(count).toHaveText(/^(\d+) of \1 /);
    const verdict = await page.locator("#verdict").innerText();
    await slide(page, "seed", 2);
    await page.locator("#training").scrollIntoViewIfNeeded();
    await expect(page.locator("#verdict")).not.toHaveText(verdict);
    await expect(count).toHaveText(/^(\d+) of \1 /);
    await page.locator("#training").getByRole("button", { name: "Clear" }).click();
    await expect(count).toHaveText(/^0 of /);
    await expect(page.locator("#training").getByRole("button", { name: "Run" })).toBeEnabled();
  });
});
