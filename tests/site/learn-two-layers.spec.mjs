// Lesson "Two layers": the training runs, its steps can be looked at, parts can be taken away, a text can be typed.
import {
  boxInView,
  expect,
  expectOpenToAll,
  expectPaused,
  goBack,
  numbersIn,
  openFrom,
  runAll,
  runEnds,
  runPast,
  test,
} from "./learn-lab.mjs";
import { heed, siteModule } from "./runs.mjs";
import { says } from "./says.mjs";
import { stillClock } from "./seen.mjs";
import { giveTrainings, trainingOf } from "./trained.mjs";

const { frontSentence, lookOf, measuredWays, runOf, TABLES, WAY_NAMES, WAYS } =
  await siteModule("rooms/pronouns/index.ts");

const away = (page) =>
  page
    .locator("#away tbody tr")
    .evaluateAll((rows) => rows.map((row) => Number(row.cells[2].textContent.match(/\d+/)[0])));
const guesses = (page) => page.locator("#tokens button span").allInnerTexts();
/** The bar of the texts that begin again. */
const bar = (page) => page.locator("#training");
const waits = (page) => page.locator("section:has(#training) .course .waits:visible");
const done = (page) => page.locator("#training progress").evaluate(({ value }) => value);

for (const from of ["disk", "http"]) {
  test(`from ${from}: both heads form, one layer learns little, and parts can be taken away`, async ({ page }) => {
    if (from === "disk") await giveTrainings(page, "two-layers");
    await openFrom(from, page, "two-layers");
    await expect(page.locator("#tokens button")).toHaveCount(20);
    await expect.poll(() => guesses(page)).not.toContain("u\u202f✓");
    await expect(waits(page)).toHaveCount(3);
    await bar(page).getByRole("button", { name: "Skip to the end" }).click();
    await runEnds(page, "training");

    await test.step("the verdict", async () => {
      await expect(page.locator("#verdict")).toContainText("Two layers get");
      const [two, one, handed, begins, ends, handedAt] = numbersIn(await page.locator("#verdict").innerText());
      expect(two).toBeGreaterThanOrEqual(97);
      expect(one).toBeLessThan(40);
      expect(handed).toBeGreaterThanOrEqual(99);
      expect(handedAt).toBeLessThan(begins);
      expect(ends - begins).toBeLessThan(150);
    });

    await test.step("the heads and the copied text", async () => {
      await expect(waits(page)).toHaveCount(0);
      const expected = Array.from("umberjack", (letter) => `${letter}\u202f✓`);
      await expect.poll(async () => (await guesses(page)).slice(10, 19)).toEqual(expected);
      expect(numbersIn(await page.locator("#previous-now").innerText())[0]).toBeGreaterThan(40);
      expect(numbersIn(await page.locator("#induction-now").innerText())[0]).toBeGreaterThan(90);
    });

    await test.step("parts taken away", async () => {
      await expect.poll(async () => (await away(page))[0]).toBeGreaterThanOrEqual(97);
      const [, layer, distance, distances] = await away(page);
      expect(layer).toBeLessThan(30);
      expect(distance).toBeLessThan(20);
      expect(distances).toBeGreaterThan(90);
      await page.getByRole("radio", { name: "the first layer: it adds nothing to the rows" }).check();
      await expect.poll(async () => (await guesses(page)).filter((text) => text.includes("✓")).length).toBeLessThan(5);
      await expect(page).toHaveURL(/change=layer/);
      await page.getByRole("radio", { name: "nothing", exact: true }).check();
    });

    await test.step("back to the start, and to the end", async () => {
      await goBack(page, "training", 0);
      await expect.poll(async () => (await away(page))[0]).toBeLessThan(15);
      await expect(page.locator("#training")).toContainText("Shown: 0");
      await goBack(page, "training", 400);
      await expect(page.locator("#training")).not.toContainText("Shown");
      await expect.poll(async () => (await away(page))[0]).toBeGreaterThanOrEqual(97);
    });

    await test.step("words of the course, and an own text", async () => {
      await page.getByRole("button", { name: "tiredbanktiredbank" }).click();
      await expect
        .poll(async () => (await guesses(page)).slice(9, 17).join(""))
        .toBe(Array.from("iredbank", (letter) => `${letter}\u202f✓`).join(""));
      await page.locator("#text").fill("Wir3 wir3 wir");
      await expect(page.locator("#tokens button")).toHaveCount(11);
      await expect.poll(async () => (await guesses(page)).slice(4, 11).join("")).toMatch(/i.✓r.✓3.✓w.✓i.✓r.✓3/u);
      await page.locator("#text").fill("?");
      await expect(page.locator("#parts-said")).toHaveText(says("two-layers.too-short"));
    });
  });
}

