// What every family comes to: the sizes of a model, its tensors, and its switches, which are all in this file. A switch
// is data: the passes, generation, the parts of a score and what draws a model read it. None of them knows a family.
import type { RotaryTurn, Window } from "../lib/api/index.js";
import type { Activation } from "../layers/index.js";
import type { Entry } from "./files/safetensors.js";
import type { MatrixPlan, NormPlan } from "./files/tensors.js";

/** The sizes of a model. */
export interface ModelFacts {
  /** `model_type` of its config.json. */
  readonly family: string;
  /** How many layers are open. */
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
  /** Whether it gives logits: a model that was saved without its head does not, nor do the first layers of one. */
  readonly head: boolean;
  /** The bytes of its weights. */
  readonly bytes: number;
}

/** Around attention, or around a feed-forward, a norm may stand in three places. A family has one, two or none. */
export interface NormsPlan {
  /** Of what is read. */
  readonly before?: NormPlan | undefined;
  /** Of what is added, within the sum. */
  readonly within?: NormPlan | undefined;
  /** Of the sum. */
  readonly behind?: NormPlan | undefined;
}

/** How positions turn queries and keys. */
export interface Turning {
  /** Texts of these many tokens turn alike if their keys are equal. */
  readonly key: (length: number) => number;
  /** It may be of a part of each head: the first columns. */
  readonly at: (length: number) => RotaryTurn;
}

/** The switches of a layer, and its tensors. */
export interface LayerPlan {
  readonly attentionNorms: NormsPlan;
  /** Query, key and value. */
  readonly projections: readonly [query: MatrixPlan, key: MatrixPlan, value: MatrixPlan];
  /** Of each head, before positions turn it. */
  readonly queryNorm?: NormPlan | undefined;
  readonly keyNorm?: NormPlan | undefined;
  readonly output: MatrixPlan;
  /** What a product of query and key is multiplied by. */
  readonly scale: number;
  /** How many tokens before and after itself a token sees; undefined: all. */
  readonly window?: Pick<Window, "left" | "right"> | undefined;
  /** Undefined where positions do not turn this layer. */
  readonly turning?: Turning | undefined;
  /**
   * Whether the feed-forward reads what attention reads, side by side, and not what attention leaves. It then has a
   * norm of its own, or reads after that of attention.
   */
  readonly parallel: boolean;
  readonly feedForwardNorms: NormsPlan;
  readonly gate?: MatrixPlan | undefined;
  readonly hidden: MatrixPlan;
  readonly down: MatrixPlan;
}

/** From rows to logits, or to another number of them. */
export interface HeadPlan {
  /** A layer before the output, as masked language models have it. */
  readonly dense?: MatrixPlan | undefined;
  readonly activation: Activation;
  readonly norm?: NormPlan | undefined;
  /** `[vocab, columns]`; often the table of tokens itself. */
  readonly output: MatrixPlan;
}

/** The switches of a model, and its tensors. */
export interface Blueprint {
  readonly facts: Omit<ModelFacts, "bytes">;
  /** `[vocab, columns]`: a row for each token. It may be narrower than the rows of layers. */
  readonly table: Entry;
  /** What the rows of the table are multiplied by. */
  readonly tableFactor?: number | undefined;
  /** A row for each position, and which rows the tokens of a text take. */
  readonly positions?: { readonly table: Entry; readonly rows: (ids: readonly number[]) => number[] } | undefined;
  readonly types?: Entry | undefined;
  readonly embeddingNorm?: NormPlan | undefined;
  /** From the columns of a narrow table to those of layers, after its norm. */
  readonly widening?: MatrixPlan | undefined;
  /** `[buckets, heads]`: what is added to a scaled score, in all layers; and the bucket of key − query. */
  readonly distances?: { readonly table: Entry; readonly bucket: (distance: number) => number } | undefined;
  readonly layers: readonly LayerPlan[];
  readonly lastNorm?: NormPlan | undefined;
  readonly head?: HeadPlan | undefined;
  /** ELECTRA's discriminator: one number for each token. */
  readonly replaced?: HeadPlan | undefined;
  /** Of every norm: whether it subtracts a mean, and whether its gain is 1 + what is stored. */
  readonly norms: { readonly mean: boolean; readonly epsilon: number; readonly plusOne?: boolean | undefined };
  readonly activation: Activation;
  /** Tokens with which a text ends. */
  readonly ends: readonly number[];
}
