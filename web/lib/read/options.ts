// Reads the options of attention. Every rule about the value of an option is here.
import type { Scale, ScoreOptions } from "../api/index.js";
import { readBias, readMask, type ScoreShape } from "./broadcast.js";
import { readDocuments } from "./documents.js";
import { fault, numberFault } from "./fault.js";
import { MASK_INSTEAD, optionHints } from "./foreign.js";
import { readKeyMask } from "./key-mask.js";
import { isTypedNumbers } from "./nested.js";
import { NUMBERS, type OPTION_WORDS } from "./option-list.js";
import { readSequences, spansOf, type Sequences } from "./packing.js";
import {
  clamped,
  NO_BOUND,
  perGroup,
  readAlibi,
  readCausal,
  readDiagonal,
  readSink,
  readWindow,
  type Groups,
} from "./positions.js";
import { readRotary } from "./rotary.js";
import { checkNames, checkObject, kindOf, listText, nearest, type MoreNames } from "./sentences.js";
import type { GivenTensors, ReadTensor } from "./tensor.js";

type OptionWord = (typeof OPTION_WORDS)[number];

/** What the options mean for one call. */
export interface ReadOptions {
  words: Readonly<Record<OptionWord, number>>;
  /** The tensors among the options, or what they come from, where they are given. */
  tensors: GivenTensors;
  /** In a session with rotary: its tensors where the offsets of causal have changed. */
  moved?: ((offsets: ArrayLike<number>) => GivenTensors) | undefined;
  /** The names of the results to keep. */
  keep: readonly string[];
}

/** What options are checked against. */
export interface OptionContext extends ScoreShape {
  dim: number;
  modelDim: number;
  defaultScale: Scale;
  /** The names that `keep` may hold. */
  keepable: readonly string[];
  isSession?: boolean;
}

const NOTHING: readonly string[] = [];
const NO_WINDOW = { windowLeft: NO_BOUND, windowRight: NO_BOUND };
const NO_STRIDES = [0, 0, 0, 0] as const;
const NO_WORDS = /* @__PURE__ */ withNumbers(undefined, {
  scale: 1,
  softmax: 1,
  ...NO_WINDOW,
  maskBatchStride: 0,
  maskHeadStride: 0,
  maskQueryStride: 0,
  maskKeyStride: 0,
  biasBatchStride: 0,
  biasHeadStride: 0,
  biasQueryStride: 0,
  biasKeyStride: 0,
  rotaryDims: 0,
  rotaryInterleaved: 0,
});
const SCALES = ['"sqrt-dk"', '"sqrt-dmodel"', '"none"', "a finite number"];

/** Reads options. `known` are the names that this call takes, `also` those that its caller reads. */
export function readOptions(
  where: string,
  options: unknown,
  known: readonly string[],
  context: OptionContext,
  also?: readonly string[],
): ReadOptions {
  if (options === undefined) return withoutOptions(where, context);
  checkOptions(where, options, known, { also, hints: optionHints });
  return readChecked(where, options, context);
}

