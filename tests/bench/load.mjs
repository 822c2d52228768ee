// How long a cold start takes: from the import of dist/heed.js, and from the call of load(), to a heed that is ready.
// Each time is taken in a fresh process: Node, Bun, Deno, or Chromium with an empty profile. The medians of ten are
// printed in milliseconds.
//
// Usage: node tests/bench/load.mjs [dist folder …]   (default dist; folders take turns, so that they can be compared)
import { execFileSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { serve } from "../../scripts/serve.mjs";
import { findEngine } from "../../scripts/testing/engines.mjs";
import { launchOptions } from "../site/chromium.mjs";
import { median } from "../../web/measure/statistics.mjs";

const TIMES = 10;

/** Runs in a program and in a page: this text is all that it knows. */
const measured = async (address) => {
  const start = performance.now();
  const { load } = await import(address);
  const imported = performance.now();
  await load();
  const ready = performance.now();
  return { whole: ready - start, load: ready - imported };
};

/** Node, Bun or Deno. `words` make the program run the text that comes after them. */
const inProgram = (program, words) => (dist) => {
  const address = pathToFileURL(path.join(dist, "heed.js")).href;
  const text = `console.log(JSON.stringify(await (${measured})("${address}")))`;
  const env = { ...process.env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
  return JSON.parse(execFileSync(program, [...words, text], { encoding: "utf8", env }));
};

async function inChromium(dist) {
  const texts = { "/": "<!doctype html><title>load</title>" };
  const server = await serve({ "/dist/": dist }, { texts });
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}/`);
    return await page.evaluate(measured, "/dist/heed.js");
  } finally {
    await browser.close();
    await server.close();
  }
}

/** The engines of this machine, each with its way to take one time. */
async function engines() {
  const found = { Node: inProgram(process.execPath, ["--input-type=module", "--eval"]), Chromium: inChromium };
  for (const [name, words] of Object.entries({ Bun: ["--eval"], Deno: ["eval"] })) {
    const engine = await findEngine(name);
    if (engine) found[name] = inProgram(engine.program, words);
    else console.log(`${name}: not timed, npm has no ${name} for this machine`);
  }
  return found;
}

const folders = process.argv.slice(2).length > 0 ? process.argv.slice(2) : ["dist"];
for (const [name, measure] of Object.entries(await engines())) {
  const samples = folders.map(() => []);
  for (let time = 0; time < TIMES; time++) {
    for (const [at, folder] of folders.entries()) samples[at].push(await measure(path.resolve(folder)));
  }
  for (const [at, folder] of folders.entries()) {
    const [whole, load] = ["whole", "load"].map((part) => median(samples[at].map((sample) => sample[part])).toFixed(1));
    console.log(`${name} ${folder}: load() ${load} ms, with the import ${whole} ms`);
  }
}
