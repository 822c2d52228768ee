// The vectors of a sentence's pieces at its three stages.
import type { Reader, ReadSentence } from "../sentence/reader.js";

/** As embedded, after layer 0, after layer 1: the keys of their names. */
export const STAGES = ["stage-0", "stage-1", "stage-2"] as const;

/** The vector of a piece. */
export function vectorOf({ encoded }: ReadSentence, stage: number, piece: number): Float32Array {
  const { data, shape } = encoded.stages[stage]!;
  const width = shape[1]!;
  return data.subarray(piece * width, (piece + 1) * width);
}

/** A word of a text, by the number of its piece. */
export interface Occurrence {
  readonly text: string;
  readonly piece: number;
}

/** The texts, read with their words at one place: the last of the words' own places. So the layers begin with one
 * vector for words that are the same. */
export function readAtOnePlace(reader: Reader, words: readonly Occurrence[]): ReadSentence[] {
  const place = Math.max(...words.map(({ piece }) => piece));
  return words.map(({ text, piece }) => reader.read(text, place - piece)!);
}

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [both, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    both += a[at]! * b[at]!;
    ofA += a[at]! ** 2;
    ofB += b[at]! ** 2;
  }
  return both / Math.sqrt(ofA * ofB);
}
