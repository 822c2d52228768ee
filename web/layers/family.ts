// A family of models as files: the names that other programs have for what a languageModel is. What is done with them
// is the same for all families.
import type { Floats } from "../lib/api/index.js";
import { cutText, fault, kindOf, listText, positive, readFlag } from "../lib/read/index.js";
import type { NamedTensor } from "../train/index.js";
import type { Activation } from "./linear.js";
import { attentionAt, type LanguageModel, type LanguageModelOptions, type LanguageModelShape } from "./transformer.js";

/** The content of config.json. The other names depend on the family. */
export interface ModelConfig {
  /** The family, such as "gpt2". */
  readonly model_type: string;
  readonly [name: string]: unknown;
}

type Values = Readonly<Record<string, unknown>>;

export interface Family {
  /** Its `model_type`. */
  readonly type: string;
  /** As people write it. */
  readonly title: string;
  /** The class of transformers that opens it. */
  readonly architecture?: string | undefined;
  /** What the names of its tensors begin with in files of models that have an output. */
  readonly prefix: string;
  /** The options of a model that it cannot have otherwise. */
  readonly needs: Partial<LanguageModelShape>;
  /** The options of attention that it has, and which values of them. */
  readonly attention: Readonly<Record<string, (value: unknown) => boolean>>;
  /** Those of them that are alike in all layers. */
  readonly alike: readonly string[];
  /** What else keeps a model out. */
  readonly lacks?: (shape: LanguageModelShape) => string | undefined;
  /** The names in config.json of options. */
  readonly words: Readonly<Record<(typeof SIZES)[number] | "activation", string>>;
  /** What a languageModel has no option for. A config may leave it out. */
  readonly fixed: Readonly<Record<string, number | boolean | null>>;
  /** What a config means that leaves a word out, where it is not what is fixed. */
  readonly assumed: Values;
  /** What else is written. */
  readonly more: (shape: LanguageModelShape) => Values;
  /** The options that `more` stands for, as config.json has them: languageModel checks them. */
  readonly options: (config: Values, sizes: Sizes) => Partial<LanguageModelOptions>;
  readonly names: Names;
  /** Whether a file has biases in any case: zeros, where the model has none. */
  readonly hasBiases: boolean;
  /** Whether a matrix is stored with a row for each output. */
  readonly outIn: boolean;
  /** Whether query, key and value take turns in their matrix, head by head. */
  readonly woven: boolean;
}

const SIZES = ["vocab", "modelDim", "heads", "layers", "tokens", "hidden"] as const;
type Sizes = Readonly<Record<(typeof SIZES)[number], number>>;

/** The names of tensors, without `.weight` and `.bias`. */
interface Names {
  readonly table: string;
  readonly positions: string;
  readonly layer: string;
  readonly norms: readonly [string, string];
  /** Query, key and value, or one for the three. */
  readonly projections: readonly string[];
  readonly output: string;
  readonly up: string;
  readonly down: string;
  readonly lastNorm: string;
  readonly head: string;
}

/** The names that config.json has for activations. */
const ACTIVATIONS: Readonly<Record<string, Activation>> = {
  ...{ gelu_new: "gelu-tanh", gelu: "gelu", relu: "relu", silu: "silu" },
};

/** What a model has and the family does not; undefined where it fits. */
export function misfitOf(family: Family, shape: LanguageModelShape): string | undefined {
  for (const [name, value] of Object.entries(family.needs)) {
    const own = shape[name as keyof LanguageModelShape];
    if (own !== value) return `${name}: ${JSON.stringify(own)}`;
  }
  for (let layer = 0; layer < shape.layers; layer++) {
    const { attention, called } = attentionAt(shape, layer);
    for (const [name, value] of Object.entries(attention)) {
      if (name === "keep" || value === undefined) continue;
      if (Object.hasOwn(family.attention, name) && family.attention[name]!(value)) continue;
      return `${called}.${cutText(name)}${name === "causal" ? " other than true" : ""}`;
    }
    const first = attentionAt(shape, 0).attention;
    const plain = (value: unknown): string => JSON.stringify(value ?? true);
    const isUnlike = (name: string): boolean => plain(attention[name]) !== plain(first[name]);
    const unlike = family.alike.find(isUnlike);
    if (unlike !== undefined) return `${called}.${unlike} that differs from the first layer`;
  }
  return family.lacks?.(shape);
}

export function configOf(family: Family, shape: LanguageModelShape): ModelConfig {
  const { type, architecture, words, more } = family;
  const [activation] = Object.entries(ACTIVATIONS).find(([, one]) => one === shape.activation)!;
  return {
    ...(architecture && { architectures: [architecture] }),
    model_type: type,
    [words.activation]: activation,
    ...Object.fromEntries(SIZES.map((name) => [words[name], shape[name]])),
    ...more(shape),
    tie_word_embeddings: shape.tied,
    ...{ bos_token_id: null, eos_token_id: null, torch_dtype: "float32" },
    // nanoGPT's word. Other programs do not read it: for them the biases are zeros.
    bias: shape.biases,
  };
}

