// Lesson "why-softmax": draws by the weights, five rules in a contest, and a question without an answer.
import { cellsOf, expect, expectOpenToAll, numbersIn, runAll, slide, test } from "./learn-lab.mjs";
import { says } from "./says.mjs";

test("the mean of draws tends to the blend, with an error that falls with the root of their number", async ({
  page,
  open,
}) => {
  await open("why-softmax");
  await runAll(page, "drawing");
  const errors = (await cellsOf(page.locator("#errors"))).map((row) => row.map(Number));
  for (const [error, timesRoot] of errors) {
    expect(error).toBeGreaterThan(0);
    expect(Math.abs(timesRoot / errors[0][1] - 1)).toBeLessThan(0.15);
  }
  const blend = (await page.locator("#blend .opens").allInnerTexts()).map((text) => numbersIn(text)[0]);
  const [, x, y] = numbersIn(await page.locator("#mean-said").innerText());
  expect(Math.hypot(x - blend[0], y - blend[1])).toBeLessThan(0.2);
  await slide(page, "seed", 2);
  await expect(page.locator("#drawing .count")).toHaveText("0 of 1000 draws");
});

test("of five rules softmax is right among many facts, bare scores less, one rule never learns", async ({
  page,
  openTrained,
}) => {
  await openTrained("why-softmax");
  await expect(page.locator("#missing-said")).toContainText(says("why-softmax.missing-not-yet"));
  await runAll(page, "training");
  await expect(page.locator("#missing-said")).toContainText("In this run");
  const many = (await cellsOf(page.locator("#results"))).map((row) => numbersIn(row[1])[0]);
  const [softmax, bare, , , signed] = many;
  expect(softmax).toBeGreaterThan(90);
  expect(bare).toBeLessThan(softmax - 10);
  expect(signed).toBeLessThan(25);
  const [largest, , there] = numbersIn(await page.locator("#missing-said").innerText());
  expect(largest).toBeGreaterThan(0.4);
  expect(there).toBeGreaterThan(0.85);
  await expectOpenToAll(page);
});

test("the page's own worker trains, and another rate begins anew", async ({ page, open }) => {
  await open("why-softmax");
  await page.locator("#training").getByRole("button", { name: "One step" }).click();
  await expect(page.locator("#training .count")).toHaveText("1 of 300 steps of all five heads");
  await page.locator('label:has(input[name="rate"][value="0.002"])').click();
  await expect(page.locator("#training .count")).toHaveText("0 of 300 steps of all five heads");
});
