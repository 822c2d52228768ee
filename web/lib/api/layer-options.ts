import type { Kept, PairMatrix, ScoreOptions } from "./options.js";
import type { Tensor, TensorInput } from "./tensor.js";

/** What a layer can return besides its output. */
export type SelfAttentionMatrix = "q" | "k" | "v" | PairMatrix | "lse" | "joined";

/**
 * The projections of a layer. Head h owns the columns h·d … (h+1)·d − 1 of a projection's output.
 *
 * The shape of a square weight does not show its layout. Weights of PyTorch need `layout: "out-in"`; without it the
 * results are wrong and look right. `fromTorch` sets it for you.
 */
export interface SelfAttentionWeights {
  /**
   * `[model dim, heads × dim]`, or its transpose with `layout: "out-in"`. Give the weights of query, key and value
   * together, or none.
   * @default none
   */
  queryWeight?: TensorInput | undefined;
  /**
   * `[context dim, kvHeads × dim]`; by default, the context is x.
   * @default none
   */
  keyWeight?: TensorInput | undefined;
  /**
   * `[context dim, kvHeads × value dim]`.
   * @default none
   */
  valueWeight?: TensorInput | undefined;
  /**
   * `[heads × value dim, output dim]`: the projection of the joined heads.
   * @default none
   */
  outputWeight?: TensorInput | undefined;
  /**
   * `[heads × dim]`, added to x·queryWeight. A bias belongs to a weight.
   * @default none
   */
  queryBias?: TensorInput | undefined;
  /**
   * `[kvHeads × dim]`.
   * @default none
   */
  keyBias?: TensorInput | undefined;
  /**
   * `[kvHeads × value dim]`.
   * @default none
   */
  valueBias?: TensorInput | undefined;
  /**
   * `[output dim]`.
   * @default none
   */
  outputBias?: TensorInput | undefined;
  /**
   * Heads of attention.
   * @default 1
   */
  heads?: number | undefined;
  /**
   * Heads of keys and values. heads must be a multiple of it.
   * @default heads
   */
  kvHeads?: number | undefined;
  /**
   * `"in-out"`: x·W. `"out-in"`: x·Wᵀ, as PyTorch's nn.Linear keeps its weight. The shape of a square weight does not
   * tell the two apart.
   * @default "in-out"
   */
  layout?: "in-out" | "out-in" | undefined;
}

/**
 * The options of a layer that has its weights already: the options of attention. mask and bias are broadcast to
 * `[batch, heads, tokens, context tokens]`, whatever axes x has.
 */
export interface HeldLayerOptions<
  Keep extends readonly SelfAttentionMatrix[] = readonly SelfAttentionMatrix[],
> extends ScoreOptions {
  /**
   * Cross-attention: keys and values come from these rows, `[context tokens, context dim]`; with a batch if x has one.
   * @default x
   */
  context?: TensorInput | undefined;
  /**
   * Which tensors to return besides the output: any of attention; `"q"`, `"k"`, `"v"` per head; and `"joined"`, the
   * heads side by side before the output projection. Tensors per head have three axes for x without a batch, or two
   * with one head.
   * @default []
   */
  keep?: Keep | undefined;
}

/** The weights of a layer and its options, in one object. Spread in weights that are in an object of their own. */
export interface SelfAttentionOptions<Keep extends readonly SelfAttentionMatrix[] = readonly SelfAttentionMatrix[]>
  extends SelfAttentionWeights, HeldLayerOptions<Keep> {}

/** The output, and a tensor for each name in `keep`. All are fresh copies. */
export type SelfAttentionResult<Keep extends readonly SelfAttentionMatrix[] = readonly SelfAttentionMatrix[]> = {
  /** `[tokens, output dim]`, with the batch if x has one. */
  readonly output: Tensor;
} & Kept<Keep, Tensor>;
