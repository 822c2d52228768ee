// What it takes to cut a call into chunks.
import type { CallTensor, ReadCall } from "../lib/call/index.js";
import type { Row } from "../lib/rows/index.js";
import type { HeldAs, Results } from "./chunks.js";

/** How calls are cut. Tests make everything smaller. */
export interface Limits {
  /** Floating-point operations below which a call is computed on the calling thread. */
  readonly least: number;
  /**
   * Floating-point operations for each number that travels, below which a call is computed on the calling thread, too.
   */
  readonly perNumber: number;
  /**
   * About how many floating-point operations a chunk has: 10 ms of a core. Each chunk costs all threads 0.3 ms, and a
   * call that gives each worker one chunk leaves the calling thread nothing to do while they compute.
   */
  readonly chunk: number;
  /** Milliseconds without a call after which workers end: an idle one takes 10 MB, and starting one takes 40 ms. */
  readonly rest: number;
}

/**
 * The smallest shapes that win with two workers, measured as heads × tokens with 64 columns, are 8×192 and 1×512 in
 * Node, 8×256 and 1×512 in Chromium. `flopsOf` counts 71 to 151 million for them; `least` is between.
 *
 * With few rows for many keys, the keys take longer to travel than to be computed with. The speed of two workers over
 * that of the plain call, with the operations for each number in brackets (`node tests/bench/few-rows.mjs`, medians in
 * Node): 0.2 (2), 0.7 (16), 0.8 (32), 0.7 to 0.95 (48), 1.3 (96), 1.45 (190). `perNumber` is between loss and gain.
 */
export const LIMITS: Limits = { least: 100e6, perNumber: 80, chunk: 500e6, rest: 10_000 };

/** A call to cut. */
export interface Plan {
  readonly read: ReadCall;
  readonly tensors: readonly CallTensor[];
  /** For each batch the sums of work over the rows. */
  readonly work: readonly Float64Array[];
  readonly flops: number;
  readonly results: Results;
  readonly workers: number;
  readonly limits: Limits;
  /** A name for each window that workers hold. */
  readonly heldAs: HeldAs;
  /** Makes arrays, or throws an error that names the call. */
  readonly makeFloats: (count: number) => Float32Array<ArrayBuffer>;
}

/** Makes workers hold these inputs alone. */
export function heldWhere({ heldAs }: Plan, isHeld: (row: Row) => boolean): HeldAs {
  return (row, window) => (isHeld(row) ? heldAs(row, window) : undefined);
}
