// A sentence on how far the core's float32 is from the textbook's double, and why.
import { localised } from "../../../show/index.js";
import type { Step } from "./passes.js";
import type { Trace } from "./trace.js";
import { tell } from "./inspector-text.js";

export function verdict({ returned, exact, ulps, steps }: Trace): string {
  if (ulps === 0) return tell("same");
  if (!Number.isFinite(returned) || !Number.isFinite(exact)) return tell("beyond");
  if (Math.fround(exact) === returned) return tell("nearest");
  const softmax = steps.find((step) => step.kind === "softmax");
  if (softmax !== undefined && Math.abs(ulps) > 4)
    return tell("near", { near: localised(softmax.row.max.toPrecision(3)) });
  const times = cancellation(steps);
  if (times > 8 && Math.abs(ulps) > 1)
    return tell("cancel", { times: times < 1e6 ? Math.round(times) : tell("over-a-million") });
  return tell("rounds");
}

/** The size of the largest term, divided by the size of the sum of all; 0 without a sum. */
function cancellation(steps: readonly Step[]): number {
  const sums = steps.filter((step) => step.kind === "sum");
  if (sums.length === 0) return 0;
  const sizes = sums.flatMap(({ terms }) => terms.map(({ product }) => Math.abs(product)));
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  const together = steps.find((step) => step.kind === "together");
  return largest / Math.abs(together?.after ?? sums[0]!.total);
}
