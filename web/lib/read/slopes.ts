import { positive } from "./layer.js";

/** No model has more heads; a list of far more would take all memory. */
const MOST_HEADS = 2 ** 16;

/**
 * The slopes that ALiBi gives to heads. They are 2^(−8i/n) for n heads, if n is a power of two; further heads take
 * every other slope of twice as many heads. So they are not sorted.
 *
 * @param heads From 1 to 65536.
 */
export function alibiSlopes(heads: number): number[] {
  positive("heed.alibiSlopes", "heads", heads, undefined, MOST_HEADS);
  return Array.from({ length: heads }, (_, h) => slopeOf(h, heads));
}

export function slopeOf(h: number, heads: number): number {
  const whole = 2 ** Math.floor(Math.log2(heads));
  return h < whole ? 2 ** ((-8 * (h + 1)) / whole) : 2 ** ((-4 * (2 * (h - whole) + 1)) / whole);
}
