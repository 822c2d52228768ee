// How far float32 is from float64: the core and the textbook's double loop on the same numbers, for larger scores.
import type { Heed } from "heed";
import { seededRandom } from "heed/train";
import { attention, dot, softmax, ulpsBetween } from "../../kit/index.js";
import { attentionOf, numbered, rowsOf, type Computation } from "../../rooms/lesson/index.js";

export const QUERIES = 256;
export const KEYS = 64;
export const DIM = 64;
/** The queries are multiplied by these, and so are the scores. */
export const STRETCHES = [1, 4, 16, 64, 256, 1024] as const;

export interface Compared {
  /** The two numbers where the difference is largest. */
  readonly single: number;
  readonly double: number;
  readonly difference: number;
  /** The difference in steps from one float32 to the next. */
  readonly steps: number;
  /** Where the number is in the output. */
  readonly row: number;
  readonly column: number;
  readonly computation: Computation;
  /** The weights of the row, in double precision, and the column of the values. */
  readonly weights: readonly number[];
  readonly values: readonly number[];
}

export function compare(heed: Heed, seed: number, stretch: number): Compared {
  const draw = seededRandom(seed);
  const normal = (rows: number, size = 1) => ({
    data: draw.fillNormal(new Float32Array(rows * DIM), size),
    shape: [rows, DIM],
  });
  const [q, k, v] = [normal(QUERIES, stretch), normal(KEYS), normal(KEYS)];
  const { output } = heed.attention(q, k, v);
  // What is kept decides what is rounded where, so the output is that of a call that keeps nothing.
  const names = { tokens: numbered("q", QUERIES), keyTokens: numbered("k", KEYS) };
  const all = attentionOf(heed, { ...names, q, k, v });
  const computation = { ...all, kept: { ...all.kept, output } };
  const scale = 1 / Math.sqrt(DIM);
  const exact = attention(rowsOf(q), rowsOf(k), rowsOf(v), scale).flat();
  const differenceAt = (at: number): number => Math.abs(output.data[at]! - exact[at]!);
  let worst = 0;
  for (let at = 0; at < exact.length; at++) if (differenceAt(at) > differenceAt(worst)) worst = at;
  const place = { row: Math.floor(worst / DIM), column: worst % DIM };
  const [single, double] = [output.data[worst]!, exact[worst]!];
  return {
    single,
    double,
    difference: differenceAt(worst),
    steps: Math.abs(ulpsBetween(single, double)),
    ...place,
    computation,
    weights: softmax(rowsOf(k).map((key) => scale * dot(key, rowsOf(q)[place.row]!))).weights,
    values: rowsOf(v).map((value) => value[place.column]!),
  };
}
