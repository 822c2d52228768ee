// The three questions. The wind rose itself answers them.
import type { Heed } from "heed";
import { digits } from "../../../show/index.js";
import { choiceWhere, percent, type Checked, type Question } from "../../rooms/lesson/index.js";
import { blend, dictionary, WINDS } from "./winds.js";

const COLD = 0.01;

export function questionsOf(heed: Heed): Question[] {
  return [
    { key: "q1", check: () => halfway(heed) },
    { key: "q2", check: () => colder(heed) },
    { key: "q3", check: () => opposite(heed) },
  ];
}

/** Choices: one of the two at random, both alike, no answer. */
function halfway(heed: Heed): Checked {
  const [first, second] = blend(heed, 22.5, 1).weights as unknown as [number, number];
  const alike = Math.abs(first - second) < 1e-6;
  return {
    right: choiceWhere({ a: !alike, b: alike && first > 0, c: first === 0 }),
    numbers: { share: percent(first) },
  };
}

/** Choices: the exact dictionary, the nearest key, the plain mean. */
function colder(heed: Heed): Checked {
  const angle = 160;
  const { weights, nearest } = blend(heed, angle, COLD);
  const most = Math.max(...(weights as Float32Array));
  return {
    right: choiceWhere({
      a: dictionary(angle) !== undefined,
      b: most > 0.999 && weights[nearest[0]!] === most,
      c: most < 2 / WINDS.length,
    }),
    numbers: { share: percent(most) },
  };
}

/** Choices: 0, below 0, small and above 0. */
function opposite(heed: Heed): Checked {
  const { scores, weights } = blend(heed, 0, 1);
  const south = WINDS.findIndex(({ angle }) => angle === 180);
  const weight = weights[south]!;
  return {
    right: choiceWhere({ a: weight === 0, b: weight < 0, c: weight > 0 }),
    numbers: { score: digits(scores[south]!, 0), share: percent(weight) },
  };
}
