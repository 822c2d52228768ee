import type { Rotary } from "./rotary.js";
import type { Tensor, TensorInput } from "./tensor.js";

/** The four matrices of scores on the way to the output, in their order: `[…, heads, queries, keys]` each. */
export type PairMatrix = "raw" | "scores" | "logits" | "weights";

/** What attention can return besides its output: a matrix, or the log-sum-exp of each row. */
export type AttentionKeep = PairMatrix | "lse";

/**
 * - `"sqrt-dk"`: 1/√dim; dim is the columns of one head of q. The default, except in `selfAttention` without weights.
 * - `"sqrt-dmodel"`: 1/√modelDim; modelDim is the columns of x, or in `attention` heads × dim.
 * - `"none"`: 1.
 * - a number: itself; any finite float32.
 */
export type Scale = "sqrt-dk" | "sqrt-dmodel" | "none" | number;

/**
 * Query i sees key j if j ≤ i + offset. causal, window and alibi share one offset, and any of them may state it.
 * Default: 0. With more or fewer queries than keys you must state it: 0 lines up the first query with the first key,
 * keys − queries the last query with the last key, as after a cache. An array has one offset per batch, or per
 * sequence if `sequences` are given. An offset may be negative. A query that sees no key has weights and output 0.
 */
export type Causal = boolean | { readonly offset: Offset };

/** One number for all batches, or one per batch. With `sequences`: for all sequences, or one per sequence. */
export type Offset = number | readonly number[] | Int32Array;

/** A sliding window. Both ends count. */
export interface Window {
  /**
   * How many keys before its own a query sees.
   * @default no bound
   */
  readonly left?: number | undefined;
  /**
   * How many keys after its own a query sees.
   * @default no bound
   */
  readonly right?: number | undefined;
  /**
   * Where the diagonal is, as in `causal`, whose `true` moves with it.
   * @default the offset of causal or alibi, else 0
   */
  readonly offset?: Offset | undefined;
}

/** The slopes, one per query head, and the offset of the diagonal if no other option states it. */
export type Alibi =
  | boolean
  | TensorInput
  | {
      /**
       * A slope for each query head; true for the slopes of `alibiSlopes`.
       * @default true
       */
      readonly slopes?: true | TensorInput | undefined;
      /**
       * Where the diagonal is.
       * @default the offset of causal or window, else 0
       */
      readonly offset?: Offset | undefined;
    };

/** A number for each row: one array for all batches, or one per batch. */
export type RowNumbers =
  | readonly number[]
  | readonly (readonly number[])[]
  | Int32Array
  | {
      /** The numbers. */
      readonly data: Int32Array | readonly number[];
      /**
       * `[rows]` or `[batch, rows]`.
       * @default [data.length]
       */
      readonly shape?: readonly number[] | undefined;
    };

/** Cumulative lengths, starting at 0: `[0, 5, 12]` are a sequence of 5 rows and one of 7. */
export interface Sequences {
  /** Where the query rows of each sequence begin, and where the last one ends. */
  readonly queries: readonly number[] | Int32Array;
  /**
   * Where the key rows of each sequence begin, and where the last one ends.
   * @default queries
   */
  readonly keys?: readonly number[] | Int32Array | undefined;
}

/** One array if there are as many queries as keys, or both. */
export type Documents = RowNumbers | { readonly queries: RowNumbers; readonly keys: RowNumbers };

/** Nested booleans, up to four deep. */
export type NestedBooleans =
  | readonly boolean[]
  | readonly (readonly boolean[])[]
  | readonly (readonly (readonly boolean[])[])[]
  | readonly (readonly (readonly (readonly boolean[])[])[])[];

/** Booleans: nested arrays, or bytes (0 is false, all else true) or flat booleans with their shape. */
export type MaskInput =
  NestedBooleans | { readonly data: Uint8Array | readonly boolean[]; readonly shape: readonly number[] };

type Flags = ArrayLike<boolean | number | bigint>;

/** A flag for each key, 1 or true = may attend: one array for all batches, or one per batch. */
export type KeyMask = Flags | readonly Flags[] | { readonly data: Flags; readonly shape: readonly number[] };

