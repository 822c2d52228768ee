// Two sentences with the word "bank". Its row is the same in both; one layer of attention gives it two contexts.
// The rows are made by hand. The texts say which words they belong to, because each language has its own
// sentences.
import type { Heed } from "heed";
import { wordsOf } from "../../kit/index.js";
import { layerOf, rowOf, type LayerComputation } from "../../rooms/lesson/index.js";

export const COLUMNS = ["thing", "water", "money", "refers"] as const;
export const WATER = 1;
export const MONEY = 2;

/** The words of one language: the sentences, the word that both share, and the words with a row of their own. */
export interface BankTexts {
  readonly river: string;
  readonly money: string;
  readonly bank: string;
  readonly waterWords: readonly string[];
  readonly moneyWords: readonly string[];
  readonly referringWords: readonly string[];
}

export interface BankSentence {
  readonly words: readonly string[];
  /** The index of the shared word. */
  readonly bank: number;
  readonly rows: readonly (readonly number[])[];
  readonly computation: LayerComputation;
  /** The context vector of the shared word. */
  readonly context: readonly number[];
}

export function bankSentences(heed: Heed, texts: BankTexts): { river: BankSentence; money: BankSentence } {
  return { river: bankSentence(heed, texts.river, texts), money: bankSentence(heed, texts.money, texts) };
}

/** Attention without weight matrices and without a scale, as in the lesson "without-weights". */
function bankSentence(heed: Heed, text: string, texts: BankTexts): BankSentence {
  const words = wordsOf(text);
  const rows = words.map((word) => rowOfWord(word.toLowerCase(), texts));
  const computation = layerOf(heed, { tokens: words, x: rows });
  const bank = words.findIndex((word) => word.toLowerCase() === texts.bank);
  return { words, bank, rows, computation, context: rowOf(computation.kept.output, bank) };
}

/** In the order of COLUMNS. A word without a meaning of its own has zeros. */
function rowOfWord(word: string, { bank, waterWords, moneyWords, referringWords }: BankTexts): number[] {
  if (word === bank) return [1, 1, 1, 0];
  if (waterWords.includes(word)) return [1, 2, 0, 0];
  if (moneyWords.includes(word)) return [1, 0, 2, 0];
  if (referringWords.includes(word)) return [0, 0, 0, 1];
  return [0, 0, 0, 0];
}

/** From a to b: the place at a share of the way. */
export function between(a: readonly number[], b: readonly number[], share: number): number[] {
  return a.map((part, c) => part + share * (b[c]! - part));
}

/** The cosine of the angle between two vectors: 1 if they point the same way. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, part, c) => sum + part * b[c]!, 0);
  return dot / Math.hypot(...a) / Math.hypot(...b);
}
