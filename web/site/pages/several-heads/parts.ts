// What each head adds to the logits: its part of the joined heads times its rows of W_O, by a textbook loop.

/** @returns (heads, logits); the sum of the rows is joined · outputWeight */
export function partsOf(joined: ArrayLike<number>, outputWeight: ArrayLike<number>, heads: number): Float64Array {
  const logits = outputWeight.length / joined.length;
  const headDim = joined.length / heads;
  const parts = new Float64Array(heads * logits);
  for (let row = 0; row < joined.length; row++) {
    const head = Math.floor(row / headDim);
    for (let column = 0; column < logits; column++)
      parts[head * logits + column]! += joined[row]! * outputWeight[row * logits + column]!;
  }
  return parts;
}
