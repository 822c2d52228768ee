/**
 * Whether numbers may be weights: none is negative, and rows, or columns where it is transposed, sum to about 1 on
 * average. Dropout changes single sums.
 */
export function looksLikeWeights(values: Float32Array, rows: number, columns: number): boolean {
  if (values.some((value) => value < 0)) return false;
  const sum = values.reduce((total, value) => total + value, 0);
  // NaN says nothing: the page marks such a head.
  const isOne = (mean: number): boolean => !(mean < 0.5 || mean > 1.5);
  return sum === 0 || isOne(sum / rows) || isOne(sum / columns);
}
