import type { Tensor, TensorInput } from "./tensor.js";

/** What attention over some of the keys returned. */
export interface AttentionPart {
  /** `[…, queries, value dim]` */
  readonly output: TensorInput;
  /** `[…, queries]` */
  readonly lse: TensorInput;
}

export interface MergedAttention {
  readonly output: Tensor;
  readonly lse: Tensor;
}

/** The gradients with respect to what a part returned. */
export interface AttentionPartGradient {
  readonly dOutput: Tensor;
  readonly dLse: Tensor;
}
