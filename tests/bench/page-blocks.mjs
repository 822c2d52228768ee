// For how long the playground at its largest setting, and the lessons' experiments, hold their page. In headless
// Chromium, after the build:
//
//   node tests/bench/page-blocks.mjs
//
// Chromium reports each task of more than 50 ms. A timer gives the longest time without a tick, also below that. The
// profile says how much of the page's own time was spent in the core: only that could be moved to workers. Where other
// work keeps the machine busy, only the time that a task computes can be compared.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { launchOptions } from "../site/chromium.mjs";
import { LESSONS } from "../../scripts/site-pages.mjs";

const SITE = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../dist-site");
const address = (file, hash = "") => `${pathToFileURL(path.join(SITE, file)).href}${hash}`;

const WORDS = Array.from({ length: 64 }, (_, at) => `t${at}`).join("+");
const LARGEST = `#v=1&text=${WORDS}&width=16&dk=16&dv=16&heads=4`;
const EXPERIMENT_MS = 8000;

/** Runs in every page from its start. `held()` gives the tasks over 50 ms and the longest gap since the last call. */
function watch() {
  let tasks = [],
    longest = 0,
    last = performance.now();
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: "longtask",
    buffered: true,
  });
  const beat = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    setTimeout(beat);
  };
  beat();
  globalThis.held = () => {
    const now = { tasks, longest };
    tasks = [];
    longest = 0;
    return now;
  };
}

const browser = await chromium.launch(launchOptions);

async function open(file, hash) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watch);
  await page.goto(address(file, hash));
  await page.waitForTimeout(1500);
  await page.evaluate(() => held());
  return page;
}

/** Milliseconds of a profile that were spent in wasm. */
function inTheCore({ nodes, samples, timeDeltas }) {
  const wasm = new Set(nodes.filter(({ callFrame }) => callFrame.url.startsWith("wasm:")).map(({ id }) => id));
  return samples.reduce((sum, id, at) => sum + (wasm.has(id) ? timeDeltas[at] / 1000 : 0), 0);
}

/** Of a trace: how long the page's own thread computed in each task, in milliseconds. Other work on the machine makes a
 * task last longer, but not this. */
function computing(trace) {
  const { traceEvents } = JSON.parse(trace);
  const names = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const main = new Set(names.map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter(({ name, pid, tid, tdur }) => name.endsWith("RunTask") && tdur !== undefined && main.has(`${pid} ${tid}`))
    .map(({ tdur }) => tdur / 1000);
}

/** Does something and says for how long it held the page. */
async function report(page, what, act) {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Profiler.enable");
  await tools.send("Profiler.setSamplingInterval", { interval: 200 });
  await tools.send("Profiler.start");
  await browser.startTracing(page, { categories: ["toplevel"] });
  await act();
  await page.waitForTimeout(400);
  const computed = computing(await browser.stopTracing());
  const { profile } = await tools.send("Profiler.stop");
  await tools.detach();
  const { tasks, longest } = await page.evaluate(() => held());
  const over = tasks.length
    ? `${tasks.length} tasks over 50 ms, the longest ${Math.max(...tasks)} ms`
    : "none over 50 ms";
  const most = Math.max(0, ...computed);
  console.log(
    `${what}: ${over}, the longest computing ${most.toFixed(0)} ms; longest gap ${longest.toFixed(0)} ms; ` +
      `in the core ${inTheCore(profile).toFixed(1)} ms`,
  );
}

async function playground(hash, name) {
  const page = await open("play.html", hash);
  await page.locator("#settings").click();
  const input = page.locator("#edit-x tbody input").first();
  await report(page, `${name}: one number`, () => input.fill("0.5"));
  for (const id of ["causal", "softmax"]) await report(page, `${name}: ${id}`, () => page.locator(`#${id}`).click());
  for (const view of ["arcs", "table", "heatmap"])
    await report(page, `${name}: as ${view}`, () =>
      page.locator(`input[name=view][value=${view}]`).check({ force: true }),
    );
  await report(page, `${name}: other head`, () => page.locator("input[name=head][value='1']").check({ force: true }));
  await report(page, `${name}: gradients`, () => page.locator("#gradients-on").click());
  await report(page, `${name}: one number, with gradients`, () => input.fill("0.25"));
  await page.close();
}

await playground(LARGEST, "64 tokens, width 16, 4 heads");

for (const { name } of LESSONS) {
  const page = await open(`learn/${name}.html`, "#v=1");
  await report(page, name, async () => {
    // Some begin by themselves: their buttons are disabled and do nothing.
    await page
      .getByRole("button", { name: "Run", exact: true })
      .evaluateAll((buttons) => buttons.forEach((button) => button.click()));
    await page.waitForTimeout(EXPERIMENT_MS);
  });
  await page.close();
}
await browser.close();
