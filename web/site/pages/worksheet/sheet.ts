// A worksheet: three tokens, small whole numbers, and all results, computed by the core.
import type { Heed, Tensor } from "heed";
import { seededRandom, type Random } from "heed/train";
import { rowsOf } from "../../rooms/lesson/index.js";

/** Given are Q, K and V; or X and the projections; or Q, K and V with a causal mask. */
export const LEVELS = ["given", "projected", "causal"] as const;
export type Level = (typeof LEVELS)[number];

type Rows = readonly (readonly number[])[];

export interface Sheet {
  readonly seed: number;
  readonly level: Level;
  /** The matrices that stand on the sheet, in their order. */
  readonly given: readonly (readonly [name: "X" | "WQ" | "WK" | "WV" | "Q" | "K" | "V", rows: Rows])[];
  // The results, in the order of the work.
  readonly q: Rows;
  readonly k: Rows;
  readonly v: Rows;
  readonly raw: Rows;
  readonly scores: Rows;
  /** exp(score − the row's largest visible score), 0 where a token is hidden. */
  readonly exponentials: Rows;
  readonly weights: Rows;
  readonly output: Rows;
}

export const TOKENS = 3;
/** √4 is 2, so scaling makes nothing worse than halves. */
export const DIM = 4;
const VALUE_DIM = 2;
const MODEL_DIM = 2;
/** No exponent is lower, so the table of powers stays short. */
export const DEEPEST = -5;
/** How far a weight may be from the key where each number is rounded by hand. */
export const WEIGHT_OFF = 0.01;
/** The same for an output. Projected values are larger. */
export const OUTPUT_OFF: Readonly<Record<Level, number>> = { given: 0.05, projected: 0.1, causal: 0.05 };

export function makeSheet(heed: Heed, seed: number, level: Level): Sheet {
  const draw = seededRandom(seed);
  for (;;) {
    const sheet = level === "projected" ? projected(heed, seed, draw) : given(heed, seed, level, draw);
    if (worthDoing(sheet)) return sheet;
  }
}

/** Whether each row has one best key, the rows differ in it, and the table has all powers. */
function worthDoing({ raw, weights }: Sheet): boolean {
  const best = (row: readonly number[]): number => row.indexOf(Math.max(...row));
  const standsOut = weights.every((row) => row.filter((weight) => weight === Math.max(...row)).length === 1);
  const spread = Math.max(...raw.map((row) => (Math.max(...row) - Math.min(...row)) / Math.sqrt(DIM)));
  return standsOut && new Set(weights.map(best)).size > 1 && spread <= -DEEPEST;
}

function matrix(draw: Random, rows: number, columns: number, low: number, high: number): number[][] {
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => low + draw.integer(high - low + 1)));
}

function given(heed: Heed, seed: number, level: Level, draw: Random): Sheet {
  const [q, k, v] = [
    matrix(draw, TOKENS, DIM, -1, 2),
    matrix(draw, TOKENS, DIM, -1, 2),
    matrix(draw, TOKENS, VALUE_DIM, 0, 5),
  ];
  const result = heed.attention(q, k, v, { causal: level === "causal", keep: ["raw", "scores", "weights"] });
  return {
    seed,
    level,
    given: [
      ["Q", q],
      ["K", k],
      ["V", v],
    ],
    q,
    k,
    v,
    ...worked(result, level),
  };
}

function projected(heed: Heed, seed: number, draw: Random): Sheet {
  const x = matrix(draw, TOKENS, MODEL_DIM, 0, 2);
  const [query, key, value] = [
    matrix(draw, MODEL_DIM, DIM, -1, 1),
    matrix(draw, MODEL_DIM, DIM, -1, 1),
    matrix(draw, MODEL_DIM, VALUE_DIM, 0, 3),
  ];
  const weights = { queryWeight: query, keyWeight: key, valueWeight: value };
  const result = heed.selfAttention(x, { ...weights, keep: ["q", "k", "v", "raw", "scores", "weights"] });
  const found = { q: rowsOf(result.q), k: rowsOf(result.k), v: rowsOf(result.v) };
  return {
    seed,
    level: "projected",
    given: [
      ["X", x],
      ["WQ", query],
      ["WK", key],
      ["WV", value],
    ],
    ...found,
    ...worked(result, "projected"),
  };
}

function worked(
  result: Record<"raw" | "scores" | "weights" | "output", Tensor>,
  level: Level,
): Pick<Sheet, "raw" | "scores" | "exponentials" | "weights" | "output"> {
  const scores = rowsOf(result.scores);
  const exponentials = scores.map((row, query) => {
    const visible = row.filter((_, key) => isVisible(level, query, key));
    return row.map((score, key) => (isVisible(level, query, key) ? Math.exp(score - Math.max(...visible)) : 0));
  });
  return {
    raw: rowsOf(result.raw),
    scores,
    exponentials,
    weights: rowsOf(result.weights),
    output: rowsOf(result.output),
  };
}

/** Whether a query sees a key. */
export function isVisible(level: Level, query: number, key: number): boolean {
  return level !== "causal" || key <= query;
}

/** The powers that a sheet may need: [x, e^x], from 0 down in halves. */
export function powers(): [number, number][] {
  return Array.from({ length: 1 - 2 * DEEPEST }, (_, halves) => [-halves / 2, Math.exp(-halves / 2)]);
}
