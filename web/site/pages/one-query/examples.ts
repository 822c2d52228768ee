// The two examples of the lesson. Both have six tokens, and queries, keys and values of two numbers.
import { begin, numbersOf } from "../../rooms/state/index.js";

export interface Example {
  readonly tokens: readonly string[];
  readonly x: readonly (readonly number[])[];
  readonly weights: Readonly<Record<"query" | "key" | "value", readonly (readonly number[])[]>>;
  /** The token that asks at first. */
  readonly asks: number;
  /** The keys of the texts that name the columns. Left out, the columns have numbers. */
  readonly columns?: readonly [string, string];
}

/** The worked example "Your journey starts with one step". */
export const PRESET = "journey";
const { tokens, x, query, key, value } = numbersOf(begin(PRESET));
export const PRINTED: Example = { tokens, x, weights: { query, key, value }, asks: 1 };

/** Six words of the course's sentence. We made up the numbers: how alive a word is, how much a place, and how much it
 * refers back. A word that refers back looks for something alive. */
export const SENTENCE: Example = {
  tokens: ["animal", "cross", "street", "it", "was", "tired"],
  x: [
    [1.9, 0, 0],
    [0.2, 0.7, 0],
    [0.3, 1.9, 0],
    [0.3, 0.2, 1.6],
    [-0.4, -0.2, 0.2],
    [0.7, -0.5, 0.1],
  ],
  weights: {
    query: [
      [0.3, 0.2],
      [0.1, 0.3],
      [1.1, -0.4],
    ],
    key: [
      [1, 0],
      [0, 1],
      [0, 0],
    ],
    value: [
      [0.8, 0.1],
      [0, 0.9],
      [0, 0],
    ],
  },
  asks: 3,
  columns: ["axis-alive", "axis-place"],
};
