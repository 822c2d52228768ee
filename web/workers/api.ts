/// <reference lib="esnext.disposable" preserve="true" />
// The public types of heed/workers.
import type {
  AttentionBackwardOptions,
  AttentionGradients,
  AttentionOptions,
  AttentionResult,
  Flavour,
  HeldLayerBackwardOptions,
  HeldLayerOptions,
  LoadOptions,
  LayerGradient,
  PairGradient,
  AttentionKeep,
  SelfAttentionBackwardOptions,
  SelfAttentionGradients,
  SelfAttentionMatrix,
  SelfAttentionOptions,
  SelfAttentionResult,
  SelfAttentionWeights,
  TensorInput,
} from "../lib/index.js";

/** The options of `openWorkers`. */
export interface OpenOptions extends LoadOptions {
  /**
   * How many workers, from 0 to 64.
   * @default one for each processor, at most 8
   */
  workers?: number | undefined;
  /**
   * Makes a worker that runs heed/worker.js, for pages whose policy forbids workers made of text, and for bundlers:
   * `() => new Worker(new URL("heed/worker.js", import.meta.url))`. It is called each time a worker starts.
   * @default none
   */
  script?: (() => object) | undefined;
}

/** The members of an AbortSignal that are used. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The options of every call, besides its own. */
export interface CallOptions {
  /**
   * Cancels the call: its promise rejects with the reason of the signal.
   * @default none
   */
  signal?: AbortSignalLike | undefined;
  /**
   * Called after each part with the number of computed parts, and of all.
   * @default none
   */
  onProgress?: ((done: number, of: number) => void) | undefined;
  /**
   * Puts each result into a SharedArrayBuffer that workers write to directly. This saves a copy, which pays if matrices
   * are kept. Pages have it only if they are cross-origin isolated; elsewhere it is a RangeError.
   * @default false
   */
  sharedResults?: boolean | undefined;
}

/**
 * The functions of heed on several workers. They take the same arguments, give the same numbers to the last bit, and
 * reject with the errors that heed throws. Do not change the arguments of a call before its promise settles.
 */
export interface HeedWorkers extends WorkerCalls {
  /** How many workers compute; 0 if there are none, and calls are computed on this thread. */
  readonly workers: number;
  /** Why there are no workers; undefined if there are. */
  readonly reason: string | undefined;
  /** The build that runs. */
  readonly flavour: Flavour;
  /** The version of the package. */
  readonly version: string;
  /** A layer whose weights stay in the workers. They are copied now, so later changes of `weights` do nothing. */
  layer<const Weights extends SelfAttentionWeights = {}>(weights?: Weights): WorkersLayer<Weights>;
  /**
   * Ends the workers. Calls that are not finished reject, and so do later ones.
   * @frees the workers
   */
  dispose(): Promise<void>;
  /** As dispose(), for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The calls of heed, each with a promise of its result. */
export interface WorkerCalls {
  /** As `attention` of Heed. */
  attention<const Keep extends readonly AttentionKeep[] = readonly []>(
    q: TensorInput,
    k: TensorInput,
    v: TensorInput,
    options?: AttentionOptions<Keep> & CallOptions,
  ): Promise<AttentionResult<Keep>>;
  /** As `selfAttention` of Heed. */
  selfAttention<const Keep extends readonly SelfAttentionMatrix[] = readonly []>(
    x: TensorInput,
    options?: SelfAttentionOptions<Keep> & CallOptions,
  ): Promise<SelfAttentionResult<Keep>>;
  /** As `attentionBackward` of Heed. */
  attentionBackward<const Keep extends readonly PairGradient[] = readonly []>(
    q: TensorInput,
    k: TensorInput,
    v: TensorInput,
    dOutput: TensorInput,
    options?: AttentionBackwardOptions<Keep> & CallOptions,
  ): Promise<AttentionGradients<Keep>>;
  /** As `selfAttentionBackward` of Heed. */
  selfAttentionBackward<
    const Keep extends readonly LayerGradient[] = readonly [],
    Options extends SelfAttentionBackwardOptions & CallOptions = {},
  >(
    x: TensorInput,
    dOutput: TensorInput,
    options?: Options & {
      readonly [Name in Exclude<keyof Options, keyof SelfAttentionBackwardOptions | keyof CallOptions>]: never;
    } & {
      readonly keep?: Keep | undefined;
    } & CallOptions,
  ): Promise<SelfAttentionGradients<Keep, Options>>;
}

/** A layer of heed/workers. */
export interface WorkersLayer<Weights extends SelfAttentionWeights = SelfAttentionWeights> {
  /** As `selfAttention`, with the weights of the layer. */
  run<const Keep extends readonly SelfAttentionMatrix[] = readonly []>(
    x: TensorInput,
    options?: HeldLayerOptions<Keep> & CallOptions,
  ): Promise<SelfAttentionResult<Keep>>;
  /** As `selfAttentionBackward`, with the weights of the layer. */
  backward<const Keep extends readonly LayerGradient[] = readonly []>(
    x: TensorInput,
    dOutput: TensorInput,
    options?: HeldLayerBackwardOptions<Keep> & CallOptions,
  ): Promise<SelfAttentionGradients<Keep, Weights>>;
  /**
   * The workers release the weights. Later calls reject.
   * @frees its weights in the workers
   */
  dispose(): void;
}
