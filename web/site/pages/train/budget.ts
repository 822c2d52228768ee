// How many steps are kept: their weights in the worker, and what their heads do in the page.
import type { Settings } from "./messages.js";

/** Bytes for all kept steps together. */
const BUDGET = 256e6;
/** Fewer would leave nothing to go through. */
const FEWEST = 8;

/** How many steps may be kept of a model of this size. */
export function mostKept(parameters: number, { layers, heads, tokens }: Settings): number {
  return Math.max(FEWEST, Math.floor(BUDGET / (4 * (parameters + layers * heads * tokens ** 2))));
}

/** The step that is missed least, as its neighbours lie nearest. The first, the last and those that are held stay. */
export function missedLeast(steps: readonly number[], held: readonly number[]): number {
  let [found, nearest] = [steps[1]!, Infinity];
  for (let at = 1; at < steps.length - 1; at++) {
    const apart = steps[at + 1]! - steps[at - 1]!;
    if (held.includes(steps[at]!) || apart >= nearest) continue;
    [found, nearest] = [steps[at]!, apart];
  }
  return found;
}
