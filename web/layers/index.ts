// heed/layers: what a stack of layers needs beside attention. Nothing here holds wasm: what takes a heed
// computes in its core.
export { chain, type Chain, type ChainOptions } from "./chain.js";
export { crossEntropySession, type CrossEntropy, type CrossEntropyOptions } from "./cross-entropy.js";
export {
  decoder,
  type DecodedToken,
  type Decoder,
  type DecoderGenerateOptions,
  type DecoderOptions,
} from "./decoder.js";
export { distanceBias, type DistanceBias } from "./distance-bias.js";
export {
  embedding,
  embeddingSession,
  type Embedding,
  type EmbeddingOptions,
  type EmbeddingSession,
  type EmbeddingSessionOptions,
} from "./embedding.js";
export {
  feedForward,
  feedForwardSession,
  type FeedForward,
  type FeedForwardOptions,
  type FeedForwardWeights,
} from "./feed-forward.js";
export type { AnyLayer, Integers, Layer } from "./layer.js";
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
export {
  loadModel,
  saveModel,
  type LoadedModel,
  type LoadModelOptions,
  type ModelFiles,
  type SavedModel,
  type SaveModelOptions,
} from "./save.js";
export type { ModelConfig } from "./family.js";
export {
  languageModel,
  transformerBlock,
  type LanguageModel,
  type LanguageModelBackward,
  type LanguageModelOptions,
  type LanguageModelShape,
  type TransformerBlock,
  type TransformerBlockOptions,
} from "./transformer.js";
export { storedWeights, type StoredWeights, type StoredWeightsOptions } from "./weights.js";
