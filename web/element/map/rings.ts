// What is lit over a map: the cell with focus, the one under the pointer, and the operands of something else.
import { layOver } from "./lay-over.js";
import { make, type Extent, type Place } from "../../show/index.js";
import type { Sight, Size } from "./viewport.js";
import type { Lights } from "../stage.js";

export class Rings {
  readonly #focused = make("div", { class: "ring" });
  readonly #hovered = make("div", { class: "hover" });
  readonly #marked = make("div", { class: "marked" });
  /** In the order in which they lie over one another. */
  readonly elements = [this.#marked, this.#hovered, this.#focused];

  show(lights: Lights, extent: Extent, sight: Sight, size: Size): void {
    frame(this.#focused, lights.focused, 16);
    frame(this.#hovered, lights.hovered, 8);
    frame(this.#marked, lights.mark, 3);

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
        Math.max(inside.rows, least / sight.scale),
        Math.max(inside.columns, least / sight.scale),
      ];
      layOver(
        ring,
        {
          row: inside.row - (rows - inside.rows) / 2,
          column: inside.column - (columns - inside.columns) / 2,
          rows,
          columns,
        },
        sight,
        size,
      );
    }
  }
}
