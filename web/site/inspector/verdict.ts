// A sentence on how far the core's float32 lies from the textbook's double, and why.
import type { Step } from "./passes.js";
import type { Trace } from "./trace.js";

export function verdict({ returned, exact, ulps, steps }: Trace): string {
  if (ulps === 0) return "Both are the same number.";
  if (!Number.isFinite(returned) || !Number.isFinite(exact)) return "One of them is beyond what its format can hold.";
  if (Math.fround(exact) === returned) return "No float32 lies nearer: the rest is the rounding of the format itself.";
  const softmax = steps.find((step) => step.kind === "softmax");
  if (softmax !== undefined && Math.abs(ulps) > 4) {
    const rounding = "Scores are rounded to 32 bits before exp turns their differences into ratios";
    const near = softmax.row.max.toPrecision(3);
    return `${rounding}: what is lost in a score near ${near} shows here as many units of a weight.`;
  }
  const times = cancellation(steps);
  if (times > 8 && Math.abs(ulps) > 1) {
    const text = times < 1e6 ? Math.round(times) : "over a million";
    const lost = "what was rounded at its size shows in the little that is left";
    return `The terms nearly cancel: the largest is ${text} times their sum, and ${lost}.`;
  }
  return "The core rounds to 32 bits at every step; the textbook to 64.";
}

/** How many times the largest term is larger than the sum of all; 0 without a sum. */
function cancellation(steps: readonly Step[]): number {
  const sums = steps.filter((step) => step.kind === "sum");
  if (sums.length === 0) return 0;
  const sizes = sums.flatMap(({ terms }) => terms.map(({ product }) => Math.abs(product)));
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  const together = steps.find((step) => step.kind === "together");
  return largest / Math.abs(together?.after ?? sums[0]!.total);
}
