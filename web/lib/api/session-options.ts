/// <reference lib="esnext.disposable" preserve="true" />
import type { SelfAttentionMatrix } from "./layer-options.js";
import type { AttentionOptions, Kept, AttentionKeep, KeyMask, MaskInput, ScoreOptions } from "./options.js";
import type { Floats, TensorInput } from "./tensor.js";

/**
 * The sizes of a session and the options of attention. mask and bias are broadcast to `[batch, heads, queries, keys]`.
 */
export interface SessionOptions<Keep extends readonly AttentionKeep[] = readonly AttentionKeep[]> extends Omit<
  AttentionOptions<Keep>,
  "axes" | "sequences"
> {
  /**
   * The size of the batch axis: how many sequences a run computes.
   * @default 1
   */
  batch?: number | undefined;
  /**
   * Heads of q.
   * @default 1
   */
  heads?: number | undefined;
  /**
   * Heads of k and v. heads must be a multiple of it.
   * @default heads
   */
  kvHeads?: number | undefined;
  /** Rows of q and of output. */
  queries: number;
  /** Rows of k and v. */
  keys: number;
  /** Columns of q and k, per head. */
  dim: number;
  /**
   * Columns of v and output, per head.
   * @default dim
   */
  valueDim?: number | undefined;
  /**
   * Whether it computes gradients too: dOutput, dq, dk, dv and backward().
   * @default false
   */
  backward?: false | undefined;
}

/**
 * Attention for loops: give q, k and v to run(), or write them into the properties, and read output and kept matrices.
 *
 * Each property is a view of wasm memory. Any call of heed may let that memory grow, and then older views become empty.
 * So read the property again after each call.
 */
export type Session<Keep extends readonly AttentionKeep[] = readonly AttentionKeep[]> = SessionBase &
  Kept<Keep, Floats>;

/** The inputs of run(). Each has the name and the length of a property. */
export type RunInputs<Names extends string> = {
  readonly [Name in Names]?:
    | (Name extends "keyMask"
        ? KeyMask
        : Name extends "mask"
          ? MaskInput | ArrayLike<number>
          : TensorInput | ArrayLike<number>)
    | undefined;
};

type OptionInputs = "mask" | "keyMask" | "bias" | "keyLengths" | "causalOffsets" | "offsets" | "alibi" | "sink";

/** The members of every session of attention: its buffers, run() and dispose(). */
export interface SessionBase {
  /** `[batch, heads, queries, dim]`. Zeros at first; write to it. */
  readonly q: Floats;
  /** `[batch, kvHeads, keys, dim]`. Zeros at first; write to it. */
  readonly k: Floats;
  /** `[batch, kvHeads, keys, valueDim]`. Zeros at first; write to it. */
  readonly v: Floats;
  /** The result of the last run, `[batch, heads, queries, valueDim]`. */
  readonly output: Floats;
  /** The mask, in the shape that you gave; write to it (0 = may not attend). Undefined if you gave none. */
  readonly mask: Uint8Array | undefined;
  /** The bias, in the shape that you gave; write to it. Undefined if you gave none. */
  readonly bias: Floats | undefined;
  /** `[batch, keys]`; write to it (0 = may not attend). Undefined if you gave no keyMask. */
  readonly keyMask: Uint8Array | undefined;
  /** `[batch]`; write to it. Undefined if you gave no keyLengths. */
  readonly keyLengths: Int32Array | undefined;
  /** The offset of causal, `[batch]`; write to it. Undefined without causal. */
  readonly causalOffsets: Int32Array | undefined;
  /** The offset of window and alibi, `[batch]`; write to it. With causal, or without either, undefined. */
  readonly offsets: Int32Array | undefined;
  /** The slopes, `[heads]`; write to it. Undefined without alibi. */
  readonly alibi: Floats | undefined;
  /** The sink of each head, `[heads]`; write to it. Undefined without a sink. */
  readonly sink: Floats | undefined;
  /** Whether dispose() was called. */
  readonly disposed: boolean;
  /** Writes the inputs that you give, then computes output and the kept matrices. */
  run(inputs?: RunInputs<"q" | "k" | "v" | OptionInputs>): void;
  /**
   * Frees the memory. You may call it again; any other use afterwards throws an error.
   * @frees its buffers
   */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}

