// The probabilities of the next token.
import type { Floats } from "../lib/api/index.js";

export function softmax(logits: Floats): Floats {
  let most = -Infinity;
  for (const logit of logits) if (logit > most) most = logit;
  const to = new Float32Array(logits.length);
  let sum = 0;
  for (let id = 0; id < to.length; id++) sum += to[id] = Math.exp(logits[id]! - most);
  for (let id = 0; id < to.length; id++) to[id]! /= sum;
  return to;
}
