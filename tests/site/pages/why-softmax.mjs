/** What a teacher would mark as right. The page computes it. */
export const right = "bbb";

/** The parts with a Run button. */
export const runs = ["drawing", "training"];

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#by-weight tbody .opens", "softmax"],
  ["#blend .opens", "sum"],
];

/** Numbers in tables and lists that do not open: where they are, and why. */
export const closed = {
  "#by-weight td": "a count of draws, and its share",
  "#errors td": "a mean over rows of draws, and counts",
  "#results td": "shares of right answers, and counts of seeds",
};

/** The trainings that tests start from: how many steps, and whether what is seen after each ten is kept. */
export const trainings = { contest: { steps: 300 } };
