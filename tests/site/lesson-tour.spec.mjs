// Each page in the frame of the lessons is opened once over http, and each lesson once more from disk; each time it is
// asked for one subject after another. What they ask is in tests/site/tour, a file for each subject.
import { readFileSync } from "node:fs";
import path from "node:path";
import { FRAMED } from "../../scripts/site-pages.mjs";
import { expectAxeFindsNothing } from "./axe.mjs";
import { carried, drawnWith } from "./faces.mjs";
import { expect, lessonUrl, ready, runAll, test } from "./learn-lab.mjs";
import { LESSONS } from "./lessons.mjs";
import {
  expectFitsAnyWidth,
  expectReadableInForcedColours,
  expectReadableOnPaper,
  expectUsableByKeyboard,
} from "./open-to-all.mjs";
import { drawn } from "./seen.mjs";
import { root } from "./serve.mjs";
import { expectFigureIsMadeOf } from "./tour/figures.mjs";
import { expectFormulaLightsMatrices } from "./tour/formula.mjs";
import { expectBrokenLinkIsExplained, expectNothingMoves, expectSkipLinkWorks, openOverHttp } from "./tour/frame.mjs";
import { tourInGerman } from "./tour/languages.mjs";
import { expectEveryNumberOpens, expectNumberIsTextbooks } from "./tour/numbers.mjs";
import { expectPanelLooksAsByItself } from "./tour/panel.mjs";
import { expectPictureFitsFrame, expectPictureInFirstScreen } from "./tour/picture.mjs";
import { expectBeginsWithGoal, expectQuestionsAreAnswered } from "./tour/questions.mjs";
import { expectRunsBeginInView, firstSteps, withoutWebAssembly } from "./tour/runs.mjs";
import { expectLastIsSaved, expectMatricesAreSaved, expectNothingToSave, savesMatrices } from "./tour/saving.mjs";
import { stepsOf, WINDOW } from "./tour/steps.mjs";
import { expectNumbersAreComputed } from "./tour/typed.mjs";
import { expectFiguresFillColumns } from "./tour/widths.mjs";

const lessonOf = (name) => LESSONS.find((lesson) => lesson.name === name);

/** What is true of an open page at any time. It is left as it was. */
async function tourForEverybody(page, step) {
  await step("axe, light and wide, dark and narrow", async () => {
    await expectAxeFindsNothing(page, "light, 1440 px");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 360, height: 900 });
    await expectAxeFindsNothing(page, "dark, 360 px");
    await page.setViewportSize(WINDOW);
    await page.emulateMedia({ colorScheme: "light" });
  });
  await step("the keyboard", () => expectUsableByKeyboard(page));
  await step("widths", () => expectFitsAnyWidth(page));
  await step("forced colours", () => expectReadableInForcedColours(page));
  await step("paper", () => expectReadableOnPaper(page));
}

/** The faces that the page carries, and no other, also in the glossary. Its inspector writes letters in italics. */
async function expectFaces(page, name) {
  const later = lessonOf(name) || name === "whole" ? ["Heed Text italic"] : [];
  await page.locator("#glossary").evaluate((glossary) => glossary.showModal());
  const own = carried(readFileSync(path.join(root, `dist-site/learn/${name}.html`), "utf8"));
  const faces = async () => [...new Set([...(await drawnWith(page)), ...later])].sort();
  await expect.poll(faces).toEqual([...own].sort());
  await page.locator("#glossary").evaluate((glossary) => glossary.close());
}

/** It computes the same over http and from disk. It leaves the page that is opened from disk. */
async function expectSameFromDisk(page, name, runs) {
  // A slider that was moved there and back may have left another number.
  await page.locator("#start-over").click();
  const overHttp = await firstSteps(page, runs);
  expect(overHttp.texts.join("")).toMatch(/\d/);
  await page.goto(lessonUrl(name));
  await ready(page);
  expect(overHttp).toEqual(await firstSteps(page, runs));
}

/** What only lessons have, in English. */
async function tourOfLesson(page, lesson, step) {
  await step("goal, time and what it builds on", () => expectBeginsWithGoal(page, lesson));
  await step("questions", () => expectQuestionsAreAnswered(page, lesson));
  if (lesson.formula) await step("the formula", () => expectFormulaLightsMatrices(page, lesson.formula));
}

