// Reads the options that speak of positions: causal, window and alibi, which share one diagonal. Also reads the options
// with one number per query head.
import { fault, numberFault } from "./fault.js";
import { slopeOf } from "./slopes.js";
import type { ScoreShape } from "./broadcast.js";
import { refuseUnequal, type Sequences } from "./packing.js";
import { isTypedNumbers } from "./nested.js";
import { checkNames, isPlain, kindOf, shapeText } from "./sentences.js";
import { readTensor, type ReadTensor } from "./tensor.js";

/** Larger than any extent, so for causal order an offset beyond it means the same. */
const FAR = 2 ** 30;
/** The largest bound of a window; more is no bound, since it would reach beyond any offset and any extent. */
const MOST = 2 ** 31 - 1;
/** The word of a bound that there is not. */
export const NO_BOUND = -1;

/** An option that speaks of positions, and the offset it states; undefined where it leaves that to others. */
interface Positions {
  readonly offset?: readonly number[] | undefined;
}

export interface ReadWindow extends Positions {
  readonly words: { readonly windowLeft: number; readonly windowRight: number };
}

export interface ReadAlibi extends Positions {
  readonly slopes: ReadTensor;
}

/** What has an offset of its own: each batch, or each sequence that is packed into a call. */
export interface Groups {
  readonly count: number;
  readonly unit: "batch" | "sequence";
}

export function readCausal(where: string, causal: unknown, groups: Groups): Positions | undefined {
  if (causal === undefined || causal === false) return undefined;
  if (causal === true) return {};
  if (!isPlain(causal)) {
    const meant = typeof causal === "number" ? ` Write causal: { offset: ${causal} }.` : "";
    throw fault("type", `${where}: causal must be true, false or { offset }; got ${kindOf(causal)}.${meant}`);
  }
  checkNames(where, "part of causal", causal, ["offset"]);
  return { offset: perGroup(where, "causal.offset", causal.offset, groups) };
}

export function readWindow(where: string, given: unknown, groups: Groups): ReadWindow | undefined {
  if (given === undefined) return undefined;
  if (!isPlain(given)) {
    const advice = Array.isArray(given)
      ? "FlashAttention's (left, right) keep their numbers."
      : "A window of w keys that end with the row's own is { left: w − 1, right: 0 }.";
    throw fault("type", `${where}: window must be { left, right, offset }; got ${kindOf(given)}. ${advice}`);
  }
  checkNames(where, "part of window", given, ["left", "right", "offset"]);
  return {
    words: {
      windowLeft: readBound(where, "window.left", given.left),
      windowRight: readBound(where, "window.right", given.right),
    },
    offset: given.offset === undefined ? undefined : perGroup(where, "window.offset", given.offset, groups),
  };
}

function readBound(where: string, name: string, value: unknown): number {
  if (value === undefined || value === Infinity) return NO_BOUND;
  if (Number.isInteger(value) && (value as number) >= 0) return (value as number) > MOST ? NO_BOUND : (value as number);
  throw numberFault(
    value,
    `${where}: ${name} must be an integer, 0 or greater; got ${kindOf(value)}. Leave it out for no bound.`,
  );
}

export function readAlibi(where: string, alibi: unknown, heads: number, groups: Groups): ReadAlibi | undefined {
  if (alibi === undefined || alibi === false) return undefined;
  const parts = isPlain(alibi) && ("slopes" in alibi || "offset" in alibi) ? alibi : { slopes: alibi };
  checkNames(where, "part of alibi", parts, ["slopes", "offset"]);
  const { slopes = true, offset } = parts as { slopes?: unknown; offset?: unknown };
  if (slopes !== true && !isPlain(slopes) && !isNumbers(slopes)) throw notSlopes(where, slopes, heads);
  return {
    slopes:
      slopes === true
        ? { data: new Float32Array(heads).map((_, h) => slopeOf(h, heads)), shape: [heads] }
        : perHead(where, "alibi", slopes, heads),
    offset: offset === undefined ? undefined : perGroup(where, "alibi.offset", offset, groups),
  };
}

function notSlopes(where: string, slopes: unknown, heads: number): TypeError {
  const all = typeof slopes === "number" ? Array<number>(Math.min(heads, 9)).fill(slopes) : undefined;
  const meant = all ? ` Write alibi: ${shapeText(all)} for this slope in every head.` : "";
  return fault(
    "type",
    `${where}: alibi must be true, the slopes, one per query head, or { slopes, offset }; got ` +
      `${kindOf(slopes)}.${meant}`,
  );
}

/** A number for all heads, or one per query head. −∞ is no sink. */
export function readSink(where: string, sink: unknown, { heads }: ScoreShape): ReadTensor | undefined {
  if (sink === undefined) return undefined;
  if (typeof sink === "number") return perHead(where, "sink", new Float64Array(heads).fill(sink), heads);
  if (isPlain(sink) || isNumbers(sink)) return perHead(where, "sink", sink, heads);
  throw fault("type", `${where}: sink must be a number, or one per query head; got ${kindOf(sink)}.`);
}

