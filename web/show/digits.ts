// Numbers as text. A number gets as many digits as it has room for, and never so few that it reads as another value.

import { signs } from "./signs.js";

const MINUS = "\u2212"; // as wide as a digit, and read aloud as "minus"

/** Turns a number that JavaScript wrote into the way the page's language writes it. */
export function localised(text: string): string {
  return text.replace("e+", "e").replaceAll("-", MINUS).replace(".", signs.point);
}

/** A list of numbers in the page's language. */
export function listed(numbers: Iterable<string>): string {
  return Array.from(numbers).join(signs.between);
}

/** `decimals` digits after the point; very large numbers by their power of ten. */
export function digits(value: number, decimals = 4): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value < 0 ? `${MINUS}∞` : "∞";
  const size = Math.abs(value);
  const text = localised(size >= 1e5 ? size.toExponential(1) : size.toFixed(Math.max(0, decimals - beyond(size))));
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
}

/** How many digits beyond two stand before the point. Each takes the place of one decimal: 123.457, not 123.4567. */
function beyond(size: number): number {
  return size < 100 ? 0 : Math.floor(Math.log10(size)) - 1;
}

/** With as many of `decimals` as `room` characters hold. A number too long without them becomes a power of ten. */
export function fitted(value: number, decimals: number, room: number): string {
  for (let kept = decimals; kept >= 0; kept--) {
    const text = digits(value, kept);
    if (text.length <= room || !Number.isFinite(value)) return text;
  }
  return powerText(value, 0);
}

/** A number as a power of ten: 1.2e5. */
export function powerText(value: number, figures = 1): string {
  return localised(value.toExponential(figures));
}

/** How many decimals, four at most, the numbers below 100 can all have in `room` characters. */
export function commonDecimals(values: ArrayLike<number>, room: number): number {
  let longest = 1;
  for (let at = 0; at < values.length; at++)
    if (Math.abs(values[at]!) < 100) longest = Math.max(longest, digits(values[at]!, 0).length);
  return Math.min(4, Math.max(0, room - longest - 1));
}

/** A share in whole percents. Below one percent it keeps its first digit; what is less than all is at most 99.9 %. */
export function percent(share: number): string {
  const parts = share * 100;
  // A sum of rounded shares may miss 1 by a little.
  if (parts <= 0 || parts > 99.999) return `${digits(parts, 0)}\u00a0%`;
  if (parts < 0.005) return `<\u00a0${digits(0.01, 2)}\u00a0%`;
  return `${digits(Math.min(parts, 99.9), parts < 0.095 ? 2 : parts < 0.95 || parts >= 99.5 ? 1 : 0)}\u00a0%`;
}

/** The next round number from `size` on, 1.5 or 40 or 0.3: the end of a colour bar. */
export function roundUp(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 1;
  const power = 10 ** Math.floor(Math.log10(size));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((candidate) => candidate * power >= size * (1 - 1e-12));
  return Math.min(Number(((step ?? 10) * power).toPrecision(2)), Number.MAX_VALUE);
}
