// Looks things up in the table of matrices: the row of a matrix, how it is written, how one of its numbers is made.
import { headsOf, type Computation } from "./computation.js";
import type { Cell, CellMatrix, Computed, Gradient, MatrixName, Notation, Recipe, Sum } from "./definition.js";
import { hereOf } from "./cell-context.js";
import { COMPUTED, GIVEN } from "./matrices.js";

/** The matrix whose row defines this one: without an output projection, the output is the joined heads. */
export function definedAs({ weights }: Computation, matrix: CellMatrix): CellMatrix {
  return matrix === "output" && weights?.outputWeight === undefined ? "joined" : matrix;
}

/** A matrix's row of the table. */
export function definitionOf(computation: Computation, matrix: CellMatrix): Computed | Gradient {
  return COMPUTED[definedAs(computation, matrix)];
}

export function isOpenable(matrix: MatrixName): matrix is CellMatrix {
  return matrix in COMPUTED;
}

/** A gradient has the notation of what it is the gradient of, written as a slope. */
export function notationOf(matrix: MatrixName): Notation & { readonly slope: boolean } {
  if (!isOpenable(matrix)) return { ...GIVEN[matrix], slope: false };
  const row = COMPUTED[matrix];
  if (row.gradientOf === undefined) return { ...row, slope: false };
  const { tensor: _, ...notation } = notationOf(row.gradientOf);
  return { ...notation, ...(row.heads && { heads: row.heads }), slope: true };
}

/** How many heads a number's superscript tells apart. */
export function headCount({ kept }: Computation, { heads }: Pick<Notation, "heads">): number {
  return heads === undefined ? 1 : headsOf(heads === "key" ? kept.k : kept.q);
}

export function isPair(matrix: MatrixName): boolean {
  const [row, column] = notationOf(matrix).axes;
  return row === "query" && column === "key";
}

/**
 * A projection and its gradient may be stored out × in. In the table their rows are inputs and their columns outputs.
 */
export function isOutIn({ weights }: Computation, matrix: MatrixName): boolean {
  return weights?.layout === "out-in" && notationOf(matrix).projection !== undefined;
}

/** From the row and column where a number is stored to those in the table, and back. */
export function swapIfOutIn<At extends { readonly row?: number; readonly column?: number }>(
  computation: Computation,
  matrix: MatrixName,
  at: At,
): At {
  if (!isOutIn(computation, matrix)) return at;
  const { row, column, ...rest } = at;
  return { ...rest, ...(column !== undefined && { row: column }), ...(row !== undefined && { column: row }) } as At;
}

/** How a cell's number is made. */
export function recipeOf(computation: Computation, cell: Cell): Recipe {
  const here = hereOf(computation, swapIfOutIn(computation, cell.matrix, cell));
  return definitionOf(computation, cell.matrix).recipe(here);
}

/** The sums that a number begins with. */
export function sumsOf(computation: Computation, cell: Cell): readonly Sum[] {
  const { from, sums = [] } = recipeOf(computation, cell);
  return from === undefined ? sums : sumsOf(computation, from);
}
