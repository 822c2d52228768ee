// Frames over a map: round the cell with focus, the cell under the pointer, and the marked cells.
import { make, type Place } from "../../show/index.js";
import type { Highlights } from "../layout.js";
import { overlay } from "./overlay.js";
import type { Viewport } from "./viewport.js";

export class HighlightFrames {
  readonly #focused = make("div", { class: "ring" });
  readonly #hovered = make("div", { class: "hover" });
  readonly #marked = make("div", { class: "marked" });
  /** In the order in which they lie over one another. */
  readonly elements = [this.#marked, this.#hovered, this.#focused];

  show({ focused, hovered, mark }: Highlights, viewport: Viewport): void {
    frame(this.#focused, focused, 16, viewport);
    frame(this.#hovered, hovered, 8, viewport);
    frame(this.#marked, mark, 3, viewport);
  }
}

/** Frames a cell, a row or a column. A frame has at least `least` CSS pixels, so that it can be seen. */
function frame(element: HTMLElement, place: Partial<Place> = {}, least: number, viewport: Viewport): void {
  const { row, column } = place;
  element.hidden = row === undefined && column === undefined;
  if (element.hidden) return;
  const { extent, scale } = viewport;
  const rows = row === undefined ? extent.rows : 1;
  const columns = column === undefined ? extent.columns : 1;
  const [tall, wide] = [Math.max(rows, least / scale), Math.max(columns, least / scale)];
  overlay(
    element,
    { row: (row ?? 0) - (tall - rows) / 2, column: (column ?? 0) - (wide - columns) / 2, rows: tall, columns: wide },
    viewport,
  );
}
