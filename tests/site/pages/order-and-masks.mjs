import { difference } from "../made-of.mjs";

/** What a teacher would mark as right. The page computes it. */
export const right = "cba";

/** The state in which numbers are opened. */
export const state = { places: "learned" };

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#shuffled 1 1", "sum"],
  ["#looks 3 2", "weight"],
  ["#masked 3 1", "softmax"],
  ["#biased 1 2", "softmax"],
];

/** The numbers that are no cells, and what they and the first number of each panel are made of. */
export const figures = [
  ["moved ", difference],
  ["bias-query-output ", difference],
];
