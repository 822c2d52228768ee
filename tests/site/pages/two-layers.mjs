import { loss, mean } from "../made-of.mjs";

/** What a teacher would mark as right. The page computes it. */
export const right = "bca";

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#layer-1 4 3", "weight"],
  ["#layer-2 9 3", "weight"],
  ["#parts tfoot .opens", "logit"],
];

/** Numbers in tables and lists that do not open: where they are, and why. */
export const closed = {
  "#previous-now, #induction-now, #away td:nth-child(3)": "a mean of weights or a share of right answers, in percent",
  "#ways td, #ways-ten td": "a share of right answers, or of looks, in percent",
  "#brings tfoot td": "the sum of the numbers above it, which open",
  "#parts tr:nth-child(4)": "learned numbers of the distance: read from the layer, or their mean",
};

/** The numbers that are no cells, and what they and the first number of each panel are made of. */
export const figures = [["loss none", mean, loss]];

/** The trainings that tests start from: how many steps, and whether what is seen after each ten is kept. */
export const trainings = { ways: { steps: 1200 }, induction: { steps: 400 } };
