// What trainings of these seeds have shown: tests/site/learn-claims.test.mjs measures it.
import type { Rule } from "./rules.js";

/** At these learning rates. */
export const RATES = [0.002, 0.005] as const;

/** A rule has learned the task if it has this share right among the facts of a training bag, in percent. */
export const ENOUGH = 95;

interface Measured {
  readonly seeds: number;
  /** How many seeds had ENOUGH right, at each of RATES. */
  readonly learned: Readonly<Record<Rule, readonly number[]>>;
  /** The median share of right answers among many facts, in percent, at the better of RATES. */
  readonly many: Readonly<Record<Rule, number>>;
  /** With softmax and no fact that answers: the mean of the largest weight in percent, at both rates. */
  readonly missing: { readonly least: number; readonly most: number };
}

export const MEASURED: Measured = {
  seeds: 16,
  learned: { softmax: [16, 16], bare: [15, 16], "over-count": [9, 16], positive: [16, 16], signed: [0, 0] },
  many: { softmax: 100, bare: 77, "over-count": 83, positive: 100, signed: 3 },
  missing: { least: 53, most: 66 },
};
