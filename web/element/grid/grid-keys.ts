// Where a key leads in a grid, as the ARIA grid pattern has it.
import type { Extent, Place } from "../../show/index.js";

/** How far Page Up and Page Down go. */
const PAGE = 10;

/** The cell that a key leads to, within the grid; undefined for keys that lead nowhere. */
export function placeAfter(key: string, ctrl: boolean, from: Place, extent: Extent): Place | undefined {
  const wanted = wantedAfter(key, ctrl, from, extent);
  return wanted && inside(wanted, extent);
}

export function inside({ row, column }: Place, { rows, columns }: Extent): Place {
  return { row: Math.min(rows - 1, Math.max(0, row)), column: Math.min(columns - 1, Math.max(0, column)) };
}

function wantedAfter(key: string, ctrl: boolean, { row, column }: Place, { rows, columns }: Extent): Place | undefined {
  switch (key) {
    case "ArrowUp":
      return { row: row - 1, column };
    case "ArrowDown":
      return { row: row + 1, column };
    case "ArrowLeft":
      return { row, column: column - 1 };
    case "ArrowRight":
      return { row, column: column + 1 };
    case "PageUp":
      return { row: row - PAGE, column };
    case "PageDown":
      return { row: row + PAGE, column };
    case "Home":
      return { row: ctrl ? 0 : row, column: 0 };
    case "End":
      return { row: ctrl ? rows - 1 : row, column: columns - 1 };
    default:
      return undefined;
  }
}
