// A matrix of numbers with its mask: one rows × columns part of a tensor, its cells and its lines.

/** A tensor as heed returns it: numbers, row after row, and their shape. */
export interface Matrix {
  /** The numbers, row by row. */
  readonly data: ArrayLike<number>;
  /** `[rows, columns]`, also with heads and batch before them. */
  readonly shape: readonly number[];
}

/** Who may attend to whom, row after row: true or 1 = may. */
export type Mask = ArrayLike<boolean | number>;

/** A cell. */
export interface Place {
  /** Counted from 0. */
  readonly row: number;
  /** Counted from 0. */
  readonly column: number;
}

/** A number that a reader typed into a cell. */
export interface Edit extends Place {
  /** The number. */
  readonly value: number;
}

export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

/** Which lines belong to tokens: the rows or the columns. A line is a row or a column. */
export type Along = "rows" | "columns";

/** One matrix of a tensor. */
export interface Numbers extends Extent {
  readonly data: ArrayLike<number>;
  /** Where in data the first row begins. */
  readonly start: number;
  readonly mask: Mask | null;
}

export function valueAt({ data, start, columns }: Numbers, { row, column }: Place): number {
  return data[start + row * columns + column]!;
}

/** Whether the mask forbids the cell. A mask for one head holds for every head. */
export function isMasked({ mask, start, rows, columns }: Numbers, { row, column }: Place): boolean {
  if (mask === null) return false;
  const at = row * columns + column;
  return !mask[mask.length > rows * columns ? start + at : at];
}

/** Whether the cell has no colour: it is masked, or NaN. */
export function isHatched(numbers: Numbers, place: Place): boolean {
  return isMasked(numbers, place) || Number.isNaN(valueAt(numbers, place));
}

export function linesOf({ rows, columns }: Extent, along: Along): number {
  return along === "rows" ? rows : columns;
}

/** The line that a place is in. */
export function lineAt(place: Place, along: Along): number;
export function lineAt(place: Partial<Place>, along: Along): number | undefined;
export function lineAt({ row, column }: Partial<Place>, along: Along): number | undefined {
  return along === "rows" ? row : column;
}

/** The part of a place that all cells of a line share. */
export function lineAsPlace(line: number, along: Along): Partial<Place> {
  return along === "rows" ? { row: line } : { column: line };
}

/** The at-th cell of a line. */
export function placeIn(line: number, at: number, along: Along): Place {
  return along === "rows" ? { row: line, column: at } : { row: at, column: line };
}

/** The values of one line; NaN where they are masked. */
export function lineValues(numbers: Numbers, line: number, along: Along): Float64Array {
  const length = along === "rows" ? numbers.columns : numbers.rows;
  return Float64Array.from({ length }, (_, at) => {
    const place = placeIn(line, at, along);
    return isMasked(numbers, place) ? NaN : valueAt(numbers, place);
  });
}

/** How many matrices of rows × columns a tensor holds. */
export function headsOf({ shape }: Matrix): number {
  return product(shape.slice(0, -2));
}

/** The head-th matrix, counted through heads and batch. */
export function numbersOf(matrix: Matrix, head: number, mask: Mask | null): Numbers {
  const rows = matrix.shape.at(-2) ?? 1;
  const columns = matrix.shape.at(-1)!;
  return { data: matrix.data, start: head * rows * columns, rows, columns, mask };
}

/** How many numbers a shape holds. */
export function product(extents: readonly number[]): number {
  return extents.reduce((total, extent) => total * extent, 1);
}
