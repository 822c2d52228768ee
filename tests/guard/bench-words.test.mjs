// What the README and the page of speed say of the figures is computed from the figures.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { nodePeers } from "../bench/peers/entries.mjs";
import { PINS } from "../bench/peers/pins.mjs";
import { readmeBlock } from "../bench/report/files.mjs";
import { bestOfPeers, namesOfPeers, nativeWords, threadsWords } from "../bench/report/words.mjs";

const read = (file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const result = (name) => JSON.parse(read(`tests/bench/results/${name}.json`));
const SPEED_PAGE = "web/site/docs/performance.md";

const square = (queries, more = {}) => ({ kind: "attention", queries, keys: queries, ...more });
const call = (ms, disturbed) => ({ call: { ms, ...(disturbed && { disturbed }) } });

/** A run in which native onnxruntime takes 1 ms everywhere; `times` are heed's milliseconds. */
function inventedRun(times) {
  const rows = times.map(([shape, ms, disturbed]) => ({
    shape,
    figures: { simd: call(ms, disturbed), "ort-node": call(1) },
  }));
  return { contenders: [{ name: "simd", kind: "heed", label: "heed simd" }], rows };
}

test("the sentence on native onnxruntime has the least and the most of its rows, and leaves disturbed ones out", () => {
  const run = inventedRun([
    [square(512), 2.96],
    [square(1024), 3.84],
    [square(4096), 9, true],
    [square(128), 1],
    [square(1024, { keep: true }), 8],
    [square(1024, { causal: true }), 0.9],
    [square(512, { kind: "layer" }), 4, true],
  ]);
  assert.equal(
    nativeWords(run),
    "On one thread, native onnxruntime-node is 3.0 to 3.8 times as fast as heed simd without a mask from 512 tokens " +
      "on, 0.9 times as fast with a causal mask and 4.0 times as fast for the layer (other work disturbed it).",
  );
  assert.equal(nativeWords({ ...run, rows: [] }), "");
});

test("the sentence on threads compares both ways, over the rows of all its runs", () => {
  const figures = (here, pool) => ({ here: { ms: here }, onnxruntime: { ms: 2 }, "workers-2": { ms: pool } });
  const run = (here, pool) => ({ workers: 2, rows: [{ shape: square(512), figures: figures(here, pool) }] });
  assert.equal(
    threadsWords([run(2, 1), run(3, 2)]),
    "onnxruntime-web on two threads is 1.0 to 1.5 times as fast as heed on one thread without a mask from 512 tokens " +
      "on. heed/workers with two workers is 1.0 to 2.0 times as fast as onnxruntime-web on two threads without a " +
      "mask from 512 tokens on.",
  );
});

test("the README and the page of speed hold the table and the sentences of the last runs", () => {
  const run = result("node");
  const [readme, page] = [read("README.md"), read(SPEED_PAGE)];
  const between = (text, name) => text.split(`<!-- ${name}:begin -->\n`)[1].split(`\n<!-- ${name}:end -->`)[0];
  assert.equal(between(readme, "bench"), readmeBlock(run));
  assert.equal(between(page, "native"), nativeWords(run));
  assert.equal(between(page, "threads"), threadsWords([result("workers-node"), result("workers-chromium")]));
});

test("no other place in them says how many times as fast another library is", () => {
  for (const file of ["README.md", SPEED_PAGE]) {
    const written = read(file).replace(/<!-- (\w+):begin -->[^]*?<!-- \1:end -->/g, "");
    assert.doesNotMatch(written, /\btimes as (fast|long)\b|\bbest other\b/, file);
  }
});

test("the best of the others is the best of those that the page names, and it says how each was run", () => {
  const run = result("node");
  assert.equal(bestOfPeers(run), "best of four");
  const how = read(SPEED_PAGE).split("## How the others were run")[1].split("\n## ")[0];
  for (const name of namesOfPeers(run).split(/, | and /)) assert.ok(how.includes(`**${name}**`), name);
  const peers = nodePeers("/nowhere", (file) => file).filter(({ kind }) => kind === "peer");
  assert.equal(peers.length, 4);
  assert.ok(how.includes("@litertjs/core") && !("@litertjs/core" in PINS), "it says what is not measured");
});
