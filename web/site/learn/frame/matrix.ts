// Matrices on the page: <attention-matrix> by its id, and reading numbers out of heed's results.
import "heed/element";
import type { AttentionMatrix, Matrix } from "heed/element";
import { byId } from "./page.js";

export interface Labels {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

/** The kind and caption stand in the page's HTML. */
export function showMatrix(id: string, matrix: Matrix, labels: Labels): void {
  const element = byId(id) as AttentionMatrix;
  element.rowLabels = labels.rows;
  element.columnLabels = labels.columns;
  element.matrix = matrix;
}

export function rowOf({ data, shape }: Matrix, row: number): number[] {
  const columns = shape.at(-1)!;
  return Array.from({ length: columns }, (_, column) => data[row * columns + column]!);
}

export function rowsOf(matrix: Matrix): number[][] {
  return Array.from({ length: matrix.shape.at(-2)! }, (_, row) => rowOf(matrix, row));
}

export function transposed(rows: readonly (readonly number[])[]): number[][] {
  return rows[0]!.map((_, column) => rows.map((row) => row[column]!));
}

/** The largest |m_ij − m_ji|. */
export function asymmetry(matrix: Matrix): number {
  const rows = rowsOf(matrix);
  return largestDifference(rows, transposed(rows));
}

export function largestDifference(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number {
  return Math.max(...a.flatMap((row, i) => row.map((value, j) => Math.abs(value - b[i]![j]!))));
}

/** "1", "2", … for the dimensions of a vector. */
export function counted(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}
