// Words as rows of numbers, made from their letters only: words with similar spelling get similar rows.
// The rows hold no meaning.
import { seededRandom } from "heed/train";
import { hash } from "./shuffled.js";

const LONGEST = 3;

/** @returns dim numbers with a mean square of 1, always the same for the same word, in capitals or not. */
export function lettersOf(word: string, dim: number): Float32Array {
  const row = new Float32Array(dim);
  for (const piece of piecesOf(word)) {
    const draw = seededRandom(hash(piece));
    for (let c = 0; c < dim; c++) row[c]! += draw.normal();
  }
  const square = row.reduce((sum, part) => sum + part * part, 0);
  const size = square > 0 ? Math.sqrt(dim / square) : 1;
  return row.map((part) => part * size);
}

/** "^cat$" gives c a t ^c ca at t$ ^ca cat at$: every run of up to three signs that holds a letter. */
function piecesOf(word: string): string[] {
  const signs = ["^", ...Array.from(word.toLocaleLowerCase("en")), "$"];
  const pieces: string[] = [];
  for (let length = 1; length <= LONGEST; length++) {
    for (let at = 0; at + length <= signs.length; at++) pieces.push(signs.slice(at, at + length).join(""));
  }
  return pieces.filter((piece) => piece !== "^" && piece !== "$");
}

/** The words of a sentence, without the punctuation round them. */
export function wordsOf(sentence: string): string[] {
  return sentence
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""))
    .filter((word) => word !== "");
}
