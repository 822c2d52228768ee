// Lesson "train-it-twice": sixteen seeds show what the division does.
import {
  cellsOf,
  expect,
  expectOpenToAll,
  expectPaused,
  goBack,
  numbersIn,
  runAll,
  runEnds,
  runPast,
  slide,
  test,
} from "./learn-lab.mjs";
import { says } from "./says.mjs";

const results = (page) =>
  page
    .locator("#multiples .result")
    .evaluateAll((cells) => cells.map((cell) => cell.textContent.match(/\d+/g)?.map(Number) ?? null));
const median = (numbers) =>
  numbers
    .sort((a, b) => a - b)
    .slice(7, 9)
    .reduce((sum, number) => sum + number / 2, 0);

test("all sixteen learn with the division, and most do not without", async ({ page, openTrained }) => {
  await openTrained("train-it-twice");
  await runAll(page, "training");
  await expect(page.locator("#verdict")).toContainText("have learned the task");
  const shares = await results(page);
  expect(shares).toHaveLength(16);
  const [scaled, plain] = [0, 1].map((which) => shares.map((pair) => pair[which]));
  expect(Math.min(...scaled)).toBeGreaterThanOrEqual(95);
  expect(median(plain)).toBeLessThan(90);
  const [seeds, reached, , , without] = numbersIn(await page.locator("#verdict").innerText());
  expect([seeds, reached]).toEqual([16, 16]);
  expect(without).toBeLessThan(8);
  await expect(page.locator("#dots circle")).toHaveCount(32);
  await test.step("the numbers of the dots are as large as a note, whatever the width", async () => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const sizes = page
        .locator("#dots text")
        .evaluateAll((all) => all.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d));
      for (const size of await sizes) expect(Math.abs(size - 13)).toBeLessThan(1);
    }
  });
  for (const points of await page
    .locator("#multiples polyline")
    .evaluateAll((lines) => lines.map((line) => line.getAttribute("points").split(" ").length)))
    expect(points).toBe(200);
  await test.step("the reader goes back to an earlier step, and to the end again", async () => {
    await goBack(page, "training", 30);
    await expect(page.locator("#verdict")).toContainText("After step 30");
    expect(median((await results(page)).map(([share]) => share))).toBeLessThan(90);
    await goBack(page, "training", 200);
    await expect(page.locator("#verdict")).toContainText("have learned the task");
    await expect.poll(() => results(page)).toEqual(shares);
  });
  await expectOpenToAll(page);
});

test("at step 0 the page shows the core's largest weight and gradient, with the division and without", async ({
  page,
  open,
  core,
}) => {
  await open("train-it-twice", { dim: 128 });
  const wanted = await core((heed, _, { lookupTraining }) =>
    import("/dist/train.js").then(({ seededRandom, softmaxCrossEntropy }) =>
      ["sqrt-dk", "none"].map((scale) => {
        const [largest, slopes] = [[], []];
        for (let seed = 1; seed <= 16; seed++) {
          const training = lookupTraining(heed, { seed, scale, dim: 128, keep: ["weights", "dScores"] });
          const { task, session } = training;
          const answers = task.fill(session.x, seededRandom(-1 - seed - 2 ** 32));
          session.run();
          softmaxCrossEntropy(session.output, answers, session.dOutput);
          session.backward();
          for (let bag = 0; bag < 32; bag++) {
            const row = (pairs) => Array.from(pairs.subarray(bag * 81 + 72, bag * 81 + 81));
            largest.push(Math.max(...row(session.weights)));
            slopes.push(32 * Math.sqrt(row(session.dScores).reduce((sum, slope) => sum + slope * slope, 0)));
          }
          training.dispose();
        }
        const middle = (all) => all.sort((a, b) => a - b).slice(255, 257);
        return [largest, slopes].map((all) => middle(all).reduce((sum, one) => sum + one / 2, 0));
      }),
    ),
  );
  const shown = (await cellsOf(page.locator("#start"))).map((row) => row.map((text) => numbersIn(text)[0]));
  for (const [row, values] of wanted.entries())
    for (const [column, value] of values.entries()) expect(Math.abs(shown[row][column] - value)).toBeLessThan(0.0006);
  expect(wanted[0][0]).toBeLessThan(0.5);
  expect(wanted[1][0]).toBeGreaterThan(0.9);
  expect(wanted[0][1]).toBeGreaterThan(4 * wanted[1][1]);
});

test("a bet begins the race, and the verdict compares it with the results", async ({ page, openTrained }) => {
  await openTrained("train-it-twice");
  const bets = page.locator("#bets button");
  await bets.nth(1).click();
  await expect(bets.first()).toBeDisabled();
  await runEnds(page, "training");
  await expect(page.locator("#bet-said")).toContainText(says("train-it-twice.bet-lost"));
  const [ahead, seeds, behind, level] = numbersIn(await page.locator("#bet-said").innerText());
  const shares = await results(page);
  expect([seeds, ahead + behind + level]).toEqual([16, 16]);
  expect(shares.filter(([scaled, plain]) => scaled > plain + 2).length).toBeLessThanOrEqual(ahead);
  expect(ahead).toBeGreaterThan(8);
  await page.locator("#training").getByRole("button", { name: "Clear" }).click();
  await expect(bets.first()).toBeEnabled();
  await expect(page.locator("#bet-said")).toContainText("Choose one");
});

test("the result of a training is the core's", async ({ page, open, core }) => {
  await open("train-it-twice", { dim: 16 });
  await runAll(page, "training");
  const wanted = await core((heed, _, { lookupTraining }) =>
    ["sqrt-dk", "none"].map((scale) => {
      const training = lookupTraining(heed, { seed: 11, scale, learningRate: 0.005, dim: 16 });
      for (let step = 0; step < 200; step++) training.step();
      return Math.round(100 * training.test(256).accuracy);
    }),
  );
  await expect.poll(async () => (await results(page))[10]).toEqual(wanted);
});

test("the curves grow; the trainings can be paused and stepped; every dial starts them again", async ({
  page,
  open,
}) => {
  await open("train-it-twice");
  const training = page.locator("#training");
  const steps = () =>
    training
      .locator(".count")
      .innerText()
      .then((text) => numbersIn(text)[0]);
  const points = () =>
    page
      .locator("#multiples polyline")
      .first()
      .evaluate((line) => line.getAttribute("points").split(" ").filter(Boolean).length);
  await runPast(page, "training", 2);
  await expect.poll(steps).toBeLessThan(190);
  await expectPaused(page, "training");
  await expect.poll(points).toBe(await steps());
  for (const change of [
    () => slide(page, "rate", -2),
    () => page.locator('label:has(input[value="32"])').click(),
    () => page.getByRole("button", { name: "Sixteen other seeds" }).click(),
  ]) {
    await change();
    await expect.poll(steps).toBe(0);
    await training.getByRole("button", { name: "One step" }).click();
    await expect.poll(steps).toBe(1);
  }
  await expect(page.locator("#multiples li").first()).toContainText("Seed 17");
  await expect(page).toHaveURL(/rate=0\.01.*dim=32.*first=17/);
});
