/// <reference lib="esnext.disposable" preserve="true" />
import type { AttentionKeep, AttentionResult, Scale, Window } from "./options.js";
import type { RotaryTurn } from "./rotary.js";
import type { TensorInput } from "./tensor.js";

/** The sizes of a cache, and the options of attention that hold for every step. */
export interface CacheOptions {
  /** 1 where it is left out. Each batch has a length of its own. */
  batch?: number | undefined;
  /** Heads of q; 1 where it is left out. */
  heads?: number | undefined;
  /** Heads of k and v, which are stored; divides heads. As many as heads where it is left out. */
  kvHeads?: number | undefined;
  /** Columns of q and k, per head. */
  dim: number;
  /** Columns of v and output, per head; dim where it is left out. */
  valueDim?: number | undefined;
  /** How many tokens each batch has room for. */
  capacity: number;
  /**
   * Whether the oldest tokens make room for new ones. Positions go on without end. A token then sees itself and the
   * `window.left` tokens before it; without a window, the capacity − 1 tokens before it. A call may bring any number of
   * rows, unless it keeps a matrix.
   */
  ring?: boolean | undefined;
  /** What the raw scores are multiplied by; `"sqrt-dk"` where it is left out. */
  scale?: Scale | undefined;
  /** softcap · tanh(score / softcap); above 0. */
  softcap?: number | undefined;
  /** How the stored numbers are kept: `"float16"` takes half the memory. `"float32"` where it is left out. */
  type?: "float32" | "float16" | undefined;
  /** How q and k are turned by the positions of their tokens. A key is turned once, when it is stored. */
  rotary?: RotaryTurn | undefined;
  /** Without `offset`: a cache knows where each token stands. */
  window?: Omit<Window, "offset"> | undefined;
  /** As in attention, without `offset`. */
  alibi?: boolean | TensorInput | { readonly slopes?: true | TensorInput | undefined } | undefined;
  /** As in attention. */
  sink?: number | TensorInput | undefined;
}

/** How many of the rows given belong to each batch: one integer for all, or one per batch. The rest are padding. */
export type Counts = number | readonly number[] | Int32Array;

/** What `append` takes beside the rows. */
export interface CacheAppendOptions {
  /** All rows where it is left out. */
  counts?: Counts | undefined;
}

/** What `step` and `attend` take beside the rows. */
export interface CacheStepOptions<
  Keep extends readonly AttentionKeep[] = readonly AttentionKeep[],
> extends CacheAppendOptions {
  /**
   * What to return beside the output. The columns of a matrix are the stored tokens, the oldest first. A ring takes at
   * most ⌈capacity × 5/4⌉ − window.left rows a call where a matrix is kept, since their columns must be stored at once.
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
  /** How many tokens each batch holds, counted from the first one, also where a ring has dropped some. */
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

  /** Attention of the newest tokens: the last row of q stands at the last token that is stored. */
  attend<const Keep extends readonly AttentionKeep[] = readonly []>(
    q: TensorInput,
    options?: CacheStepOptions<Keep>,
  ): AttentionResult<Keep>;

  /** Forgets the tokens from this length on: one length for all, or one per batch. 0 empties. */
  truncate(length: Counts): void;

  /** Batch b becomes a copy of what batch from[b] was, as in a beam search. */
  reorder(from: readonly number[] | Int32Array): void;

  /** Gives the memory back. It may be called again; any other use afterwards is an error. */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}
