// A block of a transformer, and a language model of such blocks. Both are chains of the layers beside this file: what
// they do can be written with these, and what they hold can be reached.
import type { BackwardOptions, Floats, Heed, RunInputs, SelfAttentionBackwardSession } from "../lib/api/index.js";
import {
  checkNamed,
  checkObject,
  fault,
  kindOf,
  listText,
  numberFault,
  positive,
  readFlag,
  publicObject,
  SESSION_INSIDE,
  writeInputs,
} from "../lib/read/index.js";
import { initialise, seededRandom, type Parameter } from "../train/index.js";
import { openChain, type Chain } from "./chain.js";
import { openCrossEntropy, type CrossEntropy } from "./cross-entropy.js";
import { openEmbedding, type EmbeddingSession } from "./embedding.js";
import { insideOf, openerOf, together, type AnyLayer, type Integers, type Own } from "./layer.js";
import { checkActivation, openLinear, type Activation, type Linear } from "./linear.js";
import { openNorm, type RmsNorm } from "./norm.js";

/** The sizes of a block. */
export interface TransformerBlockOptions {
  /**
   * Sequences.
   * @default 1
   */
  batch?: number | undefined;
  /** Tokens of each sequence. */
  tokens: number;
  /** Numbers of a token: the width of the model. */
  modelDim: number;
  /**
   * Heads of attention.
   * @default 1
   */
  heads?: number | undefined;
  /**
   * Numbers between the two layers of the feed-forward.
   * @default 4 * modelDim
   */
  hidden?: number | undefined;
  /**
   * Between these two layers.
   * @default "gelu"
   */
  activation?: Activation | undefined;
  /**
   * `"layer"` or `"rms"`.
   * @default "layer"
   */
  norm?: "layer" | "rms" | undefined;
  /**
   * Whether norms, attention and feed-forward have biases.
   * @default false
   */
  biases?: boolean | undefined;
  /**
   * Other options of heed.selfAttentionSession: keep, kvHeads, rotary, window …
   * @default { causal: true }
   */
  attention?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether it computes gradients too.
   * @default false
   */
  backward?: boolean | undefined;
}

type FeedForward = Chain<readonly [Linear, Linear]>;

/** x + attention(norm(x)), and the sum y + feed-forward(norm(y)). */
export type TransformerBlock = Chain<
  readonly [Chain<readonly [RmsNorm, SelfAttentionBackwardSession]>, Chain<readonly [RmsNorm, FeedForward]>]
>;

/** The names that other libraries have for these options. */
const HINTS = Object.fromEntries(
  Object.entries({
    modelDim: "dmodel embeddim nembd hiddensize",
    hidden: "dimfeedforward dff ffndim intermediatesize",
    tokens: "blocksize contextlength seqlen nctx nposition maxpositionembeddings",
    heads: "nhead numheads nheads numattentionheads",
    layers: "nlayer nlayers numlayers numhiddenlayers",
    vocab: "vocabsize",
  }).flatMap(([name, others]) => others.split(" ").map((other) => [other, `write ${name}`])),
);

const BLOCK = [
  "batch",
  "tokens",
  "modelDim",
  "heads",
  "hidden",
  "activation",
  "norm",
  "biases",
  "attention",
  "backward",
];

/** Makes a block: a norm before attention and before the feed-forward, and the input of each added to its output. */
export function transformerBlock(heed: Heed, options: TransformerBlockOptions): TransformerBlock {
  const where = "heed/layers.transformerBlock";
  openerOf(where, heed);
  checkNamed(where, "option", options, BLOCK, { hints: HINTS });
  return openBlock(heed, where, readBlock(where, options));
}

/** The options of a block, with their defaults. */
type BlockShape = { readonly [Name in keyof TransformerBlockOptions]-?: NonNullable<TransformerBlockOptions[Name]> } & {
  /** What sentences call its attention. */
  readonly called: string;
};

function readBlock(where: string, options: TransformerBlockOptions, called = "attention"): BlockShape {
  const { norm = "layer", activation = "gelu" } = options;
  const size = (name: "batch" | "tokens" | "modelDim" | "heads" | "hidden", otherwise?: number): number =>
    positive(where, name, options[name] === undefined ? otherwise : options[name]);
  const flag = (name: "biases" | "backward"): boolean => readFlag(where, name, options[name]);
  const [batch, tokens, modelDim, heads] = [size("batch", 1), size("tokens"), size("modelDim"), size("heads", 1)];
  positive(where, "batch × tokens", batch * tokens);
  checkActivation(where, activation);
  if (norm !== "layer" && norm !== "rms")
    throw fault("type", `${where}: norm must be "layer" or "rms"; got ${kindOf(norm)}.`);
  const attention = readAttention(where, called, options.attention);
  if (modelDim % heads !== 0 && attention["dim"] === undefined)
    throw fault("value", `${where}: modelDim must be divisible by heads; modelDim is ${modelDim}, heads is ${heads}.`);
  const sizes = { batch, tokens, modelDim, heads, hidden: size("hidden", 4 * modelDim) };
  return { ...sizes, activation, norm, biases: flag("biases"), attention, called, backward: flag("backward") };
}

