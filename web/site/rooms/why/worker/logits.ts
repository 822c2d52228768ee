// What is told of a row of logits.
import type { Compared } from "../requests.js";

/** The largest logit, and the sum of all exponentials of differences to it. */
export function largestOf(logits: Float32Array): readonly [largest: number, sum: number] {
  let largest = -Infinity;
  for (const logit of logits) if (logit > largest) largest = logit;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - largest);
  return [largest, sum];
}

/** The tokens with the largest logits, without rows of the table that are not tokens. */
export function likeliestIds(logits: Float32Array, count: number, isToken: (id: number) => boolean): number[] {
  const best: number[] = [];
  for (let id = 0; id < logits.length; id++) {
    if (best.length === count && !(logits[id]! > logits[best.at(-1)!]!)) continue;
    if (!isToken(id)) continue;
    const at = best.findIndex((other) => logits[id]! > logits[other]!);
    best.splice(at === -1 ? best.length : at, 0, id);
    best.length = Math.min(best.length, count);
  }
  return best;
}

/** @param against "mean": the mean of all logits */
export function compared(logits: Float32Array, of: number, against: number | "mean"): Compared {
  const second = against === "mean" ? logits.reduce((sum, one) => sum + one, 0) / logits.length : logits[against]!;
  return { difference: logits[of]! - second, logits: [logits[of]!, second] };
}
