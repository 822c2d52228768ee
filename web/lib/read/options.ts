// Reads the options of attention. Every rule about the value of an option stands here.
import type { Scale } from "../api/index.js";
import { readBias, readMask, type PairOperand, type ScoreShape } from "./broadcast.js";
import { NO_ROTARY, readRotary } from "./rotary.js";
import { checkNames, checkObject, kindOf, listText, nearest } from "./sentences.js";
import type { GivenTensors, ReadTensor } from "./tensor.js";

/** The names of the options that all calls take. */
export const SCORE_OPTIONS: readonly string[] = [
  "scale",
  "normalize",
  "causal",
  "mask",
  "bias",
  "keyLengths",
  "softcap",
  "rotary",
  "keep",
];

/** The names of the options that backward calls take. */
export const BACKWARD_OPTIONS: readonly string[] = [...SCORE_OPTIONS, "dLse"];

/** The words of the options in src/bindings.cpp that are no tensors. */
export const OPTION_WORDS = [
  "scale",
  "softmax",
  "softcap",
  "maskBatchStride",
  "maskHeadStride",
  "maskQueryStride",
  "maskKeyStride",
  "biasBatchStride",
  "biasHeadStride",
  "biasQueryStride",
  "biasKeyStride",
  "rotaryDims",
  "rotaryInterleaved",
] as const;

