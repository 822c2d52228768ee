// Tours: the parts of a lesson with a Run button.
import { expect } from "../learn-lab.mjs";
import { drawn } from "../seen.mjs";

/** Takes the first step at each progress bar. @returns the computed texts, without times, and the drawings */
export async function firstSteps(page, runs) {
  for (const id of runs) {
    await page.locator(`#${id}`).getByRole("button", { name: "One step" }).click();
    await expect(page.locator(`#${id} .count`)).toHaveText(/^1 of /);
  }
  await drawn(page);
  return {
    texts: await page.locator("[data-computed]:not(#times, #race)").allInnerTexts(),
    drawn: await page.locator("main svg").evaluateAll((all) => all.map((svg) => svg.innerHTML)),
  };
}

/** Each run begins when it comes into view, and no chart is empty before. The reader goes from key to key. All that was
 * run is cleared at the end. */
export async function expectRunsBeginInView(page, { runs, bet }) {
  const begun = (id) => page.locator(`#${id} progress`).evaluate(({ value }) => value > 0);
  for (const id of runs.filter((one) => one !== "streaming")) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await bet?.(page);
    await expect.poll(() => begun(id), { message: `#${id} has begun` }).toBe(true);
  }
  for (const id of runs)
    await page.locator(`#${id}`).evaluate((bar) => bar.querySelector("[data-t='frame.restart']").click());
}

/** Takes the core from a page that is not open yet, and from its workers. */
export const withoutWebAssembly = (page) =>
  page.addInitScript(() => {
    delete window.WebAssembly;
    window.Blob = class extends Blob {
      constructor(parts, options) {
        super(["delete self.WebAssembly;", ...parts], options);
      }
    };
  });
