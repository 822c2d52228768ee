// Floats of 32 bits: how they are written, and how far they lie from the exact value.
import { say, shortestFloat32 } from "../../show/index.js";

const MINUS = "\u2212";

/** The fewest digits that read back as the same float32, for files and code. */
export function shortest(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value < 0 ? "-Infinity" : "Infinity";
  return Object.is(value, -0) ? "-0" : shortestFloat32(value);
}

/** A number's text for readers: with a minus as wide as a digit, and the point of the page's language. */
function forReaders(text: string): string {
  return text.replaceAll("-", MINUS).replace(".", say("point"));
}

/** The fewest digits that read back as the same float32, for readers. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value < 0 ? `${MINUS}∞` : "∞";
  return forReaders(shortest(value));
}

/** A double in full, for readers. */
export function shownDouble(value: number): string {
  return Number.isFinite(value) ? forReaders(String(value)) : shown(value);
}

/** A term of a sum: six decimals, or four digits and a power of ten where six decimals would hide the number. */
export function figure(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return shown(value);
  if (value === 0) return "0";
  const text =
    size >= 1e5 || size < 1e-3
      ? value.toExponential(3).replace("e+", "e")
      : value.toFixed(size >= 100 ? 3 : size >= 10 ? 5 : 6);
  return forReaders(text);
}

/** The same text without zeros at its end, but with at least two decimals: "0.70", "0.724436". */
export function shortFigure(value: number): string {
  return figure(value).replace(/(?<=[.,]\d\d\d*?)0+$/, "");
}

/** The distance between neighbouring float32s where `value` is. */
export function ulpAt(value: number): number {
  const size = Math.abs(value);
  if (size < 2 ** -126) return 2 ** -149;
  let power = Math.floor(Math.log2(size));
  // log2 rounds: just below a power of two it may say that power.
  if (2 ** power > size) power--;
  return 2 ** (power - 23);
}

/** How many units in the last place `returned` is above the exact value; 0 if both are the same, finite or not. */
export function ulpsBetween(returned: number, exact: number): number {
  if (Object.is(returned, exact) || returned === exact) return 0;
  return (returned - exact) / ulpAt(exact);
}

/** "+0.31", "−2", "0". */
export function ulpText(ulps: number): string {
  if (ulps === 0) return "0";
  const size = Math.abs(ulps);
  const text =
    size < 0.005
      ? "< 0.01"
      : size < 10
        ? size.toFixed(2)
        : size < 1e5
          ? size.toFixed(0)
          : size.toExponential(1).replace("e+", "e");
  if (!Number.isFinite(ulps)) return shown(ulps);
  return size < 0.005 ? forReaders(text) : (ulps < 0 ? MINUS : "+") + forReaders(text);
}
