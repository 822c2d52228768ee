import type { Tensor, TensorInput } from "./tensor.js";

/** The result of attention over some of the keys. */
export interface AttentionPart {
  /** `[…, queries, value dim]` */
  readonly output: TensorInput;
  /** `[…, queries]` */
  readonly lse: TensorInput;
}

/** Attention over all keys. */
export interface MergedAttention {
  /** `[…, queries, value dim]` */
  readonly output: Tensor;
  /** `[…, queries]` */
  readonly lse: Tensor;
}

/** The gradients with respect to the results of a part. */
export interface AttentionPartGradient {
  /** In the shape of its output. */
  readonly dOutput: Tensor;
  /** In the shape of its lse. */
  readonly dLse: Tensor;
}