/** The options of a model with this config. */
export function optionsOf(where: string, family: Family, config: Values): LanguageModelOptions & { tokens: number } {
  const { words, fixed, assumed, options } = family;
  for (const [name, wanted] of Object.entries(fixed))
    if ((config[name] ?? assumed[name] ?? wanted) !== wanted)
      throw fault("file", `${where}: config.${name} must be ${wanted}; got ${kindOf(config[name])}.`);
  const size = (name: (typeof SIZES)[number], otherwise?: number): number =>
    positive(where, `config.${words[name]}`, config[words[name]] ?? otherwise);
  const word = config[words.activation] ?? assumed[words.activation];
  if (typeof word !== "string" || !Object.hasOwn(ACTIVATIONS, word)) {
    const known = wordsText(Object.keys(ACTIVATIONS));
    throw fault("file", `${where}: config.${words.activation} must be ${known}; got ${kindOf(word)}.`);
  }
  const modelDim = size("modelDim");
  const sizes = {
    ...{ vocab: size("vocab"), modelDim, heads: size("heads"), layers: size("layers"), tokens: size("tokens") },
    hidden: size("hidden", 4 * modelDim),
  };
  const biases = readFlag(where, "config.bias", config["bias"] ?? true);
  return { ...sizes, activation: ACTIVATIONS[word], biases, ...options(config, sizes) };
}

/** `"a", "b" or "c"`. */
export const wordsText = (words: readonly string[]): string =>
  listText(
    words.map((word) => `"${word}"`),
    "or",
  );

export interface FamilyTensor {
  /** Numbers of its own, in the layout of the family. */
  readonly tensor: NamedTensor;
  /** Writes them into the model; undefined where the model has no such numbers, which must then be zeros. */
  readonly put: (() => void) | undefined;
}

type ReadFloats = () => readonly (Floats | undefined)[];

/** Every tensor of the family, with the numbers of the model. Its file has `positions` rows of positions. */
export function tensorsOf(
  { names, hasBiases, outIn, woven }: Family,
  model: LanguageModel,
  positions: number,
): FamilyTensor[] {
  const { vocab, modelDim, hidden, heads, tied } = model.options;
  const all: FamilyTensor[] = [];
  const add = (name: string, shape: readonly number[], read: ReadFloats, how?: Lying): void => {
    if (read()[0] !== undefined || (hasBiases && name.endsWith("bias"))) all.push(tensorOf(name, shape, read, how));
  };
  const linear = (name: string, inputs: number, weights: ReadFloats, biases: ReadFloats, run?: number): void => {
    const outputs = weights().reduce((sum, one) => sum + one!.length, 0) / inputs;
    add(`${name}.weight`, outIn ? [outputs, inputs] : [inputs, outputs], weights, { outIn, run });
    add(`${name}.bias`, [outputs], biases, { run });
  };
  const norm = (name: string, { gain, bias }: { gain: Floats; bias?: Floats | undefined }): void => {
    add(`${name}.weight`, [modelDim], () => [gain]);
    add(`${name}.bias`, [modelDim], () => [bias]);
  };
  add(`${names.table}.weight`, [vocab, modelDim], () => [model.embedding.table]);
  add(`${names.positions}.weight`, [positions, modelDim], () => [model.embedding.positions]);
  for (const [at, { layers }] of model.blocks.entries()) {
    const called = (name: string): string => `${names.layer}${at}.${name}`;
    const [[before, attention], [after, feed]] = [layers[0].layers, layers[1].layers];
    const [up, down] = feed.layers;
    const three: [ReadFloats, ReadFloats] = [
      () => [attention.queryWeight, attention.keyWeight, attention.valueWeight],
      () => [attention.queryBias, attention.keyBias, attention.valueBias],
    ];
    norm(called(names.norms[0]), before);
    for (const [part, name] of names.projections.entries()) {
      const [weights, biases] = three.map(
        (read): ReadFloats =>
          () =>
            names.projections.length === 1 ? read() : [read()[part]],
      ) as [ReadFloats, ReadFloats];
      linear(called(name), modelDim, weights, biases, woven ? modelDim / heads : undefined);
    }
    const width = attention.outputWeight!.length / modelDim;
    linear(
      called(names.output),
      width,
      () => [attention.outputWeight],
      () => [attention.outputBias],
    );
    norm(called(names.norms[1]), after);
    linear(
      called(names.up),
      modelDim,
      () => [up.weight],
      () => [up.bias],
    );
    linear(
      called(names.down),
      hidden,
      () => [down.weight],
      () => [down.bias],
    );
  }
  norm(names.lastNorm, model.norm);
  if (!tied) add(`${names.head}.weight`, [vocab, modelDim], () => [model.head.weight]);
  return all;
}

/** How a matrix is stored. */
interface Lying {
  /** With a row for each output. */
  readonly outIn?: boolean;
  /** How many outputs of one part come before those of the next; without it, all of them. */
  readonly run?: number | undefined;
}

/**
 * A tensor of the family that has these matrices of the model, `[inputs, outputs]`, or these vectors. `read` gives one
 * or several, all of one size. Where they have fewer rows, they have the first ones.
 */
function tensorOf(name: string, shape: readonly number[], read: ReadFloats, { outIn, run }: Lying = {}): FamilyTensor {
  const value = new Float32Array(shape.reduce((product, extent) => product * extent, 1));
  const parts = read().length;
  const whole = shape[outIn ? 0 : shape.length - 1]!;
  const outputs = whole / parts;
  const width = run ?? outputs;
  const inputs = value.length / whole;
  const each = (visit: (part: Floats, own: number, place: number) => void): void => {
    for (const [number, part] of (read() as readonly Floats[]).entries())
      for (let own = 0; own < part.length; own++) {
        const output = own % outputs;
        const input = (own - output) / outputs;
        const to = (Math.floor(output / width) * parts + number) * width + (output % width);
        visit(part, own, outIn ? to * inputs + input : input * whole + to);
      }
  };
  if (read()[0] === undefined) return { tensor: { name, shape, value }, put: undefined };
  each((part, own, place) => (value[place] = part[own]!));
  const put = (): void => each((part, own, place) => (part[own] = value[place]!));
  return { tensor: { name, shape, value }, put };
}
