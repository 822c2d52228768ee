/** What counts as learned. */
export const REACHED = 0.95;

export interface Summary {
  readonly median: number;
  readonly lowest: number;
  /** How many have learned the task. */
  readonly reached: number;
}

export function summary(shares: readonly number[]): Summary {
  const sorted = [...shares].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!;
  return { median, lowest: sorted[0]!, reached: sorted.filter((share) => share >= REACHED).length };
}
