import type {
  BackwardSession,
  BackwardSessionOptions,
  SelfAttentionBackwardSession,
  SelfAttentionBackwardSessionOptions,
} from "./backward-session-options.js";
import type { Flavour } from "./flavour.js";
import type {
  AttentionBackwardOptions,
  AttentionGradients,
  PairGradient,
  SelfAttentionBackwardOptions,
  SelfAttentionGradients,
} from "./gradient-options.js";
import type {
  SelfAttentionMatrix,
  SelfAttentionOptions,
  SelfAttentionResult,
  SelfAttentionWeights,
} from "./layer-options.js";
import type { AttentionOptions, AttentionResult, PairMatrix } from "./options.js";
import type { SelfAttentionSession, SelfAttentionSessionOptions, Session, SessionOptions } from "./session-options.js";
import type { TensorInput } from "./tensor.js";

/** A started heed. Its functions need no `this`: they may be taken out of it. */
export interface Heed {
  /** The build that runs. */
  readonly flavour: Flavour;
  /** The version of the package. */
  readonly version: string;

  /**
   * softmax(scale · q·kᵀ, masked) · v, per head.
   *
   * @param q `[queries, dim]`, `[heads, queries, dim]` or `[batch, heads, queries, dim]`; k and v have as many axes,
   * and so have the results.
   * @param k `[…, keys, dim]`. Its heads may be fewer: query head h reads key head floor(h / (heads / key heads)).
   * @param v `[…, keys, value dim]`, with the heads of k.
   * @returns `output` `[…, queries, value dim]`, and each kept matrix `[…, queries, keys]`.
   * @throws TypeError for a wrong kind of argument, RangeError for a wrong size or value, and for memory that is not to
   * be had.
   */
  attention<const Keep extends readonly PairMatrix[] = readonly []>(
    q: TensorInput,
    k: TensorInput,
    v: TensorInput,
    options?: AttentionOptions<Keep>,
  ): AttentionResult<Keep>;

  /**
   * A whole layer: q = x·query, k = x·key, v = x·value (plus biases), attention per head, heads side by side, output
   * projection.
   *
   * @param x The tokens, a row each: `[tokens, model dim]` or `[batch, tokens, model dim]`.
   * @param weights The projections. Without them the basic form is computed: q = k = v = x, scale 1.
   * @returns `output` `[tokens, output dim]` (with the batch where x has one), and each kept tensor.
   * @throws TypeError for a wrong kind of argument, RangeError for a wrong size or value, and for memory that is not to
   * be had.
   */
  selfAttention<const Keep extends readonly SelfAttentionMatrix[] = readonly []>(
    x: TensorInput,
    weights?: SelfAttentionWeights,
    options?: SelfAttentionOptions<Keep>,
  ): SelfAttentionResult<Keep>;

  /**
   * The gradients of Σ output ∘ dOutput with respect to q, k, v and the bias, for the attention of these very
   * arguments.
   *
   * @param dOutput The gradient with respect to the output, in its shape: `[…, queries, value dim]`.
   * @param options Those of the forward call; `keep` takes `"dweights"` and `"dscores"`.
   * @returns `dq`, `dk`, `dv` in the shapes of q, k, v, `dbias` where there is a bias, and each kept matrix `[…,
   * queries, keys]`. Keys that no query may attend to, and queries that may attend to none, get exactly 0.
   * @throws TypeError for a wrong kind of argument, RangeError for a wrong size or value, and for memory that is not to
   * be had.
   */
  attentionBackward<const Keep extends readonly PairGradient[] = readonly []>(
    q: TensorInput,
    k: TensorInput,
    v: TensorInput,
    dOutput: TensorInput,
    options?: AttentionBackwardOptions<Keep>,
  ): AttentionGradients<Keep>;

  /**
   * The gradients of Σ output ∘ dOutput with respect to the tokens, the context, the weights, their biases and the bias
   * on the scores, for the layer of these very arguments.
   *
   * @param weights Those of the forward call; undefined for the basic form.
   * @param dOutput The gradient with respect to the output, in its shape.
   * @param options Those of the forward call; `keep` takes `"dweights"` and `"dscores"`.
   * @returns `dx`, and a gradient for each tensor given: `dquery`, `dkey`, `dvalue`, `doutput`, `dqueryBias` … laid out
   * as the weights are, `dcontext`, `dbias`.
   * @throws TypeError for a wrong kind of argument, RangeError for a wrong size or value, and for memory that is not to
   * be had.
   */
  selfAttentionBackward<
    const Keep extends readonly PairGradient[] = readonly [],
    Weights extends SelfAttentionWeights = {},
  >(
    x: TensorInput,
    weights: Weights | undefined,
    dOutput: TensorInput,
    options?: SelfAttentionBackwardOptions<Keep>,
  ): SelfAttentionGradients<Keep, Weights>;

  /**
   * With `backward: true`: attention of one shape and its gradients, run many times over buffers that stay in wasm
   * memory.
   */
  session<const Keep extends readonly (PairMatrix | PairGradient)[] = readonly []>(
    options: BackwardSessionOptions<Keep>,
  ): BackwardSession<Keep>;

  /** Attention of one shape, run many times over buffers that stay in wasm memory. */
  session<const Keep extends readonly PairMatrix[] = readonly []>(options: SessionOptions<Keep>): Session<Keep>;

  /**
   * With `backward: true`: a whole layer of one shape and its gradients, run many times over buffers that stay in wasm
   * memory.
   */
  selfAttentionSession<const Keep extends readonly (SelfAttentionMatrix | PairGradient)[] = readonly []>(
    options: SelfAttentionBackwardSessionOptions<Keep>,
  ): SelfAttentionBackwardSession<Keep>;

  /** A whole layer of one shape, run many times over buffers that stay in wasm memory. */
  selfAttentionSession<const Keep extends readonly SelfAttentionMatrix[] = readonly []>(
    options: SelfAttentionSessionOptions<Keep>,
  ): SelfAttentionSession<Keep>;
}
