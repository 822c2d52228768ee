// Reads sequences, which are packed one after another into one call.
import type { ScoreShape } from "./broadcast.js";
import { fault, numberFault } from "./fault.js";
import { isTypedNumbers, lengthOf } from "./nested.js";
import { makeFloats } from "./memory-limit.js";
import { checkNames, checkObject, kindOf, shapeText } from "./sentences.js";
import type { ReadTensor } from "./tensor.js";

/** Sequence s has the query rows from queries[s] to queries[s + 1] − 1, and the key rows in the same way. */
export interface Sequences {
  readonly queries: ArrayLike<number>;
  readonly keys: ArrayLike<number>;
}

type Rows = "queries" | "keys";

export function readSequences(where: string, value: unknown, shape: ScoreShape): Sequences | undefined {
  if (value === undefined) return undefined;
  const meant = Array.isArray(value) ? ` Write sequences: { queries: ${shapeText(value)} }.` : "";
  checkObject(
    where,
    "sequences",
    value,
    "{ queries } or { queries, keys }, cumulative lengths that begin with 0",
    meant,
  );
  checkNames(where, "part of sequences", value, ["queries", "keys"]);
  const given = value as Readonly<Record<Rows, unknown>>;
  if (shape.batch !== 1) {
    throw fault(
      "value",
      `${where}: sequences needs a batch of 1, because the sequences follow one another in it; the batch is ` +
        `${shape.batch}. For one length per batch give keyLengths.`,
    );
  }
  const queries = readStarts(where, "queries", given.queries, shape);
  const keys = readStarts(where, "keys", given.keys ?? given.queries, shape);
  if (queries.length === keys.length) return { queries, keys };
  throw fault(
    "shape",
    `${where}: sequences.queries and sequences.keys must have the same length; got ${queries.length} and ` +
      `${keys.length}.`,
  );
}

function readStarts(where: string, rows: Rows, value: unknown, shape: ScoreShape): ArrayLike<number> {
  const name = `sequences.${rows}`;
  if (!Array.isArray(value) && !isTypedNumbers(value)) {
    throw fault(
      "type",
      `${where}: ${name} must be an array of cumulative lengths that begins with 0, such as [0, 5, 12]; got ` +
        `${kindOf(value)}.`,
    );
  }
  const starts: ArrayLike<unknown> = value;
  const count = isTypedNumbers(value) ? lengthOf(value) : value.length;
  if (count === 0) throw fault("shape", `${where}: ${name} must begin with 0; got an empty array. ${CUMULATIVE}`);
  const numbers = new Int32Array(makeFloats(where, count).buffer); // a list of JavaScript's numbers may take all memory
  for (let s = 0; s < count; s++) {
    const start = readStart(where, { name, s, start: starts[s], before: numbers[s - 1] ?? 0 });
    if (start > shape[rows])
      throw fault(
        "value",
        `${where}: ${name}[${s}] must be at most ${shape[rows]}, the number of ${rows}; got ${start}.`,
      );
    numbers[s] = start;
  }
  return numbers;
}

const CUMULATIVE = "It holds cumulative lengths: sequences of 5 and 7 rows are [0, 5, 12].";

function readStart(
  where: string,
  { name, s, start, before }: { name: string; s: number; start: unknown; before: number },
): number {
  if (typeof start !== "number" || !Number.isInteger(start)) {
    throw numberFault(start, `${where}: ${name}[${s}] must be an integer; got ${kindOf(start)}.`);
  }
  if (s === 0 && start !== 0) {
    throw fault(
      "value",
      `${where}: ${name} must begin with 0, the first row of the first sequence; got ${start}. ${CUMULATIVE}`,
    );
  }
  if (start >= before) return start;
  throw fault("value", `${where}: ${name} must not decrease; got ${start} after ${before}. ${CUMULATIVE}`);
}

/** The index of each row's sequence. A row outside all sequences gets the number of sequences as its index. */
function sequenceOfRows(starts: ArrayLike<number>, rows: number): Int32Array {
  const numbers = new Int32Array(rows).fill(starts.length - 1);
  for (let s = 0; s + 1 < starts.length; s++) numbers.fill(s, starts[s], starts[s + 1]);
  return numbers;
}

/**
 * The position of each row in its sequence, moved by the sequence's offset. It is 0 for a row outside all sequences.
 */
export function positionsIn(starts: ArrayLike<number>, rows: number, offsets: ArrayLike<number>): Float64Array {
  const ofRow = sequenceOfRows(starts, rows);
  return Float64Array.from(ofRow, (s, row) => (s + 1 < starts.length ? row - starts[s]! + (offsets[s] ?? 0) : 0));
}

/**
 * For each query three numbers: the first key of its sequence, the one after the last, and the key at its position. A
 * query of no sequence has no keys.
 */
export function spansOf({ queries, keys }: Sequences, rows: number, offsets: ArrayLike<number>): ReadTensor {
  const ofRow = sequenceOfRows(queries, rows);
  const spans = new Int32Array(3 * rows);
  ofRow.forEach((s, row) => {
    const begin = keys[s]!;
    spans.set([begin, keys[s + 1] ?? begin, begin + row - queries[s]! + (offsets[s] ?? 0)], 3 * row);
  });
  return { data: spans, shape: [1, rows, 3] };
}

/** Without an offset, every sequence must have as many queries as keys. */
export function refuseUnequal(where: string, asks: string, { queries, keys }: Sequences): void {
  for (let s = 0; s + 1 < queries.length; s++) {
    const [rows, columns] = [queries[s + 1]! - queries[s]!, keys[s + 1]! - keys[s]!];
    if (rows === columns) continue;
    throw fault(
      "value",
      `${where}: ${asks} needs as many queries as keys in each sequence; sequence ${s} has ${rows} queries and ` +
        `${columns} keys. Say which pairs line up: causal, window or alibi takes { offset }, one for all ` +
        `sequences or one per sequence; ${columns - rows} lines up the last query of sequence ${s} with its last key.`,
    );
  }
}
