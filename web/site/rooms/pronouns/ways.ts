// The same sentences, learned by models of other shapes: what does a second look buy?
import { TWO_LOOKS, type Shape } from "./model.js";

/**
 * Two looks that go one way each, and two that may go anywhere. One layer with as many numbers, and one whose rows are
 * twice as wide.
 */
export const WAYS = {
  two: TWO_LOOKS,
  free: { sights: ["all", "all"], dim: 16, hidden: 32 },
  one: { sights: ["all"], dim: 16, heads: 4, hidden: 97 },
  wide: { sights: ["all"], dim: 32, heads: 4, hidden: 64 },
} as const satisfies Readonly<Record<string, Shape>>;

export type Way = keyof typeof WAYS;

export const WAY_NAMES = Object.keys(WAYS) as readonly Way[];
