// The machine of a run: it draws what the model computed, of a deep model four layers, and its numbers open.
import { textbookModel } from "../model/oracle.mjs";
import { ask, CAT_IDS, longGpt2 } from "./own-models.mjs";
import { expect, test } from "./viewer-page.mjs";

async function openMachine(page, given) {
  const model = await ask(page, "machine-fold", given);
  await expect(page.locator("#machine .word")).toHaveCount(6);
  return model;
}

test("a curve opens to the weight that the textbook has, and the chosen token is the one that is followed", async ({
  page,
  complaints,
}) => {
  const model = await openMachine(page);
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
  await openMachine(page);
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
  await openMachine(page, longGpt2(6));
  await expect(page.locator("#machine-layer")).toHaveValue("2");
  await expect(page.locator("#machine .picture")).toContainText("layer 5");
  await expect(page.locator("#machine .share").first()).toBeVisible();
  await page.locator("#machine-layer").selectOption("0");
  await expect(page.locator("#machine .picture")).toContainText("layer 0");
  // Rows that other layers still change say nothing yet.
  await expect(page.locator("#machine .share")).toHaveCount(0);
  await expect(page).toHaveURL(/open=machine&from=0/);
});