/** The values of the option `output` of a layer's session. */
export type OutputOption = boolean | number | undefined;

/** The sizes of a layer and its options. mask and bias are broadcast to `[batch, heads, tokens, context tokens]`. */
export interface SelfAttentionSessionOptions<
  Keep extends readonly SelfAttentionMatrix[] = readonly SelfAttentionMatrix[],
  Output extends OutputOption = OutputOption,
  Biases extends boolean | undefined = boolean | undefined,
> extends Omit<ScoreOptions, "sequences"> {
  /**
   * The size of the batch axis: how many sequences a run computes.
   * @default 1
   */
  batch?: number | undefined;
  /** Rows of x. */
  tokens: number;
  /** Columns of x. */
  modelDim: number;
  /**
   * Rows of the context, for cross-attention. Without it keys and values come from x.
   * @default none
   */
  contextTokens?: number | undefined;
  /**
   * Columns of the context. Needs contextTokens.
   * @default modelDim
   */
  contextDim?: number | undefined;
  /**
   * Heads of attention.
   * @default 1
   */
  heads?: number | undefined;
  /**
   * Heads of keys and values. heads must be a multiple of it.
   * @default heads
   */
  kvHeads?: number | undefined;
  /**
   * Columns of q and k, per head.
   * @default modelDim / heads
   */
  dim?: number | undefined;
  /**
   * Columns of v, per head.
   * @default dim
   */
  valueDim?: number | undefined;
  /**
   * The output projection: its number of columns, or true for modelDim.
   * @default false
   */
  output?: Output | undefined;
  /**
   * Whether the projections have biases.
   * @default false
   */
  biases?: Biases | undefined;
  /**
   * How the weights are stored: `"in-out"` or `"out-in"`, as PyTorch keeps them.
   * @default "in-out"
   */
  layout?: "in-out" | "out-in" | undefined;
  /**
   * Whether it computes gradients too: dOutput, dx, dQueryWeight … and backward().
   * @default false
   */
  backward?: false | undefined;
  /**
   * Which tensors each run keeps besides the output.
   * @default []
   */
  keep?: Keep | undefined;
}

/**
 * A layer for loops: write x and the weights, run, read output and kept matrices. As in Session, read a property again
 * after each call.
 */
export type SelfAttentionSession<
  Keep extends readonly SelfAttentionMatrix[] = readonly SelfAttentionMatrix[],
  Output extends OutputOption = OutputOption,
  Biases extends boolean | undefined = boolean | undefined,
> = Omit<SessionBase, "q" | "k" | "v" | "run"> & {
  /** Writes the inputs that you give, then computes output and the kept matrices. */
  run(inputs?: RunInputs<keyof LayerViews | OptionInputs>): void;
} & LayerViews<Output, Biases> &
  Kept<Keep, Floats>;

/** A view that is certain to be there if the option is true, or a number. */
export type ViewIf<Option> = Option extends true | number ? Floats : Floats | undefined;

/** All are zeros at first. Write to them. */
export interface LayerViews<
  Output extends OutputOption = OutputOption,
  Biases extends boolean | undefined = boolean | undefined,
> {
  /** `[batch, tokens, modelDim]` */
  readonly x: Floats;
  /** `[batch, contextTokens, contextDim]`: keys and values come from these rows. Undefined without contextTokens. */
  readonly context: Floats | undefined;
  /** `[modelDim, heads × dim]`, or its transpose with `layout: "out-in"`; so are the others. */
  readonly queryWeight: Floats;
  /** `[contextDim, kvHeads × dim]` */
  readonly keyWeight: Floats;
  /** `[contextDim, kvHeads × valueDim]` */
  readonly valueWeight: Floats;
  /** `[heads × valueDim, output]`; undefined without an output projection. */
  readonly outputWeight: ViewIf<Output>;
  /** `[heads × dim]`; undefined without biases, as are the others. */
  readonly queryBias: ViewIf<Biases>;
  /** `[kvHeads × dim]` */
  readonly keyBias: ViewIf<Biases>;
  /** `[kvHeads × valueDim]` */
  readonly valueBias: ViewIf<Biases>;
  /** `[output]`; also undefined without an output projection. */
  readonly outputBias: ViewIf<Output> | ViewIf<Biases>;
}
