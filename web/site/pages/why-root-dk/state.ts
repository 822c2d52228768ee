// The state of the lesson, and the seed of each draw.
import { integer } from "../../kit/index.js";
import { Page } from "../../rooms/lesson/index.js";
import { DRAWS, WIDTHS } from "./experiment.js";

export const page = new Page({
  seed: integer(1, 1, 100),
  heads: integer(8, 1, 16),
  width: integer(1024, WIDTHS[0]!, WIDTHS.at(-1)!),
});

/** All draws, of all widths. */
export const TOTAL = WIDTHS.length * DRAWS;

/** @param nth which draw of this width */
export function seedOf(width: number, nth: number): number {
  return page.state.seed * TOTAL + nth * WIDTHS.length + WIDTHS.indexOf(width);
}

/** A link may ask for any width. There are only a few. */
export function nearestWidth(): number {
  return 2 ** Math.round(Math.log2(page.state.width));
}
