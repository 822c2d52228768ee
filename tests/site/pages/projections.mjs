import { dot, times } from "../textbook.mjs";

/** The weights are those of a link. */
const PLACES = [
  [0.4, 0.3],
  [1.6, 0.9],
  [0.6, -0.8],
  [-0.9, 1.4],
];
const W = [
  [1, 2],
  [0.5, -1],
];

/** What a teacher would mark as right. The page computes it. */
export const right = "cbb";

/** The state in which numbers are opened. */
export const state = { wq: W.flat().join("_"), wk: W.flat().join("_"), papers: 1 };

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#scores 3 1", dot(times(PLACES[3], W), times(PLACES[1], W))],
  ["#entry-qk .opens", "sum"],
];

/** Numbers in tables and lists that do not open: where they are, and why. */
export const closed = {
  "#turned-difference, #regroup-difference": "a comparison of two ways to compute: rounding",
  "#regroup-ratio, #regrouped": "a count of multiply-adds and numbers",
};

/** Here are scores, and no weights. */
export const withoutSoftmax = true;

/** What each part of the whole formula lights: the ids. A part that is not named lights nothing. */
export const formula = { query: ["x", "wq"], key: ["x", "wk"], score: ["scores", "TR"] };
