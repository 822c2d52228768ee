// What is lit over a map: the cell with focus, the one under the pointer, and the operands of something else.
import { overlay } from "./overlay.js";
import { make, type Extent, type Place } from "../../show/index.js";
import type { Viewport, Size } from "./viewport.js";
import type { Highlights } from "../layout.js";

export class HighlightFrames {
  readonly #focused = make("div", { class: "ring" });
  readonly #hovered = make("div", { class: "hover" });
  readonly #marked = make("div", { class: "marked" });
  /** In the order in which they lie over one another. */
  readonly elements = [this.#marked, this.#hovered, this.#focused];

  show(highlights: Highlights, extent: Extent, viewport: Viewport, size: Size): void {
    frame(this.#focused, highlights.focused, 16);
    frame(this.#hovered, highlights.hovered, 8);
    frame(this.#marked, highlights.mark, 3);

    /** Round a cell, a row or a column, and never of fewer than `least` CSS pixels, so that it can be seen. */
    function frame(ring: HTMLElement, { row, column }: Partial<Place> = {}, least: number): void {
      ring.hidden = row === undefined && column === undefined;
      if (ring.hidden) return;
      const inside = {
        row: row ?? 0,
        column: column ?? 0,
        rows: row === undefined ? extent.rows : 1,
        columns: column === undefined ? extent.columns : 1,
      };
      const [rows, columns] = [
        Math.max(inside.rows, least / viewport.scale),
        Math.max(inside.columns, least / viewport.scale),
      ];
      overlay(
        ring,
        {
          row: inside.row - (rows - inside.rows) / 2,
          column: inside.column - (columns - inside.columns) / 2,
          rows,
          columns,
        },
        viewport,
        size,
      );
    }
  }
}
