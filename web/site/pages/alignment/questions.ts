// The three questions. Small cross-attentions answer them.
import type { Heed } from "heed";
import { seededRandom } from "heed/train";
import { digits } from "../../../show/index.js";
import { choiceWhere, rowOf, type Checked, type Question } from "../../rooms/lesson/index.js";

const DIM = 4;
const [GERMAN, ENGLISH] = [8, 9];

export function questionsOf(heed: Heed): Question[] {
  return [
    { key: "q1", given: () => ({ german: GERMAN, english: ENGLISH }), check: () => shapeOf(heed) },
    { key: "q2", check: () => guessed(heed) },
    { key: "q3", check: () => twice(heed) },
  ];
}

function drawn(rows: number, seed: number): number[][] {
  const draw = seededRandom(seed);
  return Array.from({ length: rows }, () => Array.from({ length: DIM }, () => draw.normal()));
}

/** Choices: as many rows as German words, as many rows as English words, a square. */
function shapeOf(heed: Heed): Checked {
  const [english, german] = [drawn(ENGLISH, 1), drawn(GERMAN, 2)];
  const [rows, columns] = heed.attention(english, german, german, { keep: ["weights"] }).weights.shape;
  return {
    right: choiceWhere({
      a: rows === GERMAN && columns === ENGLISH,
      b: rows === ENGLISH && columns === GERMAN,
      c: rows === columns,
    }),
    numbers: { rows: rows!, columns: columns! },
  };
}

/** The row of the word before says enough. Choices: the weights must be right, may be anywhere, must be wrong. */
function guessed(heed: Heed): Checked {
  const values = drawn(3, 3);
  const before = [20, 0, 0, 0];
  /** The word that is guessed if all the weight is on one place. */
  const guessAt = (place: number): number => {
    const keys = values.map((_, at) => [at === place ? 40 : 0]);
    const output = rowOf(heed.attention([[1]], keys, values, { scale: "none" }).output, 0);
    const logits = output.map((part, at) => part + before[at]!);
    return logits.indexOf(Math.max(...logits));
  };
  const guesses = values.map((_, place) => guessAt(place));
  const same = guesses.filter((guess) => guess === guesses[0]).length;
  return {
    right: choiceWhere({ a: same === 1, b: same === values.length, c: false }),
    numbers: { same, places: values.length },
  };
}

/** A source with a word twice, and no places. Choices: all to the first, the same to both, none to either. */
function twice(heed: Heed): Checked {
  const [cat, sees] = drawn(2, 4);
  const { weights } = heed.attention([cat!], [cat!, sees!, cat!], [cat!, sees!, cat!], { keep: ["weights"] });
  const [first, , second] = rowOf(weights, 0) as [number, number, number];
  return {
    right: choiceWhere({ a: first > 0.99, b: first === second && first > 0.1, c: first === 0 }),
    numbers: { share: digits(100 * first, 0) },
  };
}
