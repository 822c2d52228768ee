import type { GridTable } from "./grid/grid-table.js";
import type { Place } from "../show/index.js";
import type { Picture } from "./picture.js";

/** One way to show a picture. The table of cells stands on it, seen or unseen, so that all ways are moved through alike. */
export interface Layout {
  readonly root: HTMLElement;
  /** Draws all of it. */
  show(picture: Picture, grid: GridTable): void;
  /** Other cells have come into the table, or the layout has another size. */
  refit(): void;
  /** What is lit: the cell under the pointer or with focus, the line that is spoken of, and the operands of something else. */
  highlight(highlights: Highlights): void;
  /** The cell at a point of the window, where it is not the table that lies there. */
  placeAt(x: number, y: number): Place | undefined;
  /** Whether all digits can be read where they stand. */
  readonly showsAllDigits: boolean;
  /** Whether the table's cells are seen, and can be typed into. */
  readonly showsCells: boolean;
  /** Buttons that belong under it. */
  readonly controls?: HTMLElement;
  /** Does what a key asks for, and says whether it asked for anything. */
  key?(event: KeyboardEvent): boolean;
  /** Shows a cell so large that it can be read. */
  zoomTo?(place: Place): void;
}

export interface Highlights {
  readonly hovered: Place | undefined;
  readonly focused: Place | undefined;
  /** The row or the column that is spoken of; empty where none is set apart. */
  readonly chosen: Partial<Place>;
  readonly mark: Partial<Place>;
}
