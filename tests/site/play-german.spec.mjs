// The playground and its inspector in another language: nothing English is left, numbers have a comma, links keep it.
import { expectNoEnglish } from "./german.mjs";
import { expect, FILE, openIn, test, unfoldSettings, WORKED_LAB } from "./lab.mjs";
import { lessonUrl } from "./learn-lab.mjs";
import { expectFitsAnyWidth } from "./open-to-all.mjs";

const GERMAN = "#v=1&lang=de";

test("in German no English is left: settings, steps, gradients, a comparison, and problems", async ({ page }) => {
  await openIn(page, `${FILE}${GERMAN}&heads=2&wo=random.1&causal=1&gradients=1&loss=one&pin=.&v2=1`);
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("de");
  await expect(page.locator("#link-problem")).toContainText("den diese Seite nicht kennt");
  await expectNoEnglish(page);
  await expectFitsAnyWidth(page);
  await unfoldSettings(page);
  await page.locator("#maker summary").click();
  await page.locator("#edit-x input").first().fill("null");
  await expect(page.locator("#edit-x-problem")).toContainText("ist keine Zahl. Schreib eine Dezimalzahl wie 0,55.");
  for (let step = 1; step <= 5; step++) {
    await page.locator("#step-on").click();
    await expectNoEnglish(page);
  }
  for (const [turn, change] of [
    ["column", "softmax"],
    ["row", "projected"],
  ]) {
    await page.locator(`input[name=turn][value=${turn}s]`).check({ force: true });
    await page.locator(`#${change}`).click();
    await expectNoEnglish(page);
  }
});

test("in German a model's words and what it does not know are told in German; its first sentence is German", async ({
  page,
}) => {
  await openIn(page, `${FILE}#lang=de`);
  await expectNoEnglish(page);
  await expectFitsAnyWidth(page);
  await page.locator("#text").fill("Die Katze überquerte den Mond nicht, weil er zu breit war");
  await expect(page.locator("#text-problem")).toContainText("Das Modell kennt „Mond“ nicht.");
  await page.locator("#known-count").click();
  await expectNoEnglish(page);
  await page.locator("#take-letters").click();
  await expectNoEnglish(page);
  await test.step("the first sentence is that of the language, as long as nobody has changed it", async () => {
    await openIn(page, `${FILE}#v=1&preset=sie&lang=de`);
    await page.getByRole("button", { name: "English" }).click();
    await expect(page.locator("#text")).toHaveValue(/^The animal/);
    await page.locator("#choices").getByRole("button", { name: "wide" }).click();
    await page.getByRole("button", { name: "Deutsch" }).click();
    await expect(page.locator("#text")).toHaveValue(/wide$/);
  });
});

test("in German the inspector speaks it, too, of any cell, and numbers have a comma", async ({ page }) => {
  await openIn(page, `${FILE}${GERMAN}&causal=1&gradients=1`);
  await expect(page.locator("attention-matrix[data-matrix=weights] td[data-row='1'][data-column='0']")).toHaveText(
    /^\d,\d+$/,
  );
  await expect(page.locator("#edit-x input").first()).toHaveValue("0,43");
  const inspector = page.getByRole("dialog");
  for (const name of ["q", "scores", "weights", "mixed", "dWeights", "dScores", "dQuery", "dx"]) {
    for (const place of ["[data-row='1'][data-column='0']", "[data-row='0'][data-column='1']"]) {
      await page.locator(`attention-matrix[data-matrix=${name}] td${place}`).press("Enter");
      await expect(inspector.locator(".returned")).toHaveText(/,|^−?[01∞]$/);
      await expectNoEnglish(page);
      await page.keyboard.press("Escape");
    }
  }
});

test("the language is chosen on the page, stands in its link, and goes on to other pages and back", async ({
  page,
}) => {
  await openIn(page, WORKED_LAB);
  const told = page.locator("#about-score");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(told).toContainText("Jede Anfrage trifft jeden Schlüssel.");
  await expect(page).toHaveURL(/#v=1&lang=de$/);
  await expectNoEnglish(page);
  await expect.poll(() => page.locator("#open-lab").getAttribute("href")).toBe("#v=1");
  for (const name of ["front", "index"])
    await expect(page.locator(`nav.site a[data-page=${name}]`)).toHaveAttribute("href", /index\.html#lang=de$/);
  await page.locator("nav.site a[data-page=index]").click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.locator("nav.site a[data-page=play]").click();
  await expect(page.locator("#about-score")).toContainText("Jede Anfrage");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator("#about-score")).toContainText("Every query meets every key.");
  await page.goto(`${lessonUrl("one-query")}#v=1&lang=de`);
  await page.locator("#playground").click();
  await expect(page.locator("#about-score")).toContainText("Jede Anfrage");
});
