// The list of the lessons: what each is, and what the reader has done.
import { LESSONS, numberOf, ROAD } from "../../scripts/site-pages.mjs";
import { keepStorage } from "./keep-storage.mjs";
import { expect, expectOpenToAll, lessonUrl, ready, test } from "./learn-lab.mjs";
import { expectServesEverybody } from "./open-to-all.mjs";
import { says } from "./says.mjs";
import { stillClock } from "./seen.mjs";

const NAMES = LESSONS.map(({ name }) => name);
const ON_ROAD = ROAD.map(({ name }) => name);
const done = (page) => page.locator("[data-lesson]:has(.done:not([hidden]))");

/** Reads a lesson to its end. */
async function readToEnd(page, name) {
  await page.goto(lessonUrl(name, "v=1&lang=en"));
  await ready(page);
  await page.locator("nav.turn").scrollIntoViewIfNeeded();
  await page.waitForFunction((lesson) => localStorage.getItem("heed.learn.done")?.includes(`"${lesson}"`), name);
}

test("each lesson has a picture, one plain sentence, its minutes, and what it builds on", async ({ page, open }) => {
  await open("index", "lang=en");
  for (const { name, minutes, deepens, needs = [] } of LESSONS) {
    const entry = page.locator(`[data-lesson=${name}]`);
    await expect.poll(() => entry.locator("svg > *").count(), name).toBeGreaterThan(0);
    await expect(entry.locator(".minutes")).toHaveText(`${minutes} min`);
    await expect(entry.locator(".prose"), name).toHaveText(/^[^.!?]{30,130}\.$/);
    await expect(entry.locator(":is(h2, h3) .number")).toHaveText(numberOf(name));
    const links = await entry.locator(".facts-of a").evaluateAll((all) => all.map((link) => link.dataset.page));
    expect(links).toEqual([...(deepens === undefined ? [] : [deepens]), ...needs]);
  }
  await expect(page.locator(".start")).toHaveCount(1);
  await expect(page.locator("#next")).toHaveAttribute("href", /\/look-up\.html/);
  const total = ROAD.reduce((sum, { minutes }) => sum + minutes, 0);
  await expect(page.locator("#road-title")).toHaveText(
    `The short road: ${ROAD.length} lessons, about ${5 * Math.round(total / 5)} minutes`,
  );
});

test("progress counts the short road, what goes deeper by itself, and the next lesson is one of the road", async ({
  page,
  open,
}) => {
  const have = (...names) =>
    page.evaluate((all) => localStorage.setItem("heed.learn.done", JSON.stringify(all)), names);
  await open("index", "lang=en");
  await keepStorage(page);
  await have("look-up", "embedding", "learned", "a lesson that is gone");
  await page.reload();
  await ready(page);
  await expect(page.locator("#progress")).toHaveText(
    `2 of ${ROAD.length} lessons of the short road done, and 1 of ${NAMES.length - ROAD.length} that go deeper.`,
  );
  await expect(page.locator("#next")).toHaveAttribute("href", /\/one-query\.html/);
  await have(...ON_ROAD);
  await page.reload();
  await ready(page);
  await expect(page.locator("#progress")).toHaveText(says("index.all-done"));
  await expect(page.locator("#next")).toBeHidden();
});

test("a teacher's link shows three lessons of 45 minutes, and at the end leads to the page to hand in", async ({
  page,
  open,
}) => {
  await open("index", "road=45&lang=en");
  await expect(page.locator("#road-title")).toHaveText("In 45 minutes: 3 lessons");
  const shown = page.locator("[data-lesson]:visible");
  await expect(shown).toHaveCount(3);
  const names = await shown.evaluateAll((all) => all.map(({ dataset }) => dataset.lesson));
  for (const name of names) expect(ON_ROAD).toContain(name);
  await expect(page.locator("#hand-in a")).toHaveAttribute("href", /worksheet\.html/);
  await expect(page.locator("#next")).toHaveAttribute("href", new RegExp(`/${names[0]}\\.html`));
  await expectOpenToAll(page);
  await expectServesEverybody(page);
});