/** Reads each option once, out of an object whose names are checked. */
export function readChecked(where: string, options: object, context: OptionContext): ReadOptions {
  const {
    scale,
    normalize,
    causal,
    window,
    alibi,
    sink,
    keyLengths,
    keyMask,
    sequences,
    documents,
    mask,
    bias,
    rotary,
    keep,
  } = options as Record<string, unknown>;
  const ownWords = readNumbers(where, options);
  // Options that hold nothing but weights are the most frequent ones.
  if (
    scale === undefined &&
    normalize === undefined &&
    causal === undefined &&
    window === undefined &&
    alibi === undefined &&
    sink === undefined &&
    keyLengths === undefined &&
    keyMask === undefined &&
    sequences === undefined &&
    documents === undefined &&
    mask === undefined &&
    bias === undefined &&
    rotary === undefined &&
    keep === undefined &&
    ownWords === undefined
  )
    return withoutOptions(where, context);
  const factor = readScale(where, scale === undefined ? context.defaultScale : scale, context);
  const softmax = readNormalize(where, normalize) ? 1 : 0;
  if (sequences !== undefined) refuseBesideSequences(where, context, keyLengths);
  const packed = readSequences(where, sequences, context);
  const groups: Groups = packed
    ? { count: packed.queries.length - 1, unit: "sequence" }
    : { count: context.batch, unit: "batch" };
  const said = {
    causal: readCausal(where, causal, groups),
    window: readWindow(where, window, groups),
    alibi: readAlibi(where, alibi, context.heads, groups),
  };
  const diagonal = readDiagonal(where, said, context, groups, packed);
  const turned = readRotary(where, rotary, context, diagonal, packed);
  const places = placeTensors(context, said.causal !== undefined, diagonal, packed);
  const numbers = readDocuments(where, documents, context);
  // An object whose properties are written out is made several times as fast as one that spreads others.
  const tensors = {
    causalOffsets: places.causalOffsets,
    offsets: places.offsets,
    spans: places.spans,
    queryDocuments: numbers.queryDocuments,
    keyDocuments: numbers.keyDocuments,
    alibi: said.alibi?.slopes,
    sink: readSink(where, sink, context),
    keyLengths: readKeyLengths(where, keyLengths, context),
    keyMask: readKeyMask(where, keyMask, context),
    mask: mask === undefined ? undefined : readMask(where, mask, context),
    bias: bias === undefined ? undefined : readBias(where, bias, context),
    rotaryCos: turned.tensors.rotaryCos,
    rotarySin: turned.tensors.rotarySin,
    rotaryQueries: turned.tensors.rotaryQueries,
    rotaryKeys: turned.tensors.rotaryKeys,
  };
  const { windowLeft, windowRight } = said.window?.words ?? NO_WINDOW;
  const [byMask, byBias] = [tensors.mask?.strides ?? NO_STRIDES, tensors.bias?.strides ?? NO_STRIDES];
  const words = withNumbers(ownWords, {
    scale: factor,
    softmax,
    windowLeft,
    windowRight,
    maskBatchStride: byMask[0],
    maskHeadStride: byMask[1],
    maskQueryStride: byMask[2],
    maskKeyStride: byMask[3],
    biasBatchStride: byBias[0],
    biasHeadStride: byBias[1],
    biasQueryStride: byBias[2],
    biasKeyStride: byBias[3],
    rotaryDims: turned.words.rotaryDims,
    rotaryInterleaved: turned.words.rotaryInterleaved,
  });
  const kept = readKeep(where, keep, context.keepable);
  if (softmax === 0) refuseSoftmaxOnly(where, tensors.sink ? "sink" : kept.includes("lse") ? "lse" : undefined);
  return { words, tensors, moved: turned.moved, keep: kept };
}

/** Checks that it is an object with these names. Some callers give a mask or a bias in place of the options. */
export function checkOptions(
  where: string,
  value: unknown,
  known: readonly string[],
  more: MoreNames,
): asserts value is object {
  const isMask = Array.isArray(value) || isTypedNumbers(value);
  checkObject(where, "options", value, "a plain object, as { causal: true }", isMask ? ` ${MASK_INSTEAD}.` : "");
  checkNames(where, "option", value, known, more);
}

/** The words of the last call without options. Those of the next one are mostly the same, and so the same object. */
let plain = NO_WORDS;

function withoutOptions(where: string, context: OptionContext): ReadOptions {
  const scale = readScale(where, context.defaultScale, context);
  if (plain.scale !== scale) plain = { ...NO_WORDS, scale };
  return { words: plain, tensors: {}, keep: NOTHING };
}

/** Where the queries stand. With sequences, their spans hold the offsets. */
function placeTensors(
  { queries }: OptionContext,
  isCausal: boolean,
  diagonal: readonly number[] | undefined,
  packed: Sequences | undefined,
): GivenTensors {
  const offsets = diagonal && clamped(diagonal);
  if (packed === undefined) return isCausal ? { causalOffsets: offsets } : { offsets };
  return { causalOffsets: isCausal ? clamped([0]) : undefined, spans: spansOf(packed, queries, offsets?.data ?? []) };
}

function refuseBesideSequences(where: string, { isSession }: OptionContext, keyLengths: unknown): void {
  if (isSession) {
    throw fault(
      "type",
      `${where}: a session does not take sequences, because they differ from call to call. Give them to ` +
        `attention or selfAttention.`,
    );
  }
  if (keyLengths === undefined) return;
  throw fault(
    "value",
    `${where}: keyLengths and sequences cannot be combined; sequences.keys states which keys belong ` +
      `to each sequence. Leave keyLengths out.`,
  );
}

