// linear, an activation, linear: what each block of a transformer has besides attention.
import type { Heed, Tensor, TensorInput } from "../lib/api/index.js";
import { checkNamed, checkNames, checkObject, positive } from "../lib/read/index.js";
import { openChain, type Chain } from "./chain.js";
import { openerOf } from "./layer.js";
import {
  checkActivation,
  computeLinear,
  openLinear,
  type Activation,
  type Linear,
  type LinearWeights,
} from "./linear.js";

/** A linear layer's weight and bias. */
type Pair = Pick<LinearWeights, "weight" | "bias">;

/** The numbers of a feed-forward. */
export interface FeedForwardWeights {
  /** From the inputs to the hidden numbers. */
  hidden: Pair;
  /**
   * As hidden: if it is given, its numbers take the activation, and the hidden numbers are multiplied by them, as in
   * Llama.
   * @default none
   */
  gate?: Pair | undefined;
  /** From the hidden numbers to the outputs. */
  output: Pair;
  /** Between the two. */
  activation: Activation;
  /**
   * The layout of both weights.
   * @default "in-out"
   */
  layout?: "in-out" | "out-in" | undefined;
}

/**
 * activation(x·W₁ + b₁)·W₂ + b₂; with a gate, (activation(x·G + g) ∘ (x·W₁ + b₁))·W₂ + b₂.
 *
 * @param x One to four axes; the last one has the inputs.
 */
export function feedForward(heed: Heed, x: TensorInput, weights: FeedForwardWeights): Tensor {
  const where = "heed/layers.feedForward";
  openerOf(where, heed);
  checkNamed(where, "weight", weights, ["hidden", "gate", "output", "activation", "layout"]);
  const { hidden, gate, output, activation, layout } = weights;
  // Without an activation between them, two linear layers are one.
  checkActivation(where, activation);
  const pairs = gate === undefined ? { hidden, output } : { hidden, gate, output };
  for (const [name, pair] of Object.entries(pairs)) {
    checkObject(where, name, pair);
    checkNames(where, `part of ${name}`, pair, ["weight", "bias"]);
  }
  const between =
    gate === undefined
      ? computeLinear(heed, `${where}: hidden`, x, { ...hidden, activation, layout })
      : gated(heed, where, x, { ...hidden, layout }, { ...gate, activation, layout });
  return computeLinear(heed, `${where}: output`, between, { ...output, layout });
}

function gated(heed: Heed, where: string, x: TensorInput, hidden: LinearWeights, gate: LinearWeights): Tensor {
  const straight = computeLinear(heed, `${where}: hidden`, x, hidden);
  return computeLinear(heed, `${where}: gate`, x, gate, straight);
}

/** The sizes of a feed-forward. */
export interface FeedForwardOptions {
  /** Rows of x: all tokens of all sequences of a batch. */
  rows: number;
  /** Columns of x. */
  inputs: number;
  /** Numbers between the two layers, for each row. */
  hidden: number;
  /**
   * Columns of output.
   * @default inputs
   */
  outputs?: number | undefined;
  /** Between the two layers. */
  activation: Activation;
  /**
   * Whether both layers have a bias.
   * @default false
   */
  biases?: boolean | undefined;
  /**
   * How the weights are stored: `"in-out"` or `"out-in"`, as PyTorch keeps them.
   * @default "in-out"
   */
  layout?: "in-out" | "out-in" | undefined;
  /**
   * Whether it computes gradients too.
   * @default false
   */
  backward?: boolean | undefined;
}

/** A chain of two linear layers. Their weights are `layers[0].weight` and `layers[1].weight`. */
export type FeedForward = Chain<readonly [Linear, Linear]>;

/** Makes a feed-forward of one shape, over buffers that stay in wasm memory. */
export function feedForwardSession(heed: Heed, options: FeedForwardOptions): FeedForward {
  const where = "heed/layers.feedForwardSession";
  openerOf(where, heed);
  checkNamed(where, "option", options, [
    ...["rows", "inputs", "hidden", "outputs", "activation", "biases", "layout", "backward"],
  ]);
  const { rows, inputs, hidden, outputs = inputs, activation, ...both } = options;
  checkActivation(where, activation);
  for (const [name, size] of Object.entries({ rows, inputs, hidden, outputs })) positive(where, name, size);
  const first = openLinear(heed, `${where}: hidden`, { rows, inputs, outputs: hidden, activation, ...both });
  try {
    const second = openLinear(heed, `${where}: output`, { rows, inputs: hidden, outputs, ...both });
    return openChain(where, [first, second] as const);
  } catch (error) {
    first.dispose();
    throw error;
  }
}
