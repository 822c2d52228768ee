/// <reference lib="esnext.disposable" preserve="true" />
import type {
  BackwardSession,
  BackwardSessionOptions,
  SelfAttentionBackwardSession,
  SelfAttentionBackwardSessionOptions,
} from "./backward-session-options.js";
import type { CacheOptions, KeyValueCache } from "./cache-options.js";
import type { Flavour } from "./flavour.js";
import type {
  AttentionBackwardOptions,
  AttentionGradients,
  LayerGradient,
  OnlyNames,
  PairGradient,
  SelfAttentionBackwardOptions,
  SelfAttentionGradients,
} from "./gradient-options.js";
import type { SelfAttentionMatrix, SelfAttentionOptions, SelfAttentionResult } from "./layer-options.js";
import type { AttentionOptions, AttentionResult, AttentionKeep } from "./options.js";
import type {
  OutputOption,
  SelfAttentionSession,
  SelfAttentionSessionOptions,
  Session,
  SessionOptions,
} from "./session-options.js";
import type { TensorInput } from "./tensor.js";

/** A started heed. Its functions do not use `this`, so they work on their own too. */
export interface Heed {
  /** The build that runs. */
  readonly flavour: Flavour;
  /** The version of the package. */
  readonly version: string;
  /** Whether dispose() was called. */
  readonly disposed: boolean;

  /**
   * Computes attention, softmax(scale · q·kᵀ)·v, in each head.
   *
   * @param q `[queries, dim]`, `[heads, queries, dim]` or `[batch, heads, queries, dim]`. k, v and the results have the
   * same number of axes.
   * @param k `[…, keys, dim]`. Its heads may be fewer: query head h reads key head floor(h / (heads / key heads)).
   * @param v `[…, keys, value dim]`, with the heads of k.
   * @returns `output` `[…, queries, value dim]`, and each kept matrix `[…, queries, keys]`.
   * @throws TypeError for a wrong kind of argument, RangeError for a wrong size or value, or when memory runs out.
   */
  attention<const Keep extends readonly AttentionKeep[] = readonly []>(
    q: TensorInput,
    k: TensorInput,
    v: TensorInput,
    options?: AttentionOptions<Keep>,
  ): AttentionResult<Keep>;

  /**
   * Computes a whole layer: q = x·queryWeight, k = x·keyWeight, v = x·valueWeight (plus biases), attention in each
   * head, the heads side by side, times outputWeight. Without weights q = k = v = x, and the scale is 1.
   *
   * @param x The tokens, a row each: `[tokens, model dim]` or `[batch, tokens, model dim]`.
   * @param options The weights and the options, in one object: `{ ...fromTorch(state, { heads }), causal: true }`.
   * @returns `output` `[tokens, output dim]` (with the batch if x has one), and each kept tensor.
   * @throws TypeError for a wrong kind of argument, RangeError for a wrong size or value, or when memory runs out.
   */
  selfAttention<const Keep extends readonly SelfAttentionMatrix[] = readonly []>(
    x: TensorInput,
    options?: SelfAttentionOptions<Keep>,
  ): SelfAttentionResult<Keep>;

  /**
   * Computes the gradients of your loss with respect to q, k, v and the bias. The other arguments are those of the
   * call of `attention`.
   *
   * @param dOutput The gradient of the loss with respect to the output of that call: `[…, queries, value dim]`.
   * @param options The options of the forward call; `keep` takes `"dWeights"` and `"dScores"`.
   * @returns `dq`, `dk`, `dv` in the shapes of q, k, v, `dBias` if there is a bias, and each kept matrix `[…, queries,
   * keys]`.
   * Keys that no query may attend to get exactly 0. So do queries that may not attend to any key.
   * @throws TypeError for a wrong kind of argument, RangeError for a wrong size or value, or when memory runs out.
   */
  attentionBackward<const Keep extends readonly PairGradient[] = readonly []>(
    q: TensorInput,
    k: TensorInput,
    v: TensorInput,
    dOutput: TensorInput,
    options?: AttentionBackwardOptions<Keep>,
  ): AttentionGradients<Keep>;

  /**
   * Computes the gradients of your loss with respect to the tokens, the context, the weights, their biases and the bias
   * on the scores. The other arguments are those of the call of `selfAttention`.
   *
   * @param dOutput The gradient of the loss with respect to the output of that call, in its shape.
   * @param options The weights and the options of the forward call; `keep` takes `"dWeights"`, `"dScores"`, `"dq"`,
   * `"dk"`, `"dv"` and `"dJoined"`.
   * @returns `dx`, and a gradient for each tensor given: `dQueryWeight`, `dKeyWeight`, `dValueWeight`, `dOutputWeight`,
   * `dQueryBias` … laid out as the weights are, `dContext`, `dBias`.
   * @throws TypeError for a wrong kind of argument, RangeError for a wrong size or value, or when memory runs out.
   */
  selfAttentionBackward<
    const Keep extends readonly LayerGradient[] = readonly [],
    Options extends SelfAttentionBackwardOptions = {},
  >(
    x: TensorInput,
    dOutput: TensorInput,
    options?: Options & OnlyNames<Options, SelfAttentionBackwardOptions> & { readonly keep?: Keep | undefined },
  ): SelfAttentionGradients<Keep, Options>;

  /** Makes a session that computes gradients too. */
  session<const Keep extends readonly (AttentionKeep | PairGradient)[] = readonly []>(
    options: BackwardSessionOptions<Keep>,
  ): BackwardSession<Keep>;

  /** Makes a session: attention with fixed sizes, for loops. */
  session<const Keep extends readonly AttentionKeep[] = readonly []>(options: SessionOptions<Keep>): Session<Keep>;

  /** Makes a session of a whole layer with fixed sizes. With `backward: true` it computes gradients too. */
  selfAttentionSession<
    const Keep extends readonly (SelfAttentionMatrix | LayerGradient)[] = readonly [],
    Output extends OutputOption = OutputOption,
    Biases extends boolean | undefined = boolean | undefined,
  >(
    options: SelfAttentionBackwardSessionOptions<Keep, Output, Biases>,
  ): SelfAttentionBackwardSession<Keep, Output, Biases>;

  /** Makes a session of a whole layer with fixed sizes. With `backward: true` it computes gradients too. */
  selfAttentionSession<
    const Keep extends readonly SelfAttentionMatrix[] = readonly [],
    Output extends OutputOption = OutputOption,
    Biases extends boolean | undefined = boolean | undefined,
  >(
    options: SelfAttentionSessionOptions<Keep, Output, Biases>,
  ): SelfAttentionSession<Keep, Output, Biases>;

  /** Keys and values of the tokens so far, for models that produce one token after another. */
  cache(options: CacheOptions): KeyValueCache;

  /**
   * Ends this heed with its sessions and caches: later calls throw an error. Heeds of other calls of load() continue.
   * After the last one, the memory becomes free, unless your program still holds a view of a session.
   * @frees its memory
   */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}

/** What heed/forward starts: the calls of Heed that compute forward, with the same options and the same bits. */
export interface HeedForward extends Pick<
  Heed,
  "version" | "disposed" | "attention" | "selfAttention" | "dispose" | typeof Symbol.dispose
> {
  /** The flavour of the core: heed/forward has one. */
  readonly flavour: "simd";
}
