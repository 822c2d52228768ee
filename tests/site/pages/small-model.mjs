import { loss } from "../made-of.mjs";

/** What a teacher would mark as right. The page computes it. */
export const right = "ccb";

/** The parts with a Run button. */
export const runs = ["training"];

/** How many machines a reader follows a word through. */
export const machines = 1;

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [["#machine [data-part^='curve']", "weight", "a curve has its number in its name"]];

/** Numbers in tables and lists that do not open: where they are, and why. */
export const closed = {
  "#next td:nth-child(2)": "the share of which the loss beside it is −ln",
  "#forms td:nth-child(3)": "the share of which the loss beside it is −ln",
  "#parts td": "ends of trainings that were computed before, and of the reader's",
};

/** The numbers that are no cells, and what they and the first number of each panel are made of. */
export const figures = [
  ["next 45", loss],
  ["forms 0", loss],
];

/** The trainings that tests start from: how many steps, and whether what is seen after each ten is kept. */
export const trainings = { small: { steps: 1200 } };
