// How far float32 is from float64: the core against the textbook in double precision, for larger and larger scores.
import type { Heed } from "heed";
import { random } from "heed/train";
import { attention, ulpsBetween } from "../../../shared/index.js";
import { rowsOf } from "../../frame/rows.js";

export const QUERIES = 256;
export const KEYS = 64;
export const DIM = 64;
/** By how much the queries are multiplied, and with them the scores. */
export const STRETCHES = [1, 4, 16, 64, 256, 1024] as const;

export interface Compared {
  readonly stretch: number;
  /** The place of the largest difference, and what stands there. */
  readonly place: number;
  readonly single: number;
  readonly double: number;
  readonly difference: number;
  /** The difference in steps between neighbouring float32 numbers at that place. */
  readonly steps: number;
}

export function compare(heed: Heed, seed: number, stretch: number): Compared {
  const draw = random(seed);
  const normal = (rows: number, size = 1) => ({
    data: draw.fillNormal(new Float32Array(rows * DIM), size),
    shape: [rows, DIM],
  });
  const [q, k, v] = [normal(QUERIES, stretch), normal(KEYS), normal(KEYS)];
  const { output } = heed.attention(q, k, v);
  const exact = attention(rowsOf(q), rowsOf(k), rowsOf(v), 1 / Math.sqrt(DIM)).flat();
  let place = 0;
  for (let at = 0; at < exact.length; at++)
    if (Math.abs(output.data[at]! - exact[at]!) > Math.abs(output.data[place]! - exact[place]!)) place = at;
  const [single, double] = [output.data[place]!, exact[place]!];
  const difference = Math.abs(single - double);
  return { stretch, place, single, double, difference, steps: Math.abs(ulpsBetween(single, double)) };
}
