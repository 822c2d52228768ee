// The loss of the watched question, with one of its scores raised. The core computes the attention of both.
import type { Heed } from "heed";
import type { Question } from "./timeline.js";

/** How much the score rises. */
export const RAISE = 0.1;

export interface Nudged {
  readonly before: number;
  readonly after: number;
  /** What the core's gradient promises: the slope times RAISE. */
  readonly promised: number;
}

/** @param right the index of the right name @param gradient the slope of the loss in this score */
export function raiseScore(
  heed: Heed,
  { question, right, token, gradient }: { question: Question; right: number; token: number; gradient: number },
): Nudged {
  const tokens = question.k.length / question.q.length;
  const lossWith = (raise: number): number => {
    const bias = Array.from({ length: tokens }, (_, at) => (at === token ? raise : 0));
    return lossOf(heed, question, right, bias);
  };
  return { before: lossWith(0), after: lossWith(RAISE), promised: gradient * RAISE };
}

/** −ln of the share that softmax gives to the right name. @param bias what is added to each score */
function lossOf(heed: Heed, { q, k, v, outputWeight }: Question, right: number, bias: readonly number[]): number {
  const dim = q.length;
  const rows = { shape: [k.length / dim, dim] };
  const context = heed.attention(
    { data: q, shape: [1, dim] },
    { data: k, ...rows },
    { data: v, ...rows },
    {
      bias: [bias],
    },
  ).output.data;
  const names = outputWeight.length / dim;
  // in double precision, so that a small change of the loss is not lost
  const logits = Array.from({ length: names }, (_, name) =>
    context.reduce((sum, part, c) => sum + part * outputWeight[c * names + name]!, 0),
  );
  const most = Math.max(...logits);
  return most + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0)) - logits[right]!;
}
