// A language model as files, and again from them: its numbers under the names of a published family, and in a file of
// its own what its training remembers.
import type { Heed } from "../lib/api/index.js";
import { checkNamed, checkNames, checkObject, cutText, fault, kindOf, listText, positive } from "../lib/read/index.js";
import {
  loadSafetensors,
  saveSafetensors,
  type NamedTensor,
  type Optimiser,
  type OptimiserState,
  type Random,
  type RandomState,
} from "../train/index.js";
import { configOf, misfitOf, optionsOf, tensorsOf, wordsText, type Family, type ModelConfig } from "./family.js";
import { FAMILIES } from "./families.js";
import { inCall, openerOf, together } from "./layer.js";
import { checkModel, openLanguageModel, type LanguageModel } from "./transformer.js";

/** The parts of a training to keep besides the weights. */
export interface SaveModelOptions {
  /**
   * The optimiser that trains it, of heed/train.
   * @default none
   */
  optimiser?: Pick<Optimiser, "state"> | undefined;
  /**
   * The stream that its batches are drawn from.
   * @default none
   */
  random?: Pick<Random, "state"> | undefined;
}

/** A model as files. */
export interface ModelFiles {
  /** The object of config.json. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The bytes of model.safetensors. */
  readonly weights: Uint8Array | ArrayBuffer;
  /**
   * The bytes of a file for heed: the states of optimiser and stream.
   * @default none
   */
  readonly state?: Uint8Array | ArrayBuffer | undefined;
}

/** The result of saveModel. */
export interface SavedModel extends ModelFiles {
  readonly config: ModelConfig;
  readonly weights: Uint8Array<ArrayBuffer>;
  /** It is there if an optimiser or a stream was given. */
  readonly state?: Uint8Array<ArrayBuffer>;
}

/**
 * Writes a model as files that `openModel` of heed/model opens, and `loadModel` here. If the model fits GPT-2 or
 * GPT-NeoX, they are files of that family, otherwise of heed's own. Attention may have rotary, windows and scales.
 */
export function saveModel(model: LanguageModel, options: SaveModelOptions = {}): SavedModel {
  const where = "heed/layers.saveModel";
  checkModel(where, "model", model);
  checkNamed(where, "option", options, ["optimiser", "random"]);
  const shape = model.options;
  const family = FAMILIES.find((one) => misfitOf(one, shape) === undefined);
  if (family === undefined) {
    const why = FAMILIES.map((one) => `${one.title} cannot have ${misfitOf(one, shape)}`);
    throw fault(
      "value",
      `${where}: model must fit a family; ${listText(why)}. Store its parameters with saveSafetensors of heed/train.`,
    );
  }
  const tensors = tensorsOf(family, model, shape.tokens).map(({ tensor }) => named(tensor, family));
  const state = stateBytes(where, options);
  return { config: configOf(family, shape), weights: saveSafetensors(tensors), ...(state && { state }) };
}

/** The output of a family has no prefix. */
const named = (tensor: NamedTensor, { prefix, names }: Pick<Family, "prefix" | "names">): NamedTensor =>
  tensor.name.startsWith(`${names.head}.`) ? tensor : { ...tensor, name: prefix + tensor.name };

/** The text of a file of state that has all but the tensors, as JSON. */
const TEXT = "heed training";

function stateBytes(where: string, { optimiser, random }: SaveModelOptions): Uint8Array<ArrayBuffer> | undefined {
  checkKept(where, "optimiser", optimiser, "adam or sgd");
  checkKept(where, "random", random, "seededRandom");
  if (optimiser === undefined && random === undefined) return undefined;
  const { tensors, ...numbers } = optimiser?.state() ?? { tensors: [] };
  const kept = { optimiser: optimiser && numbers, random: random?.state() };
  return inCall(where, () => saveSafetensors(tensors, { [TEXT]: JSON.stringify(kept) }));
}

function checkKept(where: string, name: string, value: unknown, made: string): void {
  if (value === undefined || typeof (value as { state?: unknown } | null)?.state === "function") return;
  throw fault("type", `${where}: ${name} must be made by ${made} of heed/train; got ${kindOf(value)}.`);
}

