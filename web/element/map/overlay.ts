import type { Extent, Place } from "../../show/index.js";
import type { Viewport } from "./viewport.js";

/** Lays an element over some cells. Its place is in percent of the field, since on paper the field has another size. */
export function overlay({ style }: HTMLElement, cells: Place & Extent, { scale, x, y, size }: Viewport): void {
  style.left = `${(100 * (cells.column - x) * scale) / size.width}%`;
  style.top = `${(100 * (cells.row - y) * scale) / size.height}%`;
  style.width = `${(100 * cells.columns * scale) / size.width}%`;
  style.height = `${(100 * cells.rows * scale) / size.height}%`;
}
