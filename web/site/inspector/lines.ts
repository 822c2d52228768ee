// The numbers in a row or a column of a matrix, and the cells that they are.
import type { Tensor } from "heed";
import { elementOf, headsOf, sizeOf, type Computation } from "./computation.js";
import type { Cell, Line, MatrixName } from "./definition.js";
import { isOutIn, notationOf, swapIfOutIn } from "./recipes.js";

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

/** A line's elements, one after the other. */
export function elementsOf(computation: Computation, { matrix, head, row, column }: Line): Element[] {
  const { rows, columns } = sizeInTable(computation, matrix);
  const all = Array.from({ length: headsOf(neededTensor(computation, matrix)) }, (_, one) => one);
  const length = row === undefined ? rows : column === undefined ? columns : 1;
  return (typeof head === "number" ? [head] : (head ?? all)).flatMap((one) =>
    Array.from({ length }, (_, at) => ({ matrix, head: one, row: row ?? at, column: column ?? at })),
  );
}

export function valuesOf(computation: Computation, line: Line): number[] {
  const tensor = neededTensor(computation, line.matrix);
  return elementsOf(computation, line).map((element) => {
    const { head, row, column } = swapIfOutIn(computation, line.matrix, element);
    const value = elementOf(tensor, head, row, column);
    return line.beforeSoftcap ? value * softcapSlope(computation, element) : value;
  });
}

/** d score ∕ d scaled score = 1 − (score ∕ cap)²; 1 without a softcap. */
function softcapSlope(computation: Computation, { head, row, column }: Element): number {
  const { softcap } = computation.options;
  if (softcap === undefined) return 1;
  return 1 - (elementOf(neededTensor(computation, "scores"), head, row, column) / softcap) ** 2;
}
