// A sentence as rows of numbers: the letters of each word, then its place.
import { lettersOf } from "../../kit/index.js";

/** The widest that the playground takes, so the same sentence opens there. */
export const DIM = 16;

/** (tokens, DIM + tokens): letters and place of each word, zeros after the last word. */
export function rowsOfSentence(words: readonly string[], tokens: number): Float32Array {
  const modelDim = DIM + tokens;
  const x = new Float32Array(tokens * modelDim);
  words.forEach((word, token) => {
    x.set(lettersOf(word, DIM), token * modelDim);
    x[token * modelDim + DIM + token] = 1;
  });
  return x;
}
