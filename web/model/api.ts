// The public types of heed/model.
import type { Floats, SelfAttentionWeights, Tensor, TensorInput } from "../lib/api/index.js";
import type { AbortSignalLike, TokenizerLike } from "../lib/read/index.js";
import type { ModelFacts } from "./blueprint.js";
import type { TableWeights } from "../tensors/index.js";
import type { ModelFile } from "./files/source.js";

/** The options of `openModel`. */
export interface OpenModelOptions {
  /** config.json: the object, its text, or its file. */
  config: object | string | ModelFile;
  /**
   * `*.safetensors`: one file, or all parts of a model that is split, with their index.json or without it. A Blob is
   * read in pieces. The weights of a GGUF file come from `readGguf` of heed/gguf.
   */
  weights: ModelFile | readonly ModelFile[] | TableWeights;
  /**
   * For `tokens`, and for the text of `generate`. Without it the model takes token numbers.
   * @default none
   */
  tokenizer?: TokenizerLike | undefined;
  /**
   * How many layers to open, counted from the first, of a model that is larger than memory. Their heads are exact;
   * there are no logits.
   * @default all
   */
  layers?: number | undefined;
  /**
   * A result of `readGguf`. It is ignored: a library makes a tokenizer from it.
   * @default none
   */
  tokenizerJson?: unknown;
  /**
   * A result of `readGguf`. If a text is given and there is no tokenizer, it says why.
   * @default none
   */
  about?: unknown;
  /**
   * Ends the reading.
   * @default none
   */
  signal?: AbortSignalLike | undefined;
  /**
   * The bytes that are read, and all of them.
   * @default none
   */
  onProgress?: ((done: number, of: number) => void) | undefined;
}

/** A token of a text. */
export interface Token {
  /** Its number. */
  readonly id: number;
  /**
   * As its tokenizer prints it by itself. A character may take several tokens; each then prints as a replacement
   * character.
   */
  readonly text: string;
  /** Whether the tokenizer added it, or it is a special token, such as the end of a text. */
  readonly special: boolean;
}

/** The matrices that a run can keep of a layer. */
export type RunKeep = "q" | "k" | "v" | "raw" | "scores" | "logits" | "weights" | "lse" | "joined" | "stages";

/** The matrices that a run kept of a layer; the others are undefined. */
export interface RunLayer {
  /** `[heads, tokens, dim]`, turned by its positions as attention takes it. */
  readonly q?: Tensor | undefined;
  /** `[kvHeads, tokens, dim]`, turned likewise. */
  readonly k?: Tensor | undefined;
  /** `[kvHeads, tokens, dim]` */
  readonly v?: Tensor | undefined;
  /** `[heads, tokens, tokens]`: q·kᵀ. */
  readonly raw?: Tensor | undefined;
  /** `[heads, tokens, tokens]`: scaled. */
  readonly scores?: Tensor | undefined;
  /** `[heads, tokens, tokens]`: −Infinity where a token may not attend. */
  readonly logits?: Tensor | undefined;
  /** `[heads, tokens, tokens]`: each row sums to 1. */
  readonly weights?: Tensor | undefined;
  /** `[heads, tokens]` */
  readonly lse?: Tensor | undefined;
  /** `[tokens, heads × dim]`: the heads side by side, after changes. */
  readonly joined?: Tensor | undefined;
  /** The rows at the places of a layer, for `keep: ["stages"]`. */
  readonly stages?: Stages | undefined;
}

/** `[tokens, modelDim]` each. */
export interface Stages {
  /** The input of the layer. */
  readonly input: Tensor;
  /** The rows that attention reads: the input after its norm, or the input itself if norms come after. */
  readonly read: Tensor;
  /** The rows that attention adds to it, after a norm if one is within the sum. */
  readonly attention: Tensor;
  /** The rows that the feed-forward adds, likewise. */
  readonly feedForward: Tensor;
  /**
   * The output of the layer: the sum of input, attention and feedForward, or that sum after a norm. If the run changed
   * rows, they are the changed rows.
   */
  readonly output: Tensor;
}

/** The result of `run`. */
export interface Run {
  /** The tokens of the text, as they were read. The array is frozen. */
  readonly ids: readonly number[];
  /** How many tokens are beyond `facts.context`. The model was not made for them; only rotary models go on there. */
  readonly beyond: number;
  /** The layers that the run changed; −1 for rows before the first. */
  readonly changed: readonly number[];
  /** `[tokens, modelDim]`: after the last layer, and after the last norm if there is one. */
  readonly output: Tensor;
  /**
   * `[tokens, vocab]`; `[1, vocab]` with `logits: "last"`, and a row for each token that was named. Undefined with
   * `"none"`, and for a model without a head.
   */
  readonly logits: Tensor | undefined;
  /**
   * `[tokens]`, of the tokens that `logits` names: by how much each looks replaced to ELECTRA's discriminator, before
   * the sigmoid. Undefined for any other model.
   */
  readonly replaced: Tensor | undefined;
  /** An entry for each layer. */
  readonly layers: readonly RunLayer[];
}

