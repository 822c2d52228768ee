// Reads the arguments of a cache.
import { CACHE_CALL, extentsOf, type CacheSizes } from "../rows/index.js";
import { attentionContext } from "./attention.js";
import { fault } from "./fault.js";
import { cacheHints } from "./foreign.js";
import { floatsOf } from "./half.js";
import { withHeadsBehind } from "./heads.js";
import { positive, readFlag, readKvHeads } from "./layer.js";
import { readOptions, type ReadOptions } from "./options.js";
import { isTypedNumbers } from "./nested.js";
import { NO_BOUND, perGroup } from "./positions.js";
import { checkRoom } from "./memory-limit.js";
import { readTurn, type Turn } from "./rotary.js";
import { kindOf, listText, shapeText } from "./sentences.js";
import { readGiven, sizeReader } from "./session.js";
import { readTensor, type ReadTensor } from "./tensor.js";

export interface CacheArguments {
  /** The sizes of a call. queries, keys and rows are 0 here. */
  sizes: CacheSizes;
  capacity: number;
  /** How many tokens before itself a token of a ring sees; undefined if the cache is not a ring. */
  reach: number | undefined;
  options: ReadOptions;
  turn: Turn | undefined;
}

export const CACHE_OPTIONS = [
  ...["batch", "heads", "kvHeads", "dim", "valueDim", "capacity", "ring", "type"],
  ...["scale", "softcap", "window", "alibi", "sink", "rotary"],
];

export function readCache(where: string, value: unknown): CacheArguments {
  const given = readGiven(where, value, CACHE_OPTIONS, { dim: 64, capacity: 512 }, cacheHints);
  const size = sizeReader(where, given);
  const heads = size("heads", 1);
  const dim = size("dim");
  const sizes = {
    batch: size("batch", 1),
    heads,
    kvHeads: readKvHeads(where, given.kvHeads, heads),
    queries: 0,
    keys: 0,
    dim,
    valueDim: size("valueDim", dim),
    rows: 0,
    half: readType(where, given.type),
  } as const;
  const capacity = positive(where, "capacity", given.capacity);
  // Half precision takes half the room.
  const stored = (sizes.batch * sizes.kvHeads * capacity * (dim + sizes.valueDim)) / (sizes.half ? 2 : 1);
  checkRoom(where, [stored, sizes.batch * sizes.heads]);
  const { rotary, ...others } = given;
  for (const name of ["window", "alibi"]) refuseOffset(where, name, given[name]);
  const options = readOptions(where, others, CACHE_OPTIONS, attentionContext(sizes, 4, []));
  const turn = rotary === undefined ? undefined : copyOfTables(readTurn(where, rotary, dim));
  const isRing = readFlag(where, "ring", given.ring);
  let { windowLeft } = options.words;
  if (isRing && windowLeft === NO_BOUND) windowLeft = capacity - 1;
  const words = { ...options.words, ...wordsOf(turn), windowLeft };
  const reach = isRing ? readReach(where, windowLeft, capacity) : undefined;
  return { sizes, capacity, reach, options: { ...options, words }, turn };
}

function refuseOffset(where: string, name: string, option: unknown): void {
  if ((Object(option) as { offset?: unknown }).offset === undefined) return;
  throw fault("type", `${where}: leave out ${name}.offset; a cache knows the position of each token.`);
}

function readReach(where: string, left: number, capacity: number): number {
  if (left < capacity) return left;
  throw fault(
    "value",
    `${where}: a ring must hold a token and all that it sees through its window; capacity is ${capacity}, and with ` +
      `left: ${left} it sees ${left + 1}.`,
  );
}

function readType(where: string, type: unknown): 0 | 1 {
  if (type === undefined || type === "float32") return 0;
  if (type === "float16") return 1;
  throw fault("type", `${where}: type must be "float32" or "float16"; got ${kindOf(type)}.`);
}

function wordsOf(turn: Turn | undefined) {
  return { rotaryDims: turn?.dims ?? 0, rotaryInterleaved: turn?.interleaved ? 1 : 0 };
}

/** Copies the caller's tables, because the caller may write to them later. */
function copyOfTables(turn: Turn): Turn {
  const { angles } = turn;
  if (!("cos" in angles)) return turn;
  const copy = ({ data, shape }: ReadTensor) => ({ data: floatsOf(data), shape });
  return { ...turn, angles: { cos: copy(angles.cos), sin: copy(angles.sin) } };
}

