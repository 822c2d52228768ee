// What all pictures have: a frame with a name and a description, and numbers with all their digits.
import { allDigits, digits, type Name } from "../../show/index.js";
import { FACE } from "./letters.js";
import { GROUND, INK, type Paint } from "./paint.js";
import { LABEL } from "./plan.js";
import { escaped, lines, tag } from "./xml.js";

/** The frame of a picture: its size, its name and description, its ground and its style. */
export function figure(
  { width, height }: { readonly width: number; readonly height: number },
  paint: Paint,
  [name, description]: readonly [name: string, description: string],
  parts: readonly string[],
): string {
  const ground = tag("rect", { width: "100%", height: "100%", ...paint.as("fill", GROUND) });
  const inked = tag("g", paint.as("fill", INK), lines(parts));
  const content = [
    tag("title", {}, escaped(name)),
    tag("desc", {}, escaped(description)),
    paint.style(),
    ground,
    inked,
  ];
  const size = { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` };
  return tag("svg", { ...size, role: "img", "font-family": FACE, "font-size": LABEL }, lines(content));
}

/** A number with all its digits, where it is one of these. */
export function exact(value: number, among: ArrayLike<number>): string {
  return Number.isFinite(value) ? allDigits(value, among instanceof Float32Array) : digits(value);
}

/** What a cell is of, and its number: the same in every language. */
export function cellTitle(row: Name, column: Name, value: string): string {
  return `${String(row)} → ${String(column)}: ${value}`;
}
