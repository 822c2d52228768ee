// The three questions. Random words, attended to without weight matrices, answer them.
import type { Heed } from "heed";
import { seededRandom } from "heed/train";
import { digits } from "../../../show/index.js";
import { asymmetry, choiceWhere, rowsOf, rounding, type Checked, type Question } from "../../rooms/lesson/index.js";
import { ANIMAL, PLACES, TIRED } from "./places.js";

const WORDS = 5;

export function questionsOf(heed: Heed): Question[] {
  return [
    { key: "q1", given: () => ({ score: digits(scoreOnPage(heed)) }), check: () => mirrored(heed) },
    { key: "q2", check: () => ownWord(heed) },
    { key: "q3", check: () => twiceAsLong(heed) },
  ];
}

function scatter(seed: number): [x: number, y: number][] {
  const draw = seededRandom(seed);
  return Array.from({ length: WORDS }, () => [draw.normal(), draw.normal()]);
}

/** The score of “tired” with “animal”, as the page shows it at first. */
function scoreOnPage(heed: Heed): number {
  return rowsOf(heed.selfAttention(PLACES, { keep: ["raw"] }).raw)[TIRED]![ANIMAL]!;
}

/** Choices: the same score, its negative, nothing can be said. */
function mirrored(heed: Heed): Checked {
  const { raw } = heed.selfAttention(scatter(1), { keep: ["raw"] });
  const negated = Math.max(...rowsOf(raw).flatMap((row, i) => row.map((s, j) => Math.abs(s + rowsOf(raw)[j]![i]!))));
  const apart = asymmetry(raw);
  return {
    right: choiceWhere({ a: apart < 1e-6, b: negated < 1e-6, c: apart > 1e-6 && negated > 1e-6 }),
    numbers: { apart: rounding(apart) },
  };
}

/** Choices: the word itself, the longest of the others, it depends on the directions. */
function ownWord(heed: Heed): Checked {
  const tries = Array.from({ length: 40 }, (_, seed) => {
    const x = scatter(seed).map(([a, b]) => [a / Math.hypot(a, b), b / Math.hypot(a, b)]);
    return rowsOf(heed.selfAttention(x, { keep: ["weights"] }).weights);
  }).flatMap((rows) => rows.map((row, word) => row[word] === Math.max(...row)));
  const own = tries.filter(Boolean).length;
  return {
    right: choiceWhere({ a: own === tries.length, b: own === 0, c: own > 0 && own < tries.length }),
    numbers: { own, tries: tries.length },
  };
}

/** Choices: all other words give more to it, all give less, it depends on the sign of the score. */
function twiceAsLong(heed: Heed): Checked {
  const x: number[][] = [
    [1, 0],
    [0.6, 0.8],
    [-0.8, 0.6],
  ];
  const given = (rows: number[][]): number[] =>
    rowsOf(heed.selfAttention(rows, { keep: ["weights"] }).weights).map((row) => row[0]!);
  const [before, after] = [given(x), given([[2, 0], ...x.slice(1)])];
  const [near, far] = [1, 2].map((word) => after[word]! - before[word]!) as [number, number];
  const show = (all: number[], word: number): string => digits(100 * all[word]!, 0);
  return {
    right: choiceWhere({ a: near > 0 && far > 0, b: near < 0 && far < 0, c: near > 0 && far < 0 }),
    numbers: { near: show(before, 1), nearer: show(after, 1), far: show(before, 2), farther: show(after, 2) },
  };
}
