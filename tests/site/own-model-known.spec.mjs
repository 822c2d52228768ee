// Where is it known? The map is what heed/model gives with single rows of one text in the other.
import { inNode } from "./in-node.mjs";
import { ask, bert, byteLevel, CATS, gpt2, idsOf, wordPiece } from "./own-models.mjs";
import { says } from "./says.mjs";
import { expect, test } from "./viewer-page.mjs";

const BOUND = 1e-3;
const idsOfWords = (words) =>
  idsOf(
    byteLevel(),
    words.split(" ").map((word) => `Ġ${word}`),
  );

async function compare(page, other, model = gpt2(), text = CATS, count = 6) {
  await ask(page, "known", model, text, count);
  await expect(page.locator("#known-other")).toHaveValue(text);
  await page.locator("#known-other").fill(other);
  return model;
}

/** How much of the difference each row of the first text brings back in the second. */
const mapBy = (model, own, others, at) =>
  inNode(model, (one) => {
    const [mine, their] = [own, others].map((ids) => one.run(ids, { keep: ["stages"], logits: [at] }));
    const order = ({ logits: { data } }) => Array.from(data.keys()).sort((a, b) => data[b] - data[a]);
    const [of, second] = order(mine);
    const [best] = order(their);
    const against = best === of ? second : best;
    const difference = ({ logits: { data } }) => data[of] - data[against];
    const [from, to] = [difference(their), difference(mine)];
    const cells = [];
    for (let layer = -1; layer < one.facts.layers; layer++)
      for (let token = 0; token < own.length; token++) {
        const run = one.run(others, { rows: [{ layer, token, from: mine }], logits: [at] });
        cells.push((difference(run) - from) / (to - from));
      }
    return cells;
  });

async function expectMap(page, wanted) {
  await expect(page.locator("#known-figure")).toBeVisible();
  const found = await page.evaluate(() => Array.from(document.querySelector("#known-matrix").matrix.data));
  expect(found).toHaveLength(wanted.length);
  const size = Math.max(1, ...wanted.map(Math.abs));
  for (const [at, one] of wanted.entries()) expect(Math.abs(found[at] - one) / size).toBeLessThan(BOUND);
}

test("each cell is how much of the difference one row brings back, and the last row brings all of it", async ({
  page,
  complaints,
}) => {
  const model = await compare(page, " the animal sat on the mat");
  await page.locator("#known-make").click();
  const own = idsOfWords("the cat sat on the mat");
  const wanted = await mapBy(model, own, idsOfWords("the animal sat on the mat"), 5);
  expect(Math.abs(wanted.at(-1) - 1)).toBeLessThan(1e-6);
  expect(wanted[0]).toBe(0);
  await expectMap(page, wanted);
  await expect(page.locator("#known-make")).toHaveText(says("why.known-make"));
  await page.locator("#known-matrix td[data-row='3'][data-column='5']").click();
  await expect(page.locator("dialog.inspector .returned")).toHaveText(/^1/);
  expect(complaints).toEqual([]);
});

test("a token in the middle has a map of its own, and so has a hidden word", async ({ page }) => {
  const model = await compare(page, " the animal was on the mat");
  await page.locator("#tokens button", { hasText: "sat" }).click();
  await page.locator("#known-make").click();
  await expectMap(page, await mapBy(model, idsOfWords("the cat sat"), idsOfWords("the animal was"), 2));
  const both = await compare(page, "the cat was", bert(), "the cat sat", 5);
  await page.locator("#tokens button", { hasText: "cat" }).click();
  await page.locator("#known-make").click();
  const hidden = (word) => idsOf(wordPiece(), ["[CLS]", "the", "[MASK]", word, "[SEP]"]);
  await expectMap(page, await mapBy(both, hidden("sat"), hidden("was"), 2));
});

test("texts of other lengths, and texts that are the same, are told from those that can be compared", async ({
  page,
}) => {
  await compare(page, " the cat sat");
  await page.locator("#known-make").click();
  await expect(page.locator("#known-problem")).toHaveText(says("why.known-lengths"));
  await page.locator("#known-other").fill(CATS);
  await page.locator("#known-make").click();
  await expect(page.locator("#known-problem")).toHaveText(says("why.known-same"));
});

test("a word of a first text is exchanged already, so that a map can be computed at once", async ({ page }) => {
  await ask(page, "known", gpt2(), " the animal sat on the mat");
  await expect(page.locator("#known-other")).toHaveValue(" the child sat on the mat");
});

test("a map that is stopped shows nothing, and what is asked next is answered", async ({ page }) => {
  await compare(page, " the animal sat on the mat");
  await page.evaluate(() => {
    const button = document.querySelector("#known-make");
    button.click();
    if (button.textContent !== "Stop") throw new Error(button.textContent);
    button.click();
  });
  await expect(page.locator("#known-scan")).toBeHidden();
  await expect(page.locator("#known-figure")).toBeHidden();
  await page.locator("#known-make").click();
  await expect(page.locator("#known-figure")).toBeVisible();
});
