// Matrices of heed's results as rows, and what is measured of them.

interface Matrix {
  readonly data: ArrayLike<number>;
  readonly shape: readonly number[];
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
