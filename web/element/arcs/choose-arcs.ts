// Chooses the arcs that are drawn: all visible ones of a small matrix, the strongest of a large one, those of one line.
import { lineValues, placeIn, type Along, type Numbers, type Place, MIDDLE, STEPS } from "../../show/index.js";

/** Up to this many cells, every visible arc is drawn. */
const ALL = 24 * 24;
/** With more cells, this many of the strongest are drawn. */
export const STRONGEST = 200;
/** Arcs weaker than this share of the domain are not drawn: they would have the colour of the ground. */
const FAINTEST = 0.02;

/** How strong a step is, from 0 to 1; 0 for a hatched cell. */
export function strengthOf(step: number, signed: boolean): number {
  if (step === 0) return 0;
  return signed ? Math.abs(step - MIDDLE) / (STEPS - MIDDLE) : (step - 1) / (STEPS - 1);
}

/** Whether only the strongest arcs are drawn. */
export function isBounded({ rows, columns }: Numbers): boolean {
  return rows * columns > ALL;
}

/** The strongest cells, as indices of `steps`. Of equal ones the first are taken. */
export function strongestCells(steps: Uint8Array, signed: boolean): number[] {
  const counts = new Uint32Array(256);
  for (let at = 0; at < steps.length; at++) counts[steps[at]!]!++;
  const order = Array.from({ length: STEPS }, (_, at) => at + 1)
    .filter((step) => strengthOf(step, signed) >= FAINTEST)
    .sort((a, b) => strengthOf(b, signed) - strengthOf(a, signed));
  const limit = steps.length > ALL ? STRONGEST : steps.length;
  const wanted = new Set<number>();
  for (let found = 0, at = 0; at < order.length && found < limit; at++) {
    wanted.add(order[at]!);
    found += counts[order[at]!]!;
  }
  const cells: number[] = [];
  for (let at = 0; at < steps.length; at++) if (wanted.has(steps[at]!)) cells.push(at);
  return cells.sort((a, b) => strengthOf(steps[b]!, signed) - strengthOf(steps[a]!, signed) || a - b).slice(0, limit);
}

/** The cells of a line with the largest numbers, by absolute value. */
export function strongestOfLine(numbers: Numbers, line: number, along: Along, count: number): Place[] {
  const values = lineValues(numbers, line, along);
  return Array.from(values.keys())
    .filter((at) => !Number.isNaN(values[at]!) && values[at] !== 0)
    .sort((a, b) => Math.abs(values[b]!) - Math.abs(values[a]!) || a - b)
    .slice(0, count)
    .map((at) => placeIn(line, at, along));
}
