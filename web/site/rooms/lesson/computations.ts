// A call of the core with all that the inspector shows of it.
import { tensor, type Heed, type NestedNumbers, type Tensor } from "heed";
import type { Computation, ComputationOptions, ComputationWeights } from "../inspector/index.js";

/** All that the core keeps of attention, and of a layer. */
const OF_ATTENTION = ["raw", "scores", "logits", "weights"] as const;
const OF_LAYER = [...OF_ATTENTION, "q", "k", "v", "joined"] as const;

type Kept<Name extends string> = { readonly kept: { readonly [One in Name]: Tensor } };
export type LayerComputation = Computation & Kept<(typeof OF_LAYER)[number] | "output">;
export type AttentionComputation = Computation & Kept<(typeof OF_ATTENTION)[number] | "q" | "k" | "v" | "output">;

type Numbers = NestedNumbers | Tensor;
/** The labels of the queries, and of the keys where they are other tokens. */
type Names = Pick<Computation, "tokens" | "keyTokens">;

export interface LayerInput extends Names {
  readonly x: Numbers;
  /** Cross-attention: the rows that keys and values come from. */
  readonly context?: Numbers | undefined;
  /** Left out for q = k = v = x. */
  readonly weights?: WeightsInput | undefined;
  readonly options?: ComputationOptions;
}

type Projection = `${"query" | "key" | "value" | "output"}${"Weight" | "Bias"}`;
type Needed = "queryWeight" | "keyWeight" | "valueWeight";
export type WeightsInput = Record<Needed, Numbers> &
  Partial<Record<Projection, Numbers>> &
  Pick<ComputationWeights, "heads" | "kvHeads">;

export interface AttentionInput extends Names {
  readonly q: Numbers;
  readonly k: Numbers;
  readonly v: Numbers;
  readonly options?: ComputationOptions;
  readonly temperature?: Computation["temperature"];
}

/** heed.selfAttention of x. */
export function layerOf(heed: Heed, input: LayerInput): LayerComputation {
  const { tokens, keyTokens, options = {} } = input;
  const x = asTensor(input.x);
  const context = input.context && asTensor(input.context);
  const weights = input.weights && weightsOf(input.weights);
  const kept = heed.selfAttention(x, { ...weights, ...options, ...(context && { context }), keep: OF_LAYER });
  return { tokens, keyTokens, x, context, weights, options, kept, flavour: heed.flavour };
}

/** heed.attention of queries, keys and values that are given. */
export function attentionOf(heed: Heed, input: AttentionInput): AttentionComputation {
  const { tokens, keyTokens, options = {}, temperature } = input;
  const [q, k, v] = [asTensor(input.q), asTensor(input.k), asTensor(input.v)];
  const kept = heed.attention(q, k, v, { ...options, keep: OF_ATTENTION });
  return { tokens, keyTokens, options, temperature, kept: { q, k, v, ...kept }, flavour: heed.flavour };
}

function weightsOf({ heads, kvHeads, ...matrices }: WeightsInput): ComputationWeights {
  const tensors = Object.entries(matrices).map(([name, numbers]) => [name, asTensor(numbers!)]);
  return { heads, kvHeads, ...(Object.fromEntries(tensors) as Record<Needed, Tensor>) };
}

function asTensor(numbers: Numbers): Tensor {
  return "shape" in numbers ? numbers : tensor(numbers);
}