/** How a model is opened. */
export interface LoadModelOptions {
  /**
   * Sequences of a run.
   * @default 1
   */
  batch?: number | undefined;
  /**
   * Tokens of each sequence. The model then has no more positions.
   * @default all positions of the model
   */
  tokens?: number | undefined;
  /**
   * Whether it computes gradients too.
   * @default false
   */
  backward?: boolean | undefined;
}

/** A model that was opened, and the state of its training. */
export interface LoadedModel {
  /** As languageModel makes it. */
  readonly model: LanguageModel;
  /** For `adam` or `sgd` of its parameters, as their option `state`. Undefined if none was saved. */
  readonly optimiser: OptimiserState | undefined;
  /** For `seededRandom`. Undefined if none was saved. */
  readonly random: RandomState | undefined;
}

/** Makes a model from files: of saveModel, or others of the same families. */
export function loadModel(heed: Heed, files: ModelFiles, options: LoadModelOptions = {}): LoadedModel {
  const where = "heed/layers.loadModel";
  openerOf(where, heed);
  checkObject(where, "files", files, "an object { config, weights, state }");
  checkNames(where, "file", files, ["config", "weights", "state"]);
  checkObject(where, "config", files.config);
  checkNamed(where, "option", options, ["batch", "tokens", "backward"]);
  const family = familyOf(where, files.config);
  const saved = optionsOf(where, family, files.config);
  const tokens = positive(where, "tokens", options.tokens, saved.tokens);
  if (tokens > saved.tokens)
    throw fault("value", `${where}: tokens must be ${saved.tokens} at most, the positions of config; got ${tokens}.`);
  const { batch, backward } = options;
  return together((own) => {
    const model = own(openLanguageModel(heed, where, { ...saved, batch, tokens, backward, seed: false }));
    readWeights(where, files.weights, family, model, saved.tokens);
    return { model, ...readState(where, files.state, model) };
  });
}

function familyOf(where: string, { model_type: type }: ModelFiles["config"]): Family {
  const family = FAMILIES.find((one) => one.type === type);
  if (family !== undefined) return family;
  const known = wordsText(FAMILIES.map((one) => one.type));
  throw fault(
    "file",
    `${where}: config.model_type must be ${known}; got ${kindOf(type)}. openModel of heed/model opens more families.`,
  );
}

function readWeights(
  where: string,
  weights: ModelFiles["weights"],
  family: Family,
  model: LanguageModel,
  positions: number,
): void {
  const all = tensorsOf(family, model, positions);
  const { names } = inCall(`${where}: weights`, () => loadSafetensors(weights, []));
  const prefix = names.some((name) => name.startsWith(family.prefix)) ? family.prefix : "";
  const tensors = all.map(({ tensor }) => named(tensor, { ...family, prefix }));
  inCall(`${where}: weights`, () => loadSafetensors(weights, tensors));
  for (const { tensor, put } of all)
    if (put === undefined && tensor.value.some((one) => one !== 0))
      throw fault(
        "file",
        `${where}: weights have numbers in ${tensor.name}; config says that the model has no biases.`,
      );
  for (const { put } of all) put?.();
}

function readState(
  where: string,
  state: ModelFiles["state"],
  { parameters }: LanguageModel,
): Pick<LoadedModel, "optimiser" | "random"> {
  if (state === undefined) return { optimiser: undefined, random: undefined };
  const { metadata, names } = inCall(`${where}: state`, () => loadSafetensors(state, []));
  const { optimiser, random } = readText(where, metadata[TEXT]);
  const tensors = names.map((name): NamedTensor => {
    const one = parameters.find((parameter) => parameter.name === name.slice(name.indexOf(".") + 1));
    if (one === undefined) throw fault("file", `${where}: state must be of this model; it has ${cutText(name)}.`);
    return { name, shape: one.shape, value: new Float32Array(one.value.length) };
  });
  inCall(`${where}: state`, () => loadSafetensors(state, tensors));
  return { optimiser: optimiser && { ...optimiser, tensors }, random };
}

function readText(where: string, text = ""): Pick<LoadedModel, "optimiser" | "random"> {
  try {
    return Object(JSON.parse(text)) as LoadedModel;
  } catch {
    throw fault("file", `${where}: state must be the bytes that saveModel gave as state; got another file.`);
  }
}
