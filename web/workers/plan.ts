// What it takes to cut a call into chunks.
import type { CallTensor, ReadCall } from "../lib/call/index.js";
import type { Row } from "../lib/rows/index.js";
import type { HeldAs, Results } from "./chunks.js";

/** How calls are cut. Tests make everything smaller. */
export interface Limits {
  /** Floating-point operations below which a call is computed on the calling thread. */
  readonly least: number;
  /** Floating-point operations for each number that travels, below which it is computed there, too. */
  readonly perNumber: number;
  /**
   * Floating-point operations of a chunk, about: 10 ms of a core. Each chunk costs all threads 0.3 ms, and a call that
   * gives each worker one chunk leaves the calling thread nothing to do while they compute.
   */
  readonly chunk: number;
  /** Milliseconds without a call after which workers end: an idle one takes 10 MB, and to start one takes 40 ms. */
  readonly rest: number;
}

/**
 * Measured, heads × tokens with 64 columns: the smallest shapes that win with two workers are 8×192 and 1×512 in Node,
 * 8×256 and 1×512 in Chromium. `flopsOf` counts 71 to 151 million for them; `least` lies between.
 *
 * With few rows for many keys, the keys take longer to travel than to be computed with. Two workers are as many times
 * as fast as the plain call, by the operations for each number (Node, medians, `node tests/bench/few-rows.mjs`): 0.2
 * (2), 0.7 (16), 0.8 (32), 0.7 to 0.95 (48), 1.3 (96), 1.45 (190). `perNumber` lies between loss and gain.
 */
export const LIMITS: Limits = { least: 100e6, perNumber: 80, chunk: 500e6, rest: 10_000 };

/** A call to cut. */
export interface Plan {
  readonly read: ReadCall;
  readonly tensors: readonly CallTensor[];
  readonly results: Results;
  readonly workers: number;
  readonly limits: Limits;
  /** A name for each window that workers hold. */
  readonly heldAs: HeldAs;
  /** Makes arrays, or throws an error that names the call. */
  readonly makeFloats: (count: number) => Float32Array<ArrayBuffer>;
}

/** Workers hold these inputs alone. */
export function heldWhere({ heldAs }: Plan, isHeld: (row: Row) => boolean): HeldAs {
  return (row, window) => (isHeld(row) ? heldAs(row, window) : undefined);
}
