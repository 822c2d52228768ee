/** What a teacher would mark as right. The page computes it. */
export const right = "bba";

/** The parts with a Run button. */
export const runs = ["training", "sharing"];

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#weights tbody .opens", "softmax"],
  ["#logits tbody .opens", "sum"],
  ["#logits tfoot .opens", "sum"],
];

/** Numbers in tables and lists that do not open: where they are, and why. */
export const closed = { "#grades td:nth-child(2)": "a share of right answers" };

/** The trainings that tests start from: how many steps, and whether what is seen after each ten is kept. */
export const trainings = { heads: { steps: 300, views: true }, grouped: { steps: 300, views: true } };
