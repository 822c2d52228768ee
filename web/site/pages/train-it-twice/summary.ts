import { median } from "../../rooms/lesson/index.js";

/** A training with this share of right answers has learned the task. */
export const REACHED = 0.95;

export interface Summary {
  readonly median: number;
  readonly lowest: number;
  /** How many trainings have learned the task. */
  readonly reached: number;
}

export function summary(shares: readonly number[]): Summary {
  return {
    median: median(shares),
    lowest: Math.min(...shares),
    reached: shares.filter((share) => share >= REACHED).length,
  };
}
