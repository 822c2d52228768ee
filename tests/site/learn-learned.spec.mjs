// Lesson "learned": a training that works, and a timeline that shows it.
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
  TRAINING_MS,
} from "./learn-lab.mjs";
import { heed as ownHeed, siteModule } from "./runs.mjs";
import { boxOf, drawn, stillClock } from "./seen.mjs";
import { trainingOf } from "./trained.mjs";
import { held, hold, watchWorkers } from "./watched-workers.mjs";

const { frontSentence, runOf, TABLES } = await siteModule("rooms/pronouns/index.ts");

const examined = async (page) => numbersIn(await page.locator("#verdict").innerText())[1];
const done = (page) =>
  page
    .locator("#training .count")
    .innerText()
    .then((text) => numbersIn(text)[0]);
const marked = (page) => page.locator("#ledger .meant");

/** The same training in another page: the watched bag after some steps, and the final test. */
const again = (heed, { seed, steps }, { lookupTraining }) =>
  import("/dist/train.js").then(({ seededRandom, softmaxCrossEntropy }) => {
    const training = lookupTraining(heed, { seed, learningRate: 0.005 });
    const { task, session } = training;
    const watched = heed.selfAttentionSession({
      tokens: 9,
      modelDim: 64,
      output: 16,
      backward: true,
      keep: ["scores", "weights", "dScores"],
    });
    const draw = seededRandom(-1 - seed - 2 ** 32);
    let answers = task.fill(watched.x, draw);
    while (!/tired animal.*what is tired/.test(task.words(0))) answers = task.fill(watched.x, draw);
    for (let step = 0; step < steps; step++) training.step();
    for (const name of ["queryWeight", "keyWeight", "valueWeight", "outputWeight"]) watched[name].set(session[name]);
    watched.run();
    softmaxCrossEntropy(watched.output, answers, watched.dOutput);
    watched.backward();
    const moment = Array.from({ length: 9 }, (_, token) =>
      [watched.scores, watched.weights, watched.dScores].map((matrix) => matrix[72 + token]),
    );
    for (let step = steps; step < 200; step++) training.step();
    return { moment, accuracy: training.test(1024).accuracy };
  });

test("an examination that ends after Clear is not told", async ({ page, open }) => {
  await watchWorkers(page);
  await open("learned");
  await hold(page, "view");
  const [run, step, clear] = ["Run", "One step", "Clear"].map((name) =>
    page.locator("#training").getByRole("button", { name }),
  );
  await run.click();
  await expect.poll(() => held(page), { timeout: TRAINING_MS }).toBe(1);
  // The worker is at it when all is cleared.
  await clear.evaluate((button) => (globalThis.watched.release(), button.click()));
  await step.click();
  await expect(page.locator("#training .count")).toHaveText("1 of 200 steps");
  await expect(page.locator("#verdict")).toBeEmpty();
  await expect(page.locator("#announcements")).not.toContainText("Examined");
});

test("training reaches 95 % on new bags; the gradient points to the right fact before the weights go there", async ({
  page,
  open,
}) => {
  await open("learned");
  await runAll(page, "training");
  await expect(page.locator("#verdict")).toContainText("Examined on 1024 bags");
  await expect.poll(() => examined(page)).toBeGreaterThanOrEqual(95);
  const course = [];
  for (let step = 0; step <= 200; step += 5) {
    await slide(page, "cursor", step);
    const [, weight, gradient] = (await marked(page).locator("td").allInnerTexts()).map((text) => numbersIn(text)[0]);
    course.push({ weight, gradient });
  }
  const steepest = course.reduce((best, moment) => (moment.gradient < best.gradient ? moment : best));
  expect(steepest.gradient).toBeLessThan(-0.05);
  expect(course.indexOf(steepest)).toBeLessThanOrEqual(course.findIndex(({ weight }) => weight > 0.9));
  expect(Math.abs(course.at(-1).gradient)).toBeLessThan(Math.abs(steepest.gradient) / 20);
  expect(course.at(-1).weight).toBeGreaterThan(0.5);
  await expectOpenToAll(page);
});

/** The table shows the scores, weights and gradients of a step as the core returned them. */
async function expectLedger(page, moment) {
  const shown = (await cellsOf(page.locator("#ledger"))).map((row) => row.map((text) => numbersIn(text)[0]));
  for (const [token, [score, weight, gradient]] of moment.entries()) {
    expect(Math.abs(shown[token][0] - score)).toBeLessThanOrEqual(0.0005001);
    expect(Math.abs(shown[token][1] - weight)).toBeLessThanOrEqual(0.0005001);
    expect(Math.abs(shown[token][2] - gradient)).toBeLessThanOrEqual(Math.max(0.0005001, Math.abs(gradient) / 2));
  }
}

