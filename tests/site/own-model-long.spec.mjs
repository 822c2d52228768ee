// A long text: the head that is looked at is shown before the others are read, which can be stopped and continued.
import { textbookModel } from "../model/oracle.mjs";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { openHead } from "./model-page.mjs";
import { deep, expectShown as expectNumbers, give, softmax, type } from "./own-models.mjs";
import { asked, hold, release } from "./watched-workers.mjs";
import { expect, test } from "./viewer-page.mjs";

const IDS = Array.from({ length: 200 }, (_, at) => (at * at * 3 + 7 * at) % 61);
const PLACE = [4, 1];

const expectShown = (page, { weights }, [layer, head]) => expectNumbers(page, weights[layer][head].flat());

/** Opens the page, which tells what it asks its workers, with a model of six layers and one of its heads. */
async function openDeep(page) {
  const model = deep();
  await give(page, model);
  await openHead(page, ...PLACE);
  return model;
}

test("the head in view of a long text is shown while no other is read; the rest can be stopped", async ({
  page,
  complaints,
}) => {
  const model = await openDeep(page);
  await hold(page, "scanText");
  await type(page, IDS.join(" "), IDS.length);
  const [read] = (await asked(page, "readText")).slice(-1);
  expect(read.first).toBe(PLACE[0]);
  const textbook = textbookModel(model.config, model.tensors, IDS);
  await expectShown(page, textbook, PLACE);
  await expect(page.locator("#own-scores")).toContainText("Each number opens");
  await expect(page.locator("#read-count")).toContainText("0 of 24");
  // Back in the grid no head has its picture yet.
  await page.locator("#back").click();
  await expect(page.locator("#read-count")).toBeHidden();
  await expect(page.locator("#scan-count")).toContainText("0 of 24");
  await page.locator("#stop-scan").click();
  await expect.poll(() => asked(page, "stopReading")).toHaveLength(1);
  await release(page);
  await expect(page.locator("#stop-scan")).toHaveText("Continue");
  // A head of another layer opens all the same.
  await openHead(page, 5, 3);
  await expectShown(page, textbook, [5, 3]);
  await expectAxeFindsNothingInEitherTheme(page);
  await page.keyboard.press("Escape");
  await page.locator("#stop-scan").click();
  await expect(page.locator("#scan")).toBeHidden();
  await openHead(page, 0, 2);
  await expectShown(page, textbook, [0, 2]);
  // What follows is known now.
  const share = Math.max(...softmax(textbook.logits.at(-1)));
  const first = await page.locator("#next-list .chance").first().textContent();
  expect(Math.abs(Number.parseFloat(first) / 100 - share)).toBeLessThan(0.006);
  expect(complaints).toEqual([]);
});

test("another text while a long one is computed: the page shows that one, and nothing of the first", async ({
  page,
  complaints,
}) => {
  const model = await openDeep(page);
  const shorter = IDS.slice(0, 150);
  await page.locator("#typed").fill(IDS.join(" "));
  await page.locator("#typed").fill(shorter.join(" "));
  await expect(page.locator("#read-status")).toHaveText("150 tokens");
  await expectShown(page, textbookModel(model.config, model.tensors, shorter), PLACE);
  await page.locator("#typed").fill("5 9 14");
  await expect(page.locator("#read-status")).toHaveText("3 tokens");
  await expectShown(page, textbookModel(model.config, model.tensors, [5, 9, 14]), PLACE);
  await page.locator("#typed").fill(IDS.join(" "));
  // Nothing is typed: the heads of the last text stay, and are read to their end.
  await page.locator("#typed").fill("");
  await expect(page.locator("#read-status")).toContainText("Type a text");
  await page.keyboard.press("Shift+Tab");
  await expect(page.locator("#scan")).toBeHidden();
  await expect(page.locator("#file-problem")).toBeEmpty();
  expect(complaints).toEqual([]);
});

test("what is said of an empty text stays when the heads of the last one are read to their end", async ({
  page,
  complaints,
}) => {
  await openDeep(page);
  await hold(page, "scanText");
  await type(page, IDS.join(" "), IDS.length);
  await page.locator("#typed").fill("");
  await expect(page.locator("#read-status")).toContainText("Type a text");
  await page.locator("#back").click();
  await expect(page.locator("#scan-count")).toContainText("0 of 24");
  await release(page);
  await expect(page.locator("#scan")).toBeHidden();
  await expect(page.locator("#read-status")).toContainText("Type a text");
  await type(page, "5 9 14", 3);
  expect(complaints).toEqual([]);
});
