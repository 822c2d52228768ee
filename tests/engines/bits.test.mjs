// The results of the package in every engine, compared with those of Node.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { serve } from "../../scripts/serve.mjs";
import { findEngine, whyNoEngine } from "../../scripts/testing/engines.mjs";
import { dist, flavours, load } from "../lib/support.mjs";
import { launchOptions } from "../site/chromium.mjs";
import { bitsOf } from "./bits.mjs";
import { inEachBrowser } from "./in-each-browser.mjs";

/** relaxed-simd may multiply and add in one rounding or in two. Of 1600 such calls, the largest difference is 6e-6. */
const MOST_ERROR = 1e-5;

const expected = await bitsOf({ flavours, load });

/** `reports` are what bitsOf gives for both entries of the package. */
function assertBits(reports, context) {
  for (const report of reports) {
    assert.deepEqual(report.simd, expected.simd, "simd gives the bits of Node");
    const relaxed = report["relaxed-simd"];
    assert.ok(!relaxed || relaxed.error <= MOST_ERROR, `relaxed-simd is ${relaxed?.error} from simd`);
  }
  assert.deepEqual(reports[0], reports[1], "both entries give the same bits");
  const relaxed = reports[0]["relaxed-simd"];
  context.diagnostic(
    relaxed ? `relaxed-simd: ${relaxed.error} from simd, ${likeNode(relaxed)}` : "relaxed-simd does not run",
  );
}

function likeNode({ hashes }) {
  const others = hashes.filter((hash, call) => hash !== expected["relaxed-simd"].hashes[call]).length;
  return `other bits than in Node in ${others} of ${hashes.length} calls`;
}

const SENTENCE = "in both entries, simd gives the bits of Node, and relaxed-simd is within 1e-5 of them";

test("Node: relaxed-simd is within 1e-5 of simd", (context) => assertBits([expected, expected], context));

/** Runs in every engine. */
const both = async (bits, entries) => {
  const { bitsOf: bitsHere } = await import(bits);
  const reports = [];
  for (const entry of entries) reports.push(await bitsHere(await import(entry)));
  return reports;
};

const ENTRIES = ["heed.js", "external.js"];
const hrefs = [new URL("bits.mjs", import.meta.url).href, ENTRIES.map((entry) => new URL(entry, dist).href)];

for (const [name, word] of Object.entries({ Bun: "-e", Deno: "eval" })) {
  const engine = await findEngine(name);
  test(`${name}: ${SENTENCE}`, { skip: engine ? false : whyNoEngine(name) }, async (context) => {
    const code = `console.log(JSON.stringify(await (${both})(...${JSON.stringify(hrefs)})));`;
    const { stdout } = await promisify(execFile)(engine.program, [word, code]);
    assertBits(JSON.parse(stdout), context);
  });
}

/** `page` has goto and run. */
async function assertBitsOfPage(page, context) {
  const folders = { "/dist/": fileURLToPath(dist), "/engines/": fileURLToPath(new URL(".", import.meta.url)) };
  const server = await serve(folders, { texts: { "/": "<!doctype html><title>heed</title>" } });
  try {
    await page.goto(server.url);
    const entries = ENTRIES.map((entry) => `/dist/${entry}`);
    assertBits(await page.run(both, "/engines/bits.mjs", entries), context);
  } finally {
    await server.close();
  }
}

inEachBrowser("the bits", { [SENTENCE]: assertBitsOfPage });

test(`Chromium: ${SENTENCE}`, async (context) => {
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage();
    const run = (call, ...args) => page.evaluate(`(${call})(...${JSON.stringify(args)})`);
    await assertBitsOfPage({ goto: (address) => page.goto(address), run }, context);
  } finally {
    await browser.close();
  }
});
