// The answers to the questions of a lesson: how they are kept, and how they show. That every lesson has three, and what
// the page says to each choice, is in lesson-tour.spec.mjs.
import { expect, test } from "./learn-lab.mjs";
import { LESSONS } from "./lessons.mjs";
import { expectReadableInForcedColours } from "./open-to-all.mjs";

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
