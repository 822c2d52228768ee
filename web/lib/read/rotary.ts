// Reads rotary. Every rule about its values is here.
import { fault, numberFault } from "./fault.js";
import { floatsOf } from "./half.js";
import { checkFar, readNumbers, readPositions } from "./number-lists.js";
import { positionsIn, refuseUnequal, type Sequences } from "./packing.js";
import { anglesOf, anglesUpTo, type AngleTables, type Frequencies } from "./rotary-tables.js";
import { checkNames, checkObject, kindOf, shapeText } from "./sentences.js";
import { readTensor, type ReadTensor } from "./tensor.js";

/** How columns are turned: by angles that follow from frequencies, or by tables of the caller's. */
export interface Turn {
  readonly dims: number;
  readonly interleaved: boolean;
  readonly angles: Frequencies | OwnTables;
}

interface OwnTables {
  readonly cos: ReadTensor;
  readonly sin: ReadTensor;
}

/** What rotary is checked against. */
export interface RotaryContext {
  readonly batch: number;
  readonly queries: number;
  readonly keys: number;
  readonly dim: number;
  /** A session: its tables keep their size while the offsets change. */
  readonly isSession?: boolean;
}

/** The tensors of rotary, by the names of their words in src/calls.def. */
export type RotaryTensors = Readonly<
  Record<"rotaryCos" | "rotarySin" | "rotaryQueries" | "rotaryKeys", ReadTensor | undefined>
>;

/** Rotary in a call. */
export interface ReadRotary {
  readonly words: { readonly rotaryDims: number; readonly rotaryInterleaved: number };
  readonly tensors: RotaryTensors;
  /**
   * The tensors for other offsets, in a session whose queries follow them. It returns only those that differ: the first
   * rows of the tables, and the rows of the queries.
   */
  readonly moved?: ((offsets: ArrayLike<number>) => Partial<RotaryTensors>) | undefined;
}

export const NO_ROTARY: ReadRotary = {
  words: { rotaryDims: 0, rotaryInterleaved: 0 },
  tensors: { rotaryCos: undefined, rotarySin: undefined, rotaryQueries: undefined, rotaryKeys: undefined },
};

const PARTS = ["pairs", "dims", "base", "frequencies", "factor", "cos", "sin"];
const NEEDED = '{ pairs: "halves" } or { pairs: "interleaved" }, with base, dims and others as needed';

/** No model turns more columns; tables for far more would take for ever. */
export const MOST_TURNED = 2 ** 16;

type Given = Readonly<Record<string, unknown>>;

/**
 * Reads rotary. `offsets` are those of the call's diagonal, one for each batch or each sequence, where it has one.
 */
export function readRotary(
  where: string,
  value: unknown,
  context: RotaryContext,
  offsets: readonly number[] | undefined,
  sequences?: Sequences,
): ReadRotary {
  if (value === undefined) return NO_ROTARY;
  const turn = readTurn(where, value, context.dim, [...PARTS, "positions"]);
  const { positions = {} } = value as Given;
  checkObject(where, "rotary.positions", positions, "{ queries, keys }, or one of the two");
  checkNames(where, "part of rotary.positions", positions, ["queries", "keys"]);
  const { queries, keys } = positions as Given;
  const given = (rows: "queries" | "keys", list: unknown): Float64Array | undefined =>
    list === undefined
      ? undefined
      : readPositions(where, `rotary.positions.${rows}`, list, context.batch, context[rows]);
  checkFar(where, "the offset of the queries", offsets ?? []);
  const own = given("queries", queries);
  const placed = (rows: "queries" | "keys", by: ArrayLike<number>): Float64Array =>
    sequences ? positionsIn(sequences[rows], context[rows], by) : counted(context, rows, by);
  const ofKeys = given("keys", keys) ?? placed("keys", []);
  const tensorsAt = (ofQueries: Float64Array, isFixed: boolean): RotaryTensors =>
    tensorsOf(where, turn, { queries: ofQueries, keys: ofKeys, batch: context.batch, isFixed });
  const follows = context.isSession === true && own === undefined && offsets !== undefined;
  return {
    words: { rotaryDims: turn.dims, rotaryInterleaved: turn.interleaved ? 1 : 0 },
    tensors: tensorsAt(own ?? placed("queries", offsetsOf(where, context, offsets, sequences)), follows),
    moved: follows ? (now) => movedTensors(where, turn, counted(context, "queries", now), context.batch) : undefined,
  };
}

/** Without a diagonal, the first query is at the first key. That is only clear with as many queries as keys. */
function offsetsOf(
  where: string,
  { queries, keys }: RotaryContext,
  offsets: readonly number[] | undefined,
  sequences: Sequences | undefined,
) {
  if (sequences) {
    if (offsets === undefined) refuseUnequal(where, "rotary", sequences);
    return offsets ?? [];
  }
  if (offsets !== undefined || queries === keys) return offsets ?? [];
  throw fault(
    "value",
    `${where}: rotary needs the positions of the queries; the scores are ${queries} × ${keys}. Give them by ` +
      `causal: { offset } (${keys - queries} lines up the last query with the last key), or by ` +
      `rotary.positions: { queries }.`,
  );
}

