// Lesson "why-root-dk": the claim behind ÷√d_k, as an experiment.
import { cellsOf, expect, expectPaused, goBack, lessonUrl, numbersIn, ready, slide, test } from "./learn-lab.mjs";
import { setMovements } from "./seen.mjs";

const WIDTHS = [4, 8, 16, 32, 64, 128, 256, 512, 1024];
const count = (page) => page.locator("#run .count");

/** Waits for the end. @returns the table as numbers, a row for each width */
async function finish(page) {
  const atOnce = page.locator("#run").getByRole("button", { name: "Skip to the end" });
  if (await atOnce.isEnabled()) await atOnce.click();
  await expect(count(page)).toHaveText(/^(\d+) of \1 draws/, { timeout: 150_000 });
  const rows = (await cellsOf(page.locator("#figures"))).map((row) => row.map((cell) => numbersIn(cell)[0]));
  return rows.map(([variance, largest, byRootDk, byRootDmodel, trace, scaledTrace]) => ({
    variance,
    largest,
    byRootDk,
    byRootDmodel,
    trace,
    scaledTrace,
  }));
}

for (const seed of [1, 2, 77]) {
  test(`with seed ${seed}: variance grows like d_k; without the division weights saturate and slopes vanish`, async ({
    page,
    open,
  }) => {
    await open("why-root-dk", { seed, heads: 8 });
    const rows = await finish(page);
    expect(rows).toHaveLength(WIDTHS.length);
    for (const [at, width] of WIDTHS.entries()) {
      // 48 draws of 64 dot products; those of one query are not independent
      expect(rows[at].variance / width).toBeGreaterThan(0.7);
      expect(rows[at].variance / width).toBeLessThan(1.3);
      expect(rows[at].byRootDk).toBeGreaterThan(0.06);
      expect(rows[at].byRootDk).toBeLessThan(0.2);
      expect(rows[at].scaledTrace).toBeGreaterThan(0.95);
      // with eight heads √d_model is √8 times too large, so the weights are flatter
      expect(rows[at].byRootDmodel).toBeLessThan(rows[at].byRootDk / 1.5);
    }
    expect(rows[0].largest).toBeGreaterThan(0.15);
    expect(rows[0].largest).toBeLessThan(0.35);
    expect(rows[0].trace).toBeGreaterThan(0.8);
    expect(rows.at(-1).largest).toBeGreaterThan(0.95);
    expect(rows.at(-1).byRootDk).toBeLessThan(0.2);
    expect(rows.at(-1).trace).toBeLessThan(0.01);
    for (const at of [2, 4, 6, 8]) expect(rows[at].largest).toBeGreaterThan(rows[at - 2].largest);
    for (const at of [2, 4, 6, 8]) expect(rows[at].trace).toBeLessThan(rows[at - 2].trace);
  });
}

test("the same seed gives the same numbers, another seed other numbers; with one head √d_model is √d_k", async ({
  page,
  open,
}) => {
  await open("why-root-dk", { seed: 5, heads: 1 });
  const first = await finish(page);
  for (const row of first) expect(row.byRootDmodel).toBe(row.byRootDk);
  await page.reload();
  await ready(page);
  await expect(finish(page)).resolves.toEqual(first);
  await slide(page, "seed", 6);
  const other = await finish(page);
  expect(other).not.toEqual(first);
});

