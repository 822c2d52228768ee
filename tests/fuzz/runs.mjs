// A run of the fuzz over one flavour, and what became of the memory meanwhile.
import { runInNewContext } from "node:vm";
import v8 from "node:v8";
import { dist, loadApart } from "../lib/support.mjs";
import { fuzz } from "./fuzz.mjs";

const entry = (name) => import(new URL(`${name}.js`, dist).href);
const ENTRIES = {
  lib: await entry("heed"),
  layers: await entry("layers"),
  rotary: await entry("rotary"),
  train: await entry("train"),
};

v8.setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** Bytes of JavaScript that are in use: the least after several collections, because some are given back only between
 * tasks, and code that was just compiled is let go a little later. */
async function heldBytes() {
  const held = [];
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    held.push(heapUsed + arrayBuffers);
  }
  return Math.min(...held);
}

/** What the heap may gain after the first fifth of a run, by code that is compiled late. */
const HEAP_MAY_GAIN = 8 * 2 ** 20;

/**
 * Runs a number of calls with one flavour. Throws at the first finding, and where memory has grown.
 * @param {string} flavour
 * @param {{ seed: number, count: number, programs?: number, tell?: (calls: number, bytes: number) => void }} plan
 */
export async function runFuzz(flavour, { seed, count, programs, tell = () => {} }) {
  const { heed, memory } = await loadApart(flavour);
  const since = performance.now();
  let early;
  let told = 0;
  const figures = await fuzz(heed, ENTRIES, { seed, count, programs }, async (calls) => {
    if (early === undefined && calls >= count / 5) early = { wasm: memory.buffer.byteLength, heap: await heldBytes() };
    if (calls - told < 50_000) return;
    told = calls;
    tell(calls, await heldBytes());
  });
  const end = { wasm: memory.buffer.byteLength, heap: await heldBytes() };
  early ??= end;
  if (end.wasm > early.wasm) throw new Error(`fuzz: wasm memory grew from ${early.wasm} to ${end.wasm} bytes`);
  if (end.heap > early.heap + HEAP_MAY_GAIN)
    throw new Error(`fuzz: the heap of JavaScript grew from ${early.heap} to ${end.heap} bytes`);
  return { ...figures, early, end, seconds: (performance.now() - since) / 1000 };
}

const MB = 2 ** 20;

/** The figures of a run in one line. */
export function lineOf(flavour, seed, { programs, calls, checked, refused, early, end, seconds }) {
  const gained = ((end.heap - early.heap) / MB).toFixed(1);
  return (
    `${flavour}: seed ${seed}, ${programs} programs, ${calls} calls: 0 wrong, 0 aborts; ${checked} results checked ` +
    `against a textbook, ${refused} refusals; wasm memory ${end.wasm / MB} MB from beginning to end, the heap ` +
    `gained ${gained} MB; ${seconds.toFixed(0)} s`
  );
}
