// A part of the trained encoder's table, as scripts/encoder-rows.mjs packs it:
//
//   import packed from "trained:rows";
//   const { words, table } = readRows(packed);
import type { Tensor } from "heed";
import { readPacked, type Packed } from "./trained-heads.js";

export interface PackedRows {
  /** How many pieces the whole table has. */
  readonly pieces: number;
  readonly columns: number;
  /** The numbers of the words' pieces. */
  readonly ids: readonly number[];
  readonly words: readonly string[];
  /** A number of a row is its whole number times the row's scale. */
  readonly scales: readonly number[];
  /** A letter each: "h" is 0, "i" is 1. */
  readonly numbers: string;
  /** The row of "bank" in each sentence: as embedded, and after each layer. */
  readonly banks: readonly { readonly text: string; readonly stages: readonly Packed[] }[];
}

export interface TrainedRows {
  readonly pieces: number;
  readonly ids: readonly number[];
  readonly words: readonly string[];
  /** [words, columns] */
  readonly table: Tensor;
  /** Each stage is [1, columns]. */
  readonly banks: readonly { readonly text: string; readonly stages: readonly Tensor[] }[];
}

const ZERO = "h".charCodeAt(0);

export function readRows({ pieces, columns, ids, words, scales, numbers, banks }: PackedRows): TrainedRows {
  const data = Float32Array.from(
    { length: numbers.length },
    (_, at) => (numbers.charCodeAt(at) - ZERO) * scales[Math.floor(at / columns)]!,
  );
  const read = banks.map(({ text, stages }) => ({ text, stages: stages.map(readPacked) }));
  return { pieces, ids, words, table: { data, shape: [words.length, columns] }, banks: read };
}
