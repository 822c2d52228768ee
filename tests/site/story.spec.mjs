// The first screen of the page of own models: a model that tells stories. What it shows is what the same code gives in
// Node.
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { expectNoEnglish } from "./german.mjs";
import { expect, test } from "./lab.mjs";
import { MODEL } from "./model-page.mjs";
import { expectServesEverybody } from "./open-to-all.mjs";
import { heed, siteModule } from "./runs.mjs";
import { says } from "./says.mjs";
import { seen } from "./seen.mjs";

const stories = await siteModule("rooms/stories/index.ts");
const { runOf } = await siteModule("rooms/stories/run/run.ts");
const { lookOf } = await siteModule("pages/model/story/why-view.ts");
const { askHundred } = await siteModule("rooms/stories/run/hundred.ts");

const field = (page) => page.locator("#story-text");
const first = (page) => page.locator("#likely li").first();
const percentIn = (text) => Number(/([\d.,]+)\u00a0?\s*%/.exec(text)?.[1].replace(",", "."));

async function openStory(page, language = "en") {
  await page.goto("about:blank");
  await page.goto(`${MODEL}#lang=${language}`);
  await expect(first(page)).toBeVisible();
}

/** The likeliest next word in Node, and its share in percent. */
function nextOf(language, text, off = []) {
  const model = stories.storedModel(language);
  const { words } = stories.readTyped(model.table, text);
  const [{ word, share }] = runOf(heed, model, words, off).shares(words.length - 1);
  return { word, percent: 100 * share };
}

async function expectNext(page, language, off = []) {
  const { word, percent } = nextOf(language, await field(page).inputValue(), off);
  await expect(first(page).locator(".token")).toHaveText(word);
  await expect.poll(async () => Math.abs(percentIn(await first(page).innerText()) - percent)).toBeLessThan(1);
}

/** Presses a head in the picture: it is off then, or on again. */
const pressHead = (page, layer, head) =>
  page
    .locator("#story-machine")
    .getByRole("button", { name: `layer ${layer}, head ${head}`, exact: false })
    .first();

test("the page opens with a story whose next word is the model’s, and takes a word with a press", async ({
  page,
  complaints,
  requests,
}) => {
  await openStory(page);
  await expectNext(page, "en");
  expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([`${MODEL}`]);
  const text = await field(page).inputValue();
  const { word } = nextOf("en", text);
  await page.locator("#one-word").click();
  await expect(field(page)).toHaveValue(`${text} ${word}`);
  await expectNext(page, "en");
  await first(page).getByRole("button").press("Enter");
  await expect(field(page)).toHaveValue(/ \S+\.$|\w$/);
  await expectNext(page, "en");
  expect(complaints).toEqual([]);
});

test("Write on adds words until it is stopped, and a story that is over is followed by another", async ({ page }) => {
  await openStory(page);
  const { length } = await field(page).inputValue();
  await page.locator("#write-on").click();
  await expect.poll(async () => (await field(page).inputValue()).length).toBeGreaterThan(length + 10);
  await page.locator("#write-on").click();
  await expect(page.locator("#write-on")).toHaveText(says("model.write-on"));
  const { unknown } = stories.readTyped(stories.ENGLISH, await field(page).inputValue());
  expect(unknown).toEqual([]);
  await expectNext(page, "en");
  await field(page).fill("Lily met Ben. The end.");
  await page.locator("#one-word").click();
  await expect(field(page)).toHaveValue(/^\S+$/);
});

test("an unknown word is named, and the list has all words that are known", async ({ page }) => {
  await openStory(page);
  await field(page).fill("Lily met Gandalf. Lily gave the motorway to");
  await expect(page.locator("#unknown")).toContainText("“Gandalf”, “motorway”");
  await expect(page.locator("#story-mirror .unknown")).toHaveText(["Gandalf", "motorway"]);
  await expectNext(page, "en");
  await page.locator("#story-known").click();
  const listed = (await page.locator("#story-words dd").allInnerTexts()).flatMap((line) => line.split(", "));
  const { all } = stories.wordsOf(stories.ENGLISH);
  expect(listed.toSorted()).toEqual(all.filter((word) => !/^[.,]$/.test(word)).toSorted());
  // An own name is read as the name in whose place it is.
  await page.locator("#own-from").selectOption("Ben");
  await page.locator("#own-to").fill("Gandalf");
  await page.locator("#own-to").press("Enter");
  await expect(page.locator("#unknown")).toContainText("“motorway”");
  await field(page).fill("Lily met Gandalf. Lily gave the ball to");
  const { percent } = nextOf("en", "Lily met Ben. Lily gave the ball to");
  await expect.poll(async () => Math.abs(percentIn(await first(page).innerText()) - percent)).toBeLessThan(1);
});

