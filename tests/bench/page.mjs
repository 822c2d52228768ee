// Times the playground's first result, and an edit of one number at 32 tokens, in headless Chromium. After the build:
//
//   node tests/bench/page.mjs
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { launchOptions } from "../site/chromium.mjs";

const PAGE = pathToFileURL(path.join(path.dirname(fileURLToPath(import.meta.url)), "../../dist-site/play.html")).href;
const WORDS = "the way there and back again is long ".repeat(4).trim();
const RUNS = 15;
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const told = (times) => {
  const [middle, best, worst] = [median(times), Math.min(...times), Math.max(...times)].map((ms) => ms.toFixed(1));
  return `median ${middle} ms, best ${best} ms, worst ${worst} ms of ${times.length}`;
};

const browser = await chromium.launch(launchOptions);

/** Milliseconds from navigation to the mark that the page sets after its first result. */
async function firstResult() {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(PAGE);
  await page.waitForFunction(() => performance.getEntriesByName("heed-first-result").length > 0);
  const at = await page.evaluate(() => performance.getEntriesByName("heed-first-result")[0].startTime);
  await page.close();
  return at;
}

/** Milliseconds of each edit, until the core has computed and styles and layout are done. */
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
