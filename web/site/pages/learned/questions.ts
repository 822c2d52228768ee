// The three questions. The gradients of a small attention answer them.
import type { Heed } from "heed";
import { digits, powerText } from "../../../show/index.js";
import { choiceWhere, rowOf, rounding, type Checked, type Question } from "../../rooms/lesson/index.js";

/** A score that is far ahead of all others. */
const FAR = 40;
/** A step down the slope. */
const RATE = 1;

export function questionsOf(heed: Heed): Question[] {
  return [
    { key: "q1", check: () => negativeSlope(heed) },
    { key: "q2", check: () => saturated(heed) },
    { key: "q3", check: () => onlyTheAnswer(heed) },
  ];
}

const UNITS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** The output is the row of weights. The loss is small where `wanted` gets much. */
function tried(heed: Heed, scores: readonly number[], wanted: number) {
  const keys = scores.map((score) => [score]);
  const scale = "none";
  const weights = rowOf(heed.attention([[1]], keys, UNITS, { scale, keep: ["weights"] }).weights, 0);
  const dOutput = [UNITS[wanted]!.map((part) => -part / weights[wanted]!)];
  const { dScores } = heed.attentionBackward([[1]], keys, UNITS, dOutput, { scale, keep: ["dScores"] });
  return { loss: -Math.log(weights[wanted]!), weights, slopes: rowOf(dScores, 0) };
}

/** Choices: learning raises the score, lowers it, leaves it. */
function negativeSlope(heed: Heed): Checked {
  const scores = [0, 0, 0];
  const { loss, slopes } = tried(heed, scores, 1);
  const moved = scores.map((score, at) => score - RATE * slopes[at]!);
  const after = tried(heed, moved, 1).loss;
  const rises = slopes[1]! < 0 && moved[1]! > scores[1]! && after < loss;
  return {
    right: choiceWhere({ a: rises, b: moved[1]! < scores[1]!, c: moved[1] === scores[1] }),
    numbers: { slope: digits(slopes[1]!, 2), loss: digits(loss, 2), after: digits(after, 2) },
  };
}

/** One wrong weight is nearly 1. Choices: a large gradient, nearly none, the same as with equal scores. */
function saturated(heed: Heed): Checked {
  const values = [[1], [2], [4]];
  const steepest = (scores: readonly number[]): number => {
    const keys = scores.map((score) => [score]);
    const options = { scale: "none", keep: ["dScores"] } as const;
    const { dScores } = heed.attentionBackward([[1]], keys, values, [[1]], options);
    return Math.max(...rowOf(dScores, 0).map(Math.abs));
  };
  const [free, stuck] = [steepest([0, 0, 0]), steepest([FAR, 0, 0])];
  return {
    right: choiceWhere({ a: stuck > 2 * free, b: stuck < free / 1000, c: Math.abs(stuck - free) < 1e-6 }),
    numbers: { free: digits(free, 2), stuck: powerText(stuck) },
  };
}

/** What tells the head which fact is wanted? Another fact is wanted: do the weights know before a step, or only the
 * slopes? The facts change places. Choices: a mark, the loss of the answer, the place. */
function onlyTheAnswer(heed: Heed): Checked {
  const facts = [
    [1, 0, 2],
    [0, 1, -1],
    [1, 1, 0],
  ];
  const outputOf = (rows: number[][]): number[] => rowOf(heed.attention([[1, 2, 0]], rows, rows).output, 0);
  const [before, after] = [outputOf(facts), outputOf([...facts].reverse())];
  const moved = Math.max(...before.map((part, at) => Math.abs(part - after[at]!)));
  const wanted = [1, 2].map((fact) => ({ fact, ...tried(heed, [0, 0, 0], fact) }));
  const marked = wanted[0]!.weights.some((weight, at) => weight !== wanted[1]!.weights[at]);
  const told = wanted.every(({ fact, slopes }) => slopes.every((slope, at) => slope < 0 === (at === fact)));
  return {
    right: choiceWhere({ a: marked, b: told && !marked && moved < 1e-5, c: moved > 1e-5 }),
    numbers: { moved: rounding(moved) },
  };
}
