// Lesson "alignment": a mirror and a translator learn by cross-attention, and their weights become the alignment.
import { expect, expectOpenToAll, goBack, matrixOf, numbersIn, runAll, test } from "./learn-lab.mjs";
import { boxOf } from "./seen.mjs";

const weightsOf = async (page, id) =>
  (await matrixOf(page, `#${id}`)).map((row) => row.map((text) => Number(text || "0")));
const peaks = (rows) => rows.map((row) => row.indexOf(Math.max(...row)));

/** Opened with its trainings, which tests of the page itself wait for. */
const openWith = async (page, openTrained, state) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openTrained("alignment", state);
};

test("a caption of two lines covers no column's name", async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await open("alignment");
  const [caption, name] = [page.locator("#mirror [slot=caption]"), page.locator("#mirror thead th").nth(1)];
  const [above, below] = [await boxOf(caption), await boxOf(name)];
  expect(above.height).toBeGreaterThan(30);
  expect(above.y + above.height).toBeLessThanOrEqual(below.y + 1);
});

test("the mirror is found: each letter looks at its own from the other end", async ({ page, openTrained }) => {
  await openWith(page, openTrained);
  await runAll(page, "reversing");
  expect(peaks(await weightsOf(page, "mirror"))).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  const [right, weight] = numbersIn(await page.locator("#mirror-verdict").innerText());
  expect(right).toBeGreaterThanOrEqual(98);
  expect(weight).toBeGreaterThanOrEqual(95);
});

test("the verb crosses the object, “looks” and its word look at one verb, and a step is shown again", async ({
  page,
  openTrained,
}) => {
  await openWith(page, openTrained);
  const at = (step) => page.locator("#steps button", { hasText: new RegExp(` ${step}$`) });
  await expect(at(300)).toBeDisabled();
  await runAll(page, "translating");
  const labels = () =>
    page.locator("#alignment").evaluate(({ rowLabels, columnLabels }) => ({ rowLabels, columnLabels }));
  const { rowLabels, columnLabels } = await labels();
  const looks = rowLabels.indexOf("looks");
  const verb = columnLabels.length - 2;
  expect(peaks(await weightsOf(page, "alignment")).slice(looks, looks + 2)).toEqual([verb, verb]);
  await expect(page.locator("#alignment-guesses .wrong")).toHaveCount(0);
  const [, right, weight] = numbersIn(await page.locator("#verdict").innerText());
  expect(right).toBeGreaterThanOrEqual(95);
  expect(weight).toBeGreaterThanOrEqual(90);
  await at(20).click();
  await expect(page.locator("#verdict")).toContainText("After step 20");
  expect(numbersIn(await page.locator("#verdict").innerText())[2]).toBeLessThan(weight);
  await goBack(page, "translating", 300);
  await page.locator("#sentences button").nth(1).click();
  await expect.poll(async () => (await labels()).rowLabels.join(" ")).not.toBe(rowLabels.join(" "));
  await expect(page).toHaveURL(/sentence=1/);
  await expectOpenToAll(page);
});

test("the translator as a machine gives the guesses of the page; without its head it is no longer sure", async ({
  page,
  openTrained,
}) => {
  await openWith(page, openTrained);
  await runAll(page, "translating");
  await page.locator("#inside summary").first().click();
  await expect(page).toHaveURL(/inside=1/);
  const best = () => page.locator("#machine .share.first").getAttribute("aria-label");
  const share = async () => numbersIn(await best())[0];
  const guesses = await page.locator("#alignment-guesses .guess").allTextContents();
  const looks = guesses.indexOf("looks");
  await expect.poll(best).toContain("“looks”");
  const sources = await page.locator("#alignment").evaluate(({ columnLabels }) => columnLabels.length);
  await page.locator(`#machine [data-part='word ${sources + looks + 1}'][role]`).click();
  await expect.poll(best).toContain(`“${guesses[looks + 1]}”`);
  await expect.poll(share).toBeGreaterThan(90);
  await page.locator("#machine [data-part='head 0 0']").click();
  await expect.poll(share).toBeLessThan(75);
  await goBack(page, "translating", 0);
  await expect.poll(share).toBeLessThan(20);
  await expectOpenToAll(page);
});

test("“the” behind a preposition is right and looks elsewhere", async ({ page, openTrained }) => {
  await openWith(page, openTrained, { sentence: 3 });
  await runAll(page, "translating");
  const [, right, weight] = numbersIn(await page.locator("#roles-said").innerText());
  expect(right).toBeGreaterThanOrEqual(98);
  expect(weight).toBeLessThan(50);
});

test("the page's own worker trains", async ({ page, open }) => {
  await open("alignment");
  await page.locator("#translating").getByRole("button", { name: "One step" }).click();
  await expect(page.locator("#translating .count")).toHaveText("1 of 300 steps");
  await page.locator("#seed").fill("3");
  await expect(page.locator("#translating .count")).toHaveText("0 of 300 steps");
  await expect(page.locator("#reversing .count")).toHaveText("0 of 200 steps");
});
