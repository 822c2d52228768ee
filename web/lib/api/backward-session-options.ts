import type { LayerGradient, PairGradient } from "./gradient-options.js";
import type { SelfAttentionMatrix } from "./layer-options.js";
import type { Kept, AttentionKeep } from "./options.js";
import type {
  OutputOption,
  SelfAttentionSession,
  SelfAttentionSessionOptions,
  SessionBase,
  SessionOptions,
  ViewIf,
} from "./session-options.js";
import type { Floats } from "./tensor.js";

/** A session that computes gradients too. Its `keep` also takes `"dWeights"` and `"dScores"`. */
export interface BackwardSessionOptions<
  Keep extends readonly (AttentionKeep | PairGradient)[] = readonly (AttentionKeep | PairGradient)[],
> extends Omit<SessionOptions, "keep" | "backward"> {
  /** Computes gradients too. */
  backward: true;
  /**
   * Which matrices run() and backward() keep besides the output and the gradients of the inputs.
   * @default []
   */
  keep?: Keep | undefined;
}

/**
 * A layer's session that computes gradients too. Its `keep` also takes the names that `keep` of selfAttentionBackward
 * takes.
 */
export interface SelfAttentionBackwardSessionOptions<
  Keep extends readonly (SelfAttentionMatrix | LayerGradient)[] = readonly (SelfAttentionMatrix | LayerGradient)[],
  Output extends OutputOption = OutputOption,
  Biases extends boolean | undefined = boolean | undefined,
> extends Omit<SelfAttentionSessionOptions<readonly SelfAttentionMatrix[], Output, Biases>, "keep" | "backward"> {
  /** Computes gradients too. */
  backward: true;
  /**
   * Which tensors run() and backward() keep besides the output and the gradients of the inputs.
   * @default []
   */
  keep?: Keep | undefined;
}

/** How gradients are computed. */
export interface BackwardOptions {
  /**
   * Whether the gradients of a layer's weights, and of their biases, are added to their values, rather than
   * overwritten. Other gradients, such as dx, dBias, dSink and dAlibi, are always overwritten. A session of
   * `heed.session` has no weights, so there `add: true` is an error.
   * @default false
   */
  add?: boolean | undefined;
}

/** The members of every session with `backward: true` besides the views of its inputs and results. */
export interface BackwardBase {
  /** The gradient with respect to the output, in its shape. Zeros at first; write to it. */
  readonly dOutput: Floats;
  /** The gradient with respect to lse, in its shape. Zeros at first; write to it. Undefined unless lse is kept. */
  readonly dLse: Floats | undefined;
  /** In the shape of bias, summed over the axes along which that is repeated; undefined without one. */
  readonly dBias: Floats | undefined;
  /** `[heads]`; undefined without a sink. */
  readonly dSink: Floats | undefined;
  /** `[heads]`, of the slopes; undefined without alibi. */
  readonly dAlibi: Floats | undefined;
  /**
   * Computes the gradient of each input from dOutput and the last run(), so do not change the inputs in between. It
   * overwrites the gradients, unless it is asked to add to them. Before the first run() it is an error.
   */
  backward(options?: BackwardOptions): void;
}

/**
 * Attention and its gradients over buffers that stay in wasm memory: write q, k, v, run(), write dOutput, backward(),
 * read dq, dk, dv.
 */
export type BackwardSession<
  Keep extends readonly (AttentionKeep | PairGradient)[] = readonly (AttentionKeep | PairGradient)[],
> = SessionBase &
  BackwardBase & {
    /** In the shape of q. */
    readonly dq: Floats;
    /** In the shape of k: the sum over the query heads that read a key head. So is dv. */
    readonly dk: Floats;
    /** In the shape of v. */
    readonly dv: Floats;
  } & Kept<Keep, Floats>;

/**
 * A layer and its gradients over buffers that stay in wasm memory. A gradient is named after its input: dx,
 * dQueryWeight.
 */
export type SelfAttentionBackwardSession<
  Keep extends readonly (SelfAttentionMatrix | LayerGradient)[] = readonly (SelfAttentionMatrix | LayerGradient)[],
  Output extends OutputOption = OutputOption,
  Biases extends boolean | undefined = boolean | undefined,
> = SelfAttentionSession<readonly [], Output, Biases> &
  BackwardBase &
  LayerGradientViews<Output, Biases> &
  Kept<Keep, Floats>;

/** Each in the shape of its input; undefined if the layer has no such input. */
export interface LayerGradientViews<
  Output extends OutputOption = OutputOption,
  Biases extends boolean | undefined = boolean | undefined,
> {
  /** In the shape of x. */
  readonly dx: Floats;
  /** In the shape of context; undefined without one. */
  readonly dContext: Floats | undefined;
  /** In the shape of queryWeight. */
  readonly dQueryWeight: Floats;
  /** In the shape of keyWeight. */
  readonly dKeyWeight: Floats;
  /** In the shape of valueWeight. */
  readonly dValueWeight: Floats;
  /** In the shape of outputWeight; undefined without an output projection. */
  readonly dOutputWeight: ViewIf<Output>;
  /** In the shape of queryBias; undefined without biases, as are the others. */
  readonly dQueryBias: ViewIf<Biases>;
  /** In the shape of keyBias. */
  readonly dKeyBias: ViewIf<Biases>;
  /** In the shape of valueBias. */
  readonly dValueBias: ViewIf<Biases>;
  /** In the shape of outputBias. */
  readonly dOutputBias: ViewIf<Output> | ViewIf<Biases>;
}
