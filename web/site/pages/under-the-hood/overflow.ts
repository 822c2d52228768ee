// Softmax of one row in float32, with and without subtracting the maximum. Each result is rounded to float32 at once.

/** The largest float32. */
export const LARGEST = (2 - 2 ** -23) * 2 ** 127;
/** Above this score, e to its power is more than float32 holds. */
export const HIGHEST_SCORE = Math.log(LARGEST);

export interface SingleSoftmax {
  readonly powers: readonly number[];
  readonly sum: number;
  readonly weights: readonly number[];
}

export function softmaxInSingle(scores: readonly number[], subtract: boolean): SingleSoftmax {
  const single = Math.fround;
  const off = subtract ? Math.max(...scores) : 0;
  const powers = scores.map((score) => single(Math.exp(single(score - off))));
  const sum = powers.reduce((total, power) => single(total + power), 0);
  return { powers, sum, weights: powers.map((power) => single(power / sum)) };
}
