// Times the playground in headless Chromium: its first result, and from a key, a paste or a click to the next paint.
// After the build:
//
//   node tests/bench/page.mjs
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { launchOptions } from "../site/chromium.mjs";

const PAGE = pathToFileURL(path.join(path.dirname(fileURLToPath(import.meta.url)), "../../dist-site/play.html")).href;
const WORDS = "the way there and back again is long".split(" ");
const RUNS = 9;
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

/** Milliseconds from each event of this type until the frame that shows its effect has been painted. */
function watchPaints(type) {
  globalThis.paints = [];
  addEventListener(
    type,
    ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => paints.push(performance.now() - timeStamp);
        port2.postMessage(null);
      }),
    { capture: true },
  );
}

/** Opens the playground with a number of tokens and waits until all of it is drawn. */
async function open(tokens) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const words = Array.from({ length: tokens }, (_, at) => WORDS[at % WORDS.length]);
  await page.goto(tokens === 0 ? PAGE : `${PAGE}#v=1&text=${words.join("+")}`);
  await page.waitForFunction(() => performance.getEntriesByName("heed-first-result").length > 0);
  await page.waitForTimeout(500);
  return page;
}

/** Does something RUNS times; the milliseconds from its event to the paint. */
async function toPaint(page, type, act) {
  await page.evaluate(watchPaints, type);
  for (let run = 0; run < RUNS; run++) {
    await act(run);
    await page.waitForFunction((count) => paints.length >= count, run + 1);
    await page.waitForTimeout(300);
  }
  const times = await page.evaluate(() => paints);
  await page.close();
  return times.slice(0, RUNS);
}

async function letters(tokens) {
  const page = await open(tokens);
  await page.locator("#text").focus();
  await page.keyboard.press("End");
  return toPaint(page, "keydown", () => page.keyboard.press("a"));
}

async function numbers(tokens) {
  const page = await open(tokens);
  await page.locator("#edit-x tbody input").first().focus();
  return toPaint(page, "input", (run) => page.keyboard.press(String(1 + (run % 9))));
}

/** Pastes a number of words over a text of six. */
async function pasted(count) {
  const text = Array.from({ length: count }, (_, at) => WORDS[at % WORDS.length]).join(" ");
  const page = await open(0);
  return toPaint(page, "paste", async () => {
    await page.locator("#text").fill("Your journey starts with one step");
    await page.waitForTimeout(300);
    await page.locator("#text").evaluate((area, pasting) => {
      area.focus();
      area.select();
      area.dispatchEvent(new ClipboardEvent("paste"));
      document.execCommand("insertText", false, pasting);
    }, text);
  });
}

async function opened(tokens, first) {
  const times = [];
  for (let run = 0; run < (first ? 5 : 1); run++) {
    const page = await open(tokens);
    if (!first) await page.locator("attention-matrix[data-matrix=q] td").first().click();
    const cell = page.locator("attention-matrix[data-matrix=q] td").nth(1);
    await page.evaluate(watchPaints, "click");
    await cell.click();
    await page.waitForFunction(() => paints.length > 0);
    times.push(...(await page.evaluate(() => paints)));
    await page.close();
  }
  return times;
}

const first = [];
for (let run = 0; run < RUNS; run++) first.push(await firstResult());
console.log(`first result after navigation: ${told(first)}`);
for (const tokens of [6, 40, 64]) console.log(`a letter, ${tokens} tokens: ${told(await letters(tokens))}`);
for (const tokens of [6, 32, 64]) console.log(`a digit of X, ${tokens} tokens: ${told(await numbers(tokens))}`);
console.log(`200 words pasted: ${told(await pasted(200))}`);
for (const tokens of [6, 40])
  console.log(`inspector opened first, ${tokens} tokens: ${told(await opened(tokens, true))}`);
await browser.close();
