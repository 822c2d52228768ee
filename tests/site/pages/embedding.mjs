/** What a teacher would mark as right. The page computes it. */
export const right = "bbc";

/** The parts with a Run button. */
export const runs = ["training"];

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#nearest tbody .opens", "sum"],
  ["#stages tbody .opens", "sum"],
];

/** Numbers in tables and lists that do not open: where they stand, and why. */
export const closed = {
  "#reading td": "given: numbers and rows of the trained table",
  "#look-up tbody td": "given: the table, and a one-hot row",
  "#stages td:nth-child(2)": "a count",
};

/** Here are scores, and no weights. */
export const withoutSoftmax = true;
