// The layout of the picture of a matrix.
import type { Extent } from "../../show/index.js";
import { widthOf } from "./letters.js";

/** Cells of a larger matrix become one embedded picture. As shapes they would fill tens of megabytes. */
export const LARGEST_DRAWN = 128;
/** Smaller cells have no room for three characters. */
export const DIGITS_FROM = 30;

export const MARGIN = 16;
export const LABEL = 12;
export const SMALL = 11;
export const TITLE = 15;
export const BAR = 10;
/** The width of a digit of the type of 11 pixels, with the space that a minus needs. */
const DIGIT = 6.2;
const BAR_WIDTH = 200;
const LONGEST_LABEL = 24;
const MOST_LABELS = 500;
/** Faces other than those that `widthOf` measures by are up to this much wider; and so are bold letters. */
const WIDER = 1.15;
export const BOLD = 1.25;

export function isDrawn({ rows, columns }: Extent): boolean {
  return Math.max(rows, columns) <= LARGEST_DRAWN;
}

export interface Planned extends Extent {
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  readonly title: string;
  /** The line below the picture. */
  readonly note: string;
  readonly size: number | undefined;
  readonly hasBar: boolean;
}

export interface Plan {
  readonly cell: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly barWidth: number;
  readonly width: number;
  readonly height: number;
  /** Column labels stand upright where they are wider than their room. */
  readonly upright: boolean;
  /** Every label has room, or every second, fifth, tenth … */
  readonly every: number;
  /** The size of the type in a cell, and the characters that it has room for. */
  readonly digits: { readonly size: number; readonly room: number };
}

export function planOf({ rows, columns, rowLabels, columnLabels, title, note, size, hasBar }: Planned): Plan {
  const most = Math.max(rows, columns);
  const cell = size ?? sizeFor(most);
  const least = Math.max((LABEL + 2) / cell, most / MOST_LABELS);
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => step >= least) ?? 1000;
  const above = widest(columnLabels, columns, every);
  const upright = above > every * cell - 6;
  const left = MARGIN + widest(rowLabels, rows, every) + 8;
  const top = MARGIN + (title === "" ? 0 : TITLE + 14) + (upright ? above : LABEL) + 8;
  const [right, bottom] = [left + columns * cell, top + rows * cell];
  const barWidth = Math.max(BAR_WIDTH, Math.min(right - left, 640));
  const wanted = [
    right,
    left + (hasBar ? barWidth : 0),
    left + BOLD * widthOf(title, TITLE),
    left + WIDER * widthOf(note, SMALL),
  ];
  const type = Math.max(cell > 40 ? 11 : 10, Math.floor(0.24 * cell));
  return {
    ...{ cell, left, top, right, bottom, barWidth, upright, every },
    width: Math.ceil(Math.max(...wanted) + MARGIN),
    height: Math.ceil(bottom + (hasBar ? 20 + BAR + 24 : 0) + (note === "" ? 0 : LABEL + 4) + MARGIN),
    digits: { size: type, room: Math.floor((cell - 8) / (DIGIT * Math.max(1, type / 11))) },
  };
}

function sizeFor(most: number): number {
  if (most > LARGEST_DRAWN) return Math.max(1, Math.min(8, Math.floor(1536 / most)));
  return most <= 16 ? 46 : most <= 32 ? 38 : 30;
}

/** The lines whose labels are shown. */
export function labelled(count: number, every: number): number[] {
  return Array.from({ length: Math.ceil(count / every) }, (_, at) => at * every);
}

function widest(labels: readonly string[], count: number, every: number): number {
  const widths = labelled(count, every).map((at) => WIDER * widthOf(labelAt(labels, at), LABEL));
  return Math.ceil(widths.reduce((most, width) => Math.max(most, width), 6));
}

/** The label as the picture shows it, or the number of its line from 1. */
export function labelAt(labels: readonly string[], at: number): string {
  const label = labels[at] ?? String(at + 1);
  // Each letter has two units at most.
  const letters = Array.from(label.slice(0, 2 * LONGEST_LABEL + 2));
  return letters.length > LONGEST_LABEL ? `${letters.slice(0, LONGEST_LABEL - 1).join("")}…` : label;
}
