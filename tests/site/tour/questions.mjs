// Tours: how a lesson begins, with goal, time and what it builds on, and its three questions at the end.
import { expect } from "../learn-lab.mjs";
import { siteModule } from "../runs.mjs";

const { orderOfChoices } = await siteModule("rooms/lesson/questions.ts");

const QUESTIONS = ["q1", "q2", "q3"];

export async function expectBeginsWithGoal(page, { minutes, deepens, needs = [] }) {
  const begin = page.locator(".begin");
  await expect(begin.locator("[data-t=goal]")).not.toBeEmpty();
  await expect(begin.locator("[data-minutes]")).toHaveText(`${minutes} min`);
  const builtOn = [...(deepens === undefined ? [] : [deepens]), ...needs];
  await expect
    .poll(() => begin.locator("a").evaluateAll((all) => all.map((link) => link.dataset.page)))
    .toEqual(builtOn);
  await expect(begin.locator("[data-t='frame.builds-on']")).toHaveCount(1);
  if (builtOn.length === 0) await expect(begin).toContainText("Start here");
}

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

/** In the page's language, every choice gets a verdict that the page computes. @param right the choice of a teacher */
async function expectAnswers(question, name, key, right) {
  for (const text of await question.locator("p:first-child, button").allInnerTexts())
    expect(text, key).toMatch(/^[^{}]+$/);
  const said = await saidTo(question);
  const choices = said.map(({ choice }) => choice);
  expect(choices, key).toEqual(orderOfChoices(name, key));
  const held = said.filter(({ right: is }) => is === "true").map(({ choice }) => choice);
  expect(held, key).toEqual(right === undefined ? [expect.any(String)] : [right]);
  expect(new Set(said.map(({ reason }) => reason)).size, key).toBe(3);
  for (const { verdict, reason, pressed } of said) {
    expect(`${verdict} ${reason}`, key).not.toMatch(/undefined|[{}]|(NaN|Infinity)\s%/);
    expect(pressed).toBe(1);
  }
}

/** The three questions in both languages, and what is kept of the answers. */
export async function expectQuestionsAreAnswered(page, { name, right }) {
  await expect(page.locator(".question")).toHaveCount(3);
  for (const language of ["de", "en"]) {
    await page.locator(`#languages button[lang=${language}]`).click();
    for (const [at, key] of QUESTIONS.entries())
      await expectAnswers(page.locator(".question").nth(at), name, key, right?.[at]);
  }
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("heed.learn.answers")));
  expect(Object.keys(kept[name])).toEqual(QUESTIONS);
}
