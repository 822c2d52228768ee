// Writes digits into the cells of the table.
import { commonDecimals, fitted, isMasked, valueAt, type Numbers, say } from "../../show/index.js";
import type { GridTable } from "./grid-table.js";
import type { Bar, Picture } from "../picture.js";

/** Writes as many digits as a cell has room for. */
export function writeCells(grid: GridTable, { numbers, filled, bars }: Picture, room: number): void {
  const decimals = decimalsFor(numbers, grid, room);
  const barOf = new Map(bars.map((bar) => [grid.cell(bar), bar]));
  for (const [place, cell] of grid.cells()) {
    if (cell.classList.contains("edited")) continue;
    const bar = barOf.get(cell);
    showBar(cell, bar);
    const masked = isMasked(numbers, place);
    const value = bar?.value === undefined ? valueAt(numbers, place) : bar.value;
    const text = !filled || masked || room === 0 || value === null ? "" : fitted(value, decimals, room);
    if (cell.textContent !== text) cell.textContent = text;
    // Where there is no room for digits, screen readers still read them.
    const unseen = filled && room === 0 && value !== null;
    const spoken = filled && masked ? say("masked") : unseen ? fitted(value, 4, 9) : null;
    if (cell.getAttribute("aria-label") === spoken) continue;
    if (spoken === null) cell.removeAttribute("aria-label");
    else cell.setAttribute("aria-label", spoken);
  }
}

function showBar(cell: HTMLElement, bar: Bar | undefined): void {
  cell.toggleAttribute("data-bar", bar !== undefined);
  cell.toggleAttribute("data-stands-in", bar?.value !== undefined);
  if (bar === undefined) return;
  cell.style.setProperty("--bar", String(Math.min(1, Math.max(-1, bar.size))));
}

function decimalsFor(numbers: Numbers, grid: GridTable, room: number): number {
  const shown: number[] = [];
  for (const [place] of grid.cells()) if (!isMasked(numbers, place)) shown.push(valueAt(numbers, place));
  return commonDecimals(shown, room);
}
