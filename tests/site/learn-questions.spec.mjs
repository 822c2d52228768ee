// How each lesson begins and ends: goal, time, what it builds on, the course's sentence, and three questions.
import { readStrings } from "../../scripts/site-texts.mjs";
import { expect, test } from "./learn-lab.mjs";
import { LESSONS } from "./lessons.mjs";
import { expectReadableInForcedColours } from "./open-to-all.mjs";
import { siteModule } from "./runs.mjs";

const { orderOfChoices } = await siteModule("rooms/lesson/questions.ts");

const CHOICES = ["a", "b", "c"];
const QUESTIONS = ["q1", "q2", "q3"];

test("every lesson has goal, sentence and three questions, each choice with an explanation, in every language", () => {
  for (const [language, strings] of Object.entries(readStrings())) {
    for (const { name } of LESSONS) {
      const own = strings[name];
      for (const key of ["goal", "thread"]) expect(own[key]?.length, `${language} ${name} ${key}`).toBeGreaterThan(20);
      expect(own.thread, `${language} ${name}`).toMatch(/<b>(it|bank)<\/b>/i);
      for (const question of QUESTIONS) {
        const texts = CHOICES.map((choice) => own[`${question}-${choice}`]);
        const reasons = CHOICES.map((choice) => own[`${question}-${choice}-why`]);
        expect(own[question]?.length, `${language} ${name} ${question}`).toBeGreaterThan(10);
        expect(new Set(texts).size, `${language} ${name} ${question}`).toBe(3);
        expect(new Set(reasons).size, `${language} ${name} ${question}`).toBe(3);
        for (const reason of reasons) expect(reason?.length, `${language} ${name} ${question}`).toBeGreaterThan(30);
      }
    }
  }
});

/** Clicks on every choice of a question. @returns what the page says to each */
const saidTo = (question) =>
  question.evaluate((element) => {
    const said = element.querySelector(".said");
    return Array.from(element.querySelectorAll("button"), (button) => {
      button.click();
      return {
        choice: button.dataset.t.at(-1),
        right: said.dataset.right,
        verdict: said.querySelector("b").textContent,
        reason: said.querySelector("span").textContent,
        pressed: element.querySelectorAll("[aria-pressed=true]").length,
      };
    });
  });

for (const { name, minutes, needs, right } of LESSONS)
  test(`${name}: begins with goal, time and needs, and its three questions are answered by computing`, async ({
    page,
    open,
  }) => {
    await open(name, "v=1&lang=en");
    const begin = page.locator(".begin");
    await expect(begin.locator("[data-t=goal]")).not.toBeEmpty();
    await expect(begin.locator("[data-minutes]")).toHaveText(`${minutes} min`);
    await expect
      .poll(() => begin.locator("a").evaluateAll((all) => all.map((link) => link.dataset.page)))
      .toEqual(needs);
    if (needs.length === 0) await expect(begin).toContainText("Start here");
    await expect(page.locator(".question")).toHaveCount(3);
    for (const language of ["English", "Deutsch"]) {
      await page.getByRole("button", { name: language, exact: true }).click();
      for (const [at, key] of QUESTIONS.entries()) {
        const question = page.locator(".question").nth(at);
        for (const text of await question.locator("p:first-child, button").allInnerTexts())
          expect(text, `${name} ${key}`).toMatch(/^[^{}]+$/);
        const said = await saidTo(question);
        expect(
          said.map(({ choice }) => choice),
          `${name} ${key}`,
        ).toEqual(orderOfChoices(name, key));
        const held = said.filter(({ right: is }) => is === "true").map(({ choice }) => choice);
        expect.soft(held, `${name} ${key}`).toEqual(right === undefined ? [expect.any(String)] : [right[at]]);
        expect(new Set(said.map(({ reason }) => reason)).size, `${name} ${key}`).toBe(3);
        for (const { verdict, reason, pressed } of said) {
          expect(`${verdict} ${reason}`, `${name} ${key}`).not.toMatch(/undefined|[{}]|(NaN|Infinity)\s%/);
          expect(pressed).toBe(1);
        }
      }
    }
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("heed.learn.answers")));
    expect(Object.keys(kept[name])).toEqual(QUESTIONS);
  });

test("answers count on their page where the browser has no room for them", async ({ page, open }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  const { name, right } = LESSONS.find((lesson) => lesson.right !== undefined);
  await open(name, "v=1&lang=en");
  await page.locator(`button[data-t=q1-${right[0]}]`).click();
  await expect(page.locator(".score")).toHaveText("1 of 3 right so far.");
});

test("what else stands where the answers are kept is left out", async ({ page, open }) => {
  const right = { choice: "a", right: true };
  await page.addInitScript(
    (kept) => location.protocol === "file:" && localStorage.setItem("heed.learn.answers", JSON.stringify(kept)),
    {
      learned: { q1: null, q2: right, q3: { choice: 1 } },
      other: 7,
      "several-heads": null,
    },
  );
  await open("learned");
  await expect(page.locator(".score")).toContainText("1");
});

test("in the system's colours one sees which answer was given", async ({ page, open }) => {
  await open("look-up");
  for (const question of await page.locator(".question").all()) await question.getByRole("button").nth(1).click();
  await expectReadableInForcedColours(page);
});

for (const [name, state, answer] of [
  ["one-query", { seen: 6 }, () => undefined],
  ["questions", {}, (page) => page.locator(".questions fieldset label").first().click()],
])
  test(`in the system's colours one sees the right answer, too: ${name}`, async ({ page, open }) => {
    await open(name, state);
    await answer(page);
    await page.emulateMedia({ forcedColors: "active" });
    await expect(page.locator("label.right span").first()).toHaveCSS("outline-style", "dashed");
    await expect(page.locator("label:not(.right) span").first()).toHaveCSS("outline-style", "none");
  });
