// Lesson "under-the-hood": float32, overflow, streaming, time.
import {
  cellsOf,
  expect,
  expectOpenToAll,
  expectPaused,
  goBack,
  numbersIn,
  runAll,
  slide,
  test,
} from "./learn-lab.mjs";
import { says } from "./says.mjs";
import { twentyFrames } from "./seen.mjs";

const pair = async (page, id) => numbersIn(await page.locator(`#${id}`).innerText());

test("softmax over tiles ends at the core's result for every tile size", async ({ page, open }) => {
  await open("under-the-hood");
  for (const tile of [1, 5, 12]) {
    await slide(page, "tile", tile);
    const tiles = Math.ceil(24 / tile);
    const step = page.locator("#streaming").getByRole("button", { name: "One step" });
    for (let done = 1; done <= tiles; done++) {
      await step.click();
      await expect(page.locator("#streaming .count")).toHaveText(`${done} of ${tiles} tiles`);
    }
    await expect.poll(() => pair(page, "streamed")).toEqual(await pair(page, "direct"));
    expect(numbersIn(await page.locator("#stream-verdict").innerText()).at(-1)).toBeLessThan(1e-6);
  }
});

test("from tile to tile the maximum so far is kept, and the sums are corrected when it rises", async ({
  page,
  open,
  core,
}) => {
  await open("under-the-hood", { seed: 4, tile: 3 });
  const { scores, output } = await core((heed) =>
    import("/dist/train.js").then(({ seededRandom }) => {
      const draw = seededRandom(4);
      const rows = (count, columns, size = 1) =>
        Array.from({ length: count }, () => Array.from({ length: columns }, () => size * draw.normal()));
      const [q, k, v] = [rows(1, 16, 2), rows(24, 16), rows(24, 2)];
      const kept = heed.attention(q, k, v, { keep: ["scores"] });
      return { scores: Array.from(kept.scores.data), output: Array.from(kept.output.data) };
    }),
  );
  for (const [at, part] of (await pair(page, "direct")).entries()) expect(part).toBeCloseTo(output[at], 4);
  let before = -Infinity;
  for (let read = 3; read <= 24; read += 3) {
    await page.locator("#streaming").getByRole("button", { name: "One step" }).click();
    const most = Math.max(...scores.slice(0, read));
    await expect.poll(async () => (await pair(page, "state-maximum"))[0]).toBeCloseTo(most, 4);
    await expect.poll(async () => (await pair(page, "state-correction"))[0]).toBeCloseTo(Math.exp(before - most), 4);
    await expect
      .poll(async () => (await pair(page, "state-sum"))[0])
      .toBeCloseTo(
        scores.slice(0, read).reduce((sum, score) => sum + Math.exp(score - most), 0),
        4,
      );
    before = most;
  }
});

test("the tiles play by themselves, can be paused, and need no motion", async ({ page, open }) => {
  await open("under-the-hood", { tile: 2 });
  const streaming = page.locator("#streaming");
  const done = () =>
    streaming
      .locator(".count")
      .innerText()
      .then((text) => numbersIn(text)[0]);
  await streaming.getByRole("button", { name: "Run" }).click();
  await expect.poll(done).toBeGreaterThan(2);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  await streaming.getByRole("button", { name: "Pause" }).click();
  await expectPaused(page, "streaming");
  await streaming.getByRole("button", { name: "Run" }).click();
  await expect(page.locator("#stream-verdict")).toContainText(says("under-the-hood.stream-end"));
  await goBack(page, "streaming", 1);
  await expect(page.locator("#stream-verdict")).toContainText(/^2 keys read/);
  await streaming.getByRole("button", { name: "Run again" }).click();
  await expect.poll(done).toBeLessThan(6);
  await streaming.getByRole("button", { name: "Skip to the end" }).click();
  await expect(page.locator("#stream-verdict")).toContainText(says("under-the-hood.stream-end"));
});

test("if the maximum is not subtracted, float32 overflows above its limit; the core never does", async ({
  page,
  open,
}) => {
  await open("under-the-hood", { factor: 22 });
  await expect(page.locator("#overflow-verdict")).toContainText("The largest score is 88. Up to 88.72");
  await expect(page.locator("#overflow .broken")).toHaveCount(0);
  const columns = async () => {
    const rows = await cellsOf(page.locator("#overflow"));
    return [1, 3, 4].map((column) => rows.map((row) => row[column]));
  };
  const [written, off, core] = await columns();
  expect(off).toEqual(written);
  expect(core).toEqual(off);
  await slide(page, "factor", 23);
  await expect(page.locator("#overflow-verdict")).toContainText("The largest score is 92. Above 88.72");
  const [broken, held, still] = await columns();
  expect(broken).toContain("NaN");
  await expect.poll(() => page.locator("#overflow tfoot td").first().innerText()).toBe("∞");
  expect(held.map(Number).reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 4);
  expect(still).toEqual(held);
});

