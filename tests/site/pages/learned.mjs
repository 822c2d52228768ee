/** What a teacher would mark as right. The page computes it. */
export const right = "abb";

/** The parts with a Run button. */
export const runs = ["training", "reading-run"];

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#ledger tr:nth-child(3) td:nth-child(3) .opens", "softmax"],
  ["#ledger tr:nth-child(3) td:nth-child(4) .opens", "slope"],
];

/** The trainings that tests start from: how many steps, and whether what is seen after each ten is kept. */
export const trainings = { timeline: { steps: 200 }, pronouns: { steps: 1200 } };

/** The parts that must run before it has weights to save. */
export const savedAfter = ["training"];