/**
 * A change of a head's output, or of a feed-forward's: a number multiplies it, 0 switches it off; `"mean"` replaces it
 * by its mean over the tokens of the run; numbers replace it: `[dim]` or `[tokens, dim]` of a head, `[modelDim]` or
 * `[tokens, modelDim]` of a feed-forward.
 */
export type HeadChange = number | "mean" | TensorInput;

/** An edge to cut: the weight becomes 0, and its row sums to 1 over the rest. An omitted name means all. */
export interface Cut {
  /** The layer, counted from 0. */
  layer: number;
  /**
   * The head, counted from 0.
   * @default all
   */
  head?: number | undefined;
  /**
   * The token that no longer sees the key.
   * @default all
   */
  query?: number | undefined;
  /**
   * The token that is no longer seen.
   * @default all
   */
  key?: number | undefined;
}

/**
 * A row between two layers: another takes its place, or numbers are added to it. One of from, numbers and add is given.
 */
export interface RowChange {
  /** The layer that gives the row, counted from 0; −1 for the row before the first layer. */
  layer: number;
  /**
   * The token whose row it is.
   * @default all
   */
  token?: number | undefined;
  /**
   * Another run, whose row of the same layer and token is taken. It kept `"stages"`.
   * @default none
   */
  from?: Run | undefined;
  /**
   * `[modelDim]`, or `[tokens, modelDim]` if no token is named: they replace the row.
   * @default none
   */
  numbers?: TensorInput | undefined;
  /**
   * In the same shapes: they are added to the row.
   * @default none
   */
  add?: TensorInput | undefined;
}

/** A head's output, taken from another run that kept `"joined"`. */
export interface Patch {
  /** The layer, counted from 0. */
  layer: number;
  /** The head, counted from 0. */
  head: number;
  /** The other run. */
  from: Run;
  /**
   * The tokens whose rows are taken. If all are taken, the other text must have the same number.
   * @default all
   */
  rows?: readonly number[] | undefined;
}

/** The options of `run`. */
export interface RunOptions {
  /**
   * The matrices to keep of each layer.
   * @default []
   */
  keep?: readonly RunKeep[] | undefined;
  /**
   * The layers to keep them of.
   * @default all
   */
  layers?: readonly number[] | undefined;
  /**
   * The tokens to compute logits of; an array names them, counted from 0.
   * @default "all"
   */
  logits?: "all" | "last" | "none" | readonly number[] | undefined;
  /**
   * Changes of heads, by `"layer.head"`: `{ "5.2": 0 }`. A head that is off adds nothing by its columns of the output
   * projection. The bias of that projection belongs to no head and stays.
   * @default {}
   */
  heads?: Readonly<Record<string, HeadChange>> | undefined;
  /**
   * Changes of feed-forwards, by layer: `{ "5": 0 }`. They apply to the rows that the feed-forward adds, with its
   * biases, after a norm if one is within the sum.
   * @default {}
   */
  feedForward?: Readonly<Record<string, HeadChange>> | undefined;
  /**
   * Rows between layers to change, one after the other.
   * @default []
   */
  rows?: readonly RowChange[] | undefined;
  /**
   * Edges to cut.
   * @default []
   */
  cut?: readonly Cut[] | undefined;
  /**
   * Is done before `heads`.
   * @default []
   */
  patch?: readonly Patch[] | undefined;
  /**
   * A run of the same tokens and types that kept `"stages"`. Layers before the first change are taken from it, so it
   * changed nothing in them.
   * @default none
   */
  from?: Run | undefined;
  /**
   * BERT and ELECTRA: the type of each token, 0 for the first text of a pair and 1 for the second.
   * @default 0 for each token
   */
  types?: readonly number[] | undefined;
  /**
   * Called with the kept matrices of each layer once it is computed.
   * @default none
   */
  onLayer?: ((layer: number, kept: RunLayer) => void) | undefined;
}

/** A part that wrote into a row, and so into a query, a key and their score. */
export interface ScorePart {
  /**
   * The rows of the tables for the token, its position and its type; what a head adds through its rows of W_O; what a
   * feed-forward adds, with its biases; `"bias"`, what the biases of attention and of norms add, whatever the text; and
   * `"row"`, what a run with changed `rows` put into it.
   */
  readonly kind: "token" | "position" | "type" | "head" | "feedForward" | "bias" | "row";
  /**
   * The layer that wrote it; undefined before the first. For the layer of the score, the biases are from its own norm
   * and projections.
   */
  readonly layer: number | undefined;
  /** The head, for `kind: "head"`. */
  readonly head: number | undefined;
}