test("a head that is off changes the next words as the core has it, and the parts add up", async ({ page }) => {
  await openStory(page);
  await expect(page.locator("#brings tbody tr")).toHaveCount(1 + 2 * (stories.SHAPE.heads + 1));
  const text = await field(page).inputValue();
  const model = stories.storedModel("en");
  const { words } = stories.readTyped(model.table, text);
  const run = runOf(heed, model, words);
  const line = words.length - 1;
  const [{ word, logit }, other] = run.shares(line);
  const sum = run.brought(line, word, other.word).reduce((all, { value }) => all + value, 0);
  expect(Math.abs(sum - (logit - other.logit))).toBeLessThan(1e-3);
  for (const layer of [0, 1]) {
    await pressHead(page, layer, 0).click();
    await expectNext(
      page,
      "en",
      layer === 0
        ? [{ layer: 0, head: 0 }]
        : [
            { layer: 0, head: 0 },
            { layer: 1, head: 0 },
          ],
    );
  }
  await page.locator("#all-on").click();
  await expectNext(page, "en");
});

test("the page says where any head looks, and what comes next while it is on and while it is off", async ({ page }) => {
  await openStory(page);
  const text = await field(page).inputValue();
  const model = stories.storedModel("en");
  const { words } = stories.readTyped(model.table, text);
  const run = runOf(heed, model, words);
  await expect(page.locator("#looks span")).not.toHaveCount(0);
  for (const place of [
    { layer: 0, head: 0 },
    { layer: 1, head: 2 },
  ]) {
    await page.locator("#head-picked").selectOption(`${place.layer}.${place.head}`);
    const { at, share } = lookOf(run, place, words.length - 1);
    const [on, off] = [nextOf("en", text), nextOf("en", text, [place])].map(({ word }) => `“${word}”`);
    const said = new RegExp(`“${words.at(-1)}” .*“${words[at]}”, with ${Math.round(100 * share)}.* ${on} .* ${off}, `);
    await expect(page.locator("#head-says")).toHaveText(said);
  }
  await pressHead(page, 0, 1).click();
  await expect(page.locator("#head-picked")).toHaveValue("0.1");
});

for (const language of ["en", "de"])
  test(`100 new texts are counted as in Node: ${language}`, async ({ page }) => {
    await openStory(page, language);
    await expectNext(page, language);
    await page.locator("#ask-hundred").click();
    await expect(page.locator("#all-heads tbody tr")).toHaveCount(2 * stories.SHAPE.heads);
    const { right, heads } = await askHundred(heed, stories.storedModel(language), 1, async () => true);
    await expect(page.locator("#fields figcaption b").first()).toContainText(String(right));
    await expect(page.locator("#all-heads tbody td:nth-child(2)")).toHaveText(heads.map(({ off }) => String(off)));
    await expect(page.locator("#fields figure").first().locator("i.right")).toHaveCount(right);
  });

test("a training begins by its button, and the text is read by the model of each moment", async ({ page }) => {
  await openStory(page);
  await page.locator("#learn").click();
  await expect(page.locator("#story-curves")).toBeVisible();
  await expect.poll(() => page.locator("#moment").getAttribute("max").then(Number)).toBeGreaterThan(1);
  await page.locator("#learn").click();
  await page.locator("#moment").fill("0");
  await expect(page.locator("#story-moment")).toContainText("After 0 changes");
  // Before its first change it has no word that it prefers.
  await expect.poll(async () => percentIn(await first(page).innerText())).toBeLessThan(20);
});

test("the story opens with all its heads, and the page of files leads back to it", async ({ page, complaints }) => {
  await openStory(page);
  await page.locator("#open-all").click();
  await expect(page.locator("#file-name")).toHaveText(says("model.stories-name"));
  await expect(field(page)).toBeHidden();
  await page.locator("#to-story").click();
  await expect(field(page)).toBeVisible();
  await expect(page.locator("#opened")).toBeHidden();
  await page.locator("#to-own").click();
  await expect(page.locator("#choose")).toBeInViewport();
  expect(complaints).toEqual([]);
});

test("a link keeps the text of the story", async ({ page }) => {
  await openStory(page);
  await field(page).fill("The dog said");
  await expect.poll(() => page.url()).toContain("story=The+dog+said");
  await page.reload();
  await expect(field(page)).toHaveValue("The dog said");
});

test("a link keeps the heads that are off", async ({ page }) => {
  await openStory(page);
  await pressHead(page, 0, 0).click();
  await pressHead(page, 1, 2).click();
  await expect.poll(() => page.url()).toMatch(/off=0\.0(,|%2C)1\.2/);
  await page.reload();
  await expectNext(page, "en", [
    { layer: 0, head: 0 },
    { layer: 1, head: 2 },
  ]);
  await page.goto(`${MODEL}#lang=en`);
  await expectNext(page, "en");
  await expect(page.locator("#all-on")).toBeHidden();
});

test("the first screen has text, next words and buttons at each width, for eyes and ears", async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    await openStory(page);
    for (const id of ["story-text", "write-on", "likely"])
      await expect
        .poll(() => seen(page.locator(`#${id}`), (one) => one.getBoundingClientRect().bottom), { message: id })
        .toBeLessThan(height);
  }
  await expectAxeFindsNothingInEitherTheme(page);
  await expectServesEverybody(page);
});

test("in German the story, its words and its parts are German", async ({ page }) => {
  await openStory(page, "de");
  await page.locator("#ask-hundred").click();
  await expect(page.locator("#fields figure").first()).toBeVisible();
  await expectNoEnglish(page, { named: /^\S+$|^\d+ \S+$/ });
});
