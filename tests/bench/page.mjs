// How soon the playground shows its first result, and how long an edit of one number takes at 32 tokens, in headless Chromium.
// Usage: node tests/bench/page.mjs   (after npm run build)
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { launchOptions } from "../site/chromium.mjs";

const PAGE = pathToFileURL(path.join(path.dirname(fileURLToPath(import.meta.url)), "../../dist-site/index.html")).href;
const WORDS = "the way there and back again is long ".repeat(4).trim();
const RUNS = 15;
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const told = (times) =>
  `median ${median(times).toFixed(1)} ms, best ${Math.min(...times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms of ${times.length}`;

const browser = await chromium.launch(launchOptions);

/** From navigation to the mark that stands after the first result was put on the page. */
async function firstResult() {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(PAGE);
  await page.waitForFunction(() => performance.getEntriesByName("heed-first-result").length > 0);
  const at = await page.evaluate(() => performance.getEntriesByName("heed-first-result")[0].startTime);
  await page.close();
  return at;
}

/** An edit, through the core, to styles and layout done: what a frame has to hold. */
async function edits() {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${PAGE}#v=1&text=${WORDS.replaceAll(" ", "+")}`);
  await page.waitForFunction(
    () =>
      document.querySelectorAll("#edit-x tbody tr").length === 32 &&
      performance.getEntriesByName("heed-first-result").length > 0,
  );
  const times = await page.evaluate(async (count) => {
    const input = document.querySelector("#edit-x tbody input");
    input.focus();
    const took = [];
    for (let edit = 0; edit < count; edit++) {
      await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
      const start = performance.now();
      input.value = String(0.3 + edit / 100);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      document.body.getBoundingClientRect();
      took.push(performance.now() - start);
    }
    return took;
  }, RUNS);
  await page.close();
  return times;
}

const first = [];
for (let run = 0; run < RUNS; run++) first.push(await firstResult());
console.log(`first result after navigation: ${told(first)}`);
console.log(`an edit of one number at 32 tokens, drawn: ${told(await edits())}`);
await browser.close();