test("the numbers are those of a textbook loop", async ({ page, open, core }) => {
  await open("why-root-dk", { seed: 3, heads: 4 });
  const shown = (await finish(page)).at(2); // d_k = 16
  const wanted = await core(async () => {
    const { seededRandom } = await import("/dist/train.js");
    const median = (values) => (values.sort((a, b) => a - b), (values[23] + values[24]) / 2);
    const [width, widths, draws] = [16, 9, 48];
    const found = { dots: [], largest: [], byRootDk: [], byRootDmodel: [], trace: [] };
    for (let draw = 0; draw < draws; draw++) {
      const numbers = seededRandom(3 * widths * draws + draw * widths + 2);
      const q = numbers.fillNormal(new Float32Array(width));
      const keys = Array.from({ length: 64 }, () => numbers.fillNormal(new Float32Array(width)));
      const dots = keys.map((key) => key.reduce((sum, value, at) => sum + value * q[at], 0));
      found.dots.push(...dots);
      for (const [name, divisor] of [
        ["largest", 1],
        ["byRootDk", 4],
        ["byRootDmodel", 8],
      ]) {
        const parts = dots.map((dot) => Math.exp((dot - Math.max(...dots)) / divisor));
        const sum = parts.reduce((total, part) => total + part, 0);
        found[name].push(Math.max(...parts) / sum);
        if (name === "largest") found.trace.push(1 - parts.reduce((total, part) => total + (part / sum) ** 2, 0));
      }
    }
    const variance = found.dots.reduce((sum, dot) => sum + dot * dot, 0) / found.dots.length;
    return {
      variance,
      largest: median(found.largest),
      byRootDk: median(found.byRootDk),
      byRootDmodel: median(found.byRootDmodel),
      trace: median(found.trace),
    };
  });
  expect(Math.abs(shown.variance - wanted.variance)).toBeLessThan(0.006);
  for (const name of ["largest", "byRootDk", "byRootDmodel", "trace"])
    expect(Math.abs(shown[name] - wanted[name]), name).toBeLessThan(6e-5);
});

test("a reader who starts by hand can pause, take one step, and clear", async ({ page, open }) => {
  await open("why-root-dk");
  await expect(count(page)).toHaveText("0 of 432 draws");
  await page.getByRole("button", { name: "One step" }).click();
  await expect(count(page)).toHaveText("1 of 432 draws");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await expectPaused(page, "run");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(count(page)).toHaveText("0 of 432 draws");
});

test("the page stays alive while it computes: no task takes longer than a few frames", async ({ page }) => {
  await page.goto(lessonUrl("why-root-dk"));
  await ready(page);
  const frames = await page.evaluate(
    () =>
      new Promise((done) => {
        let seen = 0;
        Array.from(
          document.querySelectorAll("#run button"),
          (button) => button.textContent === "Run" && button.click(),
        );
        const next = () => {
          seen++;
          const text = document.querySelector("#run .count").textContent;
          if (/^(\d+) of \1 /.test(text)) done(seen);
          else requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
  );
  // 432 draws in slices of 10 ms, with a frame between two slices. One long task would leave no frame before its end.
  expect(frames).toBeGreaterThan(10);
});

test("the reader goes back to earlier draws; one slider moves histogram, weights, slope and marks together", async ({
  page,
  open,
}) => {
  await open("why-root-dk", { seed: 3 });
  const ended = await finish(page);
  await goBack(page, "run", 9);
  await expect(page.locator("#run")).toContainText("Shown: 9");
  await expect(finish(page)).resolves.not.toEqual(ended);
  await goBack(page, "run", 432);
  await expect(finish(page)).resolves.toEqual(ended);
  const seen = async () => {
    const [, none, slopeNone, divided, slopeDivided] = numbersIn(await page.locator("#bars-said").innerText()).slice(
      -5,
    );
    return { none, slopeNone, divided, slopeDivided };
  };
  const drawn = async () => {
    await setMovements(page, 1);
    return page.evaluate(() => [
      document.querySelector("#histogram").innerHTML,
      document.querySelector("#bars").innerHTML,
      document.querySelector("#slopes").innerHTML,
      ...Array.from(document.querySelectorAll(".mark"), (mark) => mark.getAttribute("x1")),
    ]);
  };
  await slide(page, "width", 2);
  const narrow = await seen();
  const before = await drawn();
  await slide(page, "width", 10);
  const wide = await seen();
  expect(wide.none).toBeGreaterThan(narrow.none);
  expect(wide.slopeNone).toBeLessThan(narrow.slopeNone);
  expect(wide.divided).toBeLessThan(0.3);
  expect(wide.slopeDivided).toBeGreaterThan(0.8);
  for (const [at, part] of (await drawn()).entries()) expect(part).not.toBe(before[at]);
});