test("the training can be paused, stepped and cleared, and a dial starts it again", async ({ page, open }) => {
  await open("learned");
  const training = page.locator("#training");
  await training.getByRole("button", { name: "One step" }).click();
  await expect(training.locator(".count")).toHaveText("1 of 200 steps");
  await runPast(page, "training", 3);
  await expect(training.getByRole("button", { name: "One step" })).toBeEnabled();
  await expect.poll(() => done(page)).toBeLessThan(190);
  await expectPaused(page, "training");
  await slide(page, "seed", 7);
  await expect(training.locator(".count")).toHaveText("0 of 200 steps");
  await expect(page.locator("#moment")).toHaveText("After step 0");
  await expect.poll(() => cellsOf(page.locator("#ledger"))).toHaveLength(9);
});

test("the page stays alive while it trains: there are frames between the steps", async ({ page, open }) => {
  await open("learned");
  const between = await page.evaluate(
    () =>
      new Promise((finish) => {
        const seen = new Set();
        const next = () => {
          const { value, max } = document.querySelector("#training progress");
          if (value > max / 10) return finish(seen.size);
          if (value > 0) seen.add(value);
          requestAnimationFrame(next);
        };
        document.querySelector("#training button").click();
        next();
      }),
  );
  expect(between).toBeGreaterThan(0);
});

test("a link to a step trains and then shows the core's numbers of that step; a pointer moves the cursor", async ({
  page,
  openTrained,
  core,
}) => {
  await openTrained("learned", { seed: 5, at: 40 });
  await runEnds(page, "training");
  await expect(page.locator("#moment")).toHaveText("After step 40");
  const wanted = await core(again, { seed: 5, steps: 40 });
  await expectLedger(page, wanted.moment);
  await expect.poll(() => examined(page)).toBeCloseTo(100 * wanted.accuracy, 1);
  const before = await cellsOf(page.locator("#ledger"));
  const plate = page.locator(".plate").nth(2);
  const { width } = await boxOf(plate);
  await plate.click({ position: { x: (width * 100.5) / 201, y: 5 } });
  await expect(page.locator("#moment")).toHaveText("After step 100");
  await expect(page).toHaveURL(/at=100/);
  await page.goto("about:blank");
  await page.goBack();
  await runEnds(page, "training");
  await expect(page.locator("#moment")).toHaveText("After step 100");
  await slide(page, "cursor", 40);
  await expect.poll(() => cellsOf(page.locator("#ledger"))).toEqual(before);
});

test("the keyboard alone sets the dials, trains, and moves the cursor", async ({ page, openTrained }) => {
  await openTrained("learned");
  const tabTo = async (locator) => {
    for (let press = 0; press < 200; press++) {
      if (await locator.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("the Tab key does not lead there");
  };
  await page.keyboard.press("Tab");
  await expect(page.locator("#skip")).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page.locator("#seed"));
  await page.keyboard.press("ArrowUp");
  await expect(page.locator("#seed")).toHaveValue("2");
  await tabTo(page.locator("#training").getByRole("button", { name: "Run" }));
  await page.keyboard.press("Enter");
  await runEnds(page, "training");
  await expect(page.locator("#verdict")).toContainText("Examined");
  await tabTo(page.locator("#cursor"));
  await page.keyboard.press("Home");
  await expect(page.locator("#moment")).toHaveText("After step 0");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("#moment")).toHaveText("After step 1");
  await expect(page.locator("#cursor")).toHaveAttribute(
    "aria-valuetext",
    /^After step 1, “.+” gets the most attention: \d+\s%/,
  );
  await page.keyboard.press("End");
  await expect(page.locator("#moment")).toHaveText("After step 200");
  await tabTo(page.locator("#permalink"));
});

/**
 * The loss of the watched bag at a step, with a score raised and without, by a textbook loop over the package's
 * numbers.
 */
const raisedAgain = (heed, { seed, steps, token, raise }, { lookupTraining }) =>
  import("/dist/train.js").then(({ seededRandom }) => {
    const training = lookupTraining(heed, { seed, learningRate: 0.005 });
    const { task, session } = training;
    const x = new Float32Array(9 * 64);
    const draw = seededRandom(-1 - seed - 2 ** 32);
    let answer = task.fill(x, draw)[8];
    while (!/tired animal.*what is tired/.test(task.words(0))) answer = task.fill(x, draw)[8];
    for (let step = 0; step < steps; step++) training.step();
    const product = (row, weight, columns) =>
      Array.from({ length: columns }, (_, c) => row.reduce((sum, part, r) => sum + part * weight[r * columns + c], 0));
    const rows = Array.from({ length: 9 }, (_, at) => Array.from(x.slice(at * 64, (at + 1) * 64)));
    const q = product(rows[8], session.queryWeight, 64);
    const lossWith = (more) => {
      const scores = rows.map((row, at) => {
        const k = product(row, session.keyWeight, 64);
        return k.reduce((sum, part, c) => sum + part * q[c], 0) / 8 + (at === token ? more : 0);
      });
      const all = scores.reduce((sum, score) => sum + Math.exp(score), 0);
      const context = Array(64).fill(0);
      rows.forEach((row, at) =>
        product(row, session.valueWeight, 64).forEach((part, c) => (context[c] += (Math.exp(scores[at]) / all) * part)),
      );
      const logits = product(context, session.outputWeight, 16);
      return Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0)) - logits[answer];
    };
    return [lossWith(0), lossWith(raise)];
  });

