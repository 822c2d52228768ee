import type { Heed } from "heed";
import { localised, powerText } from "../../../../show/index.js";
import { byId } from "../../frame/page.js";
import { rowOf } from "../../training/cells.js";
import { compare, STRETCHES } from "./precision.js";

/** The digits of a float32, and as many of a float64: up to where the two may part. */
const FIGURES = 9;

export function showPrecision(heed: Heed, seed: number): void {
  const rows = STRETCHES.map((stretch) => {
    const { single, double, difference, steps } = compare(heed, seed, stretch);
    return rowOf(`× ${stretch}`, full(single), full(double), powerText(difference), steps.toFixed(0));
  });
  byId("precision")
    .querySelector("tbody")!
    .replaceChildren(...rows);
}

function full(value: number): string {
  return localised(value.toFixed(FIGURES));
}
