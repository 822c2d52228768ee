// What the README and the page of speed say of the figures is computed from the figures.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { nodePeers } from "../bench/peers/entries.mjs";
import { PINS } from "../bench/peers/pins.mjs";
import { bestOfPeers, liteRtWords, nativeWords, threadsWords } from "../bench/report/words.mjs";

const read = (file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const report = (name) => read(`tests/bench/results/${name}.md`);
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
    "On one thread, native onnxruntime-node is 3.0 to 3.8 times as fast as heed simd without a mask (512 tokens or " +
      "more), 0.9 times as fast with a causal mask and 4.0 times as fast for the layer (other work disturbed it).",
  );
  assert.equal(nativeWords({ ...run, rows: [] }), "");
});

test("the sentence on threads compares both ways, over the rows of its run", () => {
  const row = (here, pool) => ({
    shape: square(512),
    figures: { here: { ms: here }, onnxruntime: { ms: 2 }, "workers-2": { ms: pool } },
  });
  assert.equal(
    threadsWords({ engine: "Node 1 (V8 2)", workers: 2, rows: [row(2, 1), row(3, 2)] }),
    "In Node, onnxruntime-web on two threads is 1.0 to 1.5 times as fast as heed on one thread without a mask " +
      "(512 tokens or more). heed/workers with two workers is 1.0 to 2.0 times as fast as onnxruntime-web on two " +
      "threads without a mask (512 tokens or more).",
  );
});

test("the sentences on LiteRT.js compare one thread with one, and two workers with two threads", () => {
  const contenders = [{ name: "simd", kind: "heed", label: "heed simd" }];
  const row = (shape, alone, pool) => ({
    shape,
    figures: { simd: call(1), litert: call(alone), "heed-workers-2": call(1), "litert-2": call(pool) },
  });
  const run = { engine: "Chromium 1", contenders, rows: [row(square(512), 1.5, 1.2), row(square(1024), 1.25, 1)] };
  assert.equal(
    liteRtWords(run),
    "In Chromium, heed simd is 1.3 to 1.5 times as fast as LiteRT.js without a mask (512 tokens or more). " +
      "heed/workers with two workers is 1.0 to 1.2 times as fast as LiteRT.js on two threads without a mask " +
      "(512 tokens or more).",
  );
  assert.equal(liteRtWords({ ...run, rows: [] }), "");
});

const between = (text, name) => text.split(`<!-- ${name}:begin -->\n`)[1].split(`\n<!-- ${name}:end -->`)[0];
/** The cells of a table's lines, by the name of the shape; without the stars. */
const cellsOf = (text) =>
  Object.fromEntries(
    Array.from(text.matchAll(/^\| (\S.*?) *\|(.*)\|$/gm), ([, name, cells]) => [
      name,
      cells.split("|").map((cell) => cell.replace("*", "").trim()),
    ]),
  );

test("the README and the page of speed say what the reports of the last runs say", () => {
  const [readme, page] = [between(read("README.md"), "bench"), read(SPEED_PAGE)];
  const sentence = between(page, "native");
  assert.match(sentence, /^On one thread, native onnxruntime-node is /);
  for (const text of [readme, report("node")]) assert.ok(text.includes(`\n\n${sentence}`));
  for (const engine of ["node", "chromium"]) {
    const own = report(`workers-${engine}`);
    assert.ok(own.includes(`\n\n${between(page, `threads-${engine}`)}`));
    assert.ok(own.includes(between(page, `workers-${engine}`).split("\n\n")[0]));
  }
  const training = between(page, "training");
  assert.ok(report("training").includes(training));
  assert.match(training, /\| PyTorch \S+ \(OpenBLAS, kernel of \w+\), 1 thread /);
  const [{ "GFLOP/s": _, ...short }, whole] = [readme, report("node").split("## heed alone")[0]].map(cellsOf);
  assert.equal(Object.keys(short).filter((name) => !name.startsWith("-")).length, 5);
  for (const [name, [relaxed, simd, best, , workers, threads]] of Object.entries(short))
    for (const cell of [relaxed, simd, best.split(" ")[0], workers, threads])
      assert.ok(cell.startsWith("-") || whole[name].includes(cell), `${name}: ${cell}`);
});

test("the README has one table of speed, of one run", () => {
  const speed = read("README.md").split("\n## How fast it is\n")[1].split("\n## ")[0];
  assert.equal(speed.match(/^\| -+/gm).length, 1);
  assert.equal(speed.match(/\b\d{4}-\d\d-\d\d\b/g).length, 1, "dates");
  assert.equal(speed.match(/`npm run bench/g).length, 1, "commands");
});

test("no other place in them says how many times as fast another library is", () => {
  for (const file of ["README.md", SPEED_PAGE]) {
    const written = read(file).replace(/<!-- ([\w-]+):begin -->[^]*?<!-- \1:end -->/g, "");
    assert.doesNotMatch(written, /\btimes as (fast|long)\b|\bbest other\b/, file);
  }
});

test("the best of the others is the best of those that the page names, and it says how each was run", () => {
  const peers = nodePeers("/nowhere", (_, file) => file).filter(({ kind }) => kind === "peer");
  assert.equal(bestOfPeers({ contenders: peers }), "fastest of three others");
  const how = read(SPEED_PAGE).split("## How the others were run")[1].split("\n## ")[0];
  const [, names] = /Fastest of three others: ([^[]*), \[each run as here\]/.exec(read("README.md"));
  assert.equal(names.split(/, | and /).length, 3);
  for (const name of names.split(/, | and /)) assert.ok(how.includes(`**${name}**`), name);
  assert.ok(how.includes("**LiteRT.js**") && "@litertjs/core" in PINS, "and that of pages alone");
});
