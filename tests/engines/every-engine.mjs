// One function of a module, run in every engine: Bun, Deno, newer versions of Node, WebKit, Firefox and Chromium. The
// module imports nothing; the function gets what it needs of the package, and gives what can be written as JSON.
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { serve } from "../../scripts/serve.mjs";
import { findEngine, kFromStdin, whyNoEngine } from "../../scripts/testing/engines.mjs";
import { dist } from "../lib/support.mjs";
import { launchOptions } from "../site/chromium.mjs";
import { inEachBrowser } from "./in-each-browser.mjs";

/** Runs in every engine. `entries` are addresses of the package's entries by the names that the function knows. */
const call = async (module, name, entries, args) => {
  const [{ [name]: given }, ...found] = await Promise.all(
    [module, ...Object.values(entries)].map((address) => import(address)),
  );
  return given(Object.fromEntries(Object.keys(entries).map((entry, at) => [entry, found[at]])), ...args);
};

async function printedBy(program, words, code) {
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(code);
  return text(child.stdout);
}

/** `page` has goto and run. */
async function onPage(page, address, deed) {
  const folders = { "/dist/": fileURLToPath(dist), "/engines/": fileURLToPath(new URL(".", import.meta.url)) };
  const server = await serve(folders, { texts: { "/": "<!doctype html><title>heed</title>" } });
  try {
    await page.goto(server.url);
    return await page.run(call, `/engines/${deed.module}`, deed.name, addressed(deed.entries, address), deed.args);
  } finally {
    await server.close();
  }
}

const addressed = (entries, address) =>
  Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, address(file)]));

/**
 * A test for each engine.
 *
 * @param {string} sentence
 * @param {{ module: string, name: string, entries: Record<string, string>, args?: any[] }} deed
 *   A module of this folder, the name of its function, the package's files, and what else the function gets.
 * @param {(report: any, context: import("node:test").TestContext, engine: string) => void} check
 */
export function inEveryEngine(sentence, { args = [], ...deed }, check) {
  const program = [
    new URL(deed.module, import.meta.url).href,
    deed.name,
    addressed(deed.entries, (file) => new URL(file, dist).href),
    args,
  ];
  for (const [name, words] of Object.entries(kFromStdin)) {
    test(`${name}: ${sentence}`, async (context) => {
      const engine = await findEngine(name);
      if (!engine) return context.skip(whyNoEngine(name));
      const code = `console.log(JSON.stringify(await (${call})(...${JSON.stringify(program)})));`;
      check(JSON.parse(await printedBy(engine.program, words, code)), context, name);
    });
  }
  const inPage = async (page, context, name) =>
    check(await onPage(page, (file) => `/dist/${file}`, { ...deed, args }), context, name);
  inEachBrowser(sentence, { [sentence]: inPage });
  test(`Chromium: ${sentence}`, async (context) => {
    const browser = await chromium.launch(launchOptions);
    try {
      const page = await browser.newPage();
      const run = (given, ...rest) => page.evaluate(`(${given})(...${JSON.stringify(rest)})`);
      await inPage({ goto: (address) => page.goto(address), run }, context, "Chromium");
    } finally {
      await browser.close();
    }
  });
}
