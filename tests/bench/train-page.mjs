// Times the page that trains a language model, as it opens from disk in headless Chromium: from its button to its last
// sentence. After the build:
//
//   node tests/bench/train-page.mjs [--runs 2] [--text FILE]
//
// Run after run has seed 1, 2 …; FILE is pasted as one's own text.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { launchOptions } from "../site/chromium.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const { values } = parseArgs({ options: { runs: { type: "string", default: "2" }, text: { type: "string" } } });
const PAGE = pathToFileURL(path.join(root, "dist-site/train.html")).href;
const TEN_MINUTES = 600_000;

/** Notes each task of the page that is longer than 50 ms, and when the button is pressed. */
function watch() {
  globalThis.longest = 0;
  const note = (list) =>
    (globalThis.longest = Math.max(globalThis.longest, ...list.getEntries().map((e) => e.duration)));
  new PerformanceObserver(note).observe({ type: "longtask" });
  document.querySelector("#start").addEventListener("click", () => (globalThis.pressed = performance.now()));
}

const browser = await chromium.launch(launchOptions);
for (let seed = 1; seed <= Number(values.runs); seed++) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${PAGE}#seed=${seed}`);
  if (values.text) {
    await page.locator("#which input").last().check();
    await page.locator("#own-text").fill(readFileSync(values.text, "utf8"));
  }
  await page.evaluate(watch);
  await page.locator("#start").click();
  await page.waitForFunction(() => !document.querySelector("#write-part").hidden, undefined, {
    polling: 100,
    timeout: TEN_MINUTES,
  });
  const seconds = await page.evaluate(() => (performance.now() - globalThis.pressed) / 1000);
  const longest = await page.evaluate(() => globalThis.longest);
  const said = (await page.locator("#status").textContent()).trim();
  const finding = (await page.locator("#finding").textContent()).trim();
  const held = longest > 0 ? `longest task of the page ${longest.toFixed(0)} ms` : "no task of the page over 50 ms";
  console.log(`seed ${seed}: ${seconds.toFixed(1)} s from the button to the end; ${held}\n  ${said}\n  ${finding}`);
  await page.close();
}
await browser.close();
