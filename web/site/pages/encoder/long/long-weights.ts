// All weights of one head over a long text, a slice of rows at a time, so that the page stays free and wasm memory
// small.
import type { Heed, Tensor } from "heed";
import { nextTask } from "../../../../show/index.js";
import type { Encoder, QueriesAndKeys } from "../../../rooms/trained/index.js";

/** Some 10 ms of work. At multiples of 12 rows the numbers are those of one whole call, to the last bit. */
const ROWS = 240;

export interface LongWork {
  readonly q: Tensor;
  readonly k: Tensor;
  /** Takes the weights: queries × keys. */
  readonly into: Float32Array;
  readonly signal?: AbortSignal;
}

/** Queries and keys of all pieces, a slice at a time, with the numbers of one whole call. */
export async function longQueriesAndKeys(
  encoder: Encoder,
  ids: readonly number[],
  head: number,
): Promise<QueriesAndKeys> {
  let whole: QueriesAndKeys | undefined;
  for (let row = 0; row < ids.length; row += ROWS) {
    const part = encoder.queriesAndKeys(ids.slice(row, row + ROWS), head, row);
    whole ??= { ...part, x: roomFor(part.x, ids), q: roomFor(part.q, ids), k: roomFor(part.k, ids) };
    for (const name of ["x", "q", "k"] as const) whole[name].data.set(part[name].data, row * part[name].shape[1]!);
    await nextTask();
  }
  return whole!;
}

function roomFor({ shape }: Tensor, ids: readonly number[]): Tensor {
  return { data: new Float32Array(ids.length * shape[1]!), shape: [ids.length, shape[1]!] };
}

/** @returns the milliseconds in the core; undefined where it was aborted */
export async function fillLongWeights(heed: Heed, work: LongWork): Promise<number | undefined> {
  const count = work.q.shape[0]!;
  const whole = count - (count % ROWS);
  const first = await fillRows(heed, work, { from: 0, to: whole, slice: ROWS });
  // The last rows are fewer than a slice, so they need a session of their own.
  const last =
    first === undefined ? undefined : await fillRows(heed, work, { from: whole, to: count, slice: count % ROWS });
  return first === undefined || last === undefined ? undefined : first + last;
}

/** In a session, whose memory is the same for all slices. */
async function fillRows(
  heed: Heed,
  { q, k, into, signal }: LongWork,
  { from, to, slice }: { readonly from: number; readonly to: number; readonly slice: number },
): Promise<number | undefined> {
  if (from === to) return 0;
  const [keys, dim] = k.shape as [number, number];
  const session = heed.session({ queries: slice, keys, dim, valueDim: 1, keep: ["weights"] });
  let took = 0;
  try {
    session.k.set(k.data);
    for (let row = from; row < to; row += slice) {
      const start = performance.now();
      session.run({ q: q.data.subarray(row * dim, (row + slice) * dim) });
      into.set(session.weights, row * keys);
      took += performance.now() - start;
      await nextTask();
      if (signal?.aborted) return undefined;
    }
    return took;
  } finally {
    session.dispose();
  }
}
