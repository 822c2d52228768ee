// A head as a small picture: each number stands for a block of cells, by its strongest or by its mean.

export interface Thumbnail {
  readonly rows: number;
  readonly columns: number;
  readonly max: Float32Array;
  readonly mean: Float32Array;
  /** The size of the largest finite number of each. */
  readonly largest: { readonly max: number; readonly mean: number };
}

/** The size of a picture with at most `most` numbers a side. All blocks but the last of a side have one size. */
export function pooledSide(cells: number, most: number): number {
  return Math.ceil(cells / Math.ceil(cells / most));
}

/** NaN counts as nothing, unless a block holds nothing else. Of signed numbers the strongest is the farthest from 0. */
export function pooled(values: Float32Array, rows: number, columns: number, most: number): Thumbnail {
  const [down, across] = [Math.ceil(rows / most), Math.ceil(columns / most)];
  const size = { rows: pooledSide(rows, most), columns: pooledSide(columns, most) };
  const max = new Float32Array(size.rows * size.columns);
  const sums = new Float64Array(max.length);
  const counts = new Uint32Array(max.length);
  for (let row = 0, at = 0; row < rows; row++) {
    const line = Math.floor(row / down) * size.columns;
    for (let block = 0; block < size.columns; block++) {
      const end = row * columns + Math.min(columns, (block + 1) * across);
      let [strongest, sum, count] = [max[line + block]!, 0, 0];
      for (; at < end; at++) {
        const value = values[at]!;
        if (value !== value) continue;
        if (value > strongest ? value > -strongest : -value > strongest && -value > -strongest) strongest = value;
        sum += value;
        count++;
      }
      max[line + block] = strongest;
      sums[line + block]! += sum;
      counts[line + block]! += count;
    }
  }
  const mean = Float32Array.from(sums, (sum, at) => sum / counts[at]!);
  for (let at = 0; at < max.length; at++) if (counts[at] === 0) max[at] = NaN;
  return { ...size, max, mean, largest: { max: largestOf(max), mean: largestOf(mean) } };
}

function largestOf(values: Float32Array): number {
  let largest = 0;
  for (const value of values) {
    const size = Math.abs(value);
    if (size > largest && size < Infinity) largest = size;
  }
  return largest;
}
