// The words of this lesson as rows of numbers, made from their letters.
import { lettersOf } from "../../kit/index.js";

export const DIM = 16;
/** Half the usual scale. With the usual one nearly every word sees only itself. */
export const SOFT_SCALE = 1 / (2 * Math.sqrt(DIM));
export const WORDS = ["the", "animal", "did", "not", "cross", "the", "street"] as const;
/** The other sequence of cross-attention. */
export const OTHER_WORDS = ["das", "Tier", "kreuzte", "die", "Straße", "nicht"] as const;

export function rowsOfWords(words: readonly string[]): number[][] {
  return words.map((word) => Array.from(lettersOf(word, DIM)));
}

/** "the", "animal", …, "the₂": from its second time on, a word has its number. */
export function namesOf(words: readonly string[]): string[] {
  return words.map((word, place) => {
    const times = words.slice(0, place + 1).filter((other) => other === word).length;
    return times > 1 ? word + String.fromCharCode(0x2080 + times) : word;
  });
}