/** Which numbers are allowed in the options with one number per query head. */
const PER_HEAD = {
  alibi: [Number.isFinite, "finite numbers"],
  sink: [(rounded: number) => rounded < Infinity, "finite numbers, or −Infinity for none"],
} as const;

function perHead(where: string, name: keyof typeof PER_HEAD, value: unknown, heads: number): ReadTensor {
  const read = readTensor(where, name, value);
  if (read.data.length !== heads || read.shape.length !== 1) {
    throw fault(
      "shape",
      `${where}: ${name} must have one number per query head, the shape [${heads}]; ` +
        `its shape is [${Array.from(read.shape).join(", ")}].`,
    );
  }
  // Nested numbers were rounded to float32 when they were read; the sentence says what was given.
  const given = (isPlain(value) ? value.data : value) as ArrayLike<number>;
  checkPerHead(where, name, read.data, given);
  return read;
}

export function checkPerHead(
  where: string,
  name: keyof typeof PER_HEAD,
  values: ArrayLike<number>,
  given = values,
): void {
  const [fits, numbers] = PER_HEAD[name];
  for (let h = 0; h < values.length; h++) {
    if (fits(Math.fround(values[h]!))) continue;
    throw fault("value", `${where}: ${name} must hold ${numbers} within float32's range; got ${kindOf(given[h])}.`);
  }
}

/** The one diagonal of a call: an offset for each group, or undefined where no option speaks of positions. */
export function readDiagonal(
  where: string,
  said: { readonly causal?: Positions | undefined; window?: Positions | undefined; alibi?: Positions | undefined },
  { queries, keys }: ScoreShape,
  groups: Groups,
  sequences?: Sequences,
): readonly number[] | undefined {
  let first: readonly [string, readonly number[]] | undefined;
  let asks: string | undefined;
  for (const name of ["causal", "window", "alibi"] as const) {
    const option = said[name];
    if (option === undefined) continue;
    asks ??= name;
    if (option.offset === undefined) continue;
    first ??= [name, option.offset];
    if (option.offset.some((offset, b) => offset !== first![1][b])) {
      throw fault(
        "value",
        `${where}: causal, window and alibi share one diagonal; ${first[0]}.offset and ${name}.offset differ.`,
      );
    }
  }
  if (asks === undefined) return undefined;
  if (first === undefined && sequences === undefined && queries !== keys) throw ambiguous(where, asks, queries, keys);
  if (first === undefined && sequences !== undefined) refuseUnequal(where, asks, sequences);
  for (const offset of first?.[1] ?? []) {
    if (Math.abs(offset) > FAR && (said.window || said.alibi)) {
      throw fault("value", `${where}: ${first![0]}.offset must be from −${FAR} to ${FAR}; got ${offset}.`);
    }
  }
  return first?.[1] ?? Array<number>(groups.count).fill(0);
}

export function clamped(offsets: readonly number[]): ReadTensor {
  const data = new Int32Array(offsets.length);
  for (let b = 0; b < offsets.length; b++) data[b] = Math.min(Math.max(offsets[b]!, -FAR), FAR);
  return { data, shape: [offsets.length] };
}

function ambiguous(where: string, name: string, queries: number, keys: number): RangeError {
  const asked = name === "causal" ? "causal: true" : name;
  return fault(
    "value",
    `${where}: ${asked} needs as many queries as keys; the scores are ${queries} × ${keys}. Say ` +
      `which pairs line up: ` +
      `${name}: { offset: 0 } lines up the first query with the first key (top-left), ` +
      `${name}: { offset: ${keys - queries} } the last query with the last key (bottom-right, as after a cache).`,
  );
}

/** Reads one integer for all groups, or one for each group. */
export function perGroup(where: string, name: string, value: unknown, { count, unit }: Groups): readonly number[] {
  if (typeof value !== "number" && !(isNumbers(value) && (value.length > 0 || count === 0))) {
    throw fault(
      "type",
      `${where}: ${name} must be an integer or an array of one integer per ${unit}; got ${kindOf(value)}.`,
    );
  }
  if (typeof value === "number") {
    if (Number.isInteger(value)) return Array<number>(count).fill(value);
    throw fault("value", `${where}: ${name} must be an integer; got ${kindOf(value)}.`);
  }
  const values: unknown[] = value.length === count ? Array.from({ length: count }, (_, at) => value[at]) : [];
  if (values.length !== count) {
    throw fault(
      "shape",
      `${where}: ${name} must have one integer per ${unit}, and there ` +
        `${count === 1 ? "is 1" : `are ${count}`}; got ${value.length}.`,
    );
  }
  const wrong = values.findIndex((x) => !Number.isInteger(x));
  if (wrong < 0) return values as number[];
  throw numberFault(values[wrong], `${where}: ${name}[${wrong}] must be an integer; got ${kindOf(values[wrong])}.`);
}

function isNumbers(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || isTypedNumbers(value);
}
