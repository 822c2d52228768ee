// A block of a transformer, and a language model of such blocks. Both are chains of the layers beside this file: what
// they do can be written with these, and what they hold can be reached.
import type { BackwardOptions, Floats, Heed, SelfAttentionBackwardSession } from "../lib/api/index.js";
import { checkNames, checkObject, kindOf, positive, readFlag, sealed, SESSION_INSIDE } from "../lib/read/index.js";
import { initialise, random, type Parameter } from "../train/index.js";
import { chain, type Chain } from "./chain.js";
import { crossEntropySession, type CrossEntropy } from "./cross-entropy.js";
import { embeddingSession, type EmbeddingSession } from "./embedding.js";
import { insideOf, openerOf, together, type Integers, type AnyLayer } from "./layer.js";
import { linearSession, type Activation, type Linear } from "./linear.js";
import { layerNormSession, rmsNormSession, type RmsNorm } from "./norm.js";

/** The sizes of a block. */
export interface TransformerBlockOptions {
  /** Sequences; 1 where it is left out. */
  batch?: number | undefined;
  /** Tokens of each sequence. */
  tokens: number;
  /** Numbers of a token. */
  dim: number;
  /** Heads of attention; 1 where it is left out. */
  heads?: number | undefined;
  /** Numbers between the two layers of the feed-forward; 4 · dim where it is left out. */
  hidden?: number | undefined;
  /** Between these two layers; "gelu" where it is left out. */
  activation?: Activation | undefined;
  /** "layer" (default) or "rms". */
  norm?: "layer" | "rms" | undefined;
  /** Whether norms, attention and feed-forward have biases. None where it is left out. */
  biases?: boolean | undefined;
  /** What else heed.selfAttentionSession takes: keep, rotary, window … `causal` is true where it is left out. */
  attention?: Readonly<Record<string, unknown>> | undefined;
  /** Whether it computes gradients too. */
  backward?: boolean | undefined;
}

type FeedForward = Chain<readonly [Linear, Linear]>;

/** x + attention(norm(x)), and the sum y + feed-forward(norm(y)). */
export type TransformerBlock = Chain<
  readonly [Chain<readonly [RmsNorm, SelfAttentionBackwardSession]>, Chain<readonly [RmsNorm, FeedForward]>]
>;

const BLOCK = ["batch", "tokens", "dim", "heads", "hidden", "activation", "norm", "biases", "attention", "backward"];

/** Makes a block: a norm before attention and before the feed-forward, and the input of each added to its output. */
export function transformerBlock(heed: Heed, options: TransformerBlockOptions): TransformerBlock {
  const where = "heed/layers.transformerBlock";
  openerOf(where, heed);
  checkObject(where, "options", options);
  checkNames(where, "option", options, BLOCK);
  const { tokens, dim, heads = 1, activation = "gelu", biases = false, backward = false } = options;
  const batch = positive(where, "batch", options.batch, 1);
  const hidden = positive(where, "hidden", options.hidden, 4 * dim);
  const rows = batch * tokens;
  if (options.norm !== undefined && options.norm !== "layer" && options.norm !== "rms")
    throw new TypeError(`${where}: norm must be "layer" or "rms"; got ${kindOf(options.norm)}.`);
  const norm = (): RmsNorm =>
    options.norm === "rms"
      ? rmsNormSession(heed, { rows, dim, backward })
      : layerNormSession(heed, { rows, dim, biases, backward });
  const sizes = { batch, tokens, modelDim: dim, heads, output: true, biases, backward };
  const shared = { shared: true, residual: true };
  return together((own) => {
    const before = own(norm());
    const attention = own(
      heed.selfAttentionSession({
        ...options.attention,
        causal: options.attention?.["causal"] ?? true,
        ...sizes,
      } as never),
    ) as unknown as SelfAttentionBackwardSession;
    const after = own(norm());
    const up = own(linearSession(heed, { rows, inputs: dim, outputs: hidden, activation, biases, backward }));
    const down = own(linearSession(heed, { rows, inputs: hidden, outputs: dim, biases, backward }));
    const feed = chain([up, down] as const, { shared: true });
    return chain([chain([before, attention], shared), chain([after, feed], shared)] as const, { shared: true });
  });
}

/** The sizes of a language model. */
export interface LanguageModelOptions extends TransformerBlockOptions {
  /** How many different tokens there are. */
  vocab: number;
  /** Blocks; 1 where it is left out. */
  layers?: number | undefined;
  /** Whether each position has a learned row. It has where this is left out; turn it off for rotary or ALiBi. */
  positions?: boolean | undefined;
  /** Whether the table of the embedding is the weight of the output, too. It is where this is left out. */
  tied?: boolean | undefined;
  /** Draws the initial weights as GPT-2 does. Zeros where it is left out. */
  seed?: number | undefined;
  /** Another model whose weights this one reads, in another shape: for longer texts, or to keep what heads do. */
  weightsOf?: LanguageModel | undefined;
}

