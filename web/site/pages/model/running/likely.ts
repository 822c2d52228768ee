// Probabilities of logits: of one token, and the largest.
import type { Likely } from "./requests.js";

/** The largest logit, and the sum of all exponentials of differences to it. */
function scaleOf(logits: Float32Array): readonly [most: number, sum: number] {
  let most = -Infinity;
  for (const logit of logits) if (logit > most) most = logit;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - most);
  return [most, sum];
}

export function shareOf(logits: Float32Array, id: number): number {
  const [most, sum] = scaleOf(logits);
  return Math.exp(logits[id]! - most) / sum;
}

/** @param nameOf undefined for a row of the table that is no token of the tokenizer: it is not told */
export function likeliest(logits: Float32Array, count: number, nameOf: (id: number) => string | undefined): Likely[] {
  const [most, sum] = scaleOf(logits);
  const best: number[] = [];
  for (let id = 0; id < logits.length; id++) {
    if (best.length === count && !(logits[id]! > logits[best.at(-1)!]!)) continue;
    const name = nameOf(id);
    if (name === undefined || name === "") continue;
    const at = best.findIndex((other) => logits[id]! > logits[other]!);
    best.splice(at === -1 ? best.length : at, 0, id);
    best.length = Math.min(best.length, count);
  }
  return best.map((id) => ({ id, name: nameOf(id)!, share: Math.exp(logits[id]! - most) / sum }));
}
