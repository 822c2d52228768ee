// The steps of a tour: a page is opened once and asked for one subject after another.
import { expect } from "@playwright/test";

/** The window of a tour. A step that changes it puts it back. */
export const WINDOW = { width: 1440, height: 900 };

/** A step that waits for something to press leaves time for the others. */
const ACTION_MS = 60_000;

/** What a step may have left behind when it failed. */
async function putBack(page) {
  await page.emulateMedia({ media: "screen", colorScheme: "light", forcedColors: "none" });
  await page.setViewportSize(WINDOW);
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.querySelector("#languages button[lang=en]")?.click());
}

/**
 * `step(name, act)` for a page. A step that fails is reported at once, and the next ones go on from the page as it was:
 * in light, in English, in the window of the tour.
 * @param {import("@playwright/test").TestType<any, any>} test @param {import("@playwright/test").Page} page
 */
export function stepsOf(test, page) {
  page.setDefaultTimeout(ACTION_MS);
  return (name, act) =>
    test.step(name, async () => {
      try {
        await act();
      } catch (error) {
        const fail = () => {
          throw error;
        };
        expect.soft(fail, name).not.toThrow();
        await putBack(page);
      }
    });
}
