import type { HeldLayerOptions, SelfAttentionWeights } from "./layer-options.js";
import type { AttentionOptions, Kept, ScoreOptions } from "./options.js";
import type { Tensor, TensorInput } from "./tensor.js";

/** The gradients that have the size of the scores, `[…, heads, queries, keys]` each. */
export type PairGradient = "dWeights" | "dScores";

/**
 * What a layer can return besides the gradients of its inputs: also the gradients of `"q"`, `"k"`, `"v"` and
 * `"joined"`.
 */
export type LayerGradient = PairGradient | "dq" | "dk" | "dv" | "dJoined";

/** The options of the forward call. */
export interface AttentionBackwardOptions<Keep extends readonly PairGradient[] = readonly PairGradient[]>
  extends ScoreOptions, Pick<AttentionOptions, "axes"> {
  /**
   * Which matrices to return besides the gradients of the inputs: `"dWeights"` with respect to the weights, `"dScores"`
   * with respect to the scores after softcap. Both are 0 where a key may not be attended to. Each costs queries × keys
   * numbers per head.
   * @default []
   */
  keep?: Keep | undefined;
  /**
   * The gradient with respect to `lse`, in its shape: Σ lse ∘ dLse is added to the sum that is differentiated.
   * @default none
   */
  dLse?: TensorInput | undefined;
}

/** A gradient for each input, in its shape, and a tensor for each name in `keep`. All are fresh copies. */
export type AttentionGradients<Keep extends readonly PairGradient[] = readonly PairGradient[]> = {
  /** In the shape of q. */
  readonly dq: Tensor;
  /** In the shape of k. With grouped heads it is the sum over the query heads that read a key head; so is dv. */
  readonly dk: Tensor;
  /** In the shape of v. */
  readonly dv: Tensor;
  /** If there is a bias: in the shape of that bias, summed over the axes along which it is repeated. */
  readonly dBias?: Tensor;
  /** If there is a sink: per query head. */
  readonly dSink?: Tensor;
  /** If there is alibi: the gradients of the slopes, per query head. */
  readonly dAlibi?: Tensor;
} & Kept<Keep, Tensor>;

/** The options of the forward call of a layer that has its weights already. */
export interface HeldLayerBackwardOptions<Keep extends readonly LayerGradient[] = readonly LayerGradient[]>
  extends Omit<AttentionBackwardOptions, "axes" | "keep">, Pick<HeldLayerOptions, "context"> {
  /**
   * Which tensors to return besides the gradients of the inputs: any of attentionBackward; `"dq"`, `"dk"`, `"dv"` with
   * respect to the projections' outputs, in the shapes of the kept `q`, `k`, `v`; and `"dJoined"` with respect to the
   * heads side by side, before the output projection, in the shape of the kept `joined`.
   * @default []
   */
  keep?: Keep | undefined;
}

/** The weights and the options of the forward call, in one object. */
export interface SelfAttentionBackwardOptions<Keep extends readonly LayerGradient[] = readonly LayerGradient[]>
  extends SelfAttentionWeights, HeldLayerBackwardOptions<Keep> {}

/** Makes an unknown name an error if the type of options is inferred from the argument. */
export type OnlyNames<Given, Known> = { readonly [Name in Exclude<keyof Given, keyof Known>]: never };

/**
 * `dx`, and for each weight or bias that was given its gradient, named after it and laid out as it is:
 * `dQueryWeight`, `dQueryBias` … `dOutputBias`. All are fresh copies.
 */
export type SelfAttentionGradients<
  Keep extends readonly LayerGradient[] = readonly LayerGradient[],
  Weights extends SelfAttentionWeights = SelfAttentionWeights,
> = {
  /** In the shape of x. Without a context, it includes the gradient through keys and values. */
  readonly dx: Tensor;
  /** In the shape of the context, if there is one. */
  readonly dContext?: Tensor;
  /** If there is a bias on the scores: in the shape of that bias, summed over the axes along which it is repeated. */
  readonly dBias?: Tensor;
  /** If there is a sink: per query head. */
  readonly dSink?: Tensor;
  /** If there is alibi: the gradients of the slopes, per query head. */
  readonly dAlibi?: Tensor;
} & { readonly [Name in keyof Weights as WeightGradient<Name>]: Tensor | Extract<Weights[Name], undefined> } & Kept<
    Keep,
    Tensor
  >;

/** The name of the gradient of a tensor among the weights. */
type WeightGradient<Name> =
  Name extends Exclude<keyof SelfAttentionWeights, "heads" | "kvHeads" | "layout"> ? `d${Capitalize<Name>}` : never;