/** Which score is taken apart. */
export interface ScorePartsOptions {
  /** The layer, counted from 0. */
  layer: number;
  /** The head, counted from 0. */
  head: number;
  /** The token that looks. */
  query: number;
  /** The token that it looks at. */
  key: number;
  /**
   * BERT and ELECTRA: the token types that the run had.
   * @default 0 for each token
   */
  types?: readonly number[] | undefined;
}

/**
 * The parts of a score. Every norm is frozen: its factor is from this run, and its mean is taken of each part. So the
 * parts add up to the query, to the key, and to the score.
 */
export interface ScoreParts {
  /** The parts, in the order of the tensors' rows. */
  readonly parts: readonly ScorePart[];
  /** `[parts, dim]`: what each adds to the query, turned by its position. */
  readonly query: Tensor;
  /** `[parts, dim]`: what each adds to the key. */
  readonly key: Tensor;
  /** `[parts, parts]`: a part of the query times a part of the key, scaled. They sum to the score. */
  readonly pairs: Tensor;
  /** The score as the run computes it, of whole rows: the `scores` that it keeps. */
  readonly score: number;
  /** What the distance of the two tokens adds to it, as MPNet has it; 0 in other models. */
  readonly distance: number;
}

/** Which rows a lens reads, and its results for each. */
export interface LensOptions {
  /**
   * The tokens whose rows are read, counted from 0.
   * @default all
   */
  tokens?: readonly number[] | undefined;
  /**
   * The layers to read the rows after, counted from 0; −1 reads the rows before the first layer.
   * @default all, and −1
   */
  layers?: readonly number[] | undefined;
  /**
   * Whether it also reads the rows between a layer's attention and its feed-forward.
   * @default false
   */
  halves?: boolean | undefined;
  /**
   * How many of the likeliest tokens it gives.
   * @default 5
   */
  top?: number | undefined;
  /**
   * The numbers of tokens whose probability it gives too.
   * @default []
   */
  of?: readonly number[] | undefined;
}

/** A token and how likely it is. */
export interface TokenProbability {
  /** Its number. */
  readonly id: number;
  /** From 0 to 1. */
  readonly probability: number;
}

/** A row, read as if it came after the last layer: through the last norm and the head. */
export interface LensReading {
  /** The layer that the row comes after, counted from 0; −1 before the first. */
  readonly layer: number;
  /** `"attention"` for the row between the layer's attention and its feed-forward. */
  readonly half: "attention" | undefined;
  /** The token whose row it is. */
  readonly token: number;
  /** The likeliest tokens, the likeliest first. */
  readonly top: readonly TokenProbability[];
  /** The tokens that were named, in their order. */
  readonly of: readonly TokenProbability[];
}

/** Which logit is taken apart. */
export interface LogitPartsOptions {
  /**
   * The token whose next token is asked for.
   * @default the last
   */
  token?: number | undefined;
  /** The number of the next token that is asked about. */
  of: number;
  /**
   * The number of the token that it is compared with.
   * @default the mean of all logits
   */
  against?: number | undefined;
}

/** A part of a model, and what it adds to a logit. */
export interface LogitPart extends ScorePart {
  /** What it adds to the difference of the two logits. */
  readonly value: number;
  /**
   * The numbers that it wrote into the row; undefined for a head. Times `by` they sum to value. For biases they are
   * only the last that were added, so the sum leaves the others out.
   */
  readonly row?: Floats | Float64Array | undefined;
  /** How much a 1 at each index of `row` adds. */
  readonly by?: Float64Array | undefined;
  /**
   * Of a head: the same by the tokens that it looks at. They sum to value. Undefined if the run did not keep
   * `"weights"` and `"v"`, or changed the head.
   */
  readonly byToken: readonly number[] | undefined;
}

/**
 * The parts of the difference of two logits. Every norm is frozen: its factor is from this run, and its mean is taken
 * of each part. So the parts sum to the difference. What really happens without a part is another number, for later
 * parts read what it wrote: `run` with a change gives it.
 */
export interface LogitParts {
  /**
   * From the first to the last. Runs of models of one shape have the same parts in the same order; rows that a run put
   * in are parts of their own. The bias without a layer is from the last norm and the head.
   */
  readonly parts: readonly LogitPart[];
  /** The difference as the run computes it, of the whole row. */
  readonly total: number;
}

/** Options that make a run a promise: other work can run between layers. */
export interface RunControl {
  /**
   * Ends the run; the promise is rejected with its reason.
   * @default none
   */
  signal?: AbortSignalLike | undefined;
  /**
   * The layers that are done, and all.
   * @default none
   */
  onProgress?: ((done: number, of: number) => void) | undefined;
}

