// The next token: probabilities of logits, and a draw among them.
import type { Floats } from "../lib/api/index.js";

export function softmax(logits: Floats, temperature = 1): Floats {
  let most = -Infinity;
  for (const logit of logits) if (logit > most) most = logit;
  const to = new Float32Array(logits.length);
  let sum = 0;
  for (let id = 0; id < to.length; id++) sum += to[id] = Math.exp((logits[id]! - most) / temperature);
  for (let id = 0; id < to.length; id++) to[id]! /= sum;
  return to;
}

/** How to draw. */
export interface Draw {
  readonly temperature: number;
  readonly topK: number;
  readonly topP: number;
  /** From 0 to below 1. */
  readonly uniform: () => number;
}

/** The token of the largest logit; of equal ones the first. */
export function likeliest(logits: Floats): number {
  let best = 0;
  for (let id = 1; id < logits.length; id++) if (logits[id]! > logits[best]!) best = id;
  return best;
}

/** Draws a token: topK is taken first, then topP of what it left. */
export function drawToken(logits: Floats, { temperature, topK, topP, uniform }: Draw): number {
  if (temperature === 0) return likeliest(logits);
  const probabilities = softmax(logits, temperature);
  const ids = Array.from(probabilities.keys());
  if (topK < ids.length || topP < 1) ids.sort((a, b) => probabilities[b]! - probabilities[a]! || a - b);
  ids.length = Math.min(topK, ids.length);
  const all = ids.reduce((sum, id) => sum + probabilities[id]!, 0);
  let count = 0;
  let share = 0;
  while (count < ids.length && (count === 0 || share < topP * all)) share += probabilities[ids[count++]!]!;
  let left = uniform() * share;
  for (const id of ids.slice(0, count)) if ((left -= probabilities[id]!) < 0) return id;
  return ids[count - 1]!;
}
