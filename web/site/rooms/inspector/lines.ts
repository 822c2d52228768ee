// The numbers in a row or a column of a matrix, and the cells that they are.
import type { Tensor } from "heed";
import { elementOf, headsOf, sizeOf, type Computation } from "./computation.js";
import type { Cell, Line, MatrixName } from "./definition.js";
import { isOutIn, notationOf } from "./recipes.js";

/** One number of any matrix, its row and column as in the table. */
export type Element = Omit<Cell, "matrix"> & { readonly matrix: MatrixName };

/** Undefined where the computation has no such matrix. */
export function tensorOf(computation: Computation, matrix: MatrixName): Tensor | undefined {
  const { tensor } = notationOf(matrix);
  return tensor === undefined ? computation.kept[matrix] : tensor(computation);
}

export function neededTensor(computation: Computation, matrix: MatrixName): Tensor {
  const tensor = tensorOf(computation, matrix);
  if (tensor === undefined) throw new Error(`The inspector needs the matrix “${matrix}” to open this number.`);
  return tensor;
}

/** What the core returned for a cell. */
export function returnedOf(computation: Computation, { matrix, head, row, column }: Cell): number {
  return elementOf(neededTensor(computation, matrix), head, row, column);
}

/** Rows and columns as in the table. */
export function sizeInTable(computation: Computation, matrix: MatrixName): { rows: number; columns: number } {
  const { rows, columns } = sizeOf(neededTensor(computation, matrix));
  return isOutIn(computation, matrix) ? { rows: columns, columns: rows } : { rows, columns };
}

/** The heads that a line runs through, and how many elements it has in each. */
function spanOf(
  computation: Computation,
  { matrix, head, row, column }: Line,
): { heads: readonly number[]; length: number } {
  const { rows, columns } = sizeInTable(computation, matrix);
  const all = Array.from({ length: headsOf(neededTensor(computation, matrix)) }, (_, one) => one);
  return {
    heads: typeof head === "number" ? [head] : (head ?? all),
    length: row === undefined ? rows : column === undefined ? columns : 1,
  };
}

/** The element of a line at an index, which counts through its heads. */
export function elementAt(computation: Computation, line: Line, index: number): Element {
  const { heads, length } = spanOf(computation, line);
  const at = index % length;
  const head = heads[Math.floor(index / length)]!;
  return { matrix: line.matrix, head, row: line.row ?? at, column: line.column ?? at };
}

/** The numbers of a line, head after head. */
export function valuesOf(computation: Computation, line: Line): number[] {
  const tensor = neededTensor(computation, line.matrix);
  const { heads, length } = spanOf(computation, line);
  const isSwapped = isOutIn(computation, line.matrix);
  const valueAt = (head: number, row: number, column: number): number => {
    const value = isSwapped ? elementOf(tensor, head, column, row) : elementOf(tensor, head, row, column);
    return line.beforeSoftcap ? value * softcapSlope(computation, head, row, column) : value;
  };
  return heads.flatMap((head) => Array.from({ length }, (_, at) => valueAt(head, line.row ?? at, line.column ?? at)));
}

/** d score ∕ d scaled score = 1 − (score ∕ cap)²; 1 without a softcap. */
function softcapSlope(computation: Computation, head: number, row: number, column: number): number {
  const { softcap } = computation.options;
  if (softcap === undefined) return 1;
  return 1 - (elementOf(neededTensor(computation, "scores"), head, row, column) / softcap) ** 2;
}
