import { dot, softmax } from "../textbook.mjs";

/** A direction among five winds. */
const direction = (angle) => [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
const WINDS = [0, 45, 90, 180, 270].map(direction);
const WARMTH = [3, 1, 9, 24, 14];
const windScores = (angle) => WINDS.map((wind) => dot(direction(angle), wind));
const windWeights = (angle, temperature) => softmax(windScores(angle).map((score) => score / temperature));

/** What a teacher would mark as right. The page computes it. */
export const right = "bbc";

/** The state in which numbers are opened. */
export const state = { angle: 205, temperature: 0.5 };

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#ledger tr:nth-child(4) td:nth-child(3) .opens", windScores(205)[3]],
  ["#ledger tr:nth-child(4) td:nth-child(4) .opens", windWeights(205, 0.5)[3]],
  ["#answer-blend .opens", dot(windWeights(205, 0.5), WARMTH)],
];

/** Numbers in tables and lists that do not open: where they are, and why. */
export const closed = {
  "#ledger td:is(:nth-child(2), :nth-child(5), :nth-child(6))": "given: the keys and the values",
};

/** What each part of the whole formula lights: the ids. A part that is not named lights nothing. */
export const formula = { query: ["rose"], root: ["temperature"] };
