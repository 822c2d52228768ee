// The page that measures. Whether a figure is good is the reader's machine's affair; that it is one is ours.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { expectNoEnglish } from "./german.mjs";
import { expect, test } from "./lab.mjs";
import { expectFitsAnyWidth, expectServesEverybody } from "./open-to-all.mjs";
import { says } from "./says.mjs";
import { seen, twentyFrames } from "./seen.mjs";
import { root, serve } from "./serve.mjs";

/** How long one shape may take on a slow machine that has other work. */
const MEASURED_MS = 120_000;
const BENCH = pathToFileURL(path.join(root, "dist-site/bench.html")).href;

/** Makes the page's own worker start without the means to open others. */
function withoutInnerWorkers() {
  const { Blob: Whole } = globalThis;
  globalThis.Blob = class extends Whole {
    constructor(parts, options) {
      super(["delete self.Worker;", ...parts], options);
    }
  };
}

/** The clock of the page's own worker leaps, as where other work takes the processor. */
function withLeapingClock() {
  const { Blob: Whole } = globalThis;
  globalThis.Blob = class extends Whole {
    constructor(parts, options) {
      const leaps =
        "{ const now = performance.now.bind(performance); let [leapt, asked] = [0, 0]; " +
        "performance.now = () => now() + (leapt += asked++ % 3 ? 0 : 40); }";
      super([leaps, ...parts], options);
    }
  };
}

const measure = (page) => page.getByRole("button", { name: "Measure" });

/** What the button saves, as an object. */
async function save(page) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the figures" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^heed-bench-\d{4}-\d\d-\d\d\.json$/);
  return JSON.parse(await readFile(await download.path(), "utf8"));
}

/** Of each row: its name, its GFLOP/s, its percent of the peak, its time. */
const readRows = (page) =>
  page
    .locator("#figures tbody tr:has(th[scope=row])")
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector("th").textContent,
        Number(row.querySelector(".speed").textContent),
        ...Array.from(row.querySelectorAll(".speed ~ td"), (cell) => cell.textContent),
      ]),
    );

