// A layer's heads as the inspector takes them: what the scores were multiplied by, what was added and what hidden.

/** What the products were multiplied by, by the largest of them; undefined where it is 1 ∕ √dim. */
export function scaleOf(raw: Float32Array, scores: Float32Array, dim: number): number | undefined {
  let at = 0;
  for (let cell = 1; cell < raw.length; cell++) if (Math.abs(raw[cell]!) > Math.abs(raw[at]!)) at = cell;
  const factor = scores[at]! / raw[at]!;
  return raw[at] === 0 || Math.abs(factor * Math.sqrt(dim) - 1) < 1e-5 ? undefined : factor;
}

/** What was added to the scores of the keys that are seen. */
export function biasOf(scores: Float32Array, logits: Float32Array): Float32Array<ArrayBuffer> | undefined {
  const added = logits.map((logit, cell) => (logit === -Infinity ? 0 : logit - scores[cell]!));
  return added.some((one) => one !== 0) ? added : undefined;
}

/** Which keys are seen, where a window hides more than being causal does. @param count tokens */
export function maskOf(logits: Float32Array, count: number, causal: boolean): Uint8Array | undefined {
  const mask = Uint8Array.from(logits, (logit) => (logit === -Infinity ? 0 : 1));
  const isAhead = (cell: number): boolean => causal && cell % count > Math.floor(cell / count) % count;
  return mask.some((seen, cell) => seen === 0 && !isAhead(cell)) ? mask : undefined;
}