test("pointing at a letter lights the second layer's cell, then the first's; the keyboard does the same", async ({
  page,
  openTrained,
}) => {
  await openTrained("two-layers");
  await runAll(page, "training");
  const marks = () =>
    page.locator("attention-matrix").evaluateAll((maps) => maps.map(({ mark: { row, column } }) => [row, column]));
  await page.locator("#tokens button").nth(15).hover();
  await expect.poll(marks).toEqual([
    [6, 5],
    [15, 6],
  ]);
  await expect(page.locator("#path")).toContainText("So “j” says: I come after “r”.");
  await page.locator("#tokens button[aria-pressed=true]").press("ArrowRight");
  await expect.poll(marks).toEqual([
    [7, 6],
    [16, 7],
  ]);
  await page.keyboard.press("End");
  await expect(page.locator("#tokens button").last()).toBeFocused();
  await expect(page.locator("#tokens button[tabindex='0']")).toHaveCount(1);
});

test("the parts of a score add up to the core's score, and the token before makes the difference", async ({
  page,
  openTrained,
}) => {
  await openTrained("two-layers");
  await runAll(page, "training");
  const parts = page.locator("#parts");
  await expect
    .poll(() => parts.evaluate(({ dataset }) => Math.abs(dataset.sum - dataset.logit) < 1e-4 && dataset.logit > 4))
    .toBe(true);
  const best = await parts.locator("tbody tr td:nth-child(2)").allInnerTexts();
  const [own, before, others, distance] = best.map((text) => Number(text.replace("−", "-")));
  expect(before).toBeGreaterThan(Math.max(own, others, distance));
});

test("it takes the pace of the eye, can be paused; a seed starts it anew", async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const clock = await stillClock(page, () => open("two-layers"));
  await bar(page).getByRole("button", { name: "Run" }).click();
  await expect.poll(() => done(page)).toBe(1);
  // 400 steps take 4 seconds of the page's clock, so the next hundredth has one, and a slice under way has a few.
  await clock.run(10);
  await expect.poll(() => done(page)).toBeLessThan(40);
  await clock.run(1990);
  await expect.poll(() => done(page)).toBeGreaterThan(160);
  await expect.poll(() => done(page)).toBeLessThan(240);
  await clock.resume();
  await bar(page).getByRole("button", { name: "Skip to the end" }).click();
  await expect.poll(() => done(page)).toBeGreaterThan(240);
  await page.locator(".dials:has(#seed)").getByRole("button", { name: "One more" }).click();
  await expect.poll(() => done(page)).toBe(0);
  await expect(page).toHaveURL(/seed=2/);
  await runPast(page, "training", 20);
  await expectPaused(page, "training");
});

test("what is typed right before a print is on the paper", async ({ page, openTrained }) => {
  await openTrained("two-layers");
  await expect(page.locator("#tokens button")).toHaveCount(20);
  const labels = await page.locator("#text").evaluate((field) => {
    field.value = "bank";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    dispatchEvent(new Event("beforeprint"));
    return ["layer-1", "layer-2"].map((id) => document.getElementById(id).rowLabels.join(""));
  });
  expect(labels).toEqual(["bank", "bank"]);
});

test("a click on the curves goes to a step; after training the page is open to all; it runs again", async ({
  page,
  openTrained,
}) => {
  await openTrained("two-layers");
  await runAll(page, "training");
  const box = await boxInView(page.locator("#accuracy-curve"));
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.locator("#training .thumb")).toHaveValue("200");
  await expect(page.locator("#training")).toContainText("Shown: 200");
  await expectOpenToAll(page);
  await bar(page).getByRole("button", { name: "Run again" }).click();
  await expect(page.locator("#training")).not.toContainText("Shown");
  await runEnds(page, "training");
});

