// The heads of the example. Nobody trained them: each is made by a rule, from the places of tokens and their words.
import { random } from "heed/train";

const TEXT =
  "[CLS] the animal didn ' t cross the street , because the animal was too tired . " +
  "it slept , and the street was quiet . [SEP]";
export const TOKENS = TEXT.split(" ");

/** Features of a place: sines and cosines of its position, signs of its word, and three marks. */
const WAVES = 10;
const WORD_SIGNS = 24;
const MARKS = 3;
export const DIM = 2 * WAVES + WORD_SIGNS + MARKS;

/** What a rule looks for; each number says how strongly. */
interface Rule {
  /** A place so many tokens away. */
  readonly place?: readonly [offset: number, strength: number];
  /** The same word; or the word before it is the same. */
  readonly word?: number;
  readonly wordBefore?: number;
  readonly first?: number;
  readonly separator?: number;
  readonly punctuation?: number;
  /** Not the place itself. */
  readonly notSelf?: number;
  /** Nothing after the place itself. */
  readonly causal?: boolean;
}

/** Four layers of four heads. */
export const RULES: readonly (readonly Rule[])[] = [
  [{ place: [-1, 3] }, { place: [1, 3] }, { place: [0, 3] }, {}],
  [{ word: 9, notSelf: 3, causal: true }, { place: [-2, 1.2] }, { punctuation: 5 }, { first: 6 }],
  [{ wordBefore: 9, causal: true }, { separator: 6 }, { place: [0, 0.6], word: 2 }, { first: 3.2, place: [-1, 1.2] }],
  [{ separator: 3.4, punctuation: 1.5 }, { word: 4 }, { first: 7 }, { wordBefore: 6, first: 2.5, causal: true }],
];

const IS_PUNCTUATION = /^[.,']$/;

function waves(position: number, strength: number): number[] {
  return Array.from({ length: WAVES }, (_, wave) => position / 1.6 ** wave).flatMap((angle) => [
    strength * Math.sin(angle),
    strength * Math.cos(angle),
  ]);
}

/** The same signs for the same word, of length 1. */
const signs = new Map<string, readonly number[]>();
{
  const draw = random(14);
  for (const word of new Set(TOKENS)) {
    const row = Array.from({ length: WORD_SIGNS }, () => draw.normal());
    const length = Math.hypot(...row);
    signs.set(
      word,
      row.map((part) => part / length),
    );
  }
}

function times(row: readonly number[], strength: number): number[] {
  return row.map((part) => part * strength);
}

export function queryOf(
  { place, word = 0, wordBefore = 0, first = 0, separator = 0, punctuation = 0, notSelf = 0 }: Rule,
  at: number,
): number[] {
  const own = signs.get(TOKENS[at]!)!;
  const [offset, strength] = place ?? [0, 0];
  return [...waves(at + offset, strength - notSelf), ...times(own, word + wordBefore), first, separator, punctuation];
}

export function keyOf({ wordBefore = 0 }: Rule, at: number): number[] {
  const word = wordBefore > 0 ? TOKENS[at - 1] : TOKENS[at]!;
  const own = word === undefined ? Array<number>(WORD_SIGNS).fill(0) : signs.get(word)!;
  const marks = [at === 0, TOKENS[at] === "[SEP]", IS_PUNCTUATION.test(TOKENS[at]!)];
  return [...waves(at, 1), ...own, ...marks.map(Number)];
}
