// Writes digits into the cells of the table.
import { commonDecimals, fitted, isMasked, valueAt, type Numbers, say } from "../../show/index.js";
import type { GridTable } from "./grid-table.js";
import type { Picture } from "../picture.js";

/** Writes as many digits as a cell has room for. */
export function writeCells(grid: GridTable, { numbers, filled }: Picture, room: number): void {
  const decimals = decimalsFor(numbers, grid, room);
  for (const [place, cell] of grid.cells()) {
    if (cell.classList.contains("edited")) continue;
    const masked = isMasked(numbers, place);
    const text = !filled || masked || room === 0 ? "" : fitted(valueAt(numbers, place), decimals, room);
    if (cell.textContent !== text) cell.textContent = text;
    // Where there is no room for digits, screen readers still read them.
    const unseen = filled && room === 0;
    const spoken = filled && masked ? say("masked") : unseen ? fitted(valueAt(numbers, place), 4, 9) : null;
    if (cell.getAttribute("aria-label") === spoken) continue;
    if (spoken === null) cell.removeAttribute("aria-label");
    else cell.setAttribute("aria-label", spoken);
  }
}

function decimalsFor(numbers: Numbers, grid: GridTable, room: number): number {
  const shown: number[] = [];
  for (const [place] of grid.cells()) if (!isMasked(numbers, place)) shown.push(valueAt(numbers, place));
  return commonDecimals(shown, room);
}
