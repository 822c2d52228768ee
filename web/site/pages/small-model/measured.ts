// What whole trainings reach: `node tests/site/small-model-figures.mjs` trains them and stores the figures.
import stored from "./measured.json";
import type { Variant } from "./plan.js";

/** The loss on all held-out lines after 2000 steps, for each seed. */
export const MEASURED = stored as unknown as Readonly<Record<Variant, { readonly heldOut: readonly number[] }>>;
export const MEASURED_STEPS = 2000;
/** Letters of the book that they read; the page carries fewer. */
export const MEASURED_LETTERS = 72_000;

export function meanOf(variant: Variant): number {
  const { heldOut } = MEASURED[variant];
  return heldOut.reduce((sum, loss) => sum + loss, 0) / heldOut.length;
}
