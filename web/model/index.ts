// heed/model: a model of your own, from its files. Nothing here holds wasm, and no tokenizer is inside.
export type {
  Cut,
  GeneratedToken,
  GenerateOptions,
  HeadChange,
  LensOptions,
  LensReading,
  LogitPart,
  LogitParts,
  LogitPartsOptions,
  Model,
  OpenModelOptions,
  Patch,
  RowChange,
  Run,
  RunControl,
  RunKeep,
  RunLayer,
  RunOptions,
  ScorePart,
  ScoreParts,
  ScorePartsOptions,
  Stages,
  Token,
  TokenProbability,
  TokensGiven,
} from "./api.js";
export type { TokenizerLike } from "../lib/read/index.js";
export type { ModelFacts } from "./blueprint.js";
export type { AnyBytes } from "../tensors/index.js";
export type { ModelFile } from "./files/source.js";
export { openModel } from "./open.js";