/** Further options of attention, by name. */
type MoreAttention = Readonly<Record<string, unknown>>;

/** What a block sets itself. */
const SET = ["batch", "tokens", "modelDim", "heads", "output", "biases", "backward"];

function readAttention(where: string, called: string, given: MoreAttention = {}): MoreAttention {
  checkObject(where, called, given);
  const taken = SET.find((name) => given[name] !== undefined);
  if (taken === undefined) return { ...given, causal: given["causal"] === undefined ? true : given["causal"] };
  throw fault("type", `${where}: ${called} must leave ${taken} out, because the block sets it.`);
}

function openAnyNorm(
  heed: Heed,
  where: string,
  { batch, tokens, modelDim, norm, biases, backward }: BlockShape,
): RmsNorm {
  const sizes = { rows: batch * tokens, dim: modelDim, backward };
  return openNorm(heed, where, norm, norm === "rms" ? sizes : { ...sizes, biases });
}

function openBlock(heed: Heed, where: string, shape: BlockShape): TransformerBlock {
  const { batch, tokens, modelDim, heads, hidden, activation, biases, backward } = shape;
  const rows = batch * tokens;
  const sizes = { batch, tokens, modelDim, heads, output: true, biases, backward };
  const shared = { shared: true, residual: true };
  return together((own) => {
    const before = own(openAnyNorm(heed, where, shape));
    const attention = own(
      openerOf(where, heed).openAttention(`${where}: ${shape.called}`, {
        ...shape.attention,
        ...sizes,
      }) as SelfAttentionBackwardSession,
    );
    const after = own(openAnyNorm(heed, where, shape));
    const up = own(openLinear(heed, where, { rows, inputs: modelDim, outputs: hidden, activation, biases, backward }));
    const down = own(openLinear(heed, where, { rows, inputs: hidden, outputs: modelDim, biases, backward }));
    const feed = openChain(where, [up, down] as const, { shared: true });
    const halves = [
      openChain(where, [before, attention] as const, shared),
      openChain(where, [after, feed] as const, shared),
    ] as const;
    return openChain(where, halves, { shared: true });
  });
}

/** The sizes of a language model. */
export interface LanguageModelOptions extends Omit<TransformerBlockOptions, "attention"> {
  /**
   * As for a block, the same in each layer. An array has an object for each layer.
   * @default { causal: true }
   */
  attention?: Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[] | undefined;
  /** How many different tokens there are. */
  vocab: number;
  /**
   * Blocks.
   * @default 1
   */
  layers?: number | undefined;
  /**
   * Whether each position has a learned row. Turn it off for rotary or ALiBi.
   * @default true
   */
  positions?: boolean | undefined;
  /**
   * Whether the table of the embedding is the weight of the output, too.
   * @default true
   */
  tied?: boolean | undefined;
  /**
   * Draws the initial weights as GPT-2 does. `false` leaves zeros, for a model whose weights you load: drawing takes
   * time.
   * @default 0
   */
  seed?: number | false | undefined;
  /**
   * Another model whose weights this one reads, in another shape: for longer texts, or to keep the heads' matrices.
   * Then no weights are drawn.
   * @default none
   */
  weightsOf?: LanguageModel | undefined;
}

/** The options of a language model, with their defaults. */
export type LanguageModelShape = {
  readonly [Name in (typeof SHAPE)[number] | "attention"]: NonNullable<LanguageModelOptions[Name]>;
};

/** Tokens in, the loss of the next tokens out. Its arrays are fresh views of wasm memory, as in a session. */
export interface LanguageModel {
  /** `[batch × tokens]`: the numbers of the tokens. Write to it. */
  readonly ids: Integers;
  /** `[batch × tokens]`: the token that follows each, or −1 where the loss does not count. Write to it. */
  readonly targets: Integers;
  /** `[batch × tokens, vocab]`, as of the last run. */
  readonly logits: Floats;
  /** The loss of each row. */
  readonly losses: Floats;
  /** The mean of losses over the rows that have an answer. NaN if no row has one; all gradients are then 0. */
  readonly loss: number;
  /** All that is learned. */
  readonly parameters: readonly Parameter[];
  /** The first layer: the rows of tokens, and of positions. */
  readonly embedding: EmbeddingSession;
  /** Attention and feed-forward, one block after another. */
  readonly blocks: readonly TransformerBlock[];
  /** The norm after the blocks. */
  readonly norm: RmsNorm;
  /** The layer that computes the logits. Its weight is `[vocab, modelDim]`, `"out-in"`, tied or not. */
  readonly head: Linear;
  /** Its options, as given or by default. */
  readonly options: LanguageModelShape;
  /** Whether dispose() was called. */
  readonly disposed: boolean;
  /** Computes logits and losses. */
  run(inputs?: RunInputs<"ids" | "targets">): void;
  /** Computes the gradient of the loss with respect to every parameter. It overwrites them, or adds to them. */
  backward(options?: LanguageModelBackward): void;
  /**
   * Gives the memory of all layers back.
   * @frees all its layers
   */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}

