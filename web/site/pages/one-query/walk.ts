// The way of one query through attention, step by step. Each step has a question, and its numbers give the answer.
import { tensor, type Heed, type Tensor } from "heed";
import {
  attentionOf,
  firstTrue,
  layerOf,
  rowOf,
  rowsOf,
  type Computation,
  type LayerComputation,
} from "../../rooms/lesson/index.js";
import type { Example } from "./examples.js";

/** The result of every step, for one query and all keys that it may ask. */
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
  /** The largest difference between the core's weights and output and those of the textbook steps here. */
  readonly apart: number;
  /** The keys and values come from all tokens, and the query from nowhere. */
  readonly computation: Computation;
}

/** The query of a token. */
export function queryOf(heed: Heed, example: Example, token: number): readonly number[] {
  return rowOf(project(heed, example).kept.q, token);
}

/** The row of a token as a matrix. */
export const inputOf = ({ x }: Example, token: number): Tensor => tensor([rowOf(x, token)]);

function project(heed: Heed, { tokens, x, weights }: Example): LayerComputation {
  return layerOf(heed, { tokens, x, weights });
}

const firstRows = (matrix: Tensor, count: number): Tensor => tensor(rowsOf(matrix).slice(0, count));

/**
 * The core computes scores, weights and output. The textbook steps inside softmax and the sum are computed here.
 * @param seen how many tokens are asked, from the first on
 */
export function walk(heed: Heed, example: Example, q: readonly number[], seen = example.tokens.length): Walk {
  const { weights: projections, kept } = project(heed, example);
  const [k, v] = [firstRows(kept.k, seen), firstRows(kept.v, seen)];
  const asked = attentionOf(heed, {
    tokens: [],
    keyTokens: example.tokens.slice(0, seen),
    q: [q],
    k,
    v,
    options: { scale: "sqrt-dk" },
  });
  const layer = asked.kept;
  const scaled = rowOf(layer.scores, 0);
  const shifted = scaled.map((score) => score - Math.max(...scaled));
  const exponentials = shifted.map(Math.exp);
  const sum = exponentials.reduce((total, part) => total + part, 0);
  const weights = rowOf(layer.weights, 0);
  const values = rowsOf(v);
  const parts = values.map((value, key) => value.map((part) => weights[key]! * part));
  const output = rowOf(layer.output, 0);
  const byHand = values[0]!.map((_, column) =>
    exponentials.reduce((total, part, key) => total + (part / sum) * values[key]![column]!, 0),
  );
  const apart = Math.max(
    ...weights.map((weight, key) => Math.abs(weight - exponentials[key]! / sum)),
    ...output.map((part, column) => Math.abs(part - byHand[column]!)),
  );
  return {
    q,
    keys: rowsOf(k),
    values,
    scores: rowOf(layer.raw, 0),
    scaled,
    shifted,
    exponentials,
    weights,
    parts,
    output,
    apart,
    computation: { ...asked, context: firstRows(example.x, seen), weights: projections },
  };
}

export const best = (numbers: readonly number[]): number => numbers.indexOf(Math.max(...numbers));
export const worst = (numbers: readonly number[]): number => numbers.indexOf(Math.min(...numbers));
const spread = (numbers: readonly number[]): number => Math.max(...numbers) - Math.min(...numbers);

export interface Step {
  readonly name: "score" | "scale" | "shift" | "exp" | "normalise" | "mix";
  /** The keys of the answers' texts; undefined if the tokens are the answers. */
  readonly answers: readonly string[] | undefined;
  /** The index of the answer that the numbers give. */
  right(walk: Walk): number;
}

export const STEPS: readonly Step[] = [
  { name: "score", answers: undefined, right: ({ scores }) => best(scores) },
  {
    name: "scale",
    answers: ["shrinks", "stays", "grows"],
    right: ({ scores, scaled }) => firstTrue(spread(scaled) < spread(scores), spread(scaled) === spread(scores), true),
  },
  {
    name: "shift",
    answers: ["all-above", "some-above", "none-above"],
    right: ({ shifted }) => firstTrue(Math.min(...shifted) > 0, Math.max(...shifted) > 0, true),
  },
  {
    name: "exp",
    answers: ["below-zero", "between", "above-one"],
    right: ({ exponentials }) => firstTrue(Math.min(...exponentials) < 0, Math.min(...exponentials) <= 1, true),
  },
  {
    name: "normalise",
    answers: ["quarter", "half", "more"],
    right: ({ weights }) => firstTrue(Math.max(...weights) < 1 / 4, Math.max(...weights) < 1 / 2, true),
  },
  {
    name: "mix",
    answers: ["lower", "among", "higher"],
    right: ({ values, output }) => {
      const first = values.map((value) => value[0]!);
      return firstTrue(output[0]! < Math.min(...first), output[0]! <= Math.max(...first), true);
    },
  },
];
