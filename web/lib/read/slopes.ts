import { positive } from "./layer.js";

/**
 * The slopes that ALiBi gives so many heads. They are 2^(−8i/n) for n heads, if n is a power of two; further heads take
 * every other slope of twice as many heads. So they are not sorted.
 */
export function alibiSlopes(heads: number): number[] {
  positive("heed.alibiSlopes", "heads", heads);
  const whole = 2 ** Math.floor(Math.log2(heads));
  return Array.from({ length: heads }, (_, h) =>
    h < whole ? 2 ** ((-8 * (h + 1)) / whole) : 2 ** ((-4 * (2 * (h - whole) + 1)) / whole),
  );
}