/** Row i of batch b is at i + offset. */
function counted(context: RotaryContext, rows: "queries" | "keys", offsets: ArrayLike<number>): Float64Array {
  const count = context[rows];
  return Float64Array.from(
    { length: context.batch * count },
    (_, at) => (at % count) + (offsets[Math.floor(at / count)] ?? 0),
  );
}

/** Reads how rows of `dim` columns are turned. */
export function readTurn(where: string, value: unknown, dim: number, parts: readonly string[] = PARTS): Turn {
  checkObject(where, "rotary", value, NEEDED);
  checkNames(where, "part of rotary", value, parts);
  const { pairs, dims: given } = value as Given;
  if (pairs !== "halves" && pairs !== "interleaved") {
    throw fault(
      "type",
      `${where}: rotary.pairs must be "halves" or "interleaved"; got ${kindOf(pairs)}. It has no default, because ` +
        "with the wrong one results are wrong but look right: " +
        `"halves" pairs column i with i + dims/2, as GPT-NeoX and ` +
        `transformers do, "interleaved" pairs 2i with 2i + 1, as GPT-J and Meta's Llama do.`,
    );
  }
  const dims = given === undefined ? dim : given;
  const most = Math.min(dim, MOST_TURNED);
  if (!Number.isInteger(dims) || (dims as number) % 2 !== 0 || (dims as number) < 2 || (dims as number) > most) {
    throw numberFault(
      dims,
      `${where}: rotary.dims must be an even integer from 2 to ${dim === most ? "" : `${most}, and to `}the ` +
        `${dim} columns of q and k; ` +
        `${given === undefined ? "it was left out, which means all" : `got ${kindOf(given)}`}.`,
    );
  }
  return {
    dims: dims as number,
    interleaved: pairs === "interleaved",
    angles: readAngles(where, value as Given, dims as number),
  };
}

function readAngles(where: string, { base, frequencies, factor, cos, sin }: Given, dims: number) {
  if (cos === undefined && sin === undefined) {
    if (frequencies !== undefined && base !== undefined) throw tooMuch(where, "base and frequencies");
    return {
      frequencies: frequencies === undefined ? ofBase(where, base, dims) : readFrequencies(where, frequencies, dims),
      factor: readFactor(where, factor),
    };
  }
  if (cos === undefined || sin === undefined) {
    throw fault("type", `${where}: rotary.cos and rotary.sin belong together; got only ${cos ? "cos" : "sin"}.`);
  }
  if (base !== undefined || frequencies !== undefined || factor !== undefined) {
    throw tooMuch(where, "cos and sin together with base, frequencies or factor");
  }
  const read = { cos: readTable(where, "cos", cos, dims), sin: readTable(where, "sin", sin, dims) };
  if (read.cos.shape[0] === read.sin.shape[0]) return read;
  throw fault(
    "shape",
    `${where}: rotary.cos and rotary.sin must have the same number of rows; cos is ${shapeText(read.cos.shape)}, ` +
      `sin is ${shapeText(read.sin.shape)}.`,
  );
}

function tooMuch(where: string, what: string): TypeError {
  return fault("type", `${where}: rotary takes its angles from one source; got ${what}. Leave one out.`);
}

/** The largest frequency: a position times it stays finite. */
const FASTEST = 1e100;

/** base^(−2i/dims) for each pair i. */
export const powersOf = (base: number, dims: number): number[] =>
  Array.from({ length: dims / 2 }, (_, pair) => base ** ((-2 * pair) / dims));

/** As powersOf, with the base that the caller gave or left out. */
export function ofBase(where: string, base: unknown, dims: number): number[] {
  const value = readNumber(where, "base", base, 10000);
  if (!(value >= 1 / FASTEST)) {
    throw fault("value", `${where}: rotary.base must be ${1 / FASTEST} or more; got ${kindOf(base)}.`);
  }
  return powersOf(value, dims);
}

function readFrequencies(where: string, value: unknown, dims: number): number[] {
  const pairs = dims / 2;
  const { numbers } = readNumbers(where, "rotary.frequencies", value, {
    counts: [pairs],
    text: `${pairs} ${pairs === 1 ? "number" : "numbers"}, one for each pair of the ${dims} columns that are turned`,
    advice: " rotary.dims says how many columns are turned.",
  });
  const wrong = numbers.find((frequency) => Math.abs(frequency) > FASTEST);
  if (wrong === undefined) return Array.from(numbers);
  throw fault("value", `${where}: rotary.frequencies must be from −${FASTEST} to ${FASTEST}; got ${wrong}.`);
}

function readFactor(where: string, value: unknown): number {
  const factor = readNumber(where, "factor", value, 1);
  if (Number.isFinite(Math.fround(factor))) return factor;
  throw fault("value", `${where}: rotary.factor must be within float32's range; got ${kindOf(value)}.`);
}

