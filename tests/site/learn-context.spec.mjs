// Lesson 6: letters, one layer, two layers.
import { expect, expectOpenToAll, matrixOf, numbersIn, runAll, test } from "./learn-lab.mjs";

const shares = async (page, name) =>
  numbersIn((await page.locator(`#${name}-said`).innerText()).replaceAll(/“[^”]*”/g, ""));

test("one layer cannot follow the last word, two layers can; one layer learns where “it” looks", async ({
  page,
  open,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open("context");
  for (const id of ["pointing", "draws", "one", "two"]) await runAll(page, id);
  await expect(page.locator("#draws-said")).toContainText("is rounding");
  const [draws, flipped, apart] = await shares(page, "draws");
  expect([draws, flipped]).toEqual([1000, 0]);
  expect(apart).toBeLessThan(1e-6);
  const one = await shares(page, "one");
  expect(one[0]).toBe(one[1]);
  const [tired, wide] = await shares(page, "two");
  expect(tired).toBeGreaterThanOrEqual(95);
  expect(wide).toBeLessThanOrEqual(5);
  await expect(page.locator("#point-verdict")).toContainText("It learned these");
  for (const share of numbersIn(await page.locator("#point-verdict").innerText()))
    expect(share).toBeGreaterThanOrEqual(90);
  const meant = await page
    .locator("#sentences .meant")
    .evaluateAll((words) =>
      words.map((word) => [word.children[1].textContent, Number.parseInt(word.children[2].textContent)]),
    );
  expect(meant.map(([word]) => word)).toEqual(["cat", "bank", "steep", "animal"]);
  for (const [word, share] of meant) expect(share, word).toBeGreaterThan(30);
  await expectOpenToAll(page);
});

test("by letters alone “it” looks at words that are spelled like it, and the page says so", async ({ page, open }) => {
  await open("context", { sentence: "animal" });
  const rows = (await matrixOf(page, "#letters")).map((row) => row.map(Number));
  for (const row of rows) expect(row.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 2);
  const it = rows[7];
  expect(it.indexOf(Math.max(...it))).toBe(7);
  // "The" and "the" have the same letters
  expect(rows[0]).toEqual(rows[4]);
  await expect(page.locator("#letters .sentence")).toContainText("Row “it”");
  await page.locator("#text").fill("kitten mitten stone");
  const [kitten] = (await matrixOf(page, "#letters")).map((row) => row.map(Number));
  expect(kitten).toHaveLength(3);
  expect(kitten[1]).toBeGreaterThan(kitten[2]);
  await expect(page).toHaveURL(/text=kitten/);
  await page.locator("#text").fill("");
  await expect(page.locator("#letters")).toBeAttached();
});

test("another ending starts again; even two layers cannot tell two equal endings apart", async ({ page, open }) => {
  await open("context");
  await runAll(page, "two");
  await page.locator("#second").fill("tired");
  await expect(page.locator("#two .count")).toHaveText("0 of 150 steps");
  await runAll(page, "two");
  const [one, other] = await shares(page, "two");
  expect(one).toBe(other);
});