/** Refuses options about the sum that softmax divides by, if there is no softmax. */
function refuseSoftmaxOnly(where: string, name: string | undefined): void {
  if (name === undefined) return;
  throw fault(
    "value",
    `${where}: ${name} needs normalize: "softmax"; with normalize: "none" no row is divided by a sum.`,
  );
}

function readScale(where: string, scale: unknown, context: OptionContext): number {
  if (scale === "sqrt-dk") return 1 / Math.sqrt(context.dim);
  if (scale === "sqrt-dmodel") return 1 / Math.sqrt(context.modelDim);
  if (scale === "none") return 1;
  if (typeof scale === "number" && Number.isFinite(Math.fround(scale))) return scale;
  throw numberFault(
    scale,
    `${where}: scale must be ${listText(SCALES, "or")} within float32's range; got ${kindOf(scale)}.`,
  );
}

function readNormalize(where: string, normalize: unknown): boolean {
  if (normalize === undefined || normalize === "softmax") return true;
  if (normalize === "none") return false;
  throw fault("type", `${where}: normalize must be "softmax" or "none"; got ${kindOf(normalize)}.`);
}

type NumberName = keyof Pick<ScoreOptions, (typeof NUMBERS)[number]>;

/** The words of those of NUMBERS that are given, at their indices; undefined where none is. */
function readNumbers(where: string, options: Partial<Record<NumberName, unknown>>): number[] | undefined {
  let words: number[] | undefined;
  for (let i = 0; i < NUMBERS.length; i++) {
    const name = NUMBERS[i]!;
    const value = options[name];
    if (value !== undefined) (words ??= [])[i] = readAboveZero(where, name, value);
  }
  return words;
}

/** Adds the words of NUMBERS. */
function withNumbers(
  numbers: readonly number[] | undefined,
  words: Record<Exclude<OptionWord, NumberName>, number>,
): Record<OptionWord, number> {
  const all = words as Record<OptionWord, number>;
  for (let i = 0; i < NUMBERS.length; i++) all[NUMBERS[i]!] = numbers?.[i] ?? 0;
  return all;
}

function readAboveZero(where: string, name: string, value: unknown): number {
  const rounded = typeof value === "number" ? Math.fround(value) : NaN;
  if (rounded > 0 && rounded < Infinity) return rounded;
  throw numberFault(
    value,
    `${where}: ${name} must be a finite number above 0 within float32's range; got ${kindOf(value)}. Leave ` +
      `it out for none.`,
  );
}

function readKeyLengths(where: string, keyLengths: unknown, context: OptionContext): ReadTensor | undefined {
  if (keyLengths === undefined) return undefined;
  const lengths = perGroup(where, "keyLengths", keyLengths, { count: context.batch, unit: "batch" });
  checkKeyLengths(where, lengths, context.keys, typeof keyLengths === "number");
  return { data: Int32Array.from(lengths), shape: [context.batch] };
}

/** `isOne`: whether the caller gave one length for all batches. */
export function checkKeyLengths(where: string, lengths: ArrayLike<number>, keys: number, isOne = false): void {
  for (let b = 0; b < lengths.length; b++) {
    if (lengths[b]! >= 0 && lengths[b]! <= keys) continue;
    const name = isOne ? "keyLengths" : `keyLengths[${b}]`;
    throw fault(
      "value",
      `${where}: ${name} must be from 0 to the number of keys, which is ${keys}; got ${lengths[b]}.`,
    );
  }
}

export function readKeep(where: string, keep: unknown, keepable: readonly string[]): readonly string[] {
  if (keep === undefined) return NOTHING;
  if (!Array.isArray(keep)) {
    const meant = typeof keep === "string" && keepable.includes(keep) ? ` Write keep: ["${keep}"].` : "";
    throw fault(
      "type",
      `${where}: keep must be an array of the names to keep, out of ${listText(keepable)}; got ` +
        `${kindOf(keep)}.${meant}`,
    );
  }
  for (const name of keep as readonly unknown[]) {
    if (typeof name === "string" && keepable.includes(name)) continue;
    const meant = typeof name === "string" ? nearest(name, keepable) : undefined;
    throw fault(
      "type",
      `${where}: keep must hold names out of ${listText(keepable)}; got ${kindOf(name)}` +
        `${meant ? `; did you mean "${meant}"?` : "."}`,
    );
  }
  return keep.slice() as string[];
}
