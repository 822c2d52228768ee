// Trainings that were computed before: `node tests/site/small-model-figures.mjs` trains them and stores their curves.
import type { Point } from "../../kit/charts/index.js";
import stored from "./measured.json";
import { EVERY, type Variant } from "./plan.js";

/** A curve for each seed: the loss on the held-out lines before the first step and after each EVERY steps. */
const MEASURED: Readonly<Record<Variant, readonly (readonly number[])[]>> = stored;
export const SEEDS = MEASURED.whole.length;

/** The mean of all seeds, over the steps. */
export function curveOf(variant: Variant): Point[] {
  const [first, ...others] = MEASURED[variant];
  return first!.map((loss, at) => [EVERY * at, others.reduce((sum, curve) => sum + curve[at]!, loss) / SEEDS]);
}

/** What it comes to at the end. */
export const endOf = (variant: Variant): number => curveOf(variant).at(-1)![1];