/** The options of `generate`. */
export interface GenerateOptions {
  /**
   * How many tokens at most.
   * @default 32
   */
  maxTokens?: number | undefined;
  /**
   * Logits are divided by it; 0 takes the most probable token each time.
   * @default 0
   */
  temperature?: number | undefined;
  /**
   * The number of most probable tokens among which one is drawn.
   * @default all
   */
  topK?: number | undefined;
  /**
   * Draws among the most probable tokens that together have this probability.
   * @default 1
   */
  topP?: number | undefined;
  /**
   * The same seed draws the same tokens.
   * @default 0
   */
  seed?: number | undefined;
  /**
   * A string, or several, that end the text. The token that completes one is the last.
   * @default none
   */
  stop?: string | readonly string[] | undefined;
  /**
   * The matrices to keep of each layer. They have a row for each new token, and a column for each token so far.
   * @default []
   */
  keep?: readonly Exclude<RunKeep, "stages">[] | undefined;
  /**
   * As in run, without `"mean"`: a step reads a single token, which is its own mean.
   * @default {}
   */
  heads?: Readonly<Record<string, Exclude<HeadChange, "mean">>> | undefined;
  /**
   * As in run, without `"mean"`.
   * @default {}
   */
  feedForward?: Readonly<Record<string, Exclude<HeadChange, "mean">>> | undefined;
  /**
   * As in run: of every token, and without another run.
   * @default []
   */
  rows?: readonly Pick<RowChange, "layer" | "numbers" | "add">[] | undefined;
  /**
   * Tokens that end the text.
   * @default as in config.json
   */
  ends?: readonly number[] | undefined;
  /**
   * Ends it between two tokens.
   * @default none
   */
  signal?: AbortSignalLike | undefined;
}

/** A token that was generated. */
export interface GeneratedToken {
  /** Its number. */
  readonly id: number;
  /** The new part of the text: "" while a character is not complete. Empty without a tokenizer. */
  readonly text: string;
  /** `[vocab]`: of each token, before temperature, topK and topP. They are computed when they are read. */
  readonly probabilities: Floats;
  /** `[vocab]` */
  readonly logits: Floats;
  /** How many of the tokens that were read are beyond `facts.context`, as in a run. */
  readonly beyond: number;
  /** The matrices kept of each layer, for the tokens that were read in this step: at first all given tokens. */
  readonly layers: readonly RunLayer[];
}

/** A text, its tokens as `model.tokens(text)` gives them, or their numbers. A text needs a tokenizer. */
export type TokensGiven = string | readonly Pick<Token, "id">[] | readonly number[] | Int32Array;

/** A model in wasm memory. */
export interface Model {
  /** Its sizes. */
  readonly facts: ModelFacts;
  /** Whether dispose() was called. */
  readonly disposed: boolean;
  /** The tokens of a text, with the tokens that the tokenizer adds. */
  tokens(text: string): Token[];
  /**
   * Computes the model over a text, its tokens or their numbers, all at once. With `signal` or `onProgress` it gives a
   * promise.
   *
   * @throws RangeError if the tokens do not fit the model, or a layer gives NaN.
   */
  run(
    given: TokensGiven,
    options: RunOptions &
      RunControl &
      ({ signal: AbortSignalLike } | { onProgress: (done: number, of: number) => void }),
  ): Promise<Run>;
  run(given: TokensGiven, options?: RunOptions): Run;
  /** Continues a text, a token at a time, by a cache of keys and values. */
  generate(given: TokensGiven, options?: GenerateOptions): AsyncGenerator<GeneratedToken, void, undefined>;
  /**
   * The score of two tokens in a head, as the sum of what each earlier part of the model wrote into query and key. The
   * run must have kept `"joined"` and `"stages"`.
   */
  scoreParts(run: Run, options: ScorePartsOptions): ScoreParts;
  /**
   * The word that would follow each token, or be in place of a mask, if a layer were the last: rows between layers
   * through the last norm and the head. It gives the layers in their order, with `halves` first the half of each, and
   * of each the tokens. The run must have kept `"stages"`.
   */
  lens(run: Run, options?: LensOptions): readonly LensReading[];
  /**
   * A logit of the next token, compared with another one, as the sum of what each part of the model wrote into the row.
   * The run must have kept `"joined"` and `"stages"`; with `"weights"` and `"v"`, heads are taken apart by the tokens
   * that they look at.
   */
  logitParts(run: Run, options: LogitPartsOptions): LogitParts;
  /** The projections of a layer's attention, as `heed.selfAttention` takes them: copies in float32. */
  layer(layer: number): SelfAttentionWeights;
  /**
   * Gives the memory back. It may be called again; any other use afterwards is an error.
   * @frees its weights
   */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}