test("the questions are checked, every choice is explained, and the answers are kept", async ({ page, open }) => {
  await open("two-layers");
  const questions = page.locator(".question");
  await expect(questions).toHaveCount(3);
  const button = (at, choice) => page.locator(`button[data-t=q${at + 1}-${choice}]`);
  for (const [at, wanted] of ["b", "c", "a"].entries()) {
    const said = questions.nth(at).locator(".said");
    for (const choice of ["a", "b", "c"].filter((one) => one !== wanted)) {
      await button(at, choice).click();
      await expect(said).toContainText(/^Not quite\. .{20}/);
    }
    await button(at, wanted).press("Enter");
    await expect(said).toContainText(/^Right\. .{20}/);
    await expect(button(at, wanted)).toHaveAttribute("aria-pressed", "true");
  }
  await expect(page.locator(".score")).toHaveText("All 3 right.");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(questions.first().locator(".said")).toContainText("Richtig. Das c sagt");
  await expect(page).toHaveURL(/lang=de/);
  await page.reload();
  await expect(page.locator(".score")).toHaveText("Alle 3 richtig.");
  await expect(button(0, "b")).toHaveAttribute("aria-pressed", "true");
});

/** The whole training of all ways, and what each of its models makes of the sentence that ends with "wide". */
async function wideWith(way) {
  const table = TABLES.en;
  const { steps } = await trainingOf("two-layers", "ways", { table, seed: 1 });
  const sentence = frontSentence(table, false);
  const { words, asks, meant, other } = sentence;
  const run = runOf(heed, { table, shape: WAYS[way], numbers: steps.at(-1)[way].moment.numbers }, words);
  const parts = run.parts(asks, words[meant], words[other]).map(({ value }) => value.toFixed(2));
  const look = lookOf(run, run.layers.length - 1, asks);
  const [{ word: answer }] = run.shares(asks);
  return { answer, parts, seen: words[look.indexOf(Math.max(...look))] };
}

test("four models answer the sentence, and the page says where each looks and what brings its answer", async ({
  page,
  openTrained,
}) => {
  await openTrained("two-layers");
  const shares = (id, column) =>
    page
      .locator(`#${id} tbody tr`)
      .evaluateAll((rows, at) => rows.map((row) => parseInt(row.cells[at].textContent, 10)), column);
  await expect(page.locator("#ways-waits")).toBeVisible();
  await page.locator("#ways-run").getByRole("button", { name: "One step" }).click();
  await expect(page.locator("#ways-waits")).toBeHidden();
  await runAll(page, "ways-run");
  const firstSeed = WAY_NAMES.map((way) => measuredWays("en")[way][0]);
  const percent = (name) => firstSeed.map((one) => Math.round(100 * one[name]));
  await expect.poll(() => shares("ways", 1)).toEqual(percent("right"));
  await expect.poll(() => shares("ways", 2)).toEqual(percent("points"));
  await expect.poll(() => shares("ways", 3)).toEqual(percent("firstOff"));
  await expect.poll(() => shares("ways", 4)).toEqual([...percent("secondOff").slice(0, 2), NaN, NaN]);
  await page.locator("#it").getByRole("button", { name: "wide" }).click();
  for (const way of WAY_NAMES) {
    await page.locator(`input[name=way][value=${way}]`).check({ force: true });
    const { answer, parts, seen } = await wideWith(way);
    await expect(page.locator("#it > .verdict")).toContainText(`means “${answer}”`);
    await expect(page.locator("#points-said")).toContainText(`gives most to “${seen}”`);
    await expect
      .poll(() => page.locator("#brings tbody td").allInnerTexts())
      .toEqual(parts.map((value) => value.replace("-", "−")));
  }
  await expect(page).toHaveURL(/way=wide/);
  // Each of four heads can be switched off.
  await page.locator("#it [data-part='head 0 3']").click();
  await expect(page.locator("#it [data-part='head 0 3']")).toHaveAttribute("aria-pressed", "true");
  await page.locator("#brings tbody .opens").nth(1).click();
  await expect(page.locator(".inspector table").first()).toContainText("32");
  await page.keyboard.press("Escape");
  await goBack(page, "ways-run", 0);
  await expect.poll(() => shares("ways", 3)).toEqual([NaN, NaN, NaN, NaN]);
  await expectOpenToAll(page);
});
