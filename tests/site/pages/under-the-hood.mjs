import { difference, products } from "../made-of.mjs";

/** What a teacher would mark as right. The page computes it. */
export const right = "bcb";

/** The parts with a Run button. */
export const runs = ["streaming", "racing", "timing"];

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#precision tr:nth-child(2) .opens", "sum"],
  ["#overflow tbody .opens", "softmax"],
  ["#direct .opens", "sum"],
];

/** Numbers in tables and lists that do not open: where they are, and why. */
export const closed = {
  "#overflow td:not(:last-child)": "given, or what softmax in float32 makes of it without the core",
  "#state dd": "the state between two tiles: the result opens",
  "#times, #race": "a time, and counts",
  "#ways": "a count",
  "#overflow-root td:nth-child(-n + 5):not(:has(.opens))": "what softmax in float32 makes of it without the core",
};

/** The numbers that are no cells, and what they and the first number of each panel are made of. */
export const figures = [
  ["double-4 ", products],
  ["difference-4 ", difference],
];
