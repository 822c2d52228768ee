// Options into what the core takes: every rule about an option's value stands here.
import { readBias, readMask, type PairOperand, type ScoreShape } from "./broadcast.js";
import type { TypedNumbers } from "./nested.js";
import type { Scale } from "./options.js";
import { checkNames, checkObject, kindOf, listText, nearest } from "./sentences.js";

/** What the options mean for one call. */
export interface ResolvedOptions {
  scale: number;
  softmax: boolean;
  /** 0 means none. */
  softcap: number;
  causalOffsets: Int32Array | undefined;
  keyLengths: Int32Array | undefined;
  mask: PairOperand<Uint8Array> | undefined;
  bias: PairOperand<TypedNumbers> | undefined;
  keep: readonly string[];
}

/** What options are checked against. */
export interface OptionContext extends ScoreShape {
  dim: number;
  modelDim: number;
  defaultScale: Scale;
  /** The names that `keep` may hold. */
  keepable: readonly string[];
}

const KEEP_NOTHING: readonly string[] = [];
const SCALES = ['"sqrt-dk"', '"sqrt-dmodel"', '"none"', "a finite number"];
/** Beyond any extent, so that an offset further out means the same. */
const FAR = 2 ** 30;

/** Reads each option once. `known` are the names that this call takes. */
export function resolveOptions(
  where: string,
  options: unknown,
  known: readonly string[],
  context: OptionContext,
): ResolvedOptions {
  if (options === undefined) return withoutOptions(where, context);
  checkObject(where, "options", options);
  checkNames(where, "option", options, known);
  const { scale, normalize, softcap, causal, keyLengths, mask, bias, keep } = options as Record<string, unknown>;
  return {
    scale: resolveScale(where, scale === undefined ? context.defaultScale : scale, context),
    softmax: resolveNormalize(where, normalize),
    softcap: resolveSoftcap(where, softcap),
    causalOffsets: resolveCausal(where, causal, context),
    keyLengths: resolveKeyLengths(where, keyLengths, context),
    mask: mask === undefined ? undefined : readMask(where, mask, context),
    bias: bias === undefined ? undefined : readBias(where, bias, context),
    keep: resolveKeep(where, keep, context.keepable),
  };
}

function withoutOptions(where: string, context: OptionContext): ResolvedOptions {
  return {
    scale: resolveScale(where, context.defaultScale, context),
    softmax: true,
    softcap: 0,
    causalOffsets: undefined,
    keyLengths: undefined,
    mask: undefined,
    bias: undefined,
    keep: KEEP_NOTHING,
  };
}

function resolveScale(where: string, scale: unknown, context: OptionContext): number {
  if (scale === "sqrt-dk") return 1 / Math.sqrt(context.dim);
  if (scale === "sqrt-dmodel") return 1 / Math.sqrt(context.modelDim);
  if (scale === "none") return 1;
  if (typeof scale === "number" && Number.isFinite(Math.fround(scale))) return scale;
  const Kind = typeof scale === "number" ? RangeError : TypeError;
  throw new Kind(`${where}: scale must be ${listText(SCALES, "or")} within float32's range; ${kindOf(scale)} came.`);
}

function resolveNormalize(where: string, normalize: unknown): boolean {
  if (normalize === undefined || normalize === "softmax") return true;
  if (normalize === "none") return false;
  throw new TypeError(`${where}: normalize must be "softmax" or "none"; ${kindOf(normalize)} came.`);
}

function resolveSoftcap(where: string, softcap: unknown): number {
  if (softcap === undefined) return 0;
  const rounded = typeof softcap === "number" ? Math.fround(softcap) : NaN;
  if (rounded > 0 && rounded < Infinity) return rounded;
  const Kind = typeof softcap === "number" ? RangeError : TypeError;
  throw new Kind(
    `${where}: softcap must be a finite number above 0 within float32's range; ${kindOf(softcap)} came. Leave it out for none.`,
  );
}

function resolveCausal(where: string, causal: unknown, context: OptionContext): Int32Array | undefined {
  if (causal === undefined || causal === false) return undefined;
  const { batch, queries, keys } = context;
  if (causal === true) {
    if (queries !== keys) throw ambiguousCausal(where, queries, keys);
    return new Int32Array(batch);
  }
  if (typeof causal !== "object" || causal === null || Array.isArray(causal)) {
    throw new TypeError(`${where}: causal must be true, false or { offset }; ${kindOf(causal)} came.`);
  }
  checkNames(where, "part of causal", causal, ["offset"]);
  const offsets = perBatch(where, "causal.offset", (causal as { offset?: unknown }).offset, batch);
  const clamped = new Int32Array(batch);
  for (let b = 0; b < batch; b++) clamped[b] = Math.min(Math.max(offsets[b]!, -FAR), FAR);
  return clamped;
}

function ambiguousCausal(where: string, queries: number, keys: number): RangeError {
  return new RangeError(
    `${where}: causal: true needs as many queries as keys; there are ${queries} queries and ${keys} keys. Say which pairs line up: ` +
      `causal: { offset: 0 } lines up the first query with the first key (top-left), ` +
      `causal: { offset: ${keys - queries} } the last query with the last key (bottom-right, as after a cache).`,
  );
}

function resolveKeyLengths(where: string, keyLengths: unknown, context: OptionContext): Int32Array | undefined {
  if (keyLengths === undefined) return undefined;
  const lengths = perBatch(where, "keyLengths", keyLengths, context.batch);
  const beyond = lengths.findIndex((length) => length < 0 || length > context.keys);
  if (beyond < 0) return Int32Array.from(lengths);
  const name = typeof keyLengths === "number" ? "keyLengths" : `keyLengths[${beyond}]`;
  throw new RangeError(
    `${where}: ${name} must be from 0 to the number of keys, which is ${context.keys}; ${lengths[beyond]} came.`,
  );
}

/** An integer for all batches, or one for each. */
function perBatch(where: string, name: string, value: unknown, batch: number): readonly number[] {
  const values: readonly unknown[] =
    typeof value === "number" ? Array(batch).fill(value) : isIntegers(value) ? Array.from(value) : [];
  if (values.length === 0) {
    throw new TypeError(
      `${where}: ${name} must be an integer or an array of one integer per batch; ${kindOf(value)} came.`,
    );
  }
  if (values.length !== batch) {
    throw new RangeError(
      `${where}: ${name} must have one integer per batch, of which there ${batch === 1 ? "is 1" : `are ${batch}`}; ${values.length} came.`,
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

function resolveKeep(where: string, keep: unknown, keepable: readonly string[]): readonly string[] {
  if (keep === undefined) return KEEP_NOTHING;
  if (!Array.isArray(keep)) {
    throw new TypeError(
      `${where}: keep must be an array of the names to keep, out of ${listText(keepable)}; ${kindOf(keep)} came.`,
    );
  }
  for (const name of keep as readonly unknown[]) {
    if (typeof name === "string" && keepable.includes(name)) continue;
    const meant = typeof name === "string" ? nearest(name, keepable) : undefined;
    throw new TypeError(
      `${where}: keep must hold names out of ${listText(keepable)}; ${kindOf(name)} came${meant ? `; did you mean "${meant}"?` : "."}`,
    );
  }
  return keep.slice() as string[];
}
