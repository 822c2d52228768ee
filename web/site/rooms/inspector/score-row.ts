// One query's scores with every key, by the textbook: step by step to the weights.
import { dot, softmax } from "../../kit/index.js";
import { biasOf, hiddenBy, keyHead, rowsOf, scaleOf, type Computation, type HiddenBy } from "./computation.js";

/** One key's score with the query, after every step. */
export interface KeyScore {
  readonly key: number;
  readonly hiddenBy: readonly HiddenBy[];
  /** Before softmax; −∞ where the query may not attend. */
  readonly logit: number;
  /** exp(logit − max); 0 where the query may not attend. */
  readonly power: number;
  readonly weight: number;
}

export interface ScoreRow {
  readonly keys: readonly KeyScore[];
  /** −∞ where no key may be attended to. */
  readonly max: number;
  readonly sum: number;
}

/** `nudge` moves the score of one key by a step. */
export function scoreRow(
  computation: Computation,
  head: number,
  query: number,
  nudge?: { readonly key: number; readonly step: number },
): ScoreRow {
  const { kept, options } = computation;
  const q = rowsOf(kept.q, head)[query]!;
  const hidden = rowsOf(kept.k, keyHead(computation, head)).map((_, key) => hiddenBy(computation, head, query, key));
  const logits = rowsOf(kept.k, keyHead(computation, head)).map((k, key) => {
    if (hidden[key]!.length > 0) return -Infinity;
    const score = scoreOf(computation, dot(q, k)) + (nudge?.key === key ? nudge.step : 0);
    return score + biasOf(computation, head, query, key);
  });
  const { max, powers, sum, weights } = softmax(logits);
  const weightOf = (key: number): number => {
    if (options.normalize !== "none") return weights[key]!;
    return logits[key] === -Infinity ? 0 : logits[key]!;
  };
  const keys = logits.map((logit, key) => ({
    key,
    hiddenBy: hidden[key]!,
    logit,
    power: powers[key]!,
    weight: weightOf(key),
  }));
  return { keys, max, sum };
}

/** Scale, then softcap. */
function scoreOf(computation: Computation, raw: number): number {
  const { softcap } = computation.options;
  const scaled = raw * scaleOf(computation).factor;
  return softcap === undefined ? scaled : softcap * Math.tanh(scaled / softcap);
}
