// Lesson "small-model": a small model learns letters, whole or without a part, and one line of it opens.
import { expect, expectOpenToAll, goBack, numbersIn, runAll, test } from "./learn-lab.mjs";
import { shortTurns } from "./seen.mjs";
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
  await expect(page.locator("#machine .picture .stop")).toHaveCount(4);
  await expect(page.locator("#parts tbody tr").first().locator("td").last()).toHaveText(/^2\.\d{3}$/);
  await goBack(page, "training", 0);
  await expect.poll(() => lossIn(page)).toBe(early);
  await expectOpenToAll(page);
});

test("without attention there are no heads, with one head there is one", async ({ page, openTrained }) => {
  await openWith(page, openTrained);
  await runAll(page, "training");
  const whole = await lossIn(page);
  await page.locator("input[value=attention]").check();
  await expect(page.locator("#inside-none")).toBeVisible();
  await expect(page.locator("#machine")).toBeHidden();
  await runAll(page, "training");
  await expect.poll(() => lossIn(page)).toBeGreaterThan(whole);
  await page.locator("input[value=heads]").check();
  await expect(page.locator("#machine .picture .stop")).toHaveCount(1);
  await expect(page).toHaveURL(/without=heads/);
});

test("the letter that is followed has its own next letters, and without a head they are others", async ({
  page,
  openTrained,
}) => {
  await openWith(page, openTrained);
  await runAll(page, "training");
  const shares = () => page.locator("#next td:nth-child(2)").allTextContents();
  const inMachine = () =>
    page
      .locator("#machine .share")
      .evaluateAll((all) => all.map((one) => /: (.+)$/.exec(one.getAttribute("aria-label"))[1]));
  const last = await shares();
  await page.locator("#machine [data-part='word 4'][role]").click();
  await expect.poll(shares).not.toEqual(last);
  const apart = async () => {
    const [table, machine] = [await shares(), await inMachine()].map((all) => numbersIn(all.join(" ")));
    return table.filter((share, at) => Math.abs(share - machine[at]) > 0.51);
  };
  await expect.poll(apart).toEqual([]);
  const whole = await shares();
  await page.locator("#machine [data-part='head 0 0']").click();
  await expect.poll(shares).not.toEqual(whole);
});

test("the answer forms from the row as it comes in to the row behind the net, for each letter", async ({
  page,
  openTrained,
}) => {
  await openWith(page, openTrained);
  await runAll(page, "training");
  const words = await page.locator("#machine .word text").allTextContents();
  const column = (table, at) => page.locator(`#${table} tbody tr > :nth-child(${at})`).allTextContents();
  for (const [at, word] of words.entries()) {
    await page.locator(`#machine [data-part='word ${at}'][role]`).click();
    await expect(page.locator("#machine .word.me text")).toHaveText(word);
    // As it comes in, a row reads as its own letter; after the net it says what the table of next letters says.
    const [letters, shares] = await Promise.all([column("forms", 2), column("forms", 3)]);
    const [next, share] = await Promise.all([column("next", 1), column("next", 2)]);
    expect([letters[0], letters.at(-1), shares.at(-1)]).toEqual([word, next[0], share[0]]);
  }
});

test("steps that come before the first picture is drawn take its place", async ({ page, openTrained }) => {
  await shortTurns(page);
  await openWith(page, openTrained);
  await runAll(page, "training");
  await expect(page.locator("#next tbody tr")).toHaveCount(6);
  await expect(page.locator("#machine .picture .stop")).toHaveCount(4);
});

test("before any step the chart has the curve of each choice; a run pauses halfway, and goes on to the end", async ({
  page,
  openTrained,
}) => {
  await openWith(page, openTrained);
  const before = page.locator("#curve .before");
  const points = () => before.evaluateAll((all) => all.map((one) => one.getAttribute("points").split(" ").length));
  // eight trainings, of which one leaves the chart, and the whole one again on top
  await expect.poll(async () => (await points()).filter((count) => count === 31)).toHaveLength(8);
  await expect(page.locator("#curve .reader")).toHaveAttribute("points", /^\S*$/);
  const training = page.locator("#training");
  await training.getByRole("button", { name: "Run" }).click();
  await expect(training.locator(".count")).toHaveText("600 of 1200 steps");
  await expect(training.getByRole("button", { name: "Run" })).toBeEnabled();
  await expect(page.locator("#parts tbody tr").first().locator("td").last()).toHaveText(/^2\.\d{3} after step 600$/);
  await training.getByRole("button", { name: "To the end" }).click();
  await expect(training.locator(".count")).toHaveText("1200 of 1200 steps");
  await test.step("the reader's own curve lies on the stored one of its seed, or close to the mean", async () => {
    const heights = (line) =>
      page.locator(line).evaluate((one) =>
        one
          .getAttribute("points")
          .split(" ")
          .map((at) => Number(at.split(",")[1])),
      );
    const [own, stored] = [await heights("#curve .reader"), await heights("#curve .before.whole")];
    expect(own).toHaveLength(stored.length);
    own.forEach((height, at) => expect(Math.abs(height - stored[at])).toBeLessThan(3));
  });
});

test("a loss that is open leads back after Clear, before the model is there anew", async ({ page, open }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await watchWorkers(page);
  await open("small-model");
  await page.locator("#training").getByRole("button", { name: "One step" }).click();
  await expect(page.locator("#training .count")).toHaveText("1 of 1200 steps");
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
  await expect(page.locator("#training .count")).toHaveText("1 of 1200 steps");
  await page.locator("#seed").fill("3");
  await expect(page.locator("#training .count")).toHaveText("0 of 1200 steps");
});
