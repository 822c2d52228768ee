// What the tests of the package share: the built package in every flavour that this Node runs, and comparisons.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { pathToFileURL } from "node:url";
import v8 from "node:v8";

// Node 20 and 22 keep relaxed SIMD behind a flag; later ones ignore it.
v8.setFlagsFromString("--experimental-wasm-relaxed-simd");

/** The build under test: dist/, or the folder that HEED_DIST names. */
export const dist = process.env.HEED_DIST
  ? pathToFileURL(`${process.env.HEED_DIST}/`)
  : new URL("../../dist/", import.meta.url);
export const { flavours, load, tensor } = await import(new URL("heed.js", dist).href);
export const runnable = flavours();

/** The same test for each flavour; the body gets a started heed. */
export function testEach(sentence, body) {
  for (const flavour of runnable) {
    test(`${flavour}: ${sentence}`, async () => body(await load({ flavour })));
  }
}

/** A heed of its own, not shared with any other test, and the memory it computes in. */
export async function loadApart(flavour = "simd") {
  /** @type {{ instantiate: Function }} */
  const engine = WebAssembly;
  const { instantiate } = engine;
  /** @type {WebAssembly.Memory} */
  let memory;
  engine.instantiate = async (...args) => {
    const instance = await instantiate.apply(WebAssembly, args);
    memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
    return instance;
  };
  try {
    const heed = await load({ wasm: readFileSync(new URL(`${flavour}.wasm`, dist)) });
    return { heed, memory };
  } finally {
    engine.instantiate = instantiate;
  }
}

/** A generator of numbers that are the same in every run. */
export function randomOf(seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const integer = (from, to) => from + Math.floor(uniform() * (to - from + 1));
  const tensorOf = (shape, draw = normal) => ({ data: Float32Array.from({ length: product(shape) }, draw), shape });
  return { uniform, normal, integer, tensorOf };
}

/** The name of the gradient of a tensor. */
export function gradientName(name) {
  return name.length > 1 ? `d${name.replace(/^./, (first) => first.toUpperCase())}` : `d${name}`;
}

export function product(shape) {
  return shape.reduce((count, extent) => count * extent, 1);
}

/** Every number within 2e-6 + 1e-5·|expected| (or the tolerance given), and the same non-finite ones. */
export function assertClose(actual, expected, what, absolute = 2e-6, relative = 1e-5) {
  assert.equal(actual.length, expected.length, `${what}: ${actual.length} numbers, ${expected.length} expected`);
  for (let i = 0; i < expected.length; i++) {
    const same = Object.is(actual[i], expected[i]) || actual[i] === expected[i];
    const near = Math.abs(actual[i] - expected[i]) <= absolute + relative * Math.abs(expected[i]);
    // A sentence for each of millions of numbers would take longer than to compute them.
    if (!same && !near) assert.fail(`${what}[${i}] is ${actual[i]}, ${expected[i]} expected`);
  }
}

export function assertSame(actual, expected, what) {
  assert.deepEqual(actual.shape, expected.shape, `${what}: shape`);
  const same =
    actual.data.length === expected.data.length && actual.data.every((x, i) => Object.is(x, expected.data[i]));
  if (!same) assert.deepEqual(Array.from(actual.data), Array.from(expected.data), what);
}

/** A matrix turned. */
export const transposed = ({ data, shape: [rows, columns] }) => ({
  data: data.map((_, at) => data[(at % rows) * columns + Math.floor(at / rows)]),
  shape: [columns, rows],
});

/** The rows from … to − 1 of a tensor (…, rows, columns). */
export function rowsOf({ data, shape }, from, to) {
  const [rows, columns] = shape.slice(-2);
  const parts = Array.from({ length: data.length / (rows * columns) }, (_, block) =>
    Array.from(data.subarray((block * rows + from) * columns, (block * rows + to) * columns)),
  );
  return { data: Float32Array.from(parts.flat()), shape: [...shape.slice(0, -2), to - from, columns] };
}

/** Collects what nobody holds, in Node and in Bun. */
export async function collector() {
  if (globalThis.Bun) return () => globalThis.Bun.gc(true);
  v8.setFlagsFromString("--expose-gc");
  const { runInNewContext } = await import("node:vm");
  return runInNewContext("gc");
}
