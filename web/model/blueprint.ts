// What every family comes to: the sizes and rules of a model, and the tensors of its parts.
import type { RotaryTurn } from "../lib/api/index.js";
import type { Activation } from "../layers/index.js";
import type { Config } from "./config.js";
import type { Entry } from "./files/safetensors.js";
import type { MatrixPlan, NormPlan, Tensors } from "./files/tensors.js";

/** The sizes of a model. */
export interface ModelFacts {
  /** `model_type` of its config.json. */
  readonly family: string;
  /** How many layers it has. */
  readonly layers: number;
  /** Heads of a layer. */
  readonly heads: number;
  /** Heads of keys and values. */
  readonly kvHeads: number;
  /** Columns of a head. */
  readonly dim: number;
  /** Columns of a token's row. */
  readonly modelDim: number;
  /** How many tokens it was made for. A table of positions ends there; rotary goes on. */
  readonly context: number;
  /** Whether a token sees only those before it and itself. Such a model generates. */
  readonly causal: boolean;
  /** Rows of its table of tokens. It may have more than its tokenizer. */
  readonly vocab: number;
  /** Whether it gives logits: a model that was saved without its head does not. */
  readonly head: boolean;
  /** The bytes of its weights. */
  readonly bytes: number;
}

export interface LayerPlan {
  readonly attentionNorm: NormPlan;
  /** Query, key and value; or one matrix with the three side by side. */
  readonly projections: readonly MatrixPlan[];
  readonly queryGain: Entry | undefined;
  readonly keyGain: Entry | undefined;
  readonly output: MatrixPlan;
  readonly feedForwardNorm: NormPlan;
  readonly gate: MatrixPlan | undefined;
  readonly hidden: MatrixPlan;
  readonly down: MatrixPlan;
  readonly scale: number;
  /** How many tokens before itself a token sees; undefined: all. */
  readonly window: number | undefined;
}

export interface HeadPlan {
  /** A layer before the output, as masked language models have it. */
  readonly dense: MatrixPlan | undefined;
  readonly activation: Activation;
  readonly norm: NormPlan | undefined;
  /** `[vocab, modelDim]`; often the table of tokens itself. */
  readonly weight: Entry;
  readonly bias: Entry | undefined;
}

/** How positions turn queries and keys. */
export interface Turning {
  /** Texts of these many tokens turn alike if their keys are equal. */
  readonly key: (length: number) => number;
  readonly at: (length: number) => RotaryTurn;
}

export interface Blueprint {
  readonly facts: Omit<ModelFacts, "bytes">;
  readonly table: Entry;
  /** A row for each position, and which rows the tokens of a text take. */
  readonly positions: { readonly table: Entry; readonly rows: (ids: readonly number[]) => number[] } | undefined;
  readonly types: Entry | undefined;
  readonly turning: Turning | undefined;
  readonly embeddingNorm: NormPlan | undefined;
  readonly layers: readonly LayerPlan[];
  readonly lastNorm: NormPlan | undefined;
  readonly head: HeadPlan | undefined;
  readonly norm: "layer" | "rms";
  readonly epsilon: number;
  /** Whether a norm stands before attention and feed-forward, or behind the sum of each with its input. */
  readonly normFirst: boolean;
  readonly activation: Activation;
  /** Tokens with which a text ends. */
  readonly ends: readonly number[];
}

export type Family = (config: Config, tensors: Tensors) => Blueprint;