/** What the options mean for one call. */
export interface ReadOptions {
  words: Readonly<Record<(typeof OPTION_WORDS)[number], number>>;
  /** mask, bias, keyLengths, causalOffsets and the tables of rotary, where they are given. */
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
const NO_STRIDES = {
  maskBatchStride: 0,
  maskHeadStride: 0,
  maskQueryStride: 0,
  maskKeyStride: 0,
  biasBatchStride: 0,
  biasHeadStride: 0,
  biasQueryStride: 0,
  biasKeyStride: 0,
};
/** Words that `keep` took in former versions, and what they are called now. */
const RENAMED: Readonly<Record<string, string>> = { context: "joined" };
const SCALES = ['"sqrt-dk"', '"sqrt-dmodel"', '"none"', "a finite number"];
/** Larger than any extent, so an offset beyond it means the same. */
const FAR = 2 ** 30;

/** Reads each option once. `known` are the names that this call takes, `also` those that its caller reads. */
export function readOptions(
  where: string,
  options: unknown,
  known: readonly string[],
  context: OptionContext,
  also?: readonly string[],
): ReadOptions {
  if (options === undefined) return withoutOptions(where, context);
  checkObject(where, "options", options);
  checkNames(where, "option", options, known, also);
  const {
    scale = context.defaultScale,
    normalize,
    softcap,
    causal,
    keyLengths,
    mask,
    bias,
    rotary,
    keep,
  } = options as Record<string, unknown>;
  const scalars = {
    scale: readScale(where, scale, context),
    softmax: readNormalize(where, normalize) ? 1 : 0,
    softcap: readSoftcap(where, softcap),
  };
  const offsets = readCausal(where, causal, context);
  const turned = readRotary(where, rotary, context, offsets);
  const tensors = {
    causalOffsets: offsets && clamped(offsets),
    keyLengths: readKeyLengths(where, keyLengths, context),
    mask: mask === undefined ? undefined : readMask(where, mask, context),
    bias: bias === undefined ? undefined : readBias(where, bias, context),
    ...turned.tensors,
  };
  const words = { ...scalars, ...strideWords(tensors.mask, tensors.bias), ...turned.words };
  const kept = readKeep(where, keep, context.keepable);
  if (scalars.softmax === 0) refuseSoftmaxOnly(where, kept.includes("lse") ? "lse" : undefined);
  return { words, tensors, moved: turned.moved, keep: kept };
}

function withoutOptions(where: string, context: OptionContext): ReadOptions {
  const scale = readScale(where, context.defaultScale, context);
  return {
    words: { scale, softmax: 1, softcap: 0, ...NO_STRIDES, ...NO_ROTARY.words },
    tensors: {},
    keep: NOTHING,
  };
}

/** Some options speak of the sum that softmax divides by. */
function refuseSoftmaxOnly(where: string, name: string | undefined): void {
  if (name === undefined) return;
  throw new RangeError(
    `${where}: ${name} needs normalize: "softmax"; with normalize: "none" no row is divided by a sum.`,
  );
}

function strideWords(mask: PairOperand<unknown> | undefined, bias: PairOperand<unknown> | undefined) {
  if (mask === undefined && bias === undefined) return NO_STRIDES;
  const [maskBatchStride, maskHeadStride, maskQueryStride, maskKeyStride] = mask?.strides ?? [0, 0, 0, 0];
  const [biasBatchStride, biasHeadStride, biasQueryStride, biasKeyStride] = bias?.strides ?? [0, 0, 0, 0];
  return {
    maskBatchStride,
    maskHeadStride,
    maskQueryStride,
    maskKeyStride,
    biasBatchStride,
    biasHeadStride,
    biasQueryStride,
    biasKeyStride,
  };
}

function readScale(where: string, scale: unknown, context: OptionContext): number {
  if (scale === "sqrt-dk") return 1 / Math.sqrt(context.dim);
  if (scale === "sqrt-dmodel") return 1 / Math.sqrt(context.modelDim);
  if (scale === "none") return 1;
  if (typeof scale === "number" && Number.isFinite(Math.fround(scale))) return scale;
  const Kind = typeof scale === "number" ? RangeError : TypeError;
  throw new Kind(`${where}: scale must be ${listText(SCALES, "or")} within float32's range; ${kindOf(scale)} came.`);
}

function readNormalize(where: string, normalize: unknown): boolean {
  if (normalize === undefined || normalize === "softmax") return true;
  if (normalize === "none") return false;
  throw new TypeError(`${where}: normalize must be "softmax" or "none"; ${kindOf(normalize)} came.`);
}

function readSoftcap(where: string, softcap: unknown): number {
  if (softcap === undefined) return 0;
  const rounded = typeof softcap === "number" ? Math.fround(softcap) : NaN;
  if (rounded > 0 && rounded < Infinity) return rounded;
  const Kind = typeof softcap === "number" ? RangeError : TypeError;
  throw new Kind(
    `${where}: softcap must be a finite number above 0 within float32's range; ${kindOf(softcap)} came. Leave ` +
      `it out for none.`,
  );
}

/** The offset of each batch. */
function readCausal(where: string, causal: unknown, context: OptionContext): readonly number[] | undefined {
  if (causal === undefined || causal === false) return undefined;
  const { batch, queries, keys } = context;
  if (causal === true) {
    if (queries !== keys) throw ambiguousCausal(where, queries, keys);
    return Array<number>(batch).fill(0);
  }
  if (typeof causal !== "object" || causal === null || Array.isArray(causal)) {
    throw new TypeError(`${where}: causal must be true, false or { offset }; ${kindOf(causal)} came.`);
  }
  checkNames(where, "part of causal", causal, ["offset"]);
  return perBatch(where, "causal.offset", (causal as { offset?: unknown }).offset, batch);
}

function clamped(offsets: readonly number[]): ReadTensor {
  return {
    data: Int32Array.from(offsets, (offset) => Math.min(Math.max(offset, -FAR), FAR)),
    shape: [offsets.length],
  };
}

function ambiguousCausal(where: string, queries: number, keys: number): RangeError {
  return new RangeError(
    `${where}: causal: true needs as many queries as keys; there are ${queries} queries and ${keys} keys. Say ` +
      `which pairs line up: ` +
      `causal: { offset: 0 } lines up the first query with the first key (top-left), ` +
      `causal: { offset: ${keys - queries} } the last query with the last key (bottom-right, as after a cache).`,
  );
}

function readKeyLengths(where: string, keyLengths: unknown, context: OptionContext): ReadTensor | undefined {
  if (keyLengths === undefined) return undefined;
  const lengths = perBatch(where, "keyLengths", keyLengths, context.batch);
  const beyond = lengths.findIndex((length) => length < 0 || length > context.keys);
  if (beyond < 0) return { data: Int32Array.from(lengths), shape: [context.batch] };
  const name = typeof keyLengths === "number" ? "keyLengths" : `keyLengths[${beyond}]`;
  throw new RangeError(
    `${where}: ${name} must be from 0 to the number of keys, which is ${context.keys}; ${lengths[beyond]} came.`,
  );
}

/** Reads one integer for all batches, or one for each batch. */
export function perBatch(where: string, name: string, value: unknown, batch: number): readonly number[] {
  const values: readonly unknown[] =
    typeof value === "number" ? Array(batch).fill(value) : isIntegers(value) ? Array.from(value) : [];
  if (values.length === 0) {
    throw new TypeError(
      `${where}: ${name} must be an integer or an array of one integer per batch; ${kindOf(value)} came.`,
    );
  }
  if (values.length !== batch) {
    throw new RangeError(
      `${where}: ${name} must have one integer per batch, of which there ` +
        `${batch === 1 ? "is 1" : `are ${batch}`}; ${values.length} came.`,
    );
  }
  for (let b = 0; b < batch; b++) {
    if (Number.isInteger(values[b])) continue;
    const Kind = typeof values[b] === "number" ? RangeError : TypeError;
    throw new Kind(
      `${where}: ${typeof value === "number" ? name : `${name}[${b}]`} must be an integer; ${kindOf(values[b])} came.`,
    );
  }
  return values as readonly number[];
}

function isIntegers(value: unknown): value is ArrayLike<unknown> {
  return (Array.isArray(value) || ArrayBuffer.isView(value)) && (value as unknown as ArrayLike<unknown>).length > 0;
}

export function readKeep(where: string, keep: unknown, keepable: readonly string[]): readonly string[] {
  if (keep === undefined) return NOTHING;
  if (!Array.isArray(keep)) {
    throw new TypeError(
      `${where}: keep must be an array of the names to keep, out of ${listText(keepable)}; ${kindOf(keep)} came.`,
    );
  }
  for (const name of keep as readonly unknown[]) {
    if (typeof name === "string" && keepable.includes(name)) continue;
    const meant = typeof name === "string" ? meantBy(name, keepable) : undefined;
    throw new TypeError(
      `${where}: keep must hold names out of ${listText(keepable)}; ${kindOf(name)} ` +
        `came${meant ? `; did you mean "${meant}"?` : "."}`,
    );
  }
  return keep.slice() as string[];
}

function meantBy(name: string, keepable: readonly string[]): string | undefined {
  const renamed = RENAMED[name];
  return renamed !== undefined && keepable.includes(renamed) ? renamed : nearest(name, keepable);
}
