// Three ways to tell attention the position of a token, as a textbook has them. Nothing here is from the core.
import { DIM } from "./words.js";

export const PLACES = 16;
export const KINDS = ["none", "sinusoidal", "learned", "rotary"] as const;
export type Kind = (typeof KINDS)[number];

const BASE = 10_000;

/** How far pair number `pair` turns from a place to the next: fast at first, then slower and slower. */
export function turnOf(pair: number): number {
  return BASE ** ((-2 * pair) / DIM);
}

/** Vaswani and others: a sine and a cosine for each pair of columns. A row for each place. */
export function sinusoidal(places = PLACES): number[][] {
  return Array.from({ length: places }, (_, place) =>
    Array.from({ length: DIM }, (_, column) => {
      const angle = place * turnOf(column >> 1);
      return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }),
  );
}

/** Su and others (RoPE): each pair of columns is turned by an angle that grows with the place. */
export function rotated(row: readonly number[], place: number): number[] {
  const turned = [...row];
  for (let pair = 0; 2 * pair + 1 < row.length; pair++) {
    const angle = place * turnOf(pair);
    const [a, b] = [row[2 * pair]!, row[2 * pair + 1]!];
    turned[2 * pair] = a * Math.cos(angle) - b * Math.sin(angle);
    turned[2 * pair + 1] = a * Math.sin(angle) + b * Math.cos(angle);
  }
  return turned;
}
