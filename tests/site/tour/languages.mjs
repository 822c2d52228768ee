// Tours: a page in German, and back in English.
import { LESSONS } from "../../../scripts/site-pages.mjs";
import { expectNoEnglish, isGerman } from "../german.mjs";
import { expect } from "../learn-lab.mjs";
import { expectFitsAnyWidth } from "../open-to-all.mjs";
import { drawn } from "../seen.mjs";
import { expectSlidersSayWhatIsShown } from "../sliders.mjs";
import { expectPictureFitsFrame, titleIn } from "./picture.mjs";

/** In German the sentences of these pages are other ones. */
const OTHER_SENTENCES = ["context", "embedding", "learned", "one-query", "two-layers", "which-head", "whole"];

/** Words that a matrix or a machine is about, alone or with a number. */
const WORD = /^\S+$|^the: \S+$|^\S+ (< )?[\d,]+\s%$/;

/** Clicks on a language. No text is missing before or after, and the keys are the same.
 * All is read in one turn of the page, because a training goes on and changes the verdicts. The sheet for a class is
 * left out: the page counts it again in each language, which takes a moment. */
async function expectSpeaksWholeIn(page, language) {
  const [before, after] = await page.evaluate((chosen) => {
    const texts = () =>
      Array.from(document.querySelectorAll("[data-t]:not(#sheets *)"), (element) => [
        element.dataset.t,
        element.textContent.trim(),
      ]);
    const first = texts();
    document.querySelector(`#languages button[lang="${chosen}"]`).click();
    return [first, texts()];
  }, language);
  for (const [key, text] of [...before, ...after]) expect(text, key).not.toMatch(/^$|\{\w+\}|undefined/);
  expect(after.map(([key]) => key)).toEqual(before.map(([key]) => key));
  expect(after).not.toEqual(before);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
}

/** All texts of the page, also those in matrices and labels. Not inputs, programs and announcements. */
const readable = (page) =>
  page.evaluate(() => {
    const texts = [];
    const read = (node) => {
      if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
      if (node instanceof Element) {
        if (node.matches("script, style, pre, code, noscript, #announcements")) return;
        texts.push(node.getAttribute("aria-label") ?? "");
      }
      for (const child of node.shadowRoot?.childNodes ?? []) read(child);
      for (const child of node.childNodes) read(child);
    };
    read(document.body);
    return texts.filter((text) => text.trim() !== "");
  });

const decimals = (texts, point) =>
  texts.flatMap((text) => text.replace(/8\.5|License(&nbsp;| )2\.0/, "").match(point) ?? []);

/** In German numbers have a decimal comma and the same digits. @param read what the page showed in English */
async function expectGermanNumbers(page, name, read) {
  const english = decimals(read, /\d\.\d+/g);
  // German has points in whole numbers: between groups of digits.
  const wholes = decimals(read, /\d{1,3}(?:,\d{3})+/g).map((text) => text.replaceAll(",", "."));
  const withoutWholes = (text) => wholes.reduce((left, whole) => left.replaceAll(whole, ""), text);
  // Some lessons draw their parts in one frame after another.
  await expect.poll(async () => decimals((await readable(page)).map(withoutWholes), /.*\d\.\d.*/g)).toEqual([]);
  const german = decimals(await readable(page), /\d,\d+/g).map((text) => text.replace(",", "."));
  if (!OTHER_SENTENCES.includes(name)) expect(german).toEqual(english);
}

/** From English to German, with `step` for each subject, and back. */
export async function tourInGerman(page, name, step, { hasPicture }) {
  let read = [];
  await step("numbers in English", async () => {
    await drawn(page);
    read = await readable(page);
    if (LESSONS.some((lesson) => lesson.name === name)) expect(decimals(read, /\d\.\d+/g)).not.toEqual([]);
  });
  await step("from English to German", async () => {
    await expectSpeaksWholeIn(page, "de");
    await expect(page.locator("h1")).toContainText(titleIn("de", name));
    await expect(page).toHaveURL(/lang=de/);
    const hrefs = await page.locator("a[data-page]").evaluateAll((links) => links.map((link) => link.href));
    expect(hrefs.filter((href) => !/[#&]lang=de/.test(href))).toEqual([]);
  });
  await step(
    "numbers in German",
    inGerman(page, () => expectGermanNumbers(page, name, read)),
  );
  await step(
    "no English is left",
    inGerman(page, () => expectNoEnglish(page, { named: WORD, least: 30 })),
  );
  await step(
    "widths in German",
    inGerman(page, () => expectFitsAnyWidth(page)),
  );
  if (hasPicture)
    await step(
      "the picture in German",
      inGerman(page, () => expectPictureFitsFrame(page, name, "de")),
    );
  await step(
    "sliders in German",
    inGerman(page, () => expectSlidersSayWhatIsShown(page, isGerman)),
  );
  await page.locator("#languages button[lang=en]").click();
  await step("sliders in English", () => expectSlidersSayWhatIsShown(page));
}

/** The same in German also where the step before failed. */
const inGerman = (page, act) => async () => {
  await page.locator("#languages button[lang=de]").click();
  await act();
};
