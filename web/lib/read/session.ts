// Reads the options of sessions: the sizes, the options of attention, and which inputs there are.
import type { AttentionSizes, LayerSizes } from "../rows/index.js";
import { attentionContext } from "./attention.js";
import { fault } from "./fault.js";
import { positive, readFlag, readKvHeads, readLayoutOption } from "./layer.js";
import { sessionHints } from "./foreign.js";
import { SCORE_OPTIONS } from "./option-names.js";
import { checkKeyLengths, readOptions, type ReadOptions } from "./options.js";
import { checkPerHead } from "./positions.js";
import { checkRoom } from "./memory-limit.js";
import { layerContext } from "./self-attention.js";
import { checkNames, checkObject, kindOf } from "./sentences.js";

/** @internal The name under which a session has its sizes, so that heed/layers can check them. */
export const SESSION_SIZES = Symbol.for("heed.sizes");

/** @internal The name under which a session has what heed/layers and heed/train do with its table. */
export const SESSION_INSIDE = Symbol.for("heed.session.inside");

/** @internal */
export interface SessionInside {
  /** The buffer of the session's memory. Its addresses count from the beginning of this buffer. */
  readonly buffer: ArrayBufferLike;
  /** Its sizes, and the words of its table that are no tensors of its own. */
  readonly sizes: Readonly<Record<string, number>>;
  hasWord(name: string): boolean;
  shapeOf(name: string): number[];
  addressOf(name: string): number;
  /** Who holds the memory of the tensor: this session, or the one that it was lent by. */
  lenderOf(name: string): Lender;
  /**
   * From now on the tensor is there, in memory that the lender holds. Once that one is disposed of, this one refuses
   * all use.
   */
  point(name: string, address: number, lender: Lender): void;
  /** Writes words of the table. */
  write(words: Readonly<Record<string, number>>): void;
  /** What its runs read and write, in their order. A chain has those of its layers. */
  passes(): readonly SessionPass[];
}

/** @internal Who holds memory that other sessions read. */
export interface Lender {
  readonly disposed: boolean;
}

/** @internal A session as plain data, so that a worker can compute it. */
export interface SessionPass {
  readonly forward: PassRun;
  readonly backward: PassRun | undefined;
  /** Its own memory. */
  readonly first: number;
  readonly bytes: number;
  /** The tensors that it is given, in this memory. */
  readonly given: readonly PassTensor[];
}

/** @internal The kind of a run, and the words of its table that are not 0: numbers, and addresses. */
export interface PassRun {
  readonly kind: string;
  readonly numbers: Readonly<Record<string, number>>;
  readonly addresses: Readonly<Record<string, number>>;
}

/** @internal */
export interface PassTensor {
  readonly address: number;
  readonly count: number;
  readonly holds: "integers" | "bytes" | undefined;
}

/** @internal The name under which heed/workers has what heed/train does with its pool. */
export const WORKERS_INSIDE = Symbol.for("heed.workers.inside");

/** The names that `keep` may hold: without gradients, and with them. */
export interface Keepable {
  readonly forward: readonly string[];
  readonly backward: readonly string[];
}

export interface SessionArguments {
  sizes: AttentionSizes | LayerSizes;
  /** Whether it computes gradients too. */
  backward: boolean;
  options: ReadOptions;
  /** The inputs that the session has, beside those that its options bring. */
  inputs: readonly string[];
}

type Given = Readonly<Record<string, unknown>>;

const SIZES = ["batch", "heads", "kvHeads", "queries", "keys", "dim", "valueDim"];
export const SESSION_OPTIONS = [...SIZES, "backward", ...SCORE_OPTIONS];
const LAYER_SIZES = [
  ...["batch", "tokens", "modelDim", "contextTokens", "contextDim", "heads", "kvHeads", "dim", "valueDim"],
  ...["output", "biases", "layout", "backward"],
];
export const LAYER_SESSION_OPTIONS = [...LAYER_SIZES, ...SCORE_OPTIONS];

export function readSession(where: string, value: unknown, keepable: Keepable): SessionArguments {
  const given = readGiven(where, value, SESSION_OPTIONS, { queries: 16, keys: 16, dim: 64 });
  const sizes = readAttentionSizes(where, given);
  const { batch, heads, kvHeads, queries, keys, dim, valueDim } = sizes;
  checkRoom(where, [batch * heads * queries * (dim + valueDim), batch * kvHeads * keys * (dim + valueDim)]);
  const backward = readFlag(where, "backward", given.backward);
  const kept = backward ? keepable.backward : keepable.forward;
  const context = { ...attentionContext(sizes, 4, kept), isSession: true };
  const options = readOptions(where, given, SESSION_OPTIONS, context);
  return { sizes, backward, options, inputs: ["q", "k", "v"] };
}

