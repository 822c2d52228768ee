// The challenge of lesson 2, which cannot be won: with vectors of one length no word scores higher than the word
// itself.
import { dot, type Point } from "../../kit/charts/index.js";

/** The length that all vectors have while the challenge is on. */
export const ONE_LENGTH = 1.6;

/** The vector at the one length, in its own direction. The origin has no direction, so it goes to the right. */
export function atOneLength([x, y]: Point): Point {
  const length = Math.hypot(x, y);
  return length === 0 ? [ONE_LENGTH, 0] : [(x * ONE_LENGTH) / length, (y * ONE_LENGTH) / length];
}

/** How far the score with another word stays below the score with itself. Never negative at one length. */
export function missing(own: Point, other: Point): number {
  return dot(own, own) - dot(own, other);
}
