import { runAll } from "../learn-lab.mjs";
import { mean, median, products } from "../made-of.mjs";

/** What a teacher would mark as right. The page computes it. */
export const right = "bbb";

/** The state in which numbers are opened. */
export const state = { width: 256 };

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [["#largest-divided .opens", "weight"]];

/** What comes before the figures are there. */
export const begin = (page) => runAll(page, "run");

/** The numbers that are no cells, and what they and the first number of each panel are made of. */
export const figures = [
  ["variance 4", mean],
  ["largest 256/none", median],
  ["trace 4/root-dk", median, products],
];

/** The parts that must run before it has weights to save. */
export const savedAfter = ["run"];
