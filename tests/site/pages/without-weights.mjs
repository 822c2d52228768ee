import { dot, mix, softmax } from "../textbook.mjs";

/** Five words in a plane. */
const WORDS = [
  [0.4, 0.3],
  [1.6, 0.9],
  [0.6, -0.8],
  [-0.9, 0.7],
  [1, 1.7],
];
const omega = WORDS.map((word) => WORDS.map((other) => dot(word, other)));

/** What a teacher would mark as right. The page computes it. */
export const right = "aac";

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#omega 4 1", omega[4][1]],
  ["#alpha 4 1", softmax(omega[4])[1]],
  ["#z 4 0", mix(softmax(omega[4]), WORDS, 0)],
];

/** Numbers in tables and lists that do not open: where they are, and why. */
export const closed = { "#own-count": "a count" };

/** What each part of the whole formula lights: the ids. A part that is not named lights nothing. */
export const formula = { query: ["x"], value: ["x"], score: ["omega"], softmax: ["alpha"], mix: ["z"] };
