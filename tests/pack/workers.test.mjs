// heed/workers of the installed tarball: straight in Node, Bun and Deno, and through the bundlers in a page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "@playwright/test";
import { createServer } from "vite";
import { serve } from "../../scripts/serve.mjs";
import { findEngine, whyNoEngine } from "../../scripts/testing/engines.mjs";
import { launchOptions } from "../site/chromium.mjs";
import { ON_THIS_THREAD, ON_WORKERS } from "../workers/calls.mjs";
import { copyOf, install, node, ran, root, toolOf } from "./tarball.mjs";

const calls = readFileSync(path.join(root, "tests/workers/calls.mjs"), "utf8");
const installed = await install("installed", { "calls.mjs": calls });

function assertReport(report, expected) {
  const seen = Object.fromEntries(Object.keys(expected).map((name) => [name, report[name] ?? null]));
  assert.deepEqual(seen, expected, report.reason ?? undefined);
}

// ---- programs -------------------------------------------------------------------------------------------------------

/** Prints the report, and then has workers that it never closes. */
const PROGRAM = `import { load } from "heed";
import { openWorkers } from "heed/workers";
import { callsOf } from "./calls.mjs";
const x = { data: new Float32Array(3 * 512 * 64), shape: [3, 512, 64] };
const report = await callsOf({ load, openWorkers });
const heed = await openWorkers({ workers: 2 });
await heed.attention(x, x, x);
console.log(JSON.stringify({ ...report, open: heed.workers }));
`;
const program = copyOf(installed, "program", { "main.mjs": PROGRAM });

const ENGINES = {
  Node: () => node(["main.mjs"], program),
  Bun: ({ program: bun }) => ran(bun, ["main.mjs"], program),
  Deno: ({ program: deno }) => ran(deno, ["run", "--allow-all", "main.mjs"], program, { DENO_NO_UPDATE_CHECK: "1" }),
};

for (const [name, run] of Object.entries(ENGINES)) {
  const engine = name === "Node" ? {} : await findEngine(name);
  const skip = engine ? false : whyNoEngine(name);
  test(`${name}: a program computes on workers, and ends by itself without closing them`, { skip }, async () => {
    assertReport(JSON.parse(await run(engine)), { ...ON_WORKERS, shared: true, open: 2 });
  });
}

// ---- pages ----------------------------------------------------------------------------------------------------------

/** An app whose workers are made of the text in the package, or of its file. */
const APP = `import { load } from "heed";
import { openWorkers } from "heed/workers";
import { callsOf } from "./calls.mjs";
const file = () => new Worker(new URL("heed/worker.js", import.meta.url));
globalThis.callsOn = (how) => callsOf({ load, openWorkers }, { script: how === "file" ? file : undefined });
`;
const page = (script) =>
  `<!doctype html><title>app</title><link rel="icon" href="data:,"><script type="module" src="${script}"></script>`;

let browser;
before(async () => (browser = await chromium.launch(launchOptions)));
after(() => browser?.close());

/** The reports of the app at an address, for both ways to make workers. */
async function reportsAt(address) {
  const tab = await browser.newPage();
  try {
    const reports = [];
    for (const how of ["text", "file"]) {
      await tab.goto(address);
      await tab.waitForFunction(() => globalThis.callsOn !== undefined);
      reports.push(await tab.evaluate((way) => globalThis.callsOn(way), how));
    }
    return reports;
  } finally {
    await tab.close();
  }
}

async function reportsOf(folder) {
  const server = await serve(folder);
  try {
    return await reportsAt(`${server.url}/index.html`);
  } finally {
    await server.close();
  }
}

test("through esbuild: workers of text; it does not find the file, so the page computes", async () => {
  const folder = copyOf(installed, "esbuild", { "main.js": APP, "index.html": page("./out.js") });
  await node([toolOf("esbuild"), "main.js", "--bundle", "--minify", "--format=esm", "--outfile=out.js"], folder);
  const [text, file] = await reportsOf(folder);
  assertReport(text, ON_WORKERS);
  assertReport(file, ON_THIS_THREAD);
  assert.match(file.reason, /^No worker could be started: .*its file is missing/);
});

test("through a Vite build: workers of text and of the file", async () => {
  const folder = copyOf(installed, "vite", { "main.js": APP, "index.html": page("./main.js") });
  await node([toolOf("vite"), "build", "--base=./", "--logLevel=error"], folder);
  for (const report of await reportsOf(path.join(folder, "dist"))) assertReport(report, ON_WORKERS);
});

test("through Vite's server: workers of text and of the file", async () => {
  const folder = copyOf(installed, "vite-server", { "main.js": APP, "index.html": page("./main.js") });
  const server = await createServer({ root: folder, configFile: false, logLevel: "error", server: { port: 0 } });
  try {
    await server.listen();
    const { port } = server.httpServer.address();
    for (const report of await reportsAt(`http://localhost:${port}/`)) assertReport(report, ON_WORKERS);
  } finally {
    await server.close();
  }
});

test("through webpack 5: workers of text and of the file", async () => {
  const config = `export default {
  mode: "production", entry: "./main.js", performance: { hints: false },
  output: { path: import.meta.dirname ?? new URL(".", import.meta.url).pathname, filename: "out.js" },
};`;
  const files = { "main.js": APP, "index.html": page("./out.js"), "webpack.config.mjs": config };
  const folder = copyOf(installed, "webpack", files);
  await node([toolOf("webpack"), "--fail-on-warnings"], folder);
  for (const report of await reportsOf(folder)) assertReport(report, ON_WORKERS);
});
