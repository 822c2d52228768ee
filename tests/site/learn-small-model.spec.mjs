// Lesson "small-model": a small model learns letters, whole or without a part, and one line of it opens.
import { expect, expectOpenToAll, goBack, numbersIn, runAll, test } from "./learn-lab.mjs";
import { hold, release, watchWorkers } from "./watched-workers.mjs";

const lossIn = async (page) => numbersIn(await page.locator("#verdict").innerText())[1];

const openWith = async (page, openTrained, state) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openTrained("small-model", state);
};

test("the whole model learns: its loss falls, what it writes changes, an earlier step comes back", async ({
  page,
  openTrained,
}) => {
  await openWith(page, openTrained);
  // As ready() waits: a training that is not kept yet is computed first.
  await expect(page.locator("#verdict")).toHaveText(/^After step 0 /, { timeout: 150_000 });
  const [early, babble] = [await lossIn(page), await page.locator("#sample").textContent()];
  await runAll(page, "training");
  const late = await lossIn(page);
  expect(late).toBeLessThan(early - 1);
  await expect(page.locator("#sample")).not.toHaveText(babble);
  await expect(page.locator("#next tbody tr")).toHaveCount(6);
  await expect(page.locator("#heads attention-matrix:visible")).toHaveCount(4);
  await expect(page.locator("#parts tbody tr").first().locator("td").last()).toHaveText(/^2\.\d\d$/);
  await goBack(page, "training", 0);
  await expect.poll(() => lossIn(page)).toBe(early);
  await expectOpenToAll(page);
});

test("without attention there are no heads, with one head there is one, and the whole line stays to compare", async ({
  page,
  openTrained,
}) => {
  await openWith(page, openTrained);
  await runAll(page, "training");
  const whole = await lossIn(page);
  await page.locator("input[value=attention]").check();
  await expect(page.locator("#inside-none")).toBeVisible();
  await expect(page.locator("#heads")).toBeHidden();
  await runAll(page, "training");
  await expect.poll(() => lossIn(page)).toBeGreaterThan(whole);
  await expect.poll(() => page.locator("#curve .whole").getAttribute("points")).toContain(" ");
  await page.locator("input[value=heads]").check();
  await expect(page.locator("#heads attention-matrix:visible")).toHaveCount(1);
  await expect(page).toHaveURL(/without=heads/);
});

test("a loss that is open leads back after Clear, before the model is there anew", async ({ page, open }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await watchWorkers(page);
  await open("small-model");
  await page.locator("#training").getByRole("button", { name: "One step" }).click();
  await expect(page.locator("#training .count")).toHaveText("1 of 800 steps");
  await page.locator("#next button").first().click();
  const panel = page.locator(".inspector");
  const title = await panel.locator("h2").textContent();
  await panel.locator("td .origin").first().click();
  const back = panel.locator(".back");
  await expect(back).toBeVisible();
  await hold(page, "open");
  await page.locator("#training").getByRole("button", { name: "Clear" }).click();
  await expect(page.locator("#next tbody")).toBeHidden();
  await back.click();
  await expect(back).toBeHidden();
  await expect(panel.locator("h2")).toHaveText(title);
  await release(page);
  await expect(page.locator("#next tbody")).toBeVisible();
  await expect(panel.locator("h2")).toHaveText(title);
});

test("the page's own worker trains", async ({ page, open }) => {
  await open("small-model");
  await page.locator("#training").getByRole("button", { name: "One step" }).click();
  await expect(page.locator("#training .count")).toHaveText("1 of 800 steps");
  await page.locator("#seed").fill("3");
  await expect(page.locator("#training .count")).toHaveText("0 of 800 steps");
});
