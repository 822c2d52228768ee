// The one place where numbers come from: a call of the core.
import type { Heed, Tensor } from "heed";
import type { Numbers } from "./example.js";

/** Everything between X and the context vectors, as the core returned it. */
export interface Computed {
  readonly q: Tensor;
  readonly k: Tensor;
  readonly v: Tensor;
  /** Q·Kᵀ. */
  readonly raw: Tensor;
  /** Q·Kᵀ / √d_k. */
  readonly scores: Tensor;
  readonly weights: Tensor;
  readonly output: Tensor;
}

export type ComputedName = keyof Computed;

export function compute(heed: Heed, { x, query, key, value }: Numbers): Computed {
  return heed.selfAttention(x, { query, key, value }, { scale: "sqrt-dk", keep: ["q", "k", "v", "raw", "scores", "weights"] });
}