test("float32 is near float64 for small scores and farther for larger ones; both columns are right", async ({
  page,
  open,
  core,
}) => {
  await open("under-the-hood", { seed: 2 });
  const rows = (await cellsOf(page.locator("#precision"))).map((row) => row.map((text) => numbersIn(text)[0]));
  expect(rows).toHaveLength(6);
  const differences = rows.map(([, , , difference]) => difference ?? 0);
  expect(differences.length).toBe(6);
  for (const [single, double, difference, steps] of rows) {
    expect(Math.abs(Math.abs(single - double) - difference)).toBeLessThanOrEqual(difference / 10 + 1e-9);
    expect(Math.abs(single - double)).toBeLessThan(1e-3);
    expect(Number.isInteger(steps)).toBe(true);
  }
  expect(rows[0][2]).toBeLessThan(1e-5);
  expect(rows[3][2]).toBeGreaterThan(rows[0][2]);
  const outputs = await core((heed) =>
    import("/dist/train.js").then(({ seededRandom }) => {
      const draw = seededRandom(2);
      const normal = (count) => ({ data: draw.fillNormal(new Float32Array(count * 64)), shape: [count, 64] });
      return Array.from(heed.attention(normal(256), normal(64), normal(64)).output.data);
    }),
  );
  expect(outputs.some((output) => output.toFixed(9) === rows[0][0].toFixed(9))).toBe(true);
});

test("the measured parts add up to the whole time, and more tokens take longer", async ({ page, open }) => {
  await open("under-the-hood", { tokens: 256 });
  const inUs = (text) => numbersIn(text)[0] * (text.includes("ms") ? 1000 : 1);
  const whole = page.locator("#times tfoot td").nth(1);
  const total = () => whole.innerText().then(inUs);
  await runAll(page, "timing");
  const few = await total();
  const shares = (await cellsOf(page.locator("#times"))).map((row) => numbersIn(row[2])[0]);
  expect(shares).toHaveLength(5);
  expect(Math.max(...shares)).toBeLessThanOrEqual(100);
  expect(shares.reduce((sum, share) => sum + share)).toBeGreaterThanOrEqual(95);
  await page.locator('label:has(input[value="1024"])').click();
  await expect(page.locator("#timing .count")).toHaveText("0 of 20 rounds");
  await runAll(page, "timing");
  await expect.poll(total).toBeGreaterThan(few);
  const ended = await whole.innerText();
  await goBack(page, "timing", 0);
  await expect(whole).not.toHaveText(ended);
  await goBack(page, "timing", 20);
  await expect(whole).toHaveText(ended);
  await expectOpenToAll(page);
});

test("attention's rows have the same bits in any order and in parts; a recurrent chain depends on the order", async ({
  page,
  open,
}) => {
  await open("under-the-hood");
  const others = (await cellsOf(page.locator("#ways"))).map(([text]) => numbersIn(text));
  expect(others.slice(0, 3).map(([count]) => count)).toEqual([0, 0, 0]);
  expect(others[3][0]).toBeGreaterThan(others[3][1] / 2);
});

test("a race of attention and a chain shows a time for each length", async ({ page, open }) => {
  await open("under-the-hood");
  const times = async () => (await cellsOf(page.locator("#race"))).flatMap(([attention, chain]) => [attention, chain]);
  expect(new Set(await times())).toEqual(new Set(["–"]));
  await page.locator("#racing").getByRole("button", { name: "One step" }).click();
  await expect.poll(async () => (await times()).every((text) => /\d+(\.\d+)?\s(µs|ms)/.test(text))).toBe(true);
});

test("scores overflow after the division by √d_k, too; with the largest taken off they do not", async ({
  page,
  open,
}) => {
  await open("under-the-hood");
  for (const [, divided, power, written, weight] of await cellsOf(page.locator("#overflow-root"))) {
    expect(numbersIn(divided)[0]).toBeGreaterThan(88.7);
    expect([power, written]).toEqual(["∞", "NaN"]);
    expect(numbersIn(weight)[0]).toBeGreaterThan(0.5);
  }
});

test("three presses of One step before the end do not go past it", async ({ page, open }) => {
  await open("under-the-hood");
  const step = page.locator("#racing").getByRole("button", { name: "One step" });
  const count = page.locator("#racing .count");
  for (let done = 1; done <= 8; done++) {
    await step.click();
    await expect(count).toHaveText(`${done} of 10 laps`);
  }
  await step.evaluate((button) => {
    for (let press = 0; press < 3; press++) button.click();
  });
  await expect(count).toHaveText("10 of 10 laps");
  await twentyFrames(page);
  await expect(count).toHaveText("10 of 10 laps");
});
