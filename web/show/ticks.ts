// The numbers along a scale: under a bar of colours, and at the axes of charts.

/** The numbers at both ends of a scale. */
export type Domain = readonly [low: number, high: number];

/** What the numbers of a logarithmic scale are powers of. */
export type Base = 2 | 10;

/**
 * Both ends of a scale, and numbers evenly between them. On a logarithmic scale the next number is a whole power of
 * the base away, and the low end may be left out.
 * @param parts into which the numbers cut the scale; a logarithmic one has no more
 */
export function ticks([low, high]: Domain, { base, parts = base === undefined ? 2 : 4 }: TickOptions = {}): number[] {
  if (base === undefined)
    return Array.from({ length: parts + 1 }, (_, at) => low * (1 - at / parts) + high * (at / parts));
  const powers = Math.log2(high / low) / Math.log2(base);
  const step = Math.ceil(powers / parts - 1e-9);
  const count = Math.floor(powers / step + 1e-9) + 1;
  return Array.from({ length: count }, (_, at) => high / base ** (step * (count - 1 - at)));
}

export interface TickOptions {
  readonly base?: Base;
  readonly parts?: number;
}
