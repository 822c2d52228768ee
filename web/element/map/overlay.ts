import type { Extent, Place } from "../../show/index.js";
import type { Viewport, Size } from "./viewport.js";

/** Lays an element over a part of what is in view: in shares of the field, so that paper may have another size. */
export function overlay(
  { style }: HTMLElement,
  { row, column, rows, columns }: Place & Extent,
  { scale, x, y }: Viewport,
  { width, height }: Size,
): void {
  style.left = `${(100 * (column - x) * scale) / width}%`;
  style.top = `${(100 * (row - y) * scale) / height}%`;
  style.width = `${(100 * columns * scale) / width}%`;
  style.height = `${(100 * rows * scale) / height}%`;
}
