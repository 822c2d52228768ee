// What each head adds to the logits: its part of the context times its rows of W_O, by a textbook double loop.

/** @returns (heads, logits); the columns sum to context × outputWeight */
export function partsOf(context: ArrayLike<number>, outputWeight: ArrayLike<number>, heads: number): Float64Array {
  const logits = outputWeight.length / context.length;
  const headDim = context.length / heads;
  const parts = new Float64Array(heads * logits);
  for (let row = 0; row < context.length; row++) {
    const head = Math.floor(row / headDim);
    for (let column = 0; column < logits; column++)
      parts[head * logits + column]! += context[row]! * outputWeight[row * logits + column]!;
  }
  return parts;
}
