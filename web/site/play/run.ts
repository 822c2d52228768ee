// The one place where numbers come from: a call of the core.
import { tensor, type Heed, type Tensor } from "heed";
import type { Computation } from "../inspector/index.js";
import { numbersOf, showsGradients, type Look, type Setting, type State } from "../state/index.js";
import { withGradients } from "./gradients.js";
import { isWhole, type Gradient } from "./places.js";

/** All that the core keeps. */
const KEEP = ["q", "k", "v", "raw", "scores", "logits", "weights", "context"] as const;

/** A call and what it returned, as the inspector takes it. */
export interface Computed extends Computation {
  readonly x: Tensor;
  readonly heads: number;
  readonly kept: { readonly [Name in (typeof KEEP)[number] | "output"]: Tensor } & {
    readonly [Name in Gradient]?: Tensor;
  };
}

export function compute(heed: Heed, setting: Setting, convention: Look["convention"]): Computed {
  const { tokens, ...numbers } = numbersOf(setting);
  const { scale, softmax, causal, heads, projected } = setting;
  const x = tensor(numbers.x);
  const output = numbers.output === null ? {} : { output: tensor(numbers.output) };
  const weights = projected
    ? { query: tensor(numbers.query), key: tensor(numbers.key), value: tensor(numbers.value), ...output, heads }
    : undefined;
  const options = { scale, normalize: softmax ? ("softmax" as const) : ("none" as const), causal };
  const kept = heed.selfAttention(x, weights, { ...options, keep: KEEP });
  return { tokens, x, weights, options, kept, heads: projected ? heads : 1, convention, flavour: heed.flavour };
}

/** What the page shows: with gradients, where it shows them. */
export function computeShown(heed: Heed, state: State): Computed {
  const computed = compute(heed, state, state.convention);
  return showsGradients(state) ? withGradients(heed, computed, state) : computed;
}

export interface Face {
  readonly data: Float32Array;
  readonly shape: readonly [rows: number, columns: number];
}

/** One head of a kept matrix, a token as a row. */
export function headOf({ kept, heads }: Computed, name: keyof Computed["kept"], head: number): Face {
  const { data, shape } = kept[name]!;
  const [rows, columns] = [shape.at(-2)!, shape.at(-1)!];
  if (isWhole(name)) return { data, shape: [rows, columns] };
  if (!["context", "dquery", "dkey", "dvalue"].includes(name))
    return { data: data.subarray(head * rows * columns, (head + 1) * rows * columns), shape: [rows, columns] };
  // heads stand side by side
  const own = columns / heads;
  const part = Float32Array.from(
    { length: rows * own },
    (_, at) => data[Math.floor(at / own) * columns + head * own + (at % own)]!,
  );
  return { data: part, shape: [rows, own] };
}

export function transposed({ data, shape: [rows, columns] }: Face): Face {
  return {
    data: Float32Array.from({ length: data.length }, (_, at) => data[(at % rows) * columns + Math.floor(at / rows)]!),
    shape: [columns, rows],
  };
}

/** Row after row, which query may attend to which key; null where all may. */
export function maskOf({ tokens, options }: Computed, turned: boolean): boolean[] | null {
  const count = tokens.length;
  if (options.causal !== true) return null;
  return Array.from({ length: count * count }, (_, at) => {
    const [row, column] = [Math.floor(at / count), at % count];
    return turned ? row <= column : column <= row;
  });
}
