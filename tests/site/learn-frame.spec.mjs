// The frame of the lessons, each property on a lesson where it can be seen. What every page owes is in
// lesson-tour.spec.mjs.
import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { LESSONS, ROAD } from "../../scripts/site-pages.mjs";
import { expectAxeFindsNothing } from "./axe.mjs";
import { expect, lessonUrl, matrixOf, ready, test } from "./learn-lab.mjs";
import { expectFitsAnyWidth } from "./open-to-all.mjs";
import { seen } from "./seen.mjs";
import { titleIn } from "./tour/picture.mjs";

test("an address opens a lesson's picture alone, with its title and what it shows, and it moves by keys", async ({
  page,
  open,
}) => {
  await open("look-up");
  await page.locator("#picture a").click();
  await expect(page).toHaveURL(/look-up\.html\?picture#/);
  await ready(page);
  await expect(page.locator("h1")).toBeVisible();
  await expect(page.locator("main")).toBeHidden();
  await expectAxeFindsNothing(page, "the picture alone", { but: ["landmark-one-main"] });
  await expectFitsAnyWidth(page);
  const drawing = () => page.locator("#picture svg").innerHTML();
  const slider = page.getByRole("slider", { name: "Move the picture" });
  await slider.press("Home");
  const begin = await drawing();
  await slider.press("End");
  await expect.poll(drawing).not.toBe(begin);
  await expect(slider).toHaveAttribute("aria-valuetext", "100\u00a0%");
});

test("in frames of another page the picture stands alone, in English and in German", async ({
  page,
  complaints,
}, info) => {
  const frames = ["en", "de"].map((language) => {
    const address = lessonUrl("look-up", `v=1&lang=${language}`).replace("#", "?picture#");
    return `<iframe name="${language}" src="${address}" width="640" height="640"></iframe>`;
  });
  const file = info.outputPath("article.html");
  await writeFile(file, `<!doctype html><meta charset="utf-8"><title>Mine</title>${frames.join("")}`);
  await page.goto(pathToFileURL(file).href);
  for (const language of ["en", "de"]) {
    const frame = page.frameLocator(`iframe[name=${language}]`);
    await expect(frame.locator("h1")).toContainText(titleIn(language, "look-up"));
    await expect(frame.locator("main")).toBeHidden();
    await expect(frame.locator("#picture svg > *").first()).toBeAttached();
  }
  expect(complaints).toEqual([]);
});

test("the map of a lesson is small on a phone, and leads to a part that the machine has", async ({ page, open }) => {
  const parts = new Set(LESSONS.map(({ map }) => map[0]));
  await page.setViewportSize({ width: 360, height: 800 });
  await open("one-query");
  const link = page.getByRole("link", { name: "In the whole model: one query in a head" });
  await expect.poll(() => seen(link, (one) => one.getBoundingClientRect().height)).toBeLessThan(125);
  await link.click();
  await ready(page);
  await expect(page).toHaveURL(/whole\.html#(?=.*part=head-1)/);
  for (const part of parts) {
    await open("whole", `part=${part}`);
    await expect(page.locator("#link-problem"), part).toBeHidden();
  }
  await open("whole", "part=nowhere");
  await expect(page.locator("#link-problem")).toContainText("(part)");
});

test.describe("for a reader who has not asked for everything", () => {
  test.use({ showsAll: false });

  test("a run shows Run, its seed and steps are in a fold; the list of lessons opens all folds", async ({
    page,
    open,
  }) => {
    await open("embedding");
    const run = page.locator("#training");
    await expect(run.getByRole("button", { name: "Run", exact: true })).toBeVisible();
    await expect(run.getByRole("button", { name: "One step" })).toBeHidden();
    await expect(page.locator("#seed")).toBeHidden();
    await run.locator("summary").click();
    await expect(run.getByRole("button", { name: "One step" })).toBeVisible();
    await expect(page.locator("#seed")).toBeVisible();
    await open("index");
    await page.locator("#all").check();
    await open("context");
    await expect(page.locator("details.more:not([open])")).toHaveCount(0);
  });

  test("a part of a long lesson is folded away, and a link to what is in it opens it", async ({ page, open }) => {
    await open("context");
    await expect(page.locator("#letters")).toBeHidden();
    await open("context", { sentence: "bank" });
    await expect(page.locator("#letters")).toBeVisible();
    await expect(page.locator("#looks-said")).toBeHidden();
  });
});

test("what a lesson takes from deeper ones stands there with its picture, and leads to them", async ({
  page,
  open,
}) => {
  for (const { name, borrows } of ROAD.filter((lesson) => lesson.borrows !== undefined)) {
    await open(name);
    const items = page.locator(".borrowed li");
    await expect(items).toHaveCount(borrows.length);
    for (const [at, from] of borrows.entries()) {
      await expect.poll(() => items.nth(at).locator("svg > *").count(), `${name}: ${from}`).toBeGreaterThan(0);
      await expect(items.nth(at).locator("a")).toHaveAttribute("href", new RegExp(`/${from}\\.html`));
    }
  }
});

test("the links to the next and previous page lead there in the page's language", async ({ page, open }) => {
  const names = ["index", ...ROAD.map(({ name }) => name)];
  await open(names[1], "lang=de");
  await page.locator("a[rel=next]").click();
  await expect(page).toHaveURL(new RegExp(`/${names[2]}\\.html#lang=de`));
  await page.locator("a[rel=prev]").click();
  await expect(page).toHaveURL(new RegExp(`/${names[1]}\\.html#lang=de`));
});

test("a term opens its entry in the glossary, axe finds nothing there, and Escape leads back to the term", async ({
  page,
  open,
}) => {
  await open("look-up");
  const term = page.locator("button.term").first();
  await term.press("Enter");
  await expect(page.locator("dialog [data-sought] dt")).toHaveText("Score");
  await expect(page.locator("dialog [data-sought] .names math").first()).toBeVisible();
  await expectAxeFindsNothing(page, "the glossary");
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toBeHidden();
  await expect(term).toBeFocused();
});

test("on a phone the glossary can be closed from its last entry", async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open("one-query");
  await page.locator("#open-glossary").click();
  await page.locator("#glossary").evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight));
  await expect(page.locator("#glossary [data-entry]").last()).toBeInViewport();
  // A click would scroll to the button first.
  await expect(page.locator("#close-glossary")).toBeInViewport({ ratio: 1 });
  const above = await seen(page.locator("#close-glossary"), (button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(above).toBe(true);
  const edge = await seen(page.locator("#glossary"), (dialog) => {
    const { left, top } = dialog.getBoundingClientRect();
    return document.elementFromPoint(left + 40, top + 4).className;
  });
  expect(edge, "no entry shows above the button").toBe("glossary-head");
});

test("the matrices speak the language of the page", async ({ page, open }) => {
  await open("without-weights");
  const sentence = page.locator("#omega .sentence");
  await expect(sentence).toContainText("Row “tired”: highest with “tired”");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(sentence).toContainText("Zeile „müde“: am höchsten mit „müde“");
  await expect(page.locator("#omega .bar .spoken")).toContainText("Die Farbe läuft von");
  await page.locator("#x td[data-row='0'][data-column='0']").press("Enter");
  await page.keyboard.type("viel");
  await page.keyboard.press("Enter");
  await expect(page.locator("#x .problem")).toContainText("„viel“ ist keine Zahl");
  await page.keyboard.press("Escape");
});

test("in German a decimal comma and a decimal point may be typed", async ({ page, open }) => {
  await open("without-weights", "v=1&lang=de");
  const cell = page.locator("#x td[data-row='0'][data-column='0']");
  for (const [typed, shown] of [
    ["0,75", "0,7500"],
    ["-1.5", "−1,5000"],
  ]) {
    await cell.press("Enter");
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await expect(cell).toHaveText(shown);
  }
  await expect(page).toHaveURL(/x=-1\.5_/);
  await cell.focus();
  await expect(page.locator("#x .sentence")).toHaveText(/^Zeile „.+“: −1,5000( und|;) [\d,]+\.$/);
});

test("“Open in the playground” opens the numbers of the lesson", async ({ page, open }) => {
  const rounded = (rows) => rows.flat().map((text) => Number(Number(text.replace("−", "-")).toFixed(2)));
  for (const [name, id, theirs, state] of [
    ["without-weights", "#alpha", "weights", { x: "1_0.5_-1_0.25_0.5_-0.75_2_1_-0.5_1.5" }],
    ["projections", "#scores", "raw", { wq: "0.5_1_-0.75_2" }],
    ["one-query", "#weights", "weights", { query: 7, seen: 6 }],
  ]) {
    await open(name, state);
    const own = rounded(await matrixOf(page, id));
    await page.locator("#playground").click();
    const matrix = `attention-matrix[data-matrix=${theirs === "raw" ? "scores" : theirs}]`;
    await expect(page.locator(`${matrix} tbody td`).first()).not.toHaveText("");
    const rows = await matrixOf(page, matrix);
    // The playground shows scaled scores: the scores divided by √2.
    const shown =
      name === "one-query"
        ? rounded([rows[7]])
        : rounded(rows).map((value) => (theirs === "raw" ? value * Math.sqrt(2) : value));
    for (const [at, value] of own.entries()) expect(Math.abs(shown[at] - value), `${name} ${at}`).toBeLessThan(0.02);
  }
});

test("a change just before the reader leaves a lesson is in its link when the reader comes back", async ({
  page,
  open,
}) => {
  await open("look-up");
  await page.evaluate(() => {
    const angle = document.getElementById("angle");
    angle.value = "123";
    angle.dispatchEvent(new Event("input", { bubbles: true }));
    location.href = "index.html";
  });
  await expect(page).toHaveURL(/\/index\.html/);
  await page.goBack();
  await expect(page).toHaveURL(/angle=123/);
  await expect(page.locator("#angle")).toHaveValue("123");
});

test("a lesson's link names a language only if the reader or the link has chosen it", async ({ page, open }) => {
  await open("look-up", "");
  await page.locator("#angle").fill("40");
  await expect(page).toHaveURL(/angle=40/);
  expect(page.url()).not.toContain("lang=");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page).toHaveURL(/lang=de.*angle=40/);
});
