// e^x and ln x by arithmetic alone, which every engine computes to the same bits. Math.exp and Math.log may differ in
// the last bit between engines, and training turns one different bit into a different result.

const LN2_HIGH = 0.69314718036912381649; // 32 bits of ln 2, so that n · LN2_HIGH is exact
const LN2_LOW = 1.90821492927058770002e-10; // the rest

/** e^x for x ≤ 0, to 2 ulp; 0 where that is below 2⁻¹⁰²². */
export function exponential(x: number): number {
  if (x < -708) return 0;
  const halvings = Math.round(-x / Math.LN2);
  const rest = x + halvings * LN2_HIGH + halvings * LN2_LOW; // |rest| ≤ ln 2 / 2
  let sum = 1;
  for (let k = 14; k > 0; k--) sum = 1 + (sum * rest) / k; // Taylor: the next term is below 1e-19
  for (let n = 0; n < halvings; n++) sum *= 0.5;
  return sum;
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
