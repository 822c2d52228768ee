/// <reference lib="esnext.disposable" preserve="true" />
import type { AttentionKeep, AttentionResult, Scale, Window } from "./options.js";
import type { RotaryTurn } from "./rotary.js";
import type { TensorInput } from "./tensor.js";

/** The sizes of a cache, and the options of attention that hold for every step. */
export interface CacheOptions {
  /**
   * Sequences. Each has a length of its own.
   * @default 1
   */
  batch?: number | undefined;
  /**
   * Heads of q.
   * @default 1
   */
  heads?: number | undefined;
  /**
   * Heads of k and v, which are stored. heads must be a multiple of it.
   * @default heads
   */
  kvHeads?: number | undefined;
  /** Columns of q and k, per head. */
  dim: number;
  /**
   * Columns of v and output, per head.
   * @default dim
   */
  valueDim?: number | undefined;
  /** How many tokens each batch has room for. */
  capacity: number;
  /**
   * Whether the oldest tokens make room for new ones. Positions go on without end. A token then sees itself and the
   * `window.left` tokens before it; without a window, the capacity − 1 tokens before it. A call may bring any number of
   * rows, unless it keeps a matrix.
   * @default false
   */
  ring?: boolean | undefined;
  /**
   * Multiplies the raw scores.
   * @default "sqrt-dk"
   */
  scale?: Scale | undefined;
  /**
   * softcap · tanh(score / softcap); above 0.
   * @default none
   */
  softcap?: number | undefined;
  /**
   * How the stored numbers are kept: `"float16"` takes half the memory.
   * @default "float32"
   */
  type?: "float32" | "float16" | undefined;
  /**
   * How q and k are turned by the positions of their tokens. A key is turned once, when it is stored.
   * @default none
   */
  rotary?: RotaryTurn | undefined;
  /**
   * Without `offset`: a cache knows the position of each token.
   * @default none
   */
  window?: Omit<Window, "offset"> | undefined;
  /**
   * As in attention, without `offset`.
   * @default false
   */
  alibi?:
    | boolean
    | TensorInput
    | {
        /**
         * A slope for each query head; true for the slopes of `alibiSlopes`.
         * @default true
         */
        readonly slopes?: true | TensorInput | undefined;
      }
    | undefined;
  /**
   * As in attention.
   * @default none
   */
  sink?: number | TensorInput | undefined;
}

/** How many of the rows given belong to each batch: one integer for all, or one per batch. The rest are padding. */
export type Counts = number | readonly number[] | Int32Array;

/** The options of `append`. */
export interface CacheAppendOptions {
  /**
   * How many rows of each batch are tokens: the first ones. The rows after them are padding.
   * @default all rows
   */
  counts?: Counts | undefined;
}

/** The options of `step` and `attend`. */
export interface CacheStepOptions<
  Keep extends readonly AttentionKeep[] = readonly AttentionKeep[],
> extends CacheAppendOptions {
  /**
   * What to return besides the output. The columns of a matrix are the stored tokens, the oldest first. A ring takes at
   * most ⌈capacity × 5/4⌉ − window.left rows a call if a matrix is kept, since their columns must be stored at once.
   * @default []
   */
  keep?: Keep | undefined;
}

/**
 * Keys and values of the tokens so far, in wasm memory. Token p attends to itself and to the tokens before it.
 *
 * Tensors are `[batch, heads, rows, dim]`. A batch of 1 may be left out, and then also a single head. A call that
 * throws has changed nothing.
 */
export interface KeyValueCache {
  /** How many tokens each batch holds, counted from the first one, even if a ring has dropped some. */
  readonly lengths: number[];
  /** How many tokens each batch has room for. */
  readonly capacity: number;
  /** Whether dispose() was called. */
  readonly disposed: boolean;

  /** Stores k and v, the rows of new tokens, and lets q attend: q has a row for each new token. */
  step<const Keep extends readonly AttentionKeep[] = readonly []>(
    q: TensorInput,
    k: TensorInput,
    v: TensorInput,
    options?: CacheStepOptions<Keep>,
  ): AttentionResult<Keep>;

  /** Stores the rows of new tokens. */
  append(k: TensorInput, v: TensorInput, options?: CacheAppendOptions): void;

  /** Attention of the newest tokens: the last row of q belongs to the last token that is stored. */
  attend<const Keep extends readonly AttentionKeep[] = readonly []>(
    q: TensorInput,
    options?: CacheStepOptions<Keep>,
  ): AttentionResult<Keep>;

  /** Forgets the tokens beyond this length: one length for all, or one per batch. 0 empties. */
  truncate(length: Counts): void;

  /** Batch b becomes a copy of batch from[b] as it was, as in a beam search. */
  reorder(from: readonly number[] | Int32Array): void;

  /**
   * Gives the memory back. It may be called again; any other use afterwards is an error.
   * @frees its keys and values
   */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}
