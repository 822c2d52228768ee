// Probabilities of logits: of one token, the largest, and those that differ most from others.
import type { ChangedShare } from "../../../rooms/what-if/index.js";
import { largestOf, likeliestIds } from "../../../rooms/why/worker/index.js";
import type { Likely } from "./requests.js";

export function shareOf(logits: Float32Array, id: number): number {
  const [most, sum] = largestOf(logits);
  return Math.exp(logits[id]! - most) / sum;
}

/** @param nameOf undefined for a row of the table that is no token of the tokenizer: it is not told */
export function likeliest(logits: Float32Array, count: number, nameOf: (id: number) => string | undefined): Likely[] {
  const [most, sum] = largestOf(logits);
  const best = likeliestIds(logits, count, (id) => (nameOf(id) ?? "") !== "");
  return best.map((id) => ({ id, name: nameOf(id)!, share: Math.exp(logits[id]! - most) / sum }));
}

/** Kullback–Leibler divergence of the probabilities after a change from those before, in nats. */
export function divergenceOf(before: Float32Array, after: Float32Array): number {
  const [[most, sum], [mostAfter, sumAfter]] = [largestOf(before), largestOf(after)];
  const shift = mostAfter + Math.log(sumAfter) - most - Math.log(sum);
  let divergence = 0;
  for (let id = 0; id < before.length; id++)
    divergence += (Math.exp(before[id]! - most) / sum) * (before[id]! - after[id]! + shift);
  // Rounding may take it below 0.
  return Math.max(0, divergence);
}

/** The tokens whose probabilities change most, largest change first. */
export function changedMost(
  before: Float32Array,
  after: Float32Array,
  count: number,
  nameOf: (id: number) => string | undefined,
): ChangedShare[] {
  const [[most, sum], [mostAfter, sumAfter]] = [largestOf(before), largestOf(after)];
  const shares = Array.from(before, (logit, id) => ({
    id,
    before: Math.exp(logit - most) / sum,
    after: Math.exp(after[id]! - mostAfter) / sumAfter,
  }));
  const found: ChangedShare[] = [];
  for (const one of shares.sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))) {
    const name = nameOf(one.id);
    if (name !== undefined && name !== "") found.push({ ...one, name });
    if (found.length === count) break;
  }
  return found;
}
