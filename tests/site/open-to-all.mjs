// What every page owes every reader: it fits each width, it can be read in the system's colours and on paper, and it
// can be used by keyboard alone. The page is left as it was.
import { expect } from "@playwright/test";
import { putLook } from "./look-in-page.mjs";
import { seen } from "./seen.mjs";

const WIDTHS = [1440, 1024, 768, 360, 320];
/** An A4 sheet without its margins, in CSS pixels. */
const PAPER = { width: 718, height: 1000 };
const LEAST_CONTRAST = 4.5;
/** A page may have a few more stops of the Tab key than controls, such as code that scrolls. */
const MORE_STOPS = 30;

const poll = (read, message, options) =>
  options?.looks ? inLooks(read, message, options.looks) : expect.poll(read, { message, ...options });

/** A page of a test of these checks does not settle: it is wrong after a few looks, however long they take. */
function inLooks(read, message, looks) {
  const match = (name) => async (expected) => {
    for (let left = looks; ; left--) {
      const found = await read();
      try {
        return expect(found, message)[name](expected);
      } catch (error) {
        if (left === 1) throw error;
      }
    }
  };
  return { toEqual: match("toEqual"), toBeLessThanOrEqual: match("toBeLessThanOrEqual") };
}

/**
 * At each width nothing is wider than the window.
 * @param options `timeout` for a page that draws itself again, or `looks`, how often a wrong page is looked at
 */
export async function expectFitsAnyWidth(page, options) {
  const size = page.viewportSize();
  for (const width of WIDTHS) await expectNothingWider(page, { width, height: 800 }, options);
  await page.setViewportSize(size);
}

async function expectNothingWider(page, size, options) {
  await page.setViewportSize(size);
  await poll(
    () => page.evaluate(() => document.documentElement.scrollWidth),
    `at ${size.width} px`,
    options,
  ).toBeLessThanOrEqual(size.width);
}

/** The system's colours replace those of the page, on white and on black: every text has one of them and differs from
 * its ground, no number is missing, and what is chosen differs from what is not. */
export async function expectReadableInForcedColours(page, options) {
  const before = await digits(page);
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await poll(() => faint(page), `faint texts in forced colours, ${colorScheme}`, options).toEqual([]);
    await poll(() => digits(page), `numbers in forced colours, ${colorScheme}`, options).toEqual(before);
    await poll(() => look(page, "coloured"), `texts in colours of the page, ${colorScheme}`, options).toEqual([]);
    await poll(() => look(page, "hidden"), `choices that do not show, ${colorScheme}`, options).toEqual([]);
  }
  await page.emulateMedia({ forcedColors: "none" });
}

/** Paper is white and texts are dark, in the dark theme too. Nothing is cut off, and what only a screen can use is left
 * out. */
export async function expectReadableOnPaper(page, options) {
  const size = page.viewportSize();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expectNothingWider(page, PAPER, options);
  await poll(() => faint(page), "faint texts on paper", options).toEqual([]);
  await poll(() => look(page, "controls"), "controls on paper", options).toEqual([]);
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(ground, "the ground of paper").toBe("rgb(255, 255, 255)");
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  await page.setViewportSize(size);
}

const faint = (page) => look(page, "faint", LEAST_CONTRAST);

/** From the top, the Tab key leads to every control, and each shows that it has focus. */
export async function expectUsableByKeyboard(page, options) {
  const stops = await look(page, "beginTour");
  for (let press = 0; press < stops; press++) await page.keyboard.press("Tab");
  for (let press = 0; press < MORE_STOPS && (await look(page, "missed")).length > 0; press++)
    await page.keyboard.press("Tab");
  await poll(() => look(page, "missed"), "controls that the Tab key does not reach", options).toEqual([]);
  await poll(() => look(page, "unmarked"), "controls that do not show focus", options).toEqual([]);
}

/** All of this on an open page. */
export async function expectServesEverybody(page) {
  await expectUsableByKeyboard(page);
  await expectFitsAnyWidth(page);
  await expectReadableInForcedColours(page);
  await expectReadableOnPaper(page);
}

/** The digits of each matrix once they are drawn: a narrower window before may have left fewer of them. */
async function digits(page) {
  await page.evaluate(putLook);
  return seen(page, () => globalThis.look.digits());
}

/** Asks the page about its looks. */
async function look(page, what, given) {
  if (!(await page.evaluate(() => "look" in globalThis))) await page.evaluate(putLook);
  return page.evaluate(([name, argument]) => globalThis.look[name](argument), [what, given]);
}
