// How scores become weights: five rules, each with its gradient.

export const RULES = ["softmax", "bare", "over-count", "positive", "signed"] as const;
export type Rule = (typeof RULES)[number];

/** Writes the weights of a row of scores. */
export function weigh(rule: Rule, scores: Float32Array, into: Float32Array): void {
  const count = scores.length;
  if (rule === "bare") return into.set(scores);
  if (rule === "over-count") return scores.forEach((score, at) => (into[at] = score / count));
  if (rule === "softmax") {
    const most = Math.max(...scores);
    for (let at = 0; at < count; at++) into[at] = Math.exp(scores[at]! - most);
  } else {
    for (let at = 0; at < count; at++) into[at] = rule === "positive" ? Math.max(0, scores[at]!) : scores[at]!;
  }
  const sum = sumOf(into);
  // Where no score is positive, all weights are 0.
  for (let at = 0; at < count; at++) into[at] = sum === 0 ? 0 : into[at]! / sum;
}

/** The slopes of the scores, from those of the weights. */
export function weighBack(
  rule: Rule,
  { scores, weights, slopes }: Readonly<Record<"scores" | "weights" | "slopes", Float32Array>>,
  into: Float32Array,
): void {
  const count = scores.length;
  if (rule === "bare") return into.set(slopes);
  if (rule === "over-count") return slopes.forEach((slope, at) => (into[at] = slope / count));
  let mean = 0;
  for (let at = 0; at < count; at++) mean += weights[at]! * slopes[at]!;
  if (rule === "softmax") return slopes.forEach((slope, at) => (into[at] = weights[at]! * (slope - mean)));
  const isPositive = rule === "positive";
  let sum = 0;
  for (const score of scores) sum += isPositive ? Math.max(0, score) : score;
  slopes.forEach((slope, at) => {
    const counts = !isPositive || scores[at]! > 0;
    into[at] = counts && sum !== 0 ? (slope - mean) / sum : 0;
  });
}

function sumOf(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