/** The options of a language model, with their defaults. */
export type LanguageModelShape = {
  readonly [Name in (typeof SHAPE)[number]]: NonNullable<LanguageModelOptions[Name]>;
} & {
  /** Further options of its attention. */
  readonly attention: Readonly<Record<string, unknown>>;
};

/**
 * Tokens in, the loss of the next tokens out. Its arrays are fresh views of wasm memory, as those of sessions are.
 */
export interface LanguageModel {
  /** `[batch × tokens]`: the numbers of the tokens. Write to it. */
  readonly ids: Integers;
  /** `[batch × tokens]`: the token that follows each, or −1 where the loss does not count. Write to it. */
  readonly answers: Integers;
  /** `[batch × tokens, vocab]`, as of the last run. */
  readonly logits: Floats;
  /** The loss of each row. */
  readonly losses: Floats;
  /** The mean of losses over the rows that have an answer. */
  readonly loss: number;
  /** All that is learned. */
  readonly parameters: readonly Parameter[];
  /** The first layer: the rows of tokens, and of positions. */
  readonly embedding: EmbeddingSession;
  /** Attention and feed-forward, one block after another. */
  readonly blocks: readonly TransformerBlock[];
  /** The norm behind the blocks. */
  readonly norm: RmsNorm;
  /** The layer that computes the logits. Its weight is `[vocab, dim]`, `"out-in"`, tied or not. */
  readonly head: Linear;
  /** What it was made with, where that was given or has a default. */
  readonly options: LanguageModelShape;
  /** Whether dispose() was called. */
  readonly disposed: boolean;
  /** Computes logits and losses. */
  run(): void;
  /** Computes the gradient of the loss with respect to every parameter. It overwrites them, or adds to them. */
  backward(options?: LanguageModelBackward): void;
  /** Gives the memory of all layers back. */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}

/** How gradients are computed. */
export interface LanguageModelBackward extends BackwardOptions {
  /** The answers of all batches whose gradients are added up; those of this batch where it is left out. */
  of?: number | undefined;
}

const SHAPE = [
  ...(["batch", "tokens", "vocab", "dim", "heads", "layers", "hidden"] as const),
  ...(["activation", "norm", "biases", "positions", "tied"] as const),
] as const;

/**
 * Makes a language model: embedding, blocks, a norm, and logits. With `biases: true` and `activation: "gelu-tanh"` it
 * is GPT-2.
 */
export function languageModel(heed: Heed, options: LanguageModelOptions): LanguageModel {
  const where = "heed/layers.languageModel";
  openerOf(where, heed);
  checkObject(where, "options", options);
  checkNames(where, "option", options, [...SHAPE, "attention", "backward", "seed", "weightsOf"]);
  const { vocab, tokens, dim, biases = false } = options;
  const backward = readFlag(where, "backward", options.backward);
  const layers = positive(where, "layers", options.layers, 1);
  const batch = positive(where, "batch", options.batch, 1);
  const rows = batch * positive(where, "tokens", tokens);
  const [positions, tied] = [options.positions ?? true, options.tied ?? true];
  const { heads = 1, hidden = 4 * dim, activation = "gelu", norm: kind = "layer" } = options;
  const shape = { batch, tokens, dim, heads, hidden, activation, norm: kind, biases };
  const whole = { ...shape, vocab, layers, positions, tied, attention: options.attention ?? {} };
  return together((own) => {
    const embedding = own(
      embeddingSession(heed, { rows, vocab, dim, positions: positions ? tokens : undefined, backward }),
    );
    const blocks = Array.from({ length: layers }, () =>
      own(transformerBlock(heed, { ...shape, attention: options.attention, backward })),
    );
    const norm = own(
      kind === "rms"
        ? rmsNormSession(heed, { rows, dim, backward })
        : layerNormSession(heed, { rows, dim, biases, backward }),
    );
    const table = tied ? { weightOf: embedding } : {};
    const head = own(linearSession(heed, { rows, inputs: dim, outputs: vocab, layout: "out-in", backward, ...table }));
    const losses = own(crossEntropySession(heed, { rows, classes: vocab, backward }));
    const net = chain([embedding, ...blocks, norm, head, losses], { shared: true });
    const model = new Model(where, { embedding, blocks, norm, head, losses, net }, whole, backward);
    if (options.weightsOf !== undefined) shareWeights(where, model, options.weightsOf);
    else if (options.seed !== undefined) draw(model, options.seed);
    return sealedModel(where, model, net);
  });
}

function sealedModel(where: string, model: Model, net: Parts["net"]): LanguageModel {
  return sealed<LanguageModel>(where, model, {
    kind: "LanguageModel",
    views: ["ids", "answers", "logits", "losses"],
    values: ["loss", "embedding", "blocks", "norm", "head", "options", "disposed"],
    others: { parameters: { get: () => model.parameters }, [SESSION_INSIDE]: { value: insideOf(net) } },
    methods: ["run", "backward", "dispose"],
  });
}

