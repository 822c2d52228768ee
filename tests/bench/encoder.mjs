// Times the page of the encoder from disk in headless Chromium: first paint, ready, a key at 20 pieces, and the map of
// 4096 pieces with the memory of its renderer. After the build:
//
//   node tests/bench/encoder.mjs
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { launchOptions } from "../site/chromium.mjs";

const FILE = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../dist-site/encoder.html");
const PAGE = pathToFileURL(FILE).href;
const TWENTY = "The small dog that lives next door barked at the old cat because it was very hungry and tired";
const RUNS = 15;
const LONG_RUNS = 5;
const told = (times) => {
  const sorted = times.toSorted((a, b) => a - b);
  const [middle, best, worst] = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)].map((ms) => ms.toFixed(1));
  return `median ${middle} ms, best ${best} ms, worst ${worst} ms of ${times.length}`;
};

const browser = await chromium.launch(launchOptions);
const marked = (page, name) =>
  page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, name, { polling: 50 });

async function open() {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(PAGE);
  await marked(page, "heed-encoder-full");
  return page;
}

/** Milliseconds of each key, until both layers are computed, all maps are painted and styles and layout are done. */
async function keys(page) {
  await page.fill("#typed", TWENTY);
  const pieces = await page.locator("#pieces button").count();
  const times = await page.evaluate(async (count) => {
    const field = document.querySelector("#typed");
    const text = field.value;
    const took = [];
    for (let key = 0; key < count; key++) {
      await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
      performance.clearMarks("heed-head-shown");
      const start = performance.now();
      field.value = key % 2 === 0 ? `${text}.` : text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      // The head is shown some microtasks later.
      while (performance.getEntriesByName("heed-head-shown").length === 0) await Promise.resolve();
      document.body.getBoundingClientRect();
      took.push(performance.now() - start);
    }
    return took;
  }, RUNS);
  return { pieces, times };
}

/** The largest resident memory of the renderer so far, in MB; NaN where /proc has it not. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
  } catch {
    return NaN;
  }
}

const system = await browser.newBrowserCDPSession();
const renderers = async () =>
  (await system.send("SystemInfo.getProcessInfo")).processInfo.filter(({ type }) => type === "renderer");

async function long(page) {
  const pids = (await renderers()).map(({ id }) => id);
  const highest = () => Math.max(...pids.map(peakOf));
  const before = highest();
  await page.evaluate(() => document.querySelector("#long-examples button:last-child").click());
  const [maps, blocked] = [[], []];
  for (let run = 0; run < LONG_RUNS; run++) {
    const found = await page.evaluate(async () => {
      performance.clearMarks("heed-long-map");
      const gaps = [];
      let last = performance.now();
      let going = true;
      const watch = () => {
        const now = performance.now();
        gaps.push(now - last);
        last = now;
        if (going) setTimeout(watch);
      };
      setTimeout(watch);
      document.querySelector("#long-run").click();
      while (performance.getEntriesByName("heed-long-map").length === 0)
        await new Promise((next) => setTimeout(next, 20));
      going = false;
      return { longest: Math.max(...gaps), status: document.querySelector("#long-status").textContent };
    });
    maps.push(Number(/the map (\d+) ms/.exec(found.status)[1]));
    blocked.push(found.longest);
  }
  return { maps, blocked, before, after: highest() };
}

const [paints, ready] = [[], []];
for (let run = 0; run < RUNS; run++) {
  const page = await open();
  const { paint, done } = await page.evaluate(() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    done: performance.getEntriesByName("heed-encoder-ready")[0].startTime,
  }));
  paints.push(paint);
  ready.push(done);
  await page.close();
}
console.log(`first paint: ${told(paints)}`);
console.log(`ready, the first maps drawn: ${told(ready)}`);
const page = await open();
const { pieces, times } = await keys(page);
console.log(`a key at ${pieces} pieces, drawn: ${told(times)}`);
const { maps, blocked, before, after } = await long(page);
console.log(`4096 × 4096, computed with weights kept: ${told(maps)}; longest block of the page: ${told(blocked)}`);
console.log(`memory of the renderer: ${before.toFixed(0)} MB at most before, ${after.toFixed(0)} MB at most after`);
await browser.close();