for (const { name } of FRAMED)
  test(`${name}: over http, with the network cut, it serves everybody in both languages @tour`, async ({
    page,
    complaints,
    requests,
  }) => {
    const lesson = lessonOf(name);
    const step = stepsOf(test, page);
    await page.setViewportSize(WINDOW);
    const expectAskedForItself = await openOverHttp(page, name, requests);
    await step("a broken link", () => expectBrokenLinkIsExplained(page));
    await step("nothing moves", () => expectNothingMoves(page));
    await step("the skip link", () => expectSkipLinkWorks(page));
    await step("no computed number is typed", () => expectNumbersAreComputed(page));
    if (lesson) {
      await step("the picture in the first screen", () => expectPictureInFirstScreen(page));
      await step("the picture in a frame", () => expectPictureFitsFrame(page, name, "en"));
    }
    await tourForEverybody(page, step);
    if (lesson || name === "whole") await step("figures fill their columns", () => expectFiguresFillColumns(page));
    await tourInGerman(page, name, step, { hasPicture: lesson !== undefined });
    if (lesson) await tourOfLesson(page, lesson, step);
    await step("faces", () => expectFaces(page, name));
    if (!savesMatrices(name)) await step("nothing to save", () => expectNothingToSave(page));
    else if (!lesson) await step("saving", () => expectMatricesAreSaved(page));
    else if (!lesson.savedAfter) await step("saving", () => expectLastIsSaved(page));
    await step("it asks for itself and nothing else", expectAskedForItself);
    if (lesson?.runs) await step("the same from disk", () => expectSameFromDisk(page, name, lesson.runs));
    expect(complaints).toEqual([]);
  });

// The tour over http asks for it where fonts are wide.
test("each lesson shows its picture in the first screen, a phone in a screen and a half @narrow", async ({
  page,
  open,
}) => {
  const step = stepsOf(test, page);
  await page.setViewportSize(WINDOW);
  for (const { name } of LESSONS)
    await step(name, async () => {
      await open(name);
      await expectPictureInFirstScreen(page);
    });
});

for (const lesson of LESSONS)
  test.describe("from disk", () => {
    test.use({ beginsInView: lesson.runs !== undefined });

    test(`${lesson.name}: from disk its runs begin, its numbers open, are the textbook's and are saved`, async ({
      page,
      open,
      openTrained,
      emptyPage,
    }) => {
      const { name, state, begin, cells, figures = [], savedAfter = [] } = lesson;
      const step = stepsOf(test, page);
      await page.setViewportSize(WINDOW);
      await (lesson.trainings ? openTrained : open)(name, state);
      if (lesson.runs) await step("runs begin in view", () => expectRunsBeginInView(page, lesson));
      await begin?.(page);
      await drawn(page);
      for (const cell of cells ?? []) await step(cell[0], () => expectNumberIsTextbooks(page, cell));
      await step("every number opens", () => expectEveryNumberOpens(page, lesson));
      if (cells) await step("the panel's looks", () => expectPanelLooksAsByItself(page, emptyPage, lesson));
      for (const [key, ...made] of figures) await step(key, () => expectFigureIsMadeOf(page, key, made));
      // Some are folded away without the state of the lesson's numbers.
      if (state?.papers) await step("figures fill their columns", () => expectFiguresFillColumns(page));
      if (!savesMatrices(name)) return;
      await step("saving", async () => {
        for (const id of savedAfter) await runAll(page, id);
        await expectMatricesAreSaved(page);
      });
    });
  });

// Of each kind of core one: in the page, and compiled there and sent to its worker.
for (const name of ["embedding", "alignment"])
  test(`${name}: if the core cannot run, the page says why`, async ({ page, complaints }) => {
    await withoutWebAssembly(page);
    await page.goto(lessonUrl(name));
    await expect(page.locator("#engine")).toContainText(
      "Nothing can be computed here. heed.load: this engine has no WebAssembly",
    );
    expect(complaints).toEqual([]);
  });
