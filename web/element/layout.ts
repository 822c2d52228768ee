// The three ways to show a picture share one interface: as cells, as a map, as arcs.
import type { Place } from "../show/index.js";
import type { GridTable } from "./grid/grid-table.js";
import type { Picture } from "./picture.js";

/** Every layout holds the table of cells, seen or unseen, so that keys and screen readers move through all alike. */
export interface Layout {
  readonly root: HTMLElement;
  /** Draws everything. */
  show(picture: Picture, grid: GridTable): void;
  /** Other cells have come into the table, or the layout has another size. */
  refit(): void;
  highlight(highlights: Highlights): void;
  /** The cell at a point of the browser's window, where the table itself does not lie there. */
  placeAt(x: number, y: number): Place | undefined;
  /** Whether the digits of all cells can be read in their cells. */
  readonly showsAllDigits: boolean;
  /** Whether the table's cells have a visible place, so that numbers can be typed into them. */
  readonly showsCells: boolean;
  /** Whether it needs some time before it can draw. */
  readonly isBuilding?: boolean;
  /** Buttons that belong below it. */
  readonly controls?: HTMLElement;
  /** Does what a key asks for, and says whether it asked for anything. */
  key?(event: KeyboardEvent): boolean;
  /** Shows a cell large enough to be read. */
  zoomTo?(place: Place): void;
}

/** The cells that stand out. */
export interface Highlights {
  readonly hovered: Place | undefined;
  readonly focused: Place | undefined;
  /** The row or column that the sentence is about; empty where none is set apart. */
  readonly chosen: Partial<Place>;
  /** The cells that the page has marked. */
  readonly mark: Partial<Place>;
}

export const NO_HIGHLIGHTS: Highlights = { hovered: undefined, focused: undefined, chosen: {}, mark: {} };