/** Tensors of new tokens by their names, and how many rows they have. */
export interface CacheInputs {
  given: Record<string, ReadTensor>;
  rows: number;
  /** How many axes the caller gives: four, or fewer where batch and heads are 1. */
  rank: number;
}

/** Reads q, k and v, or some of them. They must have the sizes of the cache, and the same rank and rows. */
export function readCacheInputs(where: string, values: Record<string, unknown>, sizes: CacheSizes): CacheInputs {
  const given: Record<string, ReadTensor> = {};
  let first: readonly number[] | undefined;
  for (const name in values) {
    const tensor = readTensor(where, name, values[name]);
    const { shape } = tensor;
    first ??= shape;
    checkRows(where, name, shape, sizes);
    if (shape.length !== first.length || rowsOf(shape) !== rowsOf(first)) {
      throw fault(
        "shape",
        `${where}: ${listText(Object.keys(values))} must have the same number of axes and of rows; ` +
          `${Object.keys(values)[0]} is ${shapeText(first)}, ${name} is ${shapeText(shape)}.`,
      );
    }
    given[name] = tensor;
  }
  return { given, rows: rowsOf(first!), rank: first!.length };
}

const rowsOf = (shape: readonly number[]): number => shape[shape.length - 2]!;

function checkRows(where: string, name: string, shape: readonly number[], sizes: CacheSizes): void {
  const least = sizes.batch > 1 ? 4 : sizes.heads > 1 ? 3 : 2;
  const row = CACHE_CALL.byName[name]!;
  const fits = (one: readonly number[]): boolean =>
    one.length >= least && sameColumns(extentsOf(row, sizes, 4 - one.length), one);
  if (fits(shape)) return;
  const needed = extentsOf(row, sizes, 4 - least).map((extent, axis) => (axis === least - 2 ? "rows" : extent));
  const advice = fits(withHeadsBehind(shape)) ? " In a cache the heads come before the rows." : "";
  throw fault(
    "shape",
    `${where}: ${name} must have the shape [${needed.join(", ")}]; its shape is ${shapeText(shape)}.${advice}`,
  );
}

/** Whether the shapes differ at most in their rows. */
function sameColumns(extents: readonly number[], shape: readonly number[]): boolean {
  for (let axis = 0; axis < extents.length; axis++)
    if (extents[axis] !== shape[axis] && axis !== extents.length - 2) return false;
  return true;
}

/** Reads how many rows of a call belong to each batch. */
export function readCounts(where: string, value: unknown, batch: number, rows: number): readonly number[] {
  if (value === undefined) return Array<number>(batch).fill(rows);
  const counts = perGroup(where, "counts", value, { count: batch, unit: "batch" });
  const beyond = counts.findIndex((count) => count < 0 || count > rows);
  if (beyond < 0) return Array.from(counts);
  const name = typeof value === "number" ? "counts" : `counts[${beyond}]`;
  throw fault("value", `${where}: ${name} must be from 0 to the rows given, ${rows}; got ${counts[beyond]}.`);
}

/** Reads the lengths to cut to: none above the present ones. */
export function readLengths(where: string, value: unknown, present: readonly number[]): readonly number[] {
  const lengths = perGroup(where, "length", value, { count: present.length, unit: "batch" });
  const beyond = lengths.findIndex((length, b) => length < 0 || length > present[b]!);
  if (beyond < 0) return Array.from(lengths);
  throw fault(
    "value",
    `${where}: batch ${beyond} has ${present[beyond]} tokens, so the length to keep is from 0 to ${present[beyond]}; ` +
      `got ${lengths[beyond]}.`,
  );
}

/** Reads the batch that each batch is to be a copy of. */
export function readFrom(where: string, value: unknown, batch: number): readonly number[] {
  if (!(Array.isArray(value) || isTypedNumbers(value)) || value.length === 0) {
    throw fault(
      "type",
      `${where}: from must be an array with the batch that each batch becomes a copy of, as [1, 1]; got ` +
        `${kindOf(value)}.`,
    );
  }
  const from = perGroup(where, "from", value, { count: batch, unit: "batch" });
  const beyond = from.findIndex((source) => source < 0 || source >= batch);
  if (beyond < 0) return Array.from(from);
  throw fault("value", `${where}: from[${beyond}] must be a batch, from 0 to ${batch - 1}; got ${from[beyond]}.`);
}
