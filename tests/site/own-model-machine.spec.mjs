// The machine of a run: it draws what the model computed, of a deep model four layers, and its numbers open.
import { textbookModel } from "../model/oracle.mjs";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { expectNoEnglish } from "./german.mjs";
import { expectServesEverybody } from "./open-to-all.mjs";
import { byteLevel, CATS, give, gpt2, idsOf, longGpt2, openCatsInGerman, type } from "./own-models.mjs";
import { expect, test } from "./viewer-page.mjs";

const CAT_IDS = idsOf(byteLevel(), "Ġthe Ġcat Ġsat Ġon Ġthe Ġmat".split(" "));

async function ask(page, model) {
  await give(page, model);
  await type(page, CATS, 6);
  await page.locator("#machine-fold > summary").click();
  await expect(page.locator("#machine .word")).toHaveCount(6);
}

test("a curve opens to the weight that the textbook has, and the chosen token is the one that is followed", async ({
  page,
  complaints,
}) => {
  const model = gpt2();
  await ask(page, model);
  await expect(page.locator("#machine .stop")).toHaveCount(12);
  const { weights } = textbookModel(model.config, model.tensors, CAT_IDS);
  const returned = page.locator("dialog.inspector .returned");
  const curve = page.locator("#machine [data-part^='curve ']").last();
  const [layer, head, seen] = (await curve.getAttribute("data-part")).split(" ").slice(1).map(Number);
  await curve.press("Enter");
  await expect
    .poll(async () => Math.abs(Number.parseFloat(await returned.textContent()) - weights[layer][head][5][seen]))
    .toBeLessThan(1e-4);
  await page.keyboard.press("Escape");
  await page.locator("#tokens button", { hasText: "sat" }).click();
  await expect(page.locator("#machine .word")).toHaveCount(3);
  await expect(page.locator("#machine .word.me")).toContainText("sat");
  expect(complaints).toEqual([]);
});

test("a head that is pressed is off: what comes next is what heed says without it", async ({ page }) => {
  await ask(page, gpt2());
  const shares = () => page.locator("#machine .share").allTextContents();
  const before = await shares();
  await page.locator("#machine [data-part='head 1 2']").click();
  await expect.poll(shares).not.toEqual(before);
  await page.locator("#machine [data-part='head 1 2']").click();
  await expect.poll(shares).toEqual(before);
});

test("of a deep model four layers are drawn, first the last ones, and the others when they are asked for", async ({
  page,
}) => {
  await ask(page, longGpt2(6));
  await expect(page.locator("#machine-layer")).toHaveValue("2");
  await expect(page.locator("#machine .picture")).toContainText("layer 5");
  await expect(page.locator("#machine .share").first()).toBeVisible();
  await page.locator("#machine-layer").selectOption("0");
  await expect(page.locator("#machine .picture")).toContainText("layer 0");
  // Rows that other layers still change say nothing yet.
  await expect(page.locator("#machine .share")).toHaveCount(0);
  await expect(page).toHaveURL(/open=machine&from=0/);
});

test("every reader is served, in each theme, on each width, in each language", async ({ page }) => {
  await ask(page, gpt2());
  // The Tab key reaches the part that had focus last, and that may be of another test.
  await page.locator("#machine .word.me").focus();
  await expectAxeFindsNothingInEitherTheme(page);
  await expectServesEverybody(page);
});

test("in German no English is left", async ({ page }) => {
  await openCatsInGerman(page);
  await page.locator("#machine-fold > summary").click();
  await expect(page.locator("#machine .word")).toHaveCount(6);
  await expectNoEnglish(page, { named: /^\S+$|^\d+ \S+$|^\d*\. ?the$|^\S+ \S+\u00a0%$/ });
});
