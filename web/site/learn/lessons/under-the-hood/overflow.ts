// Softmax of one row in float32, with the maximum taken off and without: each result is rounded to float32 as soon as there is one.

/** The largest float32. */
export const LARGEST = (2 - 2 ** -23) * 2 ** 127;
/** Above this, e to the power of a score is more than float32 holds. */
export const HIGHEST_SCORE = Math.log(LARGEST);

export interface SingleSoftmax {
  /** What is taken off every score. */
  readonly off: number;
  readonly powers: readonly number[];
  readonly sum: number;
  readonly weights: readonly number[];
}

export function softmaxInSingle(scores: readonly number[], subtract: boolean): SingleSoftmax {
  const single = Math.fround;
  const off = subtract ? Math.max(...scores) : 0;
  const powers = scores.map((score) => single(Math.exp(single(score - off))));
  const sum = powers.reduce((total, power) => single(total + power), 0);
  return { off, powers, sum, weights: powers.map((power) => single(power / sum)) };
}
