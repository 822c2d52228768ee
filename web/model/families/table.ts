// What a family is: a table of names, and the switches that its config.json sets.
import type { Activation } from "../../layers/index.js";
import type { LayerPlan, Turning } from "../blueprint.js";
import type { Config } from "../config.js";
import type { MatrixPlan, Tensors } from "../files/tensors.js";

export interface Table {
  readonly sizes: Readonly<Record<"modelDim" | "layers" | "heads" | "context" | "hidden", Size>>;
  /** The names of sizes that heads may have of their own. */
  readonly headSizes?: readonly [dim: string, kvHeads: string];
  readonly names: Names;
  readonly rules: (config: Config, sizes: Sizes, tensors: Tensors) => Rules;
}

/** Names in config.json, with | between, and the number where it has none; without one, that of the file. */
export type Size = readonly [names: string, otherwise?: number];

export type Sizes = Readonly<Record<"modelDim" | "layers" | "heads" | "kvHeads" | "dim" | "context", number>>;

/** Where norms stand around attention, or around a feed-forward. */
export interface NormNames {
  readonly before?: string | undefined;
  readonly within?: string | undefined;
  readonly behind?: string | undefined;
}

/** The names of tensors without their last part, `.weight` or `.bias`. */
export interface Names {
  readonly table: string;
  readonly positions?: string;
  readonly types?: string;
  readonly embeddingNorm?: string;
  readonly widening?: string;
  readonly distances?: string;
  /** How the names in a layer begin, before its number; and how its matrices lie. */
  readonly layer: string;
  readonly layout?: MatrixPlan["layout"];
  readonly attentionNorms: NormNames;
  /** Query, key and value; or one matrix in which the three lie. */
  readonly projections: readonly string[];
  /** Norms of each head. */
  readonly headNorms?: readonly [query: string, key: string];
  readonly output: string;
  readonly feedForwardNorms: NormNames;
  readonly gate?: string;
  /** Where the gate has the same name, it is the first half of the matrix. */
  readonly hidden: string;
  readonly down: string;
  readonly lastNorm?: string;
  readonly head: HeadNames;
  /** ELECTRA's discriminator. */
  readonly replaced?: readonly [dense: string, output: string];
  /** How the names of the family begin if they have no prefix. */
  readonly roots: readonly string[];
  /** What a file may hold and the model does not compute with. */
  readonly apart: RegExp;
}

/** What makes logits. Without `dense` it is a matrix and no more. */
export interface HeadNames {
  /** Its own matrix; if it is tied, the table of tokens takes its place. */
  readonly output: string;
  /** What it is where config.json says nothing. */
  readonly tied: boolean;
  readonly dense?: string;
  readonly norm?: string;
  /** The names that the bias of its output may have. */
  readonly biases?: readonly string[];
}

/** The switches of a model, as its config.json sets them. */
export interface Rules {
  readonly causal: boolean;
  readonly norm: "layer" | "rms";
  readonly epsilon: number;
  /** @default that of layer norms: true */
  readonly normBias?: boolean;
  /** Whether a gain is 1 + what is stored. */
  readonly plusOne?: boolean;
  readonly activation: Activation;
  /** @default activation */
  readonly headActivation?: Activation;
  /** Whether the matrix of this name has a bias. @default all have one */
  readonly biased?: (name: string) => boolean;
  /** In how many groups query, key and value are woven. @default 1: they lie side by side */
  readonly groups?: number;
  /** Columns of the tables. @default modelDim */
  readonly tableDim?: number;
  readonly tableFactor?: number;
  /** Whether there is a table of positions. @default where the family has a name for it */
  readonly positions?: boolean;
  /** The row of positions that padding has: tokens begin with the row after it. */
  readonly padding?: number | undefined;
  /** The number of rows in the table of distances, and the row of a key at this distance from its query. */
  readonly buckets?: { readonly count: number; readonly of: (distance: number) => number };
  readonly parallel?: boolean;
  /** @default 1/√dim */
  readonly scale?: (layer: number) => number;
  readonly window?: (layer: number) => LayerPlan["window"];
  readonly turning?: (layer: number) => Turning | undefined;
  /** Layers before this one have no norm before their attention. @default 0 */
  readonly normedFrom?: number;
}
