// Everything that a layout needs to draw: the element's numbers and properties.
import {
  digits,
  isMasked,
  isolated,
  nameOf,
  valueAt,
  type Along,
  type Extent,
  type Name,
  type Numbers,
  type Place,
  type Theme,
  type Scale,
  say,
} from "../show/index.js";
import { paletteOf, type Palette } from "./colour/paint.js";

/** How a matrix is shown. */
export type View = "heatmap" | "arcs" | "table";
/** The kind of numbers: from 0 to 1, around 0, or digits without colours. */
export type Kind = "weights" | "scores" | "vectors";
/** What a pixel of several cells shows: the strongest of them, or their mean. */
export type Pool = "max" | "mean";

/** A bar at the foot of a cell, as for a sum that grows. */
export interface Bar extends Place {
  /** Its length, from 0 to 1; of scores and vectors from −1 to 1, drawn from the middle of the cell. */
  readonly size: number;
  /**
   * Shown in the cell instead of its own number and colour; null for none.
   * @default the cell's own
   */
  readonly value?: number | null | undefined;
}

export interface Picture {
  readonly kind: Kind;
  readonly view: View;
  readonly theme: Theme;
  readonly numbers: Numbers;
  /** Which lines the sentence is about. */
  readonly along: Along;
  /** Changes whenever the numbers may have changed, also within the same array. */
  readonly revision: number;
  /** False until there is a matrix. */
  readonly filled: boolean;
  /** Which of several heads this is. */
  readonly head: number | undefined;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  /** Bars in single cells. Maps and arcs have none. */
  readonly bars: readonly Bar[];
  readonly scale: Scale;
  readonly editable: boolean;
  readonly quiet: boolean;
  /** Zoom and pan a small matrix too. */
  readonly zoom: boolean;
  /** What a pixel of several cells shows. */
  readonly pool: Pool;
  /** How many of a line's largest are named. */
  readonly top: number;
  /** How long colours and arcs take to become others, in milliseconds; 0 for at once. */
  readonly move: number;
}

/** A matrix with more rows, columns or cells is shown as a map, and its table holds only some of the cells. */
const MOST_LINES = 64;
/** Browsers take longer than a frame to lay out more cells. */
const MOST_CELLS = 2048;

export function isLarge({ rows, columns }: Extent): boolean {
  return rows > MOST_LINES || columns > MOST_LINES || rows * columns > MOST_CELLS;
}

/** Whether only numbers may have changed. */
export function isSameScene(before: Picture, now: Picture): boolean {
  return (
    (["kind", "view", "theme", "filled"] as const).every((name) => before[name] === now[name]) &&
    hasSameCells(before, now)
  );
}

/** Other labels stand for other tokens: the old cells say nothing about them. */
export function hasSameCells(before: Picture, now: Picture): boolean {
  return (
    (["rows", "columns"] as const).every((name) => before.numbers[name] === now.numbers[name]) &&
    (["rowLabels", "columnLabels"] as const).every((name) => isSame(before[name], now[name]))
  );
}

export function isSame(before: ArrayLike<unknown>, now: ArrayLike<unknown>): boolean {
  return before.length === now.length && Array.prototype.every.call(before, (one, at) => one === now[at]);
}

export function rowLabel({ rowLabels }: Picture, row: number): string {
  return rowLabels[row] ?? String(row + 1);
}

export function columnLabel({ columnLabels }: Picture, column: number): string {
  return columnLabels[column] ?? String(column + 1);
}

/** The name of the row or the column that a line is, for a sentence. */
export function lineName({ along, rowLabels, columnLabels }: Picture, line: number): Name {
  return nameOf(along === "rows" ? rowLabels : columnLabels, line, isolated);
}

/** The name of the at-th cell of a line, for a sentence. */
export function acrossName({ along, rowLabels, columnLabels }: Picture, at: number): Name {
  return nameOf(along === "rows" ? columnLabels : rowLabels, at, isolated);
}

/** The names of a cell's row and column. */
export function namesOf({ rowLabels, columnLabels }: Picture, { row, column }: Place): readonly [Name, Name] {
  return [nameOf(rowLabels, row, isolated), nameOf(columnLabels, column, isolated)];
}

export function palette({ scale, theme }: Picture): Palette {
  return paletteOf(scale.signed ? "diverging" : "sequential", theme);
}

/** A cell in words: its row, its column, its number. */
export function cellText(picture: Picture, place: Place): string {
  const names = namesOf(picture, place).join(" → ");
  if (!picture.filled) return names;
  const masked = isMasked(picture.numbers, place);
  return `${names}: ${masked ? say("masked") : digits(valueAt(picture.numbers, place), 6)}`;
}
