// The public types.
export type {
  BackwardOptions,
  BackwardSession,
  BackwardSessionOptions,
  SelfAttentionBackwardSession,
  SelfAttentionBackwardSessionOptions,
} from "./backward-session-options.js";
export type { CacheAppendOptions, CacheOptions, CacheStepOptions, Counts, KeyValueCache } from "./cache-options.js";
export type { ErrorCode, HeedError } from "./errors.js";
export type { Flavour } from "./flavour.js";
export type {
  AttentionBackwardOptions,
  AttentionGradients,
  HeldLayerBackwardOptions,
  LayerGradient,
  PairGradient,
  SelfAttentionBackwardOptions,
  SelfAttentionGradients,
} from "./gradient-options.js";
export type { Heed, HeedForward } from "./heed.js";
export type {
  HeldLayerOptions,
  SelfAttentionMatrix,
  SelfAttentionOptions,
  SelfAttentionResult,
  SelfAttentionWeights,
} from "./layer-options.js";
export type { AttentionPart, AttentionPartGradient, MergedAttention } from "./merge.js";
export type { LoadOptions } from "./load-options.js";
export type {
  Alibi,
  AttentionKeep,
  AttentionOptions,
  AttentionResult,
  Causal,
  Documents,
  KeyMask,
  MaskInput,
  NestedBooleans,
  Offset,
  PairMatrix,
  RowNumbers,
  Scale,
  ScoreOptions,
  Sequences,
  Window,
} from "./options.js";
export type { Positions, Rotary, RotaryTurn } from "./rotary.js";
export type {
  RunInputs,
  SelfAttentionSession,
  SelfAttentionSessionOptions,
  Session,
  SessionOptions,
} from "./session-options.js";
export type { Floats, HalfNumbers, NestedNumbers, NumberRow, Tensor, TensorInput, TypedNumbers } from "./tensor.js";
export type { CompiledModule, WasmResponse, WasmSource } from "./wasm-source.js";
