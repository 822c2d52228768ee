import { expect } from "@playwright/test";
import { length, median } from "../made-of.mjs";

/** What a teacher would mark as right. The page computes it. */
export const right = "bbb";

/** The parts with a Run button. */
export const runs = ["training"];

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [];

/** What comes before the figures are there. */
export const begin = async (page) => {
  await page.getByRole("button", { name: "One step" }).click();
  // A step that comes while a number is open would draw the panel again.
  await expect(page.locator("#training .count")).toHaveText(/^[1-9]\d* of /);
};

/** The numbers that are no cells, and what they and the first number of each panel are made of. */
export const figures = [
  ["largest 1", median],
  ["slope 0", median, length],
];

/** The trainings that tests start from: how many steps, and whether what is seen after each ten is kept. */
export const trainings = { race: { steps: 200 } };

/** Its figures are curves and points: no matrix can be saved. */
export const saves = false;

/** A part with a Run button begins with this, and until then there is no chart. */
export const bet = async (page) => {
  await expect(page.locator("#multiples")).toBeHidden();
  await page.locator("#bets button").first().click();
};