export function readNumber(where: string, name: string, value: unknown, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (Number.isFinite(value)) return value as number;
  throw numberFault(value, `${where}: rotary.${name} must be a finite number; got ${kindOf(value)}.`);
}

function readTable(where: string, name: string, value: unknown, dims: number): ReadTensor {
  const table = readTensor(where, `rotary.${name}`, value);
  const columns = table.shape[1];
  if (table.shape.length === 2 && columns === dims / 2) return table;
  const advice =
    columns === dims
      ? `A table of ${dims} columns holds each number twice, as in transformers: keep one of the two.`
      : "rotary.dims says how many columns are turned.";
  throw fault(
    "shape",
    `${where}: rotary.${name} must have the shape [positions, ${dims / 2}], a column for each pair of the ${dims} ` +
      `columns that are turned; its shape is ${shapeText(table.shape)}. ${advice}`,
  );
}

// ---- from positions to tables and rows

interface Standing {
  readonly queries: Float64Array;
  readonly keys: Float64Array;
  readonly batch: number;
  /** Each query and key has a row of its own, so that the tables keep their size. */
  readonly isFixed: boolean;
}

function tensorsOf(where: string, turn: Turn, { queries, keys, batch, isFixed }: Standing): RotaryTensors {
  const rows = (positions: ArrayLike<number>): ReadTensor => ({
    data: Int32Array.from(positions),
    shape: [batch, positions.length / batch],
  });
  if ("cos" in turn.angles) {
    checkRows(where, "queries", turn.angles, queries);
    checkRows(where, "keys", turn.angles, keys);
    return {
      rotaryCos: turn.angles.cos,
      rotarySin: turn.angles.sin,
      rotaryQueries: rows(queries),
      rotaryKeys: rows(keys),
    };
  }
  const count = isFixed ? Infinity : rowsUpTo(queries, keys);
  if (count <= 2 * (queries.length + keys.length)) {
    return { ...tables(anglesUpTo(count, turn.angles), turn), rotaryQueries: rows(queries), rotaryKeys: rows(keys) };
  }
  const both = new Float64Array(queries.length + keys.length);
  both.set(queries);
  both.set(keys, queries.length);
  return {
    ...tables(anglesOf(both, turn.angles), turn),
    rotaryQueries: rows(queries.map((_, at) => at)),
    rotaryKeys: rows(keys.map((_, at) => queries.length + at)),
  };
}

function movedTensors(where: string, turn: Turn, queries: Float64Array, batch: number): Partial<RotaryTensors> {
  if ("cos" in turn.angles) {
    checkRows(where, "queries", turn.angles, queries);
    return { rotaryQueries: { data: Int32Array.from(queries), shape: [batch, queries.length / batch] } };
  }
  return tables(anglesOf(queries, turn.angles), turn);
}

function tables({ cos, sin }: AngleTables, { dims }: Turn) {
  const shape = [cos.length / (dims / 2), dims / 2];
  return { rotaryCos: { data: cos, shape }, rotarySin: { data: sin, shape } };
}

/** One more than the largest position, where all are integers from 0 on. */
function rowsUpTo(...lists: readonly Float64Array[]): number {
  let count = 0;
  for (const list of lists) {
    for (const position of list) {
      if (!Number.isInteger(position) || position < 0) return Infinity;
      if (position >= count) count = position + 1;
    }
  }
  return count;
}

/** The tables that turn rows at these positions, and the row of each there. */
export function rowsOfTables(where: string, { angles }: Turn, positions: Float64Array) {
  if (!("cos" in angles)) return { ...anglesOf(positions, angles), rows: positions.map((_, at) => at) };
  checkRows(where, "x", angles, positions);
  return { cos: floatsOf(angles.cos.data), sin: floatsOf(angles.sin.data), rows: positions };
}

function checkRows(where: string, rows: string, { cos }: OwnTables, positions: Float64Array): void {
  const count = cos.shape[0]!;
  const wrong = positions.find((position) => !Number.isInteger(position) || position < 0 || position >= count);
  if (wrong === undefined) return;
  throw fault(
    "value",
    `${where}: rotary.cos and rotary.sin have ${count} rows, so positions of ${rows} must be integers from 0 to ` +
      `${count - 1}; got ${wrong}.`,
  );
}

/** Checks that tables have a row for each of these positions. */
export function checkAngles(where: string, { angles }: Turn, positions: Float64Array): void {
  if ("cos" in angles) checkRows(where, "tokens", angles, positions);
}

/** The cosines and sines of these positions, which were checked, one after the other. */
export function anglesAt({ angles }: Turn, positions: Float64Array): AngleTables {
  if (!("cos" in angles)) return anglesOf(positions, angles);
  const pairs = angles.cos.shape[1]!;
  const rowsOf = ({ data }: ReadTensor) =>
    Float32Array.from(
      { length: positions.length * pairs },
      (_, at) => data[positions[Math.floor(at / pairs)]! * pairs + (at % pairs)]!,
    );
  return { cos: rowsOf(angles.cos), sin: rowsOf(angles.sin) };
}
