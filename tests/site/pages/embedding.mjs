import { mean } from "../made-of.mjs";

/** What a teacher would mark as right. The page computes it. */
export const right = "bbc";

/** The parts with a Run button. */
export const runs = ["training"];

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#nearest tbody .opens", "sum"],
  ["#stages tbody .opens", "sum"],
  ["#alike tbody .opens", "sum"],
];

/** The numbers that are no cells, and what they and the first number of each panel are made of. */
export const figures = [["kind 0-after", mean]];

/** Numbers in tables and lists that do not open: where they are, and why. */
export const closed = {
  "#reading td": "given: numbers and rows of the trained table; a strip opens its row",
  "#look-up tbody td": "given: the table, and a one-hot row",
  "#stages td:nth-child(2)": "a count",
};

/** Here are scores, and no weights. */
export const withoutSoftmax = true;
