// Tours: the picture of a lesson, beside its title and by itself.
import { readStrings } from "../../../scripts/site-texts.mjs";
import { expect } from "../learn-lab.mjs";
import { seen } from "../seen.mjs";

const PHONE = { width: 390, height: 844 };
/** A frame of another page, into which the picture fits by itself. */
const FRAME = { width: 640, height: 640 };

const places = (page) =>
  seen(page, () => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
    return { title: box("h1"), picture: box("#picture svg") };
  });

/** Moves the picture. @returns whether it stands still by itself, and what it shows */
const drawnAt = (page, moment) =>
  page.locator("#picture").evaluate((figure, value) => {
    const input = figure.querySelector("input");
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    return [input.hidden, figure.querySelector("svg").innerHTML];
  }, moment);

/** It is beside the title in the first screen, and on a phone within a screen and a half; its slider moves it. */
export async function expectPictureInFirstScreen(page) {
  const size = page.viewportSize();
  await page.evaluate(() => scrollTo(0, 0));
  const wide = await places(page);
  expect(wide.picture.left, "beside the title").toBeGreaterThanOrEqual(wide.title.right);
  expect(wide.picture.height, "large enough to see").toBeGreaterThan(180);
  expect(wide.picture.bottom, "in the first screen").toBeLessThanOrEqual(size.height);
  const moment = await page.locator("#picture input").inputValue();
  const [[still, first], [, end]] = [await drawnAt(page, "40"), await drawnAt(page, "100")];
  await drawnAt(page, moment);
  expect(`${first}${end}`).not.toMatch(/NaN|Infinity/);
  if (!still) expect(first, "it moves").not.toBe(end);
  await page.setViewportSize(PHONE);
  await expect
    .poll(async () => (await places(page)).picture.bottom, "on a phone")
    .toBeLessThanOrEqual(1.5 * PHONE.height);
  await page.setViewportSize(size);
}

/** A title as a page has it: a root is drawn, so it is no letter. */
export const titleIn = (language, name) => readStrings()[language][name].title.replace("√dₖ", "dk");

/** As "?picture" in the address shows it, with its title, it fits a frame of another page. */
export async function expectPictureFitsFrame(page, name, language) {
  const size = page.viewportSize();
  const standAlone = (is) => page.evaluate((alone) => document.body.toggleAttribute("data-alone", alone), is);
  await page.setViewportSize(FRAME);
  await standAlone(true);
  try {
    await expect(page.locator("h1")).toContainText(titleIn(language, name));
    await expect(page.locator("main")).toBeHidden();
    await expect(page.locator("#picture svg > *").first()).toBeAttached();
    const room = await seen(page.locator("#picture"), (figure) => ({
      ends: figure.getBoundingClientRect().bottom + scrollY,
      over: document.documentElement.scrollWidth - window.innerWidth,
    }));
    expect(room.over, "nothing is wider than the frame").toBeLessThanOrEqual(0);
    expect(room.ends, "the picture fits the frame").toBeLessThanOrEqual(FRAME.height);
  } finally {
    await standAlone(false);
  }
  await page.setViewportSize(size);
}
