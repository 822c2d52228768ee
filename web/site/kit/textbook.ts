// Attention as a textbook has it: one loop per symbol, in double precision, and nothing shared with the core.

type Numbers = ArrayLike<number>;

/** start + Σ left·right. */
export function dot(left: Numbers, right: Numbers, start = 0): number {
  let sum = start;
  for (let i = 0; i < left.length; i++) sum += left[i]! * right[i]!;
  return sum;
}

/** One row on its way through softmax. */
export interface Softmax {
  /** −∞ where every logit is −∞. */
  readonly max: number;
  /** exp(logit − max); 0 for a logit of −∞. */
  readonly powers: readonly number[];
  readonly sum: number;
  /** power ∕ sum; 0 for a logit of −∞, also where every logit is. */
  readonly weights: readonly number[];
}

export function softmax(logits: readonly number[]): Softmax {
  const max = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const powers = logits.map((logit) => (logit === -Infinity ? 0 : Math.exp(logit - max)));
  const sum = powers.reduce((total, power) => total + power, 0);
  const weights = powers.map((power, key) => (logits[key] === -Infinity ? 0 : power / sum));
  return { max, powers, sum, weights };
}

/** Σ weight · value over the keys. A key that is hidden adds nothing, whatever its value holds. */
export function mix(weights: Numbers, values: readonly Numbers[], isHidden = (_key: number) => false): number[] {
  const mixed = Array.from(values[0]!, () => 0);
  for (let key = 0; key < values.length; key++) {
    if (isHidden(key)) continue;
    for (let c = 0; c < mixed.length; c++) mixed[c]! += weights[key]! * values[key]![c]!;
  }
  return mixed;
}

/** softmax(scale · q·kᵀ) · v, a row for each query. */
export function attention(
  q: readonly Numbers[],
  k: readonly Numbers[],
  v: readonly Numbers[],
  scale: number,
): number[][] {
  return q.map((query) => mix(softmax(k.map((key) => scale * dot(query, key))).weights, v));
}
