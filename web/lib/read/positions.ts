// Reads the options that speak of positions: causal, window and alibi, which share one diagonal. And those per head.
import { alibiSlopes } from "./slopes.js";
import type { ScoreShape } from "./broadcast.js";
import type { Sequences } from "./packing.js";
import { checkNames, kindOf } from "./sentences.js";
import { readTensor, type ReadTensor } from "./tensor.js";

/** Larger than any extent, so for causal order an offset beyond it means the same. */
const FAR = 2 ** 30;
/** The largest bound of a window; more is no bound. */
const MOST = 2 ** 32 - 2;

/** An option that speaks of positions, and the offset it states; undefined where it leaves that to others. */
interface Positions {
  readonly offset?: readonly number[] | undefined;
}

export interface ReadWindow extends Positions {
  /** One more than the bounds; 0 for no bound. */
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
    throw new TypeError(`${where}: causal must be true, false or { offset }; ${kindOf(causal)} came.`);
  }
  checkNames(where, "part of causal", causal, ["offset"]);
  return { offset: perGroup(where, "causal.offset", causal.offset, groups) };
}

export function readWindow(where: string, given: unknown, groups: Groups): ReadWindow | undefined {
  if (given === undefined) return undefined;
  if (!isPlain(given)) {
    throw new TypeError(
      `${where}: window must be { left, right, offset }; ${kindOf(given)} came. A window of w keys that end with ` +
        `the row's own is { left: w − 1, right: 0 }.`,
    );
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
  if (value === undefined || value === Infinity) return 0;
  if (Number.isInteger(value) && (value as number) >= 0) return (value as number) > MOST ? 0 : (value as number) + 1;
  const Kind = typeof value === "number" ? RangeError : TypeError;
  throw new Kind(`${where}: ${name} must be an integer from 0 on; ${kindOf(value)} came. Leave it out for no bound.`);
}

export function readAlibi(where: string, alibi: unknown, heads: number, groups: Groups): ReadAlibi | undefined {
  if (alibi === undefined || alibi === false) return undefined;
  const parts = isPlain(alibi) && ("slopes" in alibi || "offset" in alibi) ? alibi : { slopes: alibi };
  checkNames(where, "part of alibi", parts, ["slopes", "offset"]);
  const { slopes = true, offset } = parts as { slopes?: unknown; offset?: unknown };
  return {
    slopes:
      slopes === true
        ? { data: Float32Array.from(alibiSlopes(heads)), shape: [heads] }
        : perHead(where, "alibi", slopes, heads, Number.isFinite, "finite numbers"),
    offset: offset === undefined ? undefined : perGroup(where, "alibi.offset", offset, groups),
  };
}

/** A number for all heads, or one per query head. −∞ is no sink. */
export function readSink(where: string, sink: unknown, { heads }: ScoreShape): ReadTensor | undefined {
  if (sink === undefined) return undefined;
  const given = typeof sink === "number" ? Array<number>(heads).fill(sink) : sink;
  return perHead(where, "sink", given, heads, (value) => value < Infinity, "finite numbers, or −Infinity for none");
}

function perHead(
  where: string,
  name: string,
  value: unknown,
  heads: number,
  fits: (rounded: number) => boolean,
  numbers: string,
): ReadTensor {
  const read = readTensor(where, name, value);
  if (read.data.length !== heads || read.shape.length !== 1) {
    throw new RangeError(
      `${where}: ${name} must have one number per query head, the shape [${heads}]; ` +
        `its shape is [${Array.from(read.shape).join(", ")}].`,
    );
  }
  for (let h = 0; h < heads; h++) {
    if (fits(Math.fround(read.data[h]!))) continue;
    throw new RangeError(`${where}: ${name} must hold ${numbers} within float32's range; ${read.data[h]} came.`);
  }
  return read;
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
  for (const [name, option] of Object.entries(said)) {
    if (option === undefined) continue;
    asks ??= name;
    if (option.offset === undefined) continue;
    first ??= [name, option.offset];
    if (option.offset.some((offset, b) => offset !== first![1][b])) {
      throw new RangeError(
        `${where}: causal, window and alibi share one diagonal; ${first[0]}.offset and ${name}.offset differ.`,
      );
    }
  }
  if (asks === undefined) return undefined;
  if (first === undefined && sequences === undefined && queries !== keys) throw ambiguous(where, asks, queries, keys);
  if (first === undefined && sequences !== undefined) refuseUnequal(where, asks, sequences);
  for (const offset of first?.[1] ?? []) {
    if (Math.abs(offset) > FAR && (said.window || said.alibi)) {
      throw new RangeError(`${where}: ${first![0]}.offset must be from −${FAR} to ${FAR}; ${offset} came.`);
    }
  }
  return first?.[1] ?? Array<number>(groups.count).fill(0);
}

export function clamped(offsets: readonly number[]): ReadTensor {
  return {
    data: Int32Array.from(offsets, (offset) => Math.min(Math.max(offset, -FAR), FAR)),
    shape: [offsets.length],
  };
}

/** Without an offset, every sequence must have as many queries as keys. */
export function refuseUnequal(where: string, asks: string, { queries, keys }: Sequences): void {
  for (let s = 0; s + 1 < queries.length; s++) {
    const [rows, columns] = [queries[s + 1]! - queries[s]!, keys[s + 1]! - keys[s]!];
    if (rows === columns) continue;
    throw new RangeError(
      `${where}: ${asks} needs as many queries as keys in each sequence; sequence ${s} has ${rows} queries and ` +
        `${columns} keys. Say which pairs line up: causal, window or alibi takes { offset }, one for all sequences or ` +
        `one per sequence; ${columns - rows} lines up the last query of sequence ${s} with its last key.`,
    );
  }
}

function ambiguous(where: string, name: string, queries: number, keys: number): RangeError {
  const asked = name === "causal" ? "causal: true" : name;
  return new RangeError(
    `${where}: ${asked} needs as many queries as keys; there are ${queries} queries and ${keys} keys. Say ` +
      `which pairs line up: ` +
      `${name}: { offset: 0 } lines up the first query with the first key (top-left), ` +
      `${name}: { offset: ${keys - queries} } the last query with the last key (bottom-right, as after a cache).`,
  );
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Reads one integer for all batches, or one for each batch. */
export function perBatch(where: string, name: string, value: unknown, batch: number): readonly number[] {
  return perGroup(where, name, value, { count: batch, unit: "batch" });
}

/** Reads one integer for all groups, or one for each group. */
function perGroup(where: string, name: string, value: unknown, { count, unit }: Groups): readonly number[] {
  if (typeof value !== "number" && !(isIntegers(value) && (value.length > 0 || count === 0))) {
    throw new TypeError(
      `${where}: ${name} must be an integer or an array of one integer per ${unit}; ${kindOf(value)} came.`,
    );
  }
  const values: readonly unknown[] = typeof value === "number" ? Array(count).fill(value) : Array.from(value);
  if (values.length !== count) {
    throw new RangeError(
      `${where}: ${name} must have one integer per ${unit}, of which there ` +
        `${count === 1 ? "is 1" : `are ${count}`}; ${values.length} came.`,
    );
  }
  const wrong =
    typeof value === "number" && !Number.isInteger(value) ? 0 : values.findIndex((x) => !Number.isInteger(x));
  if (wrong < 0) return values as readonly number[];
  const came = typeof value === "number" ? value : values[wrong];
  const Kind = typeof came === "number" ? RangeError : TypeError;
  throw new Kind(
    `${where}: ${typeof value === "number" ? name : `${name}[${wrong}]`} must be an integer; ${kindOf(came)} came.`,
  );
}

function isIntegers(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}
