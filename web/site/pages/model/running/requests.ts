// What the page asks the worker about a model that runs there, and what comes back.
import type { ModelFacts } from "heed/model";
import type { HeadPlace, HeadTokens } from "../../../rooms/heads/index.js";

/** A file, or its bytes where the worker may not read it. */
export type Readable = Blob | ArrayBuffer;

/** A file whose bytes the worker asks the page for, where it may not read it. */
export interface AskedFile {
  readonly name: string;
  readonly byteLength: number;
  /** Takes `[from, to]`, and gives the bytes; null where they cannot be read. */
  readonly port: MessagePort;
}

export type Weights = Readable | AskedFile;

/** The files of a folder. */
export interface FolderParts {
  readonly config: Readable;
  readonly weights: readonly Weights[];
}

/** The GGUF file whose head was read. */
export interface GgufParts {
  /** How many layers open, from the first one on; undefined: all. */
  readonly layers: number | undefined;
}

/** What the head of a GGUF file says, before its weights are read. */
export interface GgufHead {
  /** Its `general.name`; "" where it has none. */
  readonly name: string;
  /** The types of its weights, those with most bytes first, without what is less than a hundredth. */
  readonly types: readonly string[];
  readonly bytes: number;
  readonly layers: number;
  /** The first layers that fit into memory, and their bytes. All, where all fit. */
  readonly fitting: { readonly layers: number; readonly bytes: number };
  readonly chatTemplate: string | undefined;
  /** Why it has no tokenizer. */
  readonly noTokenizer: string | undefined;
  /** Further sentences of heed. */
  readonly notes: readonly string[];
}

/** Why a tokenizer.json is not used: a key of the page's texts, and what its sentence names. */
export interface TokenizerProblem {
  readonly key: "tokenizer-unknown" | "tokenizer-broken" | "tokenizer-slow";
  readonly what: string;
}

export interface OpenedModel {
  readonly facts: ModelFacts;
  readonly hasTokenizer: boolean;
  readonly problem: TokenizerProblem | undefined;
  /** The token that stands for a hidden word, where the tokenizer has one. */
  readonly mask: number | undefined;
  /** How it is written. */
  readonly maskName: string | undefined;
  /** Whether it says of each token how much that looks replaced, as a discriminator of ELECTRA does. */
  readonly judges: boolean;
}

export interface Progress {
  readonly done: number;
  readonly of: number;
}

/** What the page calls a text that was read. */
export interface OfText {
  readonly id: number;
}

export interface ReadRequest extends OfText {
  /** Undefined where tokens are given. */
  readonly text?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  /** The layer that is looked at. */
  readonly first?: number | undefined;
  /** The text on the page, whose heads it may still ask for. All others are forgotten. */
  readonly shown?: number | undefined;
}

/** What was read: its heads are in the worker. */
export interface ReadText {
  readonly ids: readonly number[];
  readonly tokens: HeadTokens;
  /** Which tokens the tokenizer added, or are signs. */
  readonly special: readonly boolean[];
  /** How many tokens were left out at the end, and how many are read at most. */
  readonly left: number;
  readonly most: number;
  /** The tokens as a text, without those that the tokenizer added. */
  readonly text: string;
  /** Whether its heads come one layer after the other. */
  readonly isLong: boolean;
}

/** A token that may follow, or stand at a place. */
export interface Likely {
  readonly id: number;
  /** As it is in the vocabulary. */
  readonly name: string;
  readonly share: number;
}

/** What follows a token; or what is in the place of one that is hidden. */
export interface Next {
  readonly likely: readonly Likely[];
  /** The token in that place, if there is one. */
  readonly actual: Likely | undefined;
  /** Whether the text was stopped before its end. */
  readonly isStopped?: boolean;
}

export interface WritingRequest extends OfText {
  readonly maxTokens: number;
  readonly temperature: number;
  readonly topK: number | undefined;
  readonly topP: number;
  readonly seed: number;
}

/** A step of writing: what was read, and the token that was drawn after it. */
export interface WrittenStep {
  readonly read: ReadText;
  readonly drawn: number;
}

export interface HeadOfText extends OfText, HeadPlace {}

/** What makes a head's queries, keys and values of the rows: `[columns of a row, columns of the head]`, and biases. */
export interface HeadProjections {
  readonly query: Float32Array;
  readonly key: Float32Array;
  readonly value: Float32Array;
  readonly queryBias: Float32Array | undefined;
  readonly keyBias: Float32Array | undefined;
  readonly valueBias: Float32Array | undefined;
}

/** One head's matrices, `[tokens, columns]` each. */
export interface OpenedHead {
  readonly dim: number;
  readonly causal: boolean;
  /** The rows that the layer reads. */
  readonly x: Float32Array;
  /** Undefined where queries and keys are more than products of the rows. */
  readonly projections: HeadProjections | undefined;
  readonly q: Float32Array;
  readonly k: Float32Array;
  readonly v: Float32Array;
  readonly raw: Float32Array;
  readonly scores: Float32Array;
  readonly logits: Float32Array;
  readonly weights: Float32Array;
  /** What the products are multiplied by; undefined: 1 ∕ √dim. */
  readonly scale: number | undefined;
  /** What is added to the scores: MPNet has a number for each distance. Undefined where nothing is. */
  readonly bias: Float32Array | undefined;
  /** Which keys a query may see, where that is not all, or all up to it. */
  readonly mask: Uint8Array | undefined;
}