interface Parts {
  readonly embedding: EmbeddingSession;
  readonly blocks: readonly TransformerBlock[];
  readonly norm: RmsNorm;
  readonly head: Linear;
  readonly losses: CrossEntropy;
  readonly net: Chain<readonly AnyLayer[]>;
}

class Model {
  readonly embedding: EmbeddingSession;
  readonly blocks: readonly TransformerBlock[];
  readonly norm: RmsNorm;
  readonly head: Linear;

  constructor(
    private readonly where: string,
    private readonly parts: Parts,
    readonly options: LanguageModel["options"],
    private readonly trains: boolean,
  ) {
    ({ embedding: this.embedding, blocks: this.blocks, norm: this.norm, head: this.head } = parts);
  }

  get ids(): Integers {
    return this.embedding.x;
  }

  get answers(): Integers {
    return this.parts.losses.answers;
  }

  get logits(): Floats {
    return this.head.output;
  }

  get losses(): Floats {
    return this.parts.losses.output;
  }

  get loss(): number {
    return this.parts.losses.loss;
  }

  get disposed(): boolean {
    return this.embedding.disposed;
  }

  get parameters(): readonly Parameter[] {
    return this.parts.net.parameters;
  }

  run(): void {
    this.parts.net.run();
  }

  backward(options: LanguageModelBackward = {}): void {
    checkObject(this.where, "options of backward()", options);
    checkNames(this.where, "option of backward()", options, ["add", "of"]);
    const of = options.of === undefined ? 0 : positive(this.where, "of", options.of);
    if (this.trains && !this.disposed) insideOf(this.parts.losses)!.write({ of });
    this.parts.net.backward(options.add === undefined ? undefined : { add: options.add });
  }

  dispose(): void {
    this.parts.net.dispose();
  }
}

/** As GPT-2: normal with deviation 0.02, and less where a layer's output is added to what other layers added. */
function draw(model: Model, seed: number): void {
  const added = 1 / Math.sqrt(2 * model.options.layers);
  initialise(weightsIn(model), random(seed), 0.02);
  for (const { layers } of model.blocks) {
    for (const weight of [layers[0].layers[1].outputWeight!, layers[1].layers[1].layers[1].weight])
      for (let i = 0; i < weight.length; i++) weight[i] = weight[i]! * added;
  }
}

/** The names of what sessions learn. */
const LEARNED = [
  ...["table", "positions", "gain", "weight", "bias"],
  ...["queryWeight", "keyWeight", "valueWeight", "outputWeight", "queryBias", "keyBias", "valueBias", "outputBias"],
];

/** The sessions of a model that learn, in their order. */
function sessionsIn({
  embedding,
  blocks,
  norm,
  head,
}: Pick<Model, "embedding" | "blocks" | "norm" | "head">): AnyLayer[] {
  const inner = blocks.flatMap(({ layers: [first, second] }): AnyLayer[] => [
    ...first.layers,
    second.layers[0],
    ...second.layers[1].layers,
  ]);
  return [embedding, ...inner, norm, head];
}

/** Matrices of weights, whether or not there are gradients. A tied weight stands in the embedding alone. */
function weightsIn(model: Model): Pick<Parameter, "shape" | "value">[] {
  return sessionsIn(model).flatMap((session) =>
    LEARNED.filter((name) => (session as unknown as Record<string, unknown>)[name] !== undefined)
      .filter((name) => !(session === model.head && model.options.tied && name === "weight"))
      .map((name) => ({
        shape: insideOf(session)!.shapeOf(name),
        value: (session as unknown as Record<string, Floats>)[name]!,
      })),
  );
}

function shareWeights(where: string, model: Model, from: LanguageModel): void {
  const differs = (["vocab", "dim", "heads", "layers", "hidden", "norm", "biases", "positions", "tied"] as const).find(
    (name) => model.options[name] !== from?.options?.[name],
  );
  if (differs !== undefined)
    throw new RangeError(`${where}: weightsOf must be a language model with the same ${differs}.`);
  if (model.options.positions && model.options.tokens > from.options.tokens)
    throw new RangeError(
      `${where}: weightsOf has positions for ${from.options.tokens} tokens; tokens must not be more.`,
    );
  const others = sessionsIn(from);
  for (const [place, session] of sessionsIn(model).entries()) {
    const [own, other] = [insideOf(session)!, insideOf(others[place]!)!];
    if (own.buffer !== other.buffer) throw new RangeError(`${where}: weightsOf must be a model of the same heed.`);
    for (const name of LEARNED)
      if ((session as unknown as Record<string, unknown>)[name] !== undefined)
        own.point(name, other.addressOf(name), other.lenderOf(name));
  }
}
