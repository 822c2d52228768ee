// Lesson "several-heads": the use of a second head.
import { cellsOf, expect, expectOpenToAll, goBack, numbersIn, runAll, test } from "./learn-lab.mjs";

const rights = async (page) => numbersIn((await page.locator("#verdict").innerText()).replace(/[a-z]+/g, ""));
const choose = (page, name, value) => page.locator(`label:has(input[name=${name}][value="${value}"])`).click();

test("one head blurs two answers; two and four heads keep them apart: each of two looks at one fact", async ({
  page,
  openTrained,
}) => {
  await openTrained("several-heads", { heads: 4 });
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
  await goBack(page, "training", 0);
  await expect(page.locator("#verdict")).toContainText("Press “Run”");
  await expect
    .poll(async () => (await facts()).filter(({ meant }) => meant).reduce((sum, { weights }) => sum + weights[0], 0))
    .toBeLessThan(0.6);
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
  const { width, height } = await page
    .locator("#w canvas")
    .evaluate((one) => ({ width: one.width, height: one.height }));
  expect([width, height]).toEqual([32, 64]);
}

test("for one question one head is enough", async ({ page, openTrained }) => {
  await openTrained("several-heads");
  await choose(page, "asked", "one");
  await runAll(page, "training");
  await expect(page.locator("#verdict")).toContainText("Right answers");
  for (const share of await rights(page)) expect(share).toBeGreaterThanOrEqual(95);
  await expect(page.locator("#logits thead th")).toHaveCount(1);
});

/** What the same training answers in another page when the rows of one head in W_O are zeros. */
const withoutHead = (heed, { off }, { lookupTraining }) => {
  const training = lookupTraining(heed, { seed: 1, heads: 2, questions: 2 });
  for (let step = 0; step < 300; step++) training.step();
  const rows = training.session.outputWeight;
  rows.fill(0, (off * rows.length) / 2, ((off + 1) * rows.length) / 2);
  return training.test(256);
};

test("a head switched off takes its answers along; the loss and the answers are the core's", async ({
  page,
  open,
  core,
}) => {
  await open("several-heads");
  await runAll(page, "training");
  await expect(page.locator("#verdict")).toContainText("Right answers");
  await page.getByRole("button", { name: "Off, one by one" }).click();
  const grades = async () =>
    (await cellsOf(page.locator("#grades"))).map((row) => row.map((text) => numbersIn(text)[0]));
  await expect.poll(async () => (await grades()).flat().length).toBe(6);
  const [all, first, second] = await grades();
  expect(all[0]).toBeGreaterThanOrEqual(95);
  for (const [head, [share, loss]] of [first, second].entries()) {
    const wanted = await core(withoutHead, { off: head });
    expect(Math.abs(share - 100 * wanted.accuracy)).toBeLessThanOrEqual(0.5001);
    expect(Math.abs(loss - wanted.loss)).toBeLessThan(0.0006);
    expect(share).toBeLessThan(70);
  }
  // by hand, in the drawing too
  await page.locator("#switches label").first().click();
  await expect(page).toHaveURL(/off=1/);
  await expect(page.locator("#blocks .head-0")).toHaveAttribute("data-off", "");
  expect(numbersIn(await page.locator("#switched-said").innerText())[0]).toBe(first[0]);
  await page.locator("#switches label").nth(1).click();
  expect(numbersIn(await page.locator("#switched-said").innerText())[0]).toBeLessThan(20);
});

test("a layer that comes while its heads are switched off one by one leaves none of them off", async ({
  page,
  open,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open("several-heads");
  const step = page.locator("#training").getByRole("button", { name: "One step" });
  await step.click();
  await expect(page.locator("#training .count")).toHaveText(/^1 /);
  // At once, since each head is off for a moment only.
  const off = await step.evaluate((button) => {
    document.getElementById("each").click();
    button.click();
    return Array.from(document.querySelectorAll("#switches input"), ({ checked }) => !checked);
  });
  expect(off).toEqual([true, false]);
  await expect(page.locator("#training .count")).toHaveText(/^2 /);
  await expect(page.locator("#switches input:checked")).toHaveCount(2);
  await expect(page).not.toHaveURL(/off=/);
});

test("W_Q is drawn in a block for each head, with a colour and a pattern of its own", async ({ page, open }) => {
  for (const [heads, columns] of [
    [1, 64],
    [2, 32],
    [4, 16],
  ]) {
    await open("several-heads", { heads });
    const blocks = page.locator("#blocks .block:visible");
    await expect(blocks).toHaveCount(heads);
    const seen = await blocks.evaluateAll((all) =>
      all.map((block) => {
        const { width, height } = block.querySelector("canvas");
        const { backgroundImage, backgroundColor } = getComputedStyle(block.querySelector(".band"));
        return { size: [height, width], backgroundImage, backgroundColor };
      }),
    );
    for (const { size } of seen) expect(size).toEqual([64, columns]);
    expect(new Set(seen.map(({ backgroundImage }) => backgroundImage)).size).toBe(heads);
    expect(new Set(seen.map(({ backgroundColor }) => backgroundColor)).size).toBe(heads);
  }
});

test("query heads that share a key head keep fewer numbers, and learn the task", async ({ page, openTrained }) => {
  await openTrained("several-heads");
  await runAll(page, "sharing");
  const cards = page.locator("#grouped li");
  await expect(cards).toHaveCount(3);
  const found = await cards.locator("p").evaluateAll((all) => all.map((one) => one.textContent));
  const [four, two, one] = found.map(numbersIn);
  expect([four[1], two[1], one[1]]).toEqual([128, 64, 32]);
  expect(four[0]).toBeGreaterThanOrEqual(95);
  expect(two[0]).toBeGreaterThanOrEqual(90);
  await goBack(page, "sharing", 0);
  await expect.poll(async () => numbersIn(await cards.locator("p").first().innerText())[0]).toBeLessThan(50);
  await expectOpenToAll(page);
});