/** How gradients are computed. */
export interface LanguageModelBackward extends BackwardOptions {
  /**
   * The targets of all batches whose gradients are added up, 0 or more.
   * @default the targets of this batch
   */
  of?: number | undefined;
}

const SHAPE = [
  ...(["vocab", "tokens", "modelDim", "batch", "heads", "layers", "hidden"] as const),
  ...(["activation", "norm", "biases", "positions", "tied"] as const),
] as const;

/**
 * Makes a language model: embedding, blocks, a norm, and logits. With `biases: true` and `activation: "gelu-tanh"` it
 * is GPT-2.
 */
export function languageModel(heed: Heed, options: LanguageModelOptions): LanguageModel {
  return openLanguageModel(heed, "heed/layers.languageModel", options);
}

/** As languageModel. `where` begins the error sentences. */
export function openLanguageModel(heed: Heed, where: string, options: LanguageModelOptions): LanguageModel {
  openerOf(where, heed);
  checkNamed(where, "option", options, [...SHAPE, "attention", "backward", "seed", "weightsOf"], { hints: HINTS });
  const { seed, weightsOf } = options;
  checkSeed(where, seed);
  if (weightsOf !== undefined) checkModel(where, "weightsOf", weightsOf);
  const [vocab, layers] = [positive(where, "vocab", options.vocab), positive(where, "layers", options.layers, 1)];
  const blocks = readBlocks(where, options, layers);
  const flag = (name: "positions" | "tied"): boolean =>
    options[name] === undefined || readFlag(where, name, options[name]);
  const [positions, tied] = [flag("positions"), flag("tied")];
  const { backward, called: _, ...shape } = blocks[0]!;
  const given = options.attention;
  const attention = isList(given) ? Array.from(given, (one) => ({ ...one })) : { ...given };
  const whole = { ...shape, vocab, layers, positions, tied, attention };
  return together((own) => {
    const parts = openParts(heed, where, own, whole, blocks);
    const model = new Model(parts, whole, backward);
    if (weightsOf !== undefined) shareWeights(where, model, weightsOf);
    else if (seed !== false) draw(model, seed ?? 0);
    return sealedModel(where, model, parts.net);
  });
}

const isList = Array.isArray as (value: unknown) => value is readonly MoreAttention[];

/** The blocks of all layers, or one that all are like. */
function readBlocks(where: string, options: LanguageModelOptions, layers: number): BlockShape[] {
  const { attention } = options;
  if (!isList(attention)) return [readBlock(where, { ...options, attention })];
  if (attention.length !== layers)
    throw fault(
      "value",
      `${where}: attention must be a plain object, or an array of one for each layer; got an array of ` +
        `${attention.length}, and layers is ${layers}.`,
    );
  return Array.from(attention, (one, at) => readBlock(where, { ...options, attention: one }, `attention[${at}]`));
}

/** The further options of a layer's attention, and what sentences call it. */
export function attentionAt(
  { attention }: LanguageModelShape,
  layer: number,
): { readonly attention: MoreAttention; readonly called: string } {
  if (isList(attention)) return { attention: attention[layer]!, called: `attention[${layer}]` };
  return { attention, called: "attention" };
}

function openParts(heed: Heed, where: string, own: Own, whole: LanguageModelShape, all: readonly BlockShape[]): Parts {
  const { batch, tokens, vocab, modelDim, layers, positions, tied } = whole;
  const [block] = all as readonly [BlockShape];
  const { backward } = block;
  const rows = batch * tokens;
  const table = { rows, vocab, modelDim, positions: positions ? tokens : undefined, backward };
  const embedding = own(openEmbedding(heed, where, table));
  const blocks = Array.from({ length: layers }, (_, at) => own(openBlock(heed, where, all[at] ?? block)));
  const norm = own(openAnyNorm(heed, where, block));
  const weightOf = tied ? embedding : undefined;
  const logits = { rows, inputs: modelDim, outputs: vocab, layout: "out-in", backward, weightOf } as const;
  const head = own(openLinear(heed, where, logits));
  const losses = own(openCrossEntropy(heed, where, { rows, classes: vocab, backward }));
  const net = openChain(where, [embedding, ...blocks, norm, head, losses], { shared: true });
  return { embedding, blocks, norm, head, losses, net };
}

