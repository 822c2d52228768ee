/** What a teacher would mark as right. The page computes it. */
export const right = "bbb";

/** The parts with a Run button. */
export const runs = ["pointing", "draws", "one", "two"];

/** The state in which numbers are opened. */
export const state = { moved: 100 };

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#bank-rows 1 1", "sum"],
  ["#bank-river 4 1", "softmax"],
  ["#letters 2 1", "softmax"],
  ["#trained-bank .opens", "softmax"],
  ["#sentences .opens", "softmax"],
  ["#low 9 1", "softmax"],
  ["#top 9 1", "softmax"],
];

/** The trainings that tests start from: how many steps, and whether what is seen after each ten is kept. */
export const trainings = { pointing: { steps: 150, views: true }, flip: { steps: 150, views: true } };
