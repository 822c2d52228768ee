import type { Heed } from "heed";
import { localised, powerText } from "../../../../show/index.js";
import { cellButton, fillTable, openCells, tableRow } from "../../frame/index.js";
import { compare, STRETCHES } from "./precision.js";

/** All digits of a float32, and as many of the float64 beside it. */
const FIGURES = 9;

export function showPrecision(heed: Heed, seed: number): void {
  const rows = STRETCHES.map((stretch) => {
    const { single, double, difference, steps, row, column, computation } = compare(heed, seed, stretch);
    const name = `stretch-${stretch}`;
    openCells(name, computation);
    const opened = cellButton(full(single), name, { matrix: "output", row, column });
    return tableRow(`× ${stretch}`, opened, full(double), powerText(difference), steps.toFixed(0));
  });
  fillTable("precision", rows);
}

function full(value: number): string {
  return localised(value.toFixed(FIGURES));
}
