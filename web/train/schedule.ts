import { checkNumber, checkOptions, NOT_NEGATIVE, POSITIVE, upTo } from "./check.js";

/** How a learning rate rises and falls. */
export interface WarmupCosineOptions {
  /** The largest rate. */
  peak: number;
  /**
   * The rate at the end.
   * @default 0
   */
  end?: number | undefined;
  /**
   * Steps until the rate reaches its peak.
   * @default 0
   */
  warmup?: number | undefined;
  /** All steps. */
  steps: number;
}

const MOST = 2 ** 30;

/**
 * A learning rate that rises in a line and falls as half a cosine, for `adam`. Step 0 has 1/(warmup + 1) of the peak,
 * and the step `warmup` the peak. After `steps` it stays at `end`.
 */
export function warmupCosine(options: WarmupCosineOptions): (step: number) => number {
  const where = "heed/train.warmupCosine";
  checkOptions(where, options, ["peak", "end", "warmup", "steps"]);
  const peak = checkNumber(where, "peak", options.peak, POSITIVE);
  const end = checkNumber(where, "end", options.end, NOT_NEGATIVE, 0);
  const steps = checkNumber(where, "steps", options.steps, upTo(MOST));
  const warmup = checkNumber(where, "warmup", options.warmup, upTo(steps, 0), 0);
  return (step) => {
    if (step < warmup) return (peak * (step + 1)) / (warmup + 1);
    if (step >= steps) return end;
    return end + ((peak - end) * (1 + cosine((Math.PI * (step - warmup)) / (steps - warmup)))) / 2;
  };
}

/** cos x for x from 0 to π, by arithmetic alone: Math.cos may differ in the last bit from engine to engine. */
function cosine(x: number): number {
  if (x > Math.PI / 2) return -cosine(Math.PI - x);
  const square = x * x;
  let [term, sum] = [1, 1];
  for (let n = 2; n <= 22; n += 2) {
    term *= -square / (n * (n - 1));
    sum += term;
  }
  return sum;
}
