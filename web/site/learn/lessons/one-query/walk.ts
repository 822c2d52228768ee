// One query's way through attention, term by term, each with a question that its result answers.
import type { Heed } from "heed";
import { begin, numbersOf } from "../../../state/index.js";
import { rowOf, rowsOf } from "../../frame/rows.js";

/** "Your journey starts with one step", the worked example. */
export const PRESET = "journey";
const { tokens, x, query: queryWeight, key: keyWeight, value: valueWeight } = numbersOf(begin(PRESET));
export const TOKENS = tokens;

/** What every step gave, for one query and all keys. */
export interface Walk {
  readonly q: readonly number[];
  readonly keys: readonly (readonly number[])[];
  readonly values: readonly (readonly number[])[];
  readonly scores: readonly number[];
  readonly scaled: readonly number[];
  readonly shifted: readonly number[];
  readonly exponentials: readonly number[];
  readonly weights: readonly number[];
  /** Each value times its weight. */
  readonly parts: readonly (readonly number[])[];
  readonly output: readonly number[];
  /** The largest difference between these weights and outputs, by the textbook from the core's scores, and the core's own. */
  readonly apart: number;
}

/** Scores, weights and output by the core; the steps inside softmax and the parts of the sum by the textbook. */
export function walk(heed: Heed, query: number): Walk {
  const layer = heed.selfAttention(
    x,
    { query: queryWeight, key: keyWeight, value: valueWeight },
    { keep: ["q", "k", "v", "raw", "scores", "weights"] },
  );
  const scaled = rowOf(layer.scores, query);
  const shifted = scaled.map((score) => score - Math.max(...scaled));
  const exponentials = shifted.map(Math.exp);
  const sum = exponentials.reduce((total, part) => total + part, 0);
  const weights = rowOf(layer.weights, query);
  const values = rowsOf(layer.v);
  const parts = values.map((value, key) => value.map((part) => weights[key]! * part));
  const output = rowOf(layer.output, query);
  const byHand = values[0]!.map((_, column) =>
    exponentials.reduce((total, part, key) => total + (part / sum) * values[key]![column]!, 0),
  );
  const apart = Math.max(
    ...weights.map((weight, key) => Math.abs(weight - exponentials[key]! / sum)),
    ...output.map((part, column) => Math.abs(part - byHand[column]!)),
  );
  return {
    q: rowOf(layer.q, query),
    keys: rowsOf(layer.k),
    values,
    scores: rowOf(layer.raw, query),
    scaled,
    shifted,
    exponentials,
    weights,
    parts,
    output,
    apart,
  };
}

export const best = (numbers: readonly number[]): number => numbers.indexOf(Math.max(...numbers));
export const worst = (numbers: readonly number[]): number => numbers.indexOf(Math.min(...numbers));
const spread = (numbers: readonly number[]): number => Math.max(...numbers) - Math.min(...numbers);

export interface Step {
  readonly name: "score" | "scale" | "shift" | "exp" | "normalise" | "mix";
  /** Keys of the answers' texts; undefined where the answers are the tokens themselves. */
  readonly answers: readonly string[] | undefined;
  /** Which answer the numbers give. */
  right(walk: Walk): number;
}

const whichOf = (...holds: boolean[]): number => holds.indexOf(true);

export const STEPS: readonly Step[] = [
  { name: "score", answers: undefined, right: ({ scores }) => best(scores) },
  {
    name: "scale",
    answers: ["shrinks", "stays", "grows"],
    right: ({ scores, scaled }) => whichOf(spread(scaled) < spread(scores), spread(scaled) === spread(scores), true),
  },
  {
    name: "shift",
    answers: ["all-above", "some-above", "none-above"],
    right: ({ shifted }) => whichOf(Math.min(...shifted) > 0, Math.max(...shifted) > 0, true),
  },
  {
    name: "exp",
    answers: ["below-zero", "between", "above-one"],
    right: ({ exponentials }) => whichOf(Math.min(...exponentials) < 0, Math.min(...exponentials) <= 1, true),
  },
  {
    name: "normalise",
    answers: ["quarter", "half", "more"],
    right: ({ weights }) => whichOf(Math.max(...weights) < 1 / 4, Math.max(...weights) < 1 / 2, true),
  },
  {
    name: "mix",
    answers: ["lower", "among", "higher"],
    right: ({ values, output }) => {
      const first = values.map((value) => value[0]!);
      return whichOf(output[0]! < Math.min(...first), output[0]! <= Math.max(...first), true);
    },
  },
];