test("from disk a run goes to its end, every figure a number on the scale of the peak, and can be saved", async ({
  page,
  complaints,
  requests,
}) => {
  await page.goto(`${BENCH}#one`);
  await measure(page).click();
  await expect(page.locator("#status")).toContainText("Done: 3 figures", { timeout: MEASURED_MS });
  const peak = parseFloat(await page.locator("#peak").innerText());
  expect(peak).toBeGreaterThan(0);
  const rows = await readRows(page);
  expect(rows.map(([name]) => name)).toEqual(["heed, relaxed SIMD", "heed, SIMD", "plain JavaScript"]);
  for (const [, gflops, part, time, ratio] of rows) {
    expect(gflops).toBeGreaterThan(0);
    expect(Number.parseInt(part)).toBeCloseTo((100 * gflops) / peak, -1);
    expect(time).toMatch(/^[\d.]+\u202f(µs|ms|s)[\d.]+–[\d.]+\u202f(µs|ms|s)(disturbed)?$/);
    expect(ratio).toMatch(/^\d+\.\d\u202f×$/);
  }
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  const spread = await page.locator("#spread tbody tr").allInnerTexts();
  expect(spread[0]).toMatch(
    /^one thread, no worker\s+[\d.]+\s+1\.00\u202f×\s+[\d.]+\u202f(ms|s)\s+[\d.]+–[\d.]+\u202f(ms|s)[^]*\s+–$/,
  );
  expect(spread[1]).toMatch(/^1 worker\s+[\d.]+\s+[\d.]+\u202f×\s+[\d.]+\u202f(ms|s)\s+[\d.]+–[^]*\s+\d+\u202f%$/);
  expect(spread.at(-1)).toContain(cores === 1 ? "1 worker" : `${cores} workers`);
  const saved = await save(page);
  const counted = Array.from({ length: Math.min(cores, 8) }, (_, at) => at + 1);
  expect(saved.spread.map(({ workers }) => workers).slice(0, 8)).toEqual(counted);
  for (const { plain, figure } of saved.spread) expect(Math.min(plain.ms, figure.ms)).toBeGreaterThan(0);
  expect(saved.figures.map(({ shape, name }) => [shape, name])).toEqual(
    ["relaxed-simd", "simd", "plain"].map((name) => ["8×512×64", name]),
  );
  for (const { measured } of saved.figures) {
    const { ms, quartiles } = measured.kernel ?? measured.call;
    expect(quartiles[0] <= ms && ms <= quartiles[1]).toBe(true);
  }
  expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([BENCH]);
  await expectAxeFindsNothingInEitherTheme(page, "with all figures");
  await test.step("in German all of it is written anew, with commas, and links keep the language", async () => {
    await page.getByRole("button", { name: "Deutsch" }).click();
    await expect(page).toHaveURL(/#v=1&lang=de&set=one$/);
    await expect(page.locator("#spread tbody tr").first()).toHaveText(/^ein Thread, kein Worker\d+,\d1,00\u202f×/);
    await expect(page.locator("#status")).toContainText("Fertig: 3 Messwerte.");
    await expectNoEnglish(page, { least: 60 });
    await expectAxeFindsNothingInEitherTheme(page, "in German");
    await expectFitsAnyWidth(page);
    await expect(page.locator("nav.site a[data-page=play]")).toHaveAttribute("href", /play\.html#lang=de$/);
  });
  expect(complaints).toEqual([]);
});

test("a figure that other work disturbed says so", async ({ page }) => {
  await page.addInitScript(withLeapingClock);
  await page.goto(`${BENCH}#one`);
  await measure(page).click();
  await expect(page.locator("#figures .disturbed").first()).toHaveText("disturbed", { timeout: MEASURED_MS });
  await page.getByRole("button", { name: "Stop" }).click();
});

test("the page claims nothing of loops that nobody tried", async ({ page }) => {
  await page.goto(BENCH);
  await expect(page.locator(".peak")).toContainText(says("bench.peak-text"));
  await expect(page.locator("body")).not.toContainText("can be faster");
});

test("a run can be stopped, keeps what it has, and can be begun again", async ({ page, complaints }) => {
  await page.goto(BENCH);
  await measure(page).click();
  await expect(page.locator("#figures tbody tr").nth(1)).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator("#status")).toHaveText(says("bench.stopped"));
  await expect.poll(async () => (await readRows(page)).length).toBeGreaterThan(0);
  await measure(page).click();
  await expect(page.locator("#status")).toContainText("Measuring");
  await page.getByRole("button", { name: "Stop" }).click();
  expect(complaints).toEqual([]);
});

test("where no workers can be had, the page says why and keeps the other figures", async ({ page, complaints }) => {
  await page.addInitScript(withoutInnerWorkers);
  await page.goto(`${BENCH}#one`);
  await measure(page).click();
  await expect(page.locator("#status")).toContainText("Done: 3 figures", { timeout: MEASURED_MS });
  await expect(page.locator("#no-workers")).toHaveText(
    "Calls cannot be spread over workers here. No worker could be started: this engine has no workers here.",
  );
  await expect(page.locator("#no-workers")).toBeVisible();
  await expect(page.locator("#spread tbody tr")).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("the page answers while it measures", async ({ page }) => {
  await page.goto(`${BENCH}#one`);
  await measure(page).click();
  await expect(page.locator("#status")).toContainText("plain JavaScript", { timeout: MEASURED_MS });
  // a call of this takes a fifth of a second; were it on the page's own thread, no frame could come in between
  await expect(twentyFrames(page)).resolves.toBe(20);
  await page.getByRole("button", { name: "Stop" }).click();
});

test("a link can choose the set, and the language", async ({ page }) => {
  await page.goto(`${BENCH}#full`);
  await expect(page.getByRole("radio", { name: "All shapes" })).toBeChecked();
  await page.goto("about:blank");
  await page.goto(`${BENCH}#one&lang=de`);
  await expect(page.getByRole("radio", { name: "Eine Form" })).toBeChecked();
  await expect(page).toHaveTitle("Wie schnell ist Attention in diesem Browser? · heed");
  await expectNoEnglish(page, { least: 40 });
});

test("without WebAssembly the page says so in a sentence", async ({ page }) => {
  const server = await serve(
    { "/": path.join(root, "dist-site") },
    { headers: { "content-security-policy": "script-src 'unsafe-inline' blob:" } },
  );
  await page.goto(`${server.url}/bench.html`);
  await measure(page).click();
  await expect(page.locator("#status")).toContainText(says("bench.failed"));
  await expect(measure(page)).toBeVisible();
  await server.close();
});

test("keys alone choose a set, measure and stop", async ({ page }) => {
  await page.goto(BENCH);
  await page.keyboard.press("Tab"); // skip link
  for (const place of [
    "brand",
    "lessons",
    "playground",
    "your model",
    "train",
    "docs",
    "English",
    "Deutsch",
    "the first choice",
  ])
    await test.step(place, () => page.keyboard.press("Tab"));
  await expect(page.getByRole("radio", { name: "Four shapes" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "All shapes" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Stop" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#status")).toContainText("Stopped");
});

test("bench: axe finds nothing, light or dark, before, during and after a run, at three widths @tour", async ({
  page,
}) => {
  await page.goto(BENCH);
  await expectServesEverybody(page);
  await expectAxeFindsNothingInEitherTheme(page, "before");
  await measure(page).click();
  await expect(page.locator("#figures tbody").first()).toBeVisible();
  await expectAxeFindsNothingInEitherTheme(page, "during");
  await page.getByRole("button", { name: "Stop" }).click();
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAxeFindsNothingInEitherTheme(page, `after, ${width} px`);
    await expect.poll(() => seen(page, () => document.documentElement.scrollWidth)).toBe(width);
  }
});