test("a score is raised after a guess: the loss changes as a textbook says, and nearly as the gradient says", async ({
  page,
  openTrained,
  core,
}) => {
  await openTrained("learned", { seed: 5, at: 20, raised: 3 });
  await expect(page.locator("#nudge-asked")).toContainText("After step 20");
  await runEnds(page, "training");
  await expect(page.locator("#nudged")).toBeHidden();
  const [before, after] = await core(raisedAgain, { seed: 5, steps: 20, token: 3, raise: 0.1 });
  expect(Math.abs(after - before)).toBeGreaterThan(1e-4);
  const right = after < before ? "falls" : "rises";
  const number = (id) =>
    page
      .locator(`#${id}`)
      .innerText()
      .then((text) => numbersIn(text.replace(/\s*·\s*10/, "e"))[0]);
  await page.getByRole("button", { name: `… ${right === "falls" ? "rises" : "falls"}` }).click();
  await expect(page.locator("#nudge-verdict")).toContainText(`No, the loss ${right}`);
  await page.getByRole("button", { name: `… ${right}` }).click();
  await expect(page.locator("#nudge-verdict")).toContainText(`Right: the loss ${right}`);
  expect(Math.abs((await number("loss-before")) - before)).toBeLessThan(2e-5);
  expect(Math.abs((await number("loss-after")) - after)).toBeLessThan(2e-5);
  const [change, promised] = [await number("loss-change"), await number("loss-promised")];
  expect(Math.abs(change - (after - before))).toBeLessThan(2e-5);
  expect(Math.abs(promised - change)).toBeLessThan(0.2 * Math.abs(change));
  await expectOpenToAll(page);
  // another score hides the answer again
  await page.locator("#raised").selectOption("0");
  await expect(page.locator("#nudged")).toBeHidden();
  await expect(page).toHaveURL(/raised=0/);
});

test("a training lasts long enough to watch; “Skip to the end” does not wait", async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const clock = await stillClock(page, () => open("learned"));
  const training = page.locator("#training");
  await training.getByRole("button", { name: "Run" }).click();
  await expect.poll(() => done(page)).toBeGreaterThan(0);
  await expect.poll(() => done(page)).toBeLessThan(20);
  await clock.run(2000);
  await expect.poll(() => done(page)).toBeGreaterThan(80);
  await expect.poll(() => done(page)).toBeLessThan(120);
  await training.getByRole("button", { name: "Clear" }).click();
  await training.getByRole("button", { name: "Skip to the end" }).click();
  await expect.poll(() => done(page)).toBeGreaterThan(40);
});

/** The answer to a sentence of the front door at a moment of a training: 0 is before the first change. */
async function answerAt(language, moment, whoIsMeant) {
  const table = TABLES[language];
  const { about, steps } = await trainingOf("learned", "pronouns", { table, seed: 1 });
  const moments = [about.first, ...steps.flatMap((step) => step.moment ?? [])];
  const { words, asks } = frontSentence(table, whoIsMeant);
  const run = runOf(ownHeed, { table, numbers: moments.at(moment).numbers }, words);
  const [{ word, share }] = run.shares(asks);
  // What is less than all is at most 99.9 %.
  const percent = share >= 0.995 ? Math.min(99.9, 100 * share).toFixed(1) : (100 * share).toFixed(0);
  return { word, share: `${percent}\\s%` };
}

test("a model of sentences is read at any moment of its training, in German with the German sentence", async ({
  page,
  openTrained,
}) => {
  await openTrained("learned");
  const answer = page.locator("#it > .verdict");
  const told = async (...asked) => {
    const { word, share } = await answerAt(...asked);
    return new RegExp(`“${word}”: ${share}|„${word}“: ${share}`);
  };
  await expect(page.locator("#it-moment")).toContainText("After 0 changes");
  await expect(answer).toHaveText(await told("en", 0, true));
  await runAll(page, "reading-run");
  await expect(page.locator("#it-moment")).toContainText("After 1200 changes");
  await expect(page.locator("#it-verdict")).toContainText("never read together");
  await expect(answer).toHaveText(await told("en", -1, true));
  await expect(answer).toContainText("“it” means “animal”");
  await page.locator("#it").getByRole("button", { name: "wide" }).click();
  await expect(answer).toHaveText(await told("en", -1, false));
  await expect(answer).toContainText("“it” means “street”");
  await drawn(page);
  await page.locator("#it [data-part='share 0']").first().press("Enter");
  await expect(page.locator(".inspector")).toContainText("street");
  await page.keyboard.press("Escape");
  await goBack(page, "reading-run", 90);
  await expect(page.locator("#it-moment")).toContainText("After 90 changes");
  await expect(answer).toHaveText(await told("en", 3, false));
  await expectOpenToAll(page);
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page.locator("#reading-run .count")).toContainText("0 von 1200");
  await page.locator("#reading-run button").first().click();
  await runEnds(page, "reading-run");
  await expect(page.locator("#it button[aria-pressed=true]")).toContainText("weil sie zu breit war");
  await expect(answer).toHaveText(await told("de", -1, false));
  await expect(answer).toContainText("„sie“ „Straße“");
});