function checkSeed(where: string, seed: unknown): void {
  if (seed === undefined || seed === false || Number.isSafeInteger(seed)) return;
  throw numberFault(seed, `${where}: seed must be an integer, or false for zeros; got ${kindOf(seed)}.`);
}

/** Throws unless it is a language model that can be read. */
export function checkModel(where: string, name: string, model: unknown): asserts model is LanguageModel {
  const { blocks, disposed } = Object(model) as Partial<LanguageModel>;
  if (!Array.isArray(blocks) || (model as object as { [SESSION_INSIDE]?: unknown })[SESSION_INSIDE] === undefined)
    throw fault("type", `${where}: ${name} must be made by languageModel; got ${kindOf(model)}.`);
  if (disposed)
    throw fault("disposed", `${where}: ${name} was used after dispose(), which freed its memory. Make a new one.`);
}

function sealedModel(where: string, model: Model, net: Parts["net"]): LanguageModel {
  return publicObject<LanguageModel>(where, model, {
    kind: "LanguageModel",
    views: ["ids", "targets", "logits", "losses"],
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

/** What begins sentences about backward(). */
const BACKWARD = "model.backward";

class Model {
  readonly embedding: EmbeddingSession;
  readonly blocks: readonly TransformerBlock[];
  readonly norm: RmsNorm;
  readonly head: Linear;

  constructor(
    private readonly parts: Parts,
    readonly options: LanguageModel["options"],
    private readonly trains: boolean,
  ) {
    ({ embedding: this.embedding, blocks: this.blocks, norm: this.norm, head: this.head } = parts);
  }

  get ids(): Integers {
    return this.embedding.x;
  }

  get targets(): Integers {
    return this.parts.losses.targets;
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

  run(inputs?: unknown): void {
    if (inputs !== undefined) writeInputs("model.run", this, ["ids", "targets"], inputs);
    this.parts.net.run();
  }

  backward(options: LanguageModelBackward = {}): void {
    checkNamed(BACKWARD, "option", options, ["add", "of"]);
    const of = this.readOf(options.of);
    if (this.trains && !this.disposed) insideOf(this.parts.losses)!.write({ of });
    this.parts.net.backward(options.add === undefined ? undefined : { add: options.add });
  }

  /** The core divides by it; 0 stands for the targets of this batch. Where no row has one, all gradients are 0. */
  private readOf(of: unknown): number {
    if (of === undefined) return 0;
    if (of !== 0) return positive(BACKWARD, "of", of);
    if (this.targets.every((answer) => answer < 0)) return 1;
    throw fault("value", `${BACKWARD}: of must be the number of targets in all batches, this one included; got 0.`);
  }

  dispose(): void {
    this.parts.net.dispose();
  }
}

/** As GPT-2: normal with deviation 0.02, and less where a layer's output is added to what other layers added. */
function draw(model: Model, seed: number): void {
  const added = 1 / Math.sqrt(2 * model.options.layers);
  initialise(model.parameters, seededRandom(seed));
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

/** The options of attention that say what its weights are. */
const HEAD_SIZES = ["kvHeads", "dim", "valueDim", "contextDim", "outIn"];

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

function shareWeights(where: string, model: Model, from: LanguageModel): void {
  const differs = (
    ["vocab", "modelDim", "heads", "layers", "hidden", "norm", "biases", "positions", "tied"] as const
  ).find((name) => model.options[name] !== from.options[name]);
  if (differs !== undefined)
    throw fault("value", `${where}: weightsOf must be a language model with the same ${differs}.`);
  if (model.options.positions && model.options.tokens > from.options.tokens)
    throw fault(
      "value",
      `${where}: weightsOf has positions for ${from.options.tokens} tokens; tokens must not be more.`,
    );
  const others = sessionsIn(from);
  for (const [place, session] of sessionsIn(model).entries()) {
    const [own, other] = [insideOf(session)!, insideOf(others[place]!)!];
    if (own.buffer !== other.buffer) throw fault("value", `${where}: weightsOf must be a model of the same heed.`);
    if (HEAD_SIZES.some((name) => own.sizes[name] !== other.sizes[name]))
      throw fault("value", `${where}: weightsOf must have attention with the same ${listText(HEAD_SIZES)}.`);
    for (const name of LEARNED)
      if ((session as unknown as Record<string, unknown>)[name] !== undefined)
        own.point(name, other.addressOf(name), other.lenderOf(name));
  }
}
