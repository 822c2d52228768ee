// Lesson 8: sixteen seeds show what the division does.
import { expect, expectOpenToAll, numbersIn, runAll, runPast, slide, test } from "./learn-lab.mjs";

const results = (page) =>
  page
    .locator("#multiples .result")
    .evaluateAll((cells) => cells.map((cell) => cell.textContent.match(/\d+/g)?.map(Number) ?? null));
const median = (numbers) =>
  numbers
    .sort((a, b) => a - b)
    .slice(7, 9)
    .reduce((sum, number) => sum + number / 2, 0);

test("all sixteen learn with the division, and most do not without", async ({ page, open }) => {
  test.setTimeout(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open("train-it-twice");
  await runAll(page, "training");
  await expect(page.locator("#verdict")).toContainText("have learned it");
  const shares = await results(page);
  expect(shares).toHaveLength(16);
  const [scaled, plain] = [0, 1].map((which) => shares.map((pair) => pair[which]));
  expect(Math.min(...scaled)).toBeGreaterThanOrEqual(95);
  expect(median(plain)).toBeLessThan(90);
  const [seeds, reached, , , without] = numbersIn(await page.locator("#verdict").innerText());
  expect([seeds, reached]).toEqual([16, 16]);
  expect(without).toBeLessThan(8);
  await expect(page.locator("#dots circle")).toHaveCount(32);
  for (const points of await page
    .locator("#multiples polyline")
    .evaluateAll((lines) => lines.map((line) => line.getAttribute("points").split(" ").length)))
    expect(points).toBe(200);
  await expectOpenToAll(page);
});

test("the result of a training is the core's", async ({ page, open, core }) => {
  test.setTimeout(0);
  await open("train-it-twice", { dim: 16 });
  await runAll(page, "training");
  const wanted = await core((heed) =>
    import("/dist/train.js").then(({ lookupTraining }) =>
      ["sqrt-dk", "none"].map((scale) => {
        const training = lookupTraining(heed, { seed: 11, scale, learningRate: 0.005, dim: 16 });
        for (let step = 0; step < 200; step++) training.step();
        return Math.round(100 * training.test(256).accuracy);
      }),
    ),
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
  const paused = await steps();
  expect(paused).toBeLessThan(200);
  await page.waitForTimeout(500);
  expect(await steps()).toBe(paused);
  expect(await points()).toBe(paused);
  await training.getByRole("button", { name: "One step" }).click();
  await expect.poll(steps).toBe(paused + 1);
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
