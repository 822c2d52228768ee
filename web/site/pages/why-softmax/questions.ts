// The three questions. Small attentions answer them.
import type { Heed } from "heed";
import { digits } from "../../../show/index.js";
import { choiceWhere, percent, rowOf, type Checked, type Question } from "../../rooms/lesson/index.js";

/** Keys that a query of 1 does not fit. */
const FAR = [-50, -50.1, -50.2];

export function questionsOf(heed: Heed): Question[] {
  return [
    { key: "q1", check: () => halves(heed) },
    { key: "q2", given: () => ({ keys: FAR.length }), check: () => nothingFits(heed) },
    { key: "q3", check: () => scaledScores(heed) },
  ];
}

/** Values −1 and 1 with half each. Choices: a draw gives the blend, no draw does, half of all draws do. */
function halves(heed: Heed): Checked {
  const values = [[-1], [1]];
  const blend = heed.attention([[1]], [[0], [0]], values).output.data[0]!;
  const alike = values.filter(([value]) => value === blend).length;
  return {
    right: choiceWhere({ a: alike === values.length, b: alike === 0, c: alike === 1 }),
    numbers: { blend: digits(blend, 0) },
  };
}

/** All scores are far below 0. Choices: weights near 0, weights with the sum 1, NaN. */
function nothingFits(heed: Heed): Checked {
  const keys = FAR.map((key) => [key]);
  const row = rowOf(heed.attention([[1]], keys, keys, { scale: "none", keep: ["weights"] }).weights, 0);
  const sum = row.reduce((total, weight) => total + weight, 0);
  return {
    right: choiceWhere({ a: Math.max(...row) < 0.01, b: Math.abs(sum - 1) < 1e-5, c: row.some(Number.isNaN) }),
    numbers: { largest: percent(Math.max(...row)) },
  };
}

/** Bare scores, twice as many facts of no use. Choices: nothing changes, what they add grows, it becomes 0. */
function scaledScores(heed: Heed): Checked {
  const added = (facts: number, normalize: "softmax" | "none"): number => {
    const keys = Array.from({ length: facts + 1 }, (_, at) => [at === 0 ? 6 : 0.5]);
    const values = keys.map((_, at) => [at === 0 ? 0 : 1]);
    return heed.attention([[1]], keys, values, { scale: "none", normalize }).output.data[0]!;
  };
  const [few, many] = [added(7, "none"), added(31, "none")];
  return {
    right: choiceWhere({ a: few === many, b: many > 2 * few, c: many === 0 }),
    numbers: { few: digits(few, 1), many: digits(many, 1), softmax: digits(added(31, "softmax"), 2) },
  };
}