export function readLayerSession(where: string, value: unknown, keepable: Keepable): SessionArguments {
  const given = readGiven(where, value, LAYER_SESSION_OPTIONS, { tokens: 16, modelDim: 64 });
  const sizes = readLayerSizes(where, given);
  const { batch, heads, kvHeads, queries, keys, modelDim, dim, valueDim } = sizes;
  const rows = [batch * queries * (modelDim + heads * valueDim), batch * keys];
  checkRoom(where, [...rows, modelDim * heads * dim, kvHeads * (dim + valueDim)]);
  const backward = readFlag(where, "backward", given.backward);
  const kept = backward ? keepable.backward : keepable.forward;
  const context = { ...layerContext(sizes, true, kept), isSession: true };
  const options = readOptions(where, given, LAYER_SESSION_OPTIONS, context);
  return { sizes, backward, options, inputs: layerInputs(where, given, sizes) };
}

/** `needed`: options that have no default, with values that a reader may write. */
export function readGiven(
  where: string,
  value: unknown,
  known: readonly string[],
  needed: Readonly<Record<string, number>>,
  hints = sessionHints,
): Given {
  const names = Object.keys(needed);
  const such = `{ ${names.map((name) => `${name}: ${needed[name]}`).join(", ")} }`;
  checkObject(where, "options", value, `a plain object, as ${such}`);
  checkNames(where, "option", value, known, { hints });
  const given = value as Given;
  const missing = names.find((name) => given[name] === undefined);
  if (missing) throw fault("type", `${where}: ${missing} must be given; got none. Write ${such}.`);
  return given;
}

function readAttentionSizes(where: string, given: Given): AttentionSizes {
  const size = sizeReader(where, given);
  const heads = size("heads", 1);
  const dim = size("dim");
  return {
    batch: size("batch", 1),
    heads,
    kvHeads: readKvHeads(where, given.kvHeads, heads),
    queries: size("queries"),
    keys: size("keys"),
    dim,
    valueDim: size("valueDim", dim),
  };
}

function readLayerSizes(where: string, given: Given): LayerSizes {
  const size = sizeReader(where, given);
  const [tokens, modelDim, heads] = [size("tokens"), size("modelDim"), size("heads", 1)];
  if (given.dim === undefined && modelDim % heads !== 0) {
    throw fault(
      "value",
      `${where}: modelDim must be divisible by heads if dim is left out; ` +
        `modelDim is ${modelDim}, heads is ${heads}.`,
    );
  }
  if (given.contextDim !== undefined && given.contextTokens === undefined) {
    throw fault("type", `${where}: contextDim needs contextTokens, the number of rows that keys and values come from.`);
  }
  const dim = size("dim", modelDim / heads);
  const projected = typeof given.output === "number" ? size("output") : readFlag(where, "output", given.output);
  return {
    batch: size("batch", 1),
    heads,
    kvHeads: readKvHeads(where, given.kvHeads, heads),
    queries: tokens,
    keys: size("contextTokens", tokens),
    modelDim,
    contextDim: size("contextDim", modelDim),
    dim,
    valueDim: size("valueDim", dim),
    outputDim: projected === true ? modelDim : Number(projected),
    outIn: readLayoutOption(where, given.layout) ? 1 : 0,
  };
}

/**
 * Calls check these options. The buffers of a session are written to, so it checks them at each run.
 *
 * @param sizes Those of the session.
 */
export const WRITTEN: Readonly<Record<string, CheckWritten>> = {
  keyLengths: (where, lengths, { keys }) => checkKeyLengths(where, lengths, keys!),
  alibi: (where, slopes) => checkPerHead(where, "alibi", slopes),
  sink: (where, sinks) => checkPerHead(where, "sink", sinks),
  ids: (where, ids, { vocab }) => checkClasses(where, "ids", ids, 0, vocab!),
  targets: (where, targets, { classes }) => checkClasses(where, "targets", targets, -1, classes!),
};

type CheckWritten = (where: string, written: ArrayLike<number>, sizes: Readonly<Record<string, number>>) => void;

function checkClasses(where: string, name: string, numbers: ArrayLike<number>, least: number, count: number): void {
  for (let i = 0; i < numbers.length; i++) {
    if (numbers[i]! >= least && numbers[i]! < count) continue;
    const none = least < 0 ? ", or -1 for none" : "";
    throw fault("value", `${where}: ${name}[${i}] must be from 0 to ${count - 1}${none}; got ${kindOf(numbers[i])}.`);
  }
}

export type SizeReader = (name: string, otherwise?: number) => number;

export function sizeReader(where: string, given: Given): SizeReader {
  return (name, otherwise) => positive(where, name, given[name], otherwise);
}

function layerInputs(where: string, given: Given, { outputDim }: LayerSizes): string[] {
  const biases = readFlag(where, "biases", given.biases);
  const projections = outputDim === 0 ? ["query", "key", "value"] : ["query", "key", "value", "output"];
  return [
    "x",
    ...(given.contextTokens === undefined ? [] : ["context"]),
    ...projections.map((name) => `${name}Weight`),
    ...(biases ? projections.map((name) => `${name}Bias`) : []),
  ];
}
