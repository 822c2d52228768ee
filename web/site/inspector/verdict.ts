// A sentence on how far the core's float32 lies from the textbook's double, and why.
import type { Trace } from "./trace.js";

export function verdict({ returned, exact, ulps, steps }: Trace): string {
  if (ulps === 0) return "Both are the same number.";
  if (!Number.isFinite(returned) || !Number.isFinite(exact)) return "One of them is beyond what its format can hold.";
  if (Math.fround(exact) === returned) return "No float32 lies nearer: the rest is the rounding of the format itself.";
  const sum = steps.find((step) => step.kind === "sum");
  const softmax = steps.find((step) => step.kind === "softmax");
  if (softmax?.kind === "softmax" && Math.abs(ulps) > 4) {
    return `Scores are rounded to 32 bits before exp turns their differences into ratios: what is lost in a score near ${softmax.row.max.toPrecision(3)} shows here as many units of a weight.`;
  }
  if (sum?.kind === "sum") {
    const sums = steps.flatMap((step) => (step.kind === "sum" ? step.terms : []));
    const largest = sums.reduce((most, { product }) => Math.max(most, Math.abs(product)), 0);
    const together = steps.find((step) => step.kind === "together");
    const times = largest / Math.abs(together?.kind === "together" ? together.after : sum.total);
    if (times > 8 && Math.abs(ulps) > 1)
      return `The terms nearly cancel: the largest is ${times < 1e6 ? Math.round(times) : "over a million"} times their sum, and what was rounded at its size shows in the little that is left.`;
  }
  return "The core rounds to 32 bits at every step; the textbook to 64.";
}
