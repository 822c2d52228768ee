import type { GridTable } from "./grid-table.js";
import type { Place } from "./numbers.js";
import type { Picture } from "./picture.js";

/** One way to show a picture. The table of cells stands on it, seen or unseen, so that all ways are moved through alike. */
export interface Stage {
  readonly root: HTMLElement;
  /** Draws all of it. */
  show(picture: Picture, grid: GridTable): void;
  /** Other cells have come into the table, or the stage has another size. */
  settle(): void;
  /** What is lit: the cell under the pointer or with focus, the row that is spoken of, and the operands of something else. */
  light(lights: Lights): void;
  /** The cell at a point of the window, where it is not the table that lies there. */
  placeAt(x: number, y: number): Place | undefined;
  /** Whether all digits can be read where they stand. */
  readonly legible: boolean;
}

export interface Lights {
  readonly cursor: Place | undefined;
  readonly focused: boolean;
  readonly row: number;
  readonly mark: Partial<Place>;
}
