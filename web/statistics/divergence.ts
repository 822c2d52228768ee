// How much two heads differ, row by row.

/**
 * The Jensen–Shannon divergence of each pair of rows, in bits: 0 for equal rows, 1 for rows that share no token. Rows
 * are divided by their sums first. NaN where a row is all zeros, or holds NaN or a negative number.
 */
export function divergences(left: Float32Array, right: Float32Array, rows: number): Float64Array {
  const columns = left.length / rows;
  return Float64Array.from({ length: rows }, (_, row) => {
    const [begin, end] = [row * columns, (row + 1) * columns];
    const [a, b] = [left.subarray(begin, end), right.subarray(begin, end)];
    const [sumA, sumB] = [a, b].map(sumOf) as [number, number];
    if (!(sumA > 0) || !(sumB > 0)) return NaN;
    let bits = 0;
    for (let at = 0; at < columns; at++) {
      const [p, q] = [a[at]! / sumA, b[at]! / sumB];
      const half = (p + q) / 2;
      if (p > 0) bits += (p * Math.log2(p / half)) / 2;
      if (q > 0) bits += (q * Math.log2(q / half)) / 2;
    }
    return Math.max(0, bits);
  });
}

function sumOf(row: Float32Array): number {
  let sum = 0;
  for (const value of row) sum += value < 0 ? NaN : value;
  return sum;
}
