// Attention rollout (Abnar and Zuidema, 2020): the mean of a layer's heads, half of it and half the token itself, rows
// that sum to 1, multiplied over the layers.

/** One layer more. `before` is undefined in front of the first. */
export function rolledOn(weights: Float32Array, heads: number, before: Float32Array | undefined): Float32Array {
  const cells = weights.length / heads;
  const count = Math.sqrt(cells);
  const to = new Float32Array(cells);
  for (let row = 0; row < count; row++) {
    const mixed = mixedRow(weights, { heads, count, row });
    if (before === undefined) {
      to.set(mixed, row * count);
      continue;
    }
    const sums = new Float64Array(count);
    for (let via = 0; via < count; via++) {
      const share = mixed[via]!;
      if (share === 0) continue;
      for (let column = 0; column < count; column++) sums[column]! += share * before[via * count + column]!;
    }
    to.set(sums, row * count);
  }
  return to;
}

function mixedRow(
  weights: Float32Array,
  { heads, count, row }: { readonly heads: number; readonly count: number; readonly row: number },
): Float64Array {
  const mixed = new Float64Array(count);
  for (let head = 0; head < heads; head++) {
    const from = (head * count + row) * count;
    for (let column = 0; column < count; column++) mixed[column]! += weights[from + column]! / (2 * heads);
  }
  mixed[row]! += 0.5;
  const sum = mixed.reduce((total, one) => total + one, 0);
  return mixed.map((one) => one / sum);
}
