// heed/layers: what a stack of layers needs beside attention. Nothing here holds wasm: what takes a heed
// computes in its core.
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
  linear,
  linearSession,
  type Activation,
  type Linear,
  type LinearOptions,
  type LinearWeights,
} from "./linear.js";
export {
  layerNorm,
  layerNormSession,
  rmsNorm,
  rmsNormSession,
  type LayerNorm,
  type LayerNormOptions,
  type LayerNormWeights,
  type RmsNorm,
  type RmsNormOptions,
  type RmsNormWeights,
} from "./norm.js";
export { weights, type Weights, type WeightsOptions } from "./weights.js";
