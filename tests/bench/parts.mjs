// Where the time of the kernels goes, at 8×512×64, in turns: attention's parts with all their numbers in the first
// cache; the kernels with nothing between them, eight times over one head and over eight heads; a session; and a call.
// What "all" lacks to the best loop is lost in the kernels, from there to "heads" in memory, from there to "session" in
// what drives them, and from there to "call" in copies.
//
//   npm run build, then node tests/bench/parts.mjs
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import v8 from "node:v8";
import { buildCore, flavours } from "../../scripts/build.mjs";
import { root, withCheckout } from "../../scripts/setup/checkout.mjs";
import { setUp } from "../../scripts/setup/main.mjs";
import { openWith } from "../../web/measure/contenders/heed.mjs";
import { inputsFor } from "../../web/measure/inputs.mjs";
import { openPeak } from "../../web/measure/peak.mjs";
import { timesOf } from "../../web/measure/sample.mjs";
import { SHAPES } from "../../web/measure/shapes.mjs";

const SHAPE = SHAPES.find(({ name }) => name === "8×512×64");
const SCORES = SHAPE.heads * SHAPE.queries * SHAPE.keys;
const INPUTS = inputsFor(SHAPE);
const BUDGET = { ms: 1500 };
/** Runs of a part in one call. */
const RUNS = 20;

// Of each part: the products that it holds, of the two that attention has. The others are told by their time alone.
const PRODUCTS = { scores: 1, values: 1, products: 2, softmax: 0, packing: 0, all: 2 };

/** The parts of a flavour, as functions, and the scores that a call of one stands for. */
function openParts(flavour) {
  const bytes = readFileSync(join(root, `build/wasm-${flavour}/tests/bench/heed_parts.wasm`));
  const parts = /** @type {Record<string, any>} */ (new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports);
  parts.part_start();
  const { q, k, v } = INPUTS;
  const tensors = new Float32Array(parts.memory.buffer, parts.part_tensors(), 4 * q.length);
  [q, k, v].forEach((data, at) => tensors.set(data, at * data.length));
  return {
    scores: RUNS * parts.panel_rows() * SHAPE.keys,
    calls: Object.keys(PRODUCTS).map((part) => () => parts[`part_${part}`](RUNS)),
    oneHead: () => parts.part_one_head(),
    heads: () => parts.part_heads(),
    output: tensors.subarray(3 * q.length),
  };
}

/** One line: the time of a score, and how fast the products are beside the best loop. */
function lineOf(name, { ms, nearbyPeak, disturbed }, scores, products) {
  const time = `${((ms / scores) * 1e6).toFixed(3)} ns a score`;
  const gflops = (scores * products * 2 * SHAPE.dim) / ms / 1e6;
  const share = products ? `, ${((100 * gflops) / nearbyPeak).toFixed(1)} % of the best loop` : "";
  return `  ${name.padEnd(10)}${time}${share}${disturbed ? " (disturbed)" : ""}`;
}

v8.setFlagsFromString("--experimental-wasm-relaxed-simd");
const { env } = await setUp();
await withCheckout(async (lock) => {
  for (const flavour of flavours) await buildCore(`wasm-${flavour}`, ["heed_parts"], { env, lock });
});
const { load } = await import(pathToFileURL(join(root, "dist/heed.js")).href);
const peak = openPeak();
console.log(`Node ${process.versions.node}, the best loop ${peak.best.gflops.toFixed(1)} GFLOP/s (${peak.best.name})`);
for (const flavour of flavours) {
  const { scores, calls, oneHead, heads, output } = openParts(flavour);
  const { kernel, result, call, dispose } = (await openWith(load, flavour)).prepare(SHAPE, INPUTS);
  heads();
  kernel();
  if (result().output.some((x, i) => x !== output[i])) throw new Error(`${flavour}: heads and session differ.`);
  const figures = await timesOf([...calls, oneHead, heads, kernel, call], BUDGET, peak);
  dispose();
  console.log(flavour);
  for (const [at, [part, products]] of Object.entries(PRODUCTS).entries())
    console.log(lineOf(part, figures[at], scores, products));
  for (const [at, name] of ["one head", "heads", "session", "call"].entries())
    console.log(lineOf(name, figures[calls.length + at], SCORES, 2));
}
