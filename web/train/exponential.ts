// e^x and ln x by arithmetic alone, which every engine computes to the same bits. Math.exp and Math.log may differ in
// the last bit between engines, and training turns one different bit into a different result.

const LN2_HIGH = 0.69314718036912381649; // 32 bits of ln 2, so that n · LN2_HIGH is exact
const LN2_LOW = 1.90821492927058770002e-10; // the rest

// 1/k!, up to k = 13: the next term of e^rest is below 5e-18.
const [T2, T3, T4, T5, T6, T7] = [1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040];
const [T8, T9, T10, T11, T12, T13] = [1 / 40320, 1 / 362880, 1 / 3628800, 1 / 39916800, 1 / 479001600, 1 / 6227020800];

/** 2⁻ⁿ, up to the smallest normal number. */
const HALVED = Float64Array.from({ length: 1023 }, (_, n) => halved(n));

/** e^x for x ≤ 0, to 2 ulp; 0 where that is below 2⁻¹⁰²². */
export function exponential(x: number): number {
  if (x < -708) return 0;
  const halvings = Math.round(-x / Math.LN2);
  const rest = x + halvings * LN2_HIGH + halvings * LN2_LOW; // |rest| ≤ ln 2 / 2
  // Taylor. Terms in pairs, pairs of pairs and so on do not wait for one another.
  const [square, fourth] = [rest * rest, rest * rest * (rest * rest)];
  const middle = T4 + T5 * rest + square * (T6 + T7 * rest);
  const high = T8 + T9 * rest + square * (T10 + T11 * rest) + fourth * (T12 + T13 * rest);
  const sum = 1 + (rest + (square * (T2 + T3 * rest) + fourth * (middle + fourth * high)));
  return sum * HALVED[halvings]!;
}

function halved(times: number): number {
  let power = 1;
  for (let n = 0; n < times; n++) power *= 0.5;
  return power;
}

/** ln x for x ≥ 1: Halley's steps on e^y = x, each of which triples the right digits. */
export function logarithm(x: number): number {
  let y = 0;
  for (let step = 1; Math.abs(step) > 1e-7; y += step) {
    const ratio = x * exponential(-y);
    step = (2 * (ratio - 1)) / (ratio + 1);
  }
  return y;
}