test("a lesson read to its end is marked with its answers, the next one is offered, a button forgets it all", async ({
  page,
  open,
}) => {
  await open("index", "lang=en");
  await expect(done(page)).toHaveCount(0);
  await expect(page.locator("#next")).toContainText("Begin with");
  // The lessons are read in a tab of their own, and the list keeps the storage meanwhile (keep-storage.mjs).
  const lessons = await page.context().newPage();
  await readToEnd(lessons, NAMES[0]);
  for (const choice of ["q1-b", "q2-a"]) await lessons.locator(`button[data-t=${choice}]`).click();
  await expect(done(page)).toHaveCount(1);
  await expect(page.locator(".answers:visible")).toHaveText("1 of 2 answers right");
  await readToEnd(lessons, ON_ROAD[1]);
  await page.reload();
  await ready(page);
  await expect(done(page)).toHaveCount(2);
  await expect(page.locator(".answers:visible")).toHaveText("1 of 2 answers right");
  await expect(page.locator("#next")).toContainText(says("index.go-on"));
  await expect(page.locator("#progress")).toHaveText(`2 of ${ROAD.length} lessons of this road done.`);
  await expect(page.locator("#next")).toHaveAttribute("href", new RegExp(`/${ON_ROAD[2]}\\.html#lang=en$`));
  await page.getByRole("button", { name: "Forget what I have done" }).click();
  await expect(done(page)).toHaveCount(0);
  await expect(page.locator("#forgotten")).toHaveText("Forgotten.");
  await page.reload();
  await ready(page);
  await expect(done(page)).toHaveCount(0);
  await expect(page.locator(".answers:visible")).toHaveCount(0);
});

test("the list follows what is done in another tab, and what was forgotten can be done again there", async ({
  page,
  open,
}) => {
  await open("index", "lang=en");
  const other = await page.context().newPage();
  await readToEnd(other, NAMES[0]);
  await expect(done(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Forget what I have done" }).click();
  await expect(done(page)).toHaveCount(0);
  for (const question of await other.locator(".question").all()) await question.getByRole("button").first().click();
  await expect(done(page)).toHaveCount(1);
  await expect(page.locator(".answers:visible")).toHaveText(/^\d of 3 answers right$/);
});

test("a lesson that was only opened is not done", async ({ page, open }) => {
  const clock = await stillClock(page, () => open(NAMES[1]));
  await clock.run(60_000);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("heed.learn.done"))).toBeNull();
});

for (const refusal of ["throws", "holds something else"])
  test(`where storage ${refusal} the list and the lessons work all the same`, async ({ page, open }) => {
    await page.addInitScript((how) => {
      if (how === "throws")
        Object.defineProperty(window, "localStorage", {
          get() {
            window.refused = (window.refused ?? 0) + 1;
            throw new DOMException("refused", "SecurityError");
          },
        });
      else if (location.protocol === "file:") localStorage.setItem("heed.learn.done", '{"x":');
    }, refusal);
    await open(NAMES[0]);
    const refused = await page.evaluate(() => window.refused ?? 0);
    await page.locator("nav.turn").scrollIntoViewIfNeeded();
    await page.waitForFunction(
      ([how, before, name]) =>
        how === "throws" ? window.refused > before : localStorage.getItem("heed.learn.done").includes(`"${name}"`),
      [refusal, refused, NAMES[0]],
    );
    await open("index", "lang=en");
    await page.getByRole("button", { name: "Forget what I have done" }).click();
    await expect(page.locator("#forgotten")).toHaveText("Forgotten.");
    await expect(done(page)).toHaveCount(0);
  });

test("the list shows two trainings in a square: one layer stays on its diagonal, two reach a corner", async ({
  page,
  open,
}) => {
  await open("index", "lang=en");
  const ends = await page
    .locator(".square-figure circle")
    .evaluateAll((all) => all.map((end) => [Number(end.getAttribute("cx")), Number(end.getAttribute("cy"))]));
  // The square goes from 18 to 78 across, and from 2 to 62 downwards.
  const shares = ends.map(([x, y]) => [(x - 18) / 60, (62 - y) / 60]);
  expect(Math.abs(shares[0][0] - shares[0][1])).toBeLessThan(0.01);
  expect(shares[1][0]).toBeGreaterThan(0.9);
  expect(shares[1][1]).toBeLessThan(0.1);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.reload();
  await page.locator(".square-figure").scrollIntoViewIfNeeded();
  const place = () => page.locator(".square-figure circle").last().getAttribute("cx");
  await expect.poll(place).not.toBe(String(ends[1][0]));
  await expect.poll(place).toBe(String(ends[1][0]));
});
