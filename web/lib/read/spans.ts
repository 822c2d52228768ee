// Where the rows of packed sequences begin, end and stand.
import type { ReadTensor } from "./tensor.js";

/** Sequence s has the rows from queries[s] to queries[s + 1] − 1, and likewise the keys. */
export interface Sequences {
  readonly queries: ArrayLike<number>;
  readonly keys: ArrayLike<number>;
}

/** The numbers of the sequence that each of so many rows belongs to; as many as there are sequences for no sequence. */
function sequenceOfRows(starts: ArrayLike<number>, rows: number): Int32Array {
  const numbers = new Int32Array(rows).fill(starts.length - 1);
  for (let s = 0; s + 1 < starts.length; s++) numbers.fill(s, starts[s], starts[s + 1]);
  return numbers;
}

/**
 * Where each row stands in its sequence, moved by the offset of that sequence. A row of no sequence stands at 0.
 */
export function positionsIn(starts: ArrayLike<number>, rows: number, offsets: ArrayLike<number>): Float64Array {
  const ofRow = sequenceOfRows(starts, rows);
  return Float64Array.from(ofRow, (s, row) => (s + 1 < starts.length ? row - starts[s]! + (offsets[s] ?? 0) : 0));
}

/**
 * For each query three numbers: the first key of its sequence, the one after the last, and the key where it stands. A
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
