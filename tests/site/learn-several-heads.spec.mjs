// Lesson 9: the use of a second head.
import { cellsOf, expect, expectOpenToAll, numbersIn, runAll, test } from "./learn-lab.mjs";

const rights = async (page) => numbersIn((await page.locator("#verdict").innerText()).replace(/[a-z]+/g, ""));
const choose = (page, name, value) => page.locator(`label:has(input[name=${name}][value="${value}"])`).click();

test("one head blurs two answers; two and four heads keep them apart: each of two looks at one fact", async ({
  page,
  open,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open("several-heads", { heads: 4 });
  await runAll(page, "training");
  await expect(page.locator("#verdict")).toContainText("Right answers");
  const [one, two, four] = await rights(page);
  expect(one).toBeLessThan(60);
  expect(two).toBeGreaterThanOrEqual(95);
  expect(four).toBeGreaterThanOrEqual(95);

  for (const heads of [4, 1, 2]) {
    if (heads !== 4) await choose(page, "heads", heads);
    await expectSumIsTheCores(page, heads);
  }
  const facts = () =>
    page.locator("#weights tbody tr").evaluateAll((rows) =>
      rows.map((row) => ({
        meant: row.classList.contains("meant"),
        weights: Array.from(row.querySelectorAll("td"), (cell) => Number(cell.textContent)),
      })),
    );
  const looks = (await facts()).filter(({ meant }) => meant).map(({ weights }) => weights);
  expect(looks).toHaveLength(2);
  const [first, second] = looks[0][0] > looks[0][1] ? [0, 1] : [1, 0];
  expect(looks[0][first]).toBeGreaterThan(0.5);
  expect(looks[1][second]).toBeGreaterThan(0.5);
  const logits = (await cellsOf(page.locator("#logits"))).map((row) => row.map((text) => numbersIn(text)[0]));
  for (const column of [0, 1])
    expect(Math.max(...logits.map((row) => row[column]))).toBeGreaterThan(
      5 * Math.abs(Math.min(...logits.map((row) => row[column]))),
    );
  await expectOpenToAll(page);
  await choose(page, "heads", 1);
  const blurred = (await facts()).filter(({ meant }) => meant).map(({ weights }) => weights[0]);
  expect(blurred[0] + blurred[1]).toBeGreaterThan(0.6);
});

/** The sum of what the heads add, by a double loop, is the core's logit. */
async function expectSumIsTheCores(page, heads) {
  const parts = (await cellsOf(page.locator("#logits"))).map((row) => row.map((text) => numbersIn(text)[0]));
  expect(parts).toHaveLength(heads);
  const all = (await page.locator("#logits tfoot td").allInnerTexts()).map((text) => numbersIn(text)[0]);
  expect(all).toHaveLength(2);
  for (const column of [0, 1])
    expect(Math.abs(parts.reduce((sum, row) => sum + row[column], 0) - all[column])).toBeLessThan(0.0006 * (heads + 1));
  const weights = (await cellsOf(page.locator("#weights"))).map((row) => row.map((text) => numbersIn(text)[0]));
  for (let head = 0; head < heads; head++) expect(weights.reduce((sum, row) => sum + row[head], 0)).toBeCloseTo(1, 2);
  const { width, height } = await page.locator("#w canvas").evaluate(({ width, height }) => ({ width, height }));
  expect([width, height]).toEqual([32, 64]);
}

test("for one question one head is enough", async ({ page, open }) => {
  await open("several-heads");
  await choose(page, "asked", "one");
  await runAll(page, "training");
  await expect(page.locator("#verdict")).toContainText("Right answers");
  for (const share of await rights(page)) expect(share).toBeGreaterThanOrEqual(95);
  await expect(page.locator("#logits thead th")).toHaveCount(1);
});
