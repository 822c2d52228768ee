// Small arithmetic of the lessons, and numbers as texts.
import { digits, powerText } from "../../../show/index.js";

/** The middle of the sorted values, or the mean of the two in the middle. NaN if there are none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The index of the first condition that holds. */
export function firstTrue(...conditions: boolean[]): number {
  return conditions.indexOf(true);
}

/** A share from 0 to 1 as a whole percentage, without the sign: "37". */
export function percent(share: number): string {
  return digits(100 * share, 0);
}

/** A difference that may be rounding, up to its first digit: "0", or "0.00000008". A tiny one is a power of ten. */
export function rounding(difference: number): string {
  const places = -Number(difference.toExponential(0).split("e")[1]);
  return places > 12 ? powerText(difference, 0) : digits(difference, Math.max(0, places));
}

/** "1", "2", … for the dimensions of a vector. */
export function counted(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}

/** "k1", "k2", … for queries or keys that are not words. */
export function numbered(letter: string, count: number): string[] {
  return counted(count).map((number) => letter + number);
}

/** Returns a function that tells whether its values differ from those of its last call. The first call is a change. */
export function changeDetector(): (...values: readonly unknown[]) => boolean {
  let last: string | undefined;
  return (...values) => last !== (last = JSON.stringify(values));
}
