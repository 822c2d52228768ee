// Attention on lists of numbers, as the textbook writes it, for what tests expect.

export const dot = (a, b) => a.reduce((sum, part, at) => sum + part * b[at], 0);
export const softmax = (scores) => {
  const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
  return powers.map((power) => power / powers.reduce((sum, one) => sum + one));
};
export const mix = (weights, values, column) =>
  dot(
    weights,
    values.map((row) => row[column]),
  );
export const times = (row, matrix) => matrix[0].map((_, column) => mix(row, matrix, column));
