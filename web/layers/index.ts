// heed/layers: what a stack of layers needs beside attention. Nothing here holds wasm: linear and feedForward compute
// in the core of the heed that they are given.
export { chain, type Chain, type ChainOptions } from "./chain.js";
export { distanceBias, type DistanceBias, type DistanceBiasOptions } from "./distance-bias.js";
export { embedding, type Embedding, type EmbeddingOptions } from "./embedding.js";
export {
  feedForward,
  feedForwardSession,
  type FeedForward,
  type FeedForwardOptions,
  type FeedForwardWeights,
} from "./feed-forward.js";
export type { Layer } from "./layer.js";
export {
  layerNorm,
  layerNormSession,
  type LayerNorm,
  type LayerNormOptions,
  type LayerNormWeights,
} from "./layer-norm.js";
export {
  linear,
  linearSession,
  type Activation,
  type Linear,
  type LinearOptions,
  type LinearWeights,
} from "./linear.js";