/** The options of every call: how scores are made, and who may attend to whom. */
export interface ScoreOptions {
  /**
   * Multiplies the raw scores. In `selfAttention` without weights the default is `"none"`.
   * @default "sqrt-dk"
   */
  scale?: Scale | undefined;
  /**
   * `"softmax"` by row, or `"none"`: the logits themselves are the weights.
   * @default "softmax"
   */
  normalize?: "softmax" | "none" | undefined;
  /**
   * Hides later keys from earlier queries. Combines with mask, bias and keyLengths.
   * @default false
   */
  causal?: Causal | undefined;
  /**
   * A sliding window: query i sees key j if i + offset − left ≤ j ≤ i + offset + right. Both ends count, so
   * `{ left: 0, right: 0 }` is only the diagonal. Integers, 0 or greater; a side that you omit has no bound. With
   * `causal`, the right end is i + offset.
   * @default none
   */
  window?: Window | undefined;
  /**
   * ALiBi: subtracts slope · |i + offset − j| from each score, after softcap, with a slope per query head. `true` means
   * the slopes `alibiSlopes(heads)`. No queries × keys matrix is made.
   * @default false
   */
  alibi?: Alibi | undefined;
  /**
   * An extra logit in each softmax that belongs to no key: a number, or one per query head. The weights of a row then
   * sum to less than 1. 0 adds 1 to the sum that softmax divides by; −Infinity adds nothing.
   * @default none
   */
  sink?: number | TensorInput | undefined;
  /**
   * **true = may attend.** It is broadcast to the shape of the scores, as in NumPy: aligned at the last axis, and an
   * axis of 1 (or a missing one) is repeated. A masked key influences nothing, whatever it holds.
   * @default none
   */
  mask?: MaskInput | undefined;
  /**
   * Numbers added to the scores after softcap, broadcast as mask is. −Infinity means: may not attend.
   * @default none
   */
  bias?: TensorInput | undefined;
  /**
   * How many keys, counted from the first, may be attended to: an integer from 0 to the number of keys, or one per
   * batch.
   * @default all keys
   */
  keyLengths?: number | readonly number[] | Int32Array | undefined;
  /**
   * Which keys may be attended to, `[batch, keys]`: **1 or true = may attend**, as Hugging Face's `attention_mask` has
   * it, so padding may also come first. `[keys]` counts for all batches. It works together with `mask`; a row that sees
   * no key gives 0.
   * @default none
   */
  keyMask?: KeyMask | undefined;
  /**
   * Packs several sequences one after another into one batch: a query attends only to the keys of its own sequence.
   * causal, window, alibi and rotary count from the start of each sequence. A sequence may be empty. Rows after the
   * last sequence belong to none: their outputs and gradients are 0. No queries × keys matrix is made.
   * @default none
   */
  sequences?: Sequences | undefined;
  /**
   * A key is visible only to queries with its number. The numbers may come in any order. Positions count the rows of
   * all documents. No queries × keys matrix is made.
   * @default none
   */
  documents?: Documents | undefined;
  /**
   * softcap · tanh(score / softcap), before mask and bias; above 0.
   * @default none
   */
  softcap?: number | undefined;
  /**
   * Turns q and k by their positions before anything else.
   * @default none
   */
  rotary?: Rotary | undefined;
}

/**
 * The options of `attention`: the options of the scores, and `keep`.
 *
 * @typeParam Keep the tuple of names in `keep`, so that the result's type has just these.
 */
export interface AttentionOptions<
  Keep extends readonly AttentionKeep[] = readonly AttentionKeep[],
> extends ScoreOptions {
  /**
   * The order of the axes of q, k, v, the output and their gradients: `"heads-rows"`, `[batch, heads, rows, dim]`, or
   * `"rows-heads"`, `[batch, rows, heads, dim]`, as JAX and FlashAttention have it. Without a batch the first axis is
   * missing. Masks, biases and kept matrices are `[batch, heads, queries, keys]` in both.
   * @default "heads-rows"
   */
  axes?: "heads-rows" | "rows-heads" | undefined;
  /**
   * What to return besides the output: `"raw"` = q·kᵀ, `"scores"` = scaled and softcapped, `"logits"` = after bias and
   * mask (−Infinity where a key may not be attended to), `"weights"` = after softmax. Each costs queries × keys numbers
   * per head. `"lse"` = ln Σ exp(logit) of each row, its sink included, `[…, heads, queries]`; −Infinity where there is
   * no key to attend to and no sink. None of them changes another result.
   * @default []
   */
  keep?: Keep | undefined;
}

/** The kept names as properties; optional if the type of `keep` is not definite. */
export type Kept<Names extends readonly string[], Value> = number extends Names["length"]
  ? { readonly [Name in Names[number]]?: Value }
  : { readonly [Name in Names[number]]: Value };

/** The output, and a tensor for each name in `keep`. All are fresh copies. */
export type AttentionResult<Keep extends readonly AttentionKeep[] = readonly AttentionKeep[]> = {
  /** `[…, queries, value dim]` */
  readonly output: Tensor;
} & Kept<Keep, Tensor>;
