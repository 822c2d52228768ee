// The same training from the same seeds, with ÷√d_k and without. All trainings go on side by side, step by step.
import type { Heed } from "heed";
import { lookupTraining } from "heed/train";
import type { Experiment } from "../../training/index.js";

export interface RaceOptions {
  readonly seeds: readonly number[];
  readonly learningRate: number;
  readonly dim: number;
}

/** The two trainings of a seed: with the division, and without. */
export const SCALES = ["sqrt-dk", "none"] as const;

/** The class of a training's line, dot and median. */
export function classOf(scale: (typeof SCALES)[number]): string {
  return scale === "none" ? "plain" : "scaled";
}

/** Two shares of right answers of one seed, in the order of SCALES. */
export type Pair = readonly [scaled: number, plain: number];

const EXAMINED_BAGS = 256;

/** @returns at each step the share of right answers in the step's bags. The view is the share in bags of a test. */
export function openRace(heed: Heed, { seeds, learningRate, dim }: RaceOptions): Experiment<null, Pair[], Pair[]> {
  const pairs = seeds.map((seed) => SCALES.map((scale) => lookupTraining(heed, { seed, scale, learningRate, dim })));
  return {
    about: null,
    step: () => pairs.map((pair) => pair.map((training) => training.step().accuracy) as unknown as Pair),
    view: () => pairs.map((pair) => pair.map((training) => training.test(EXAMINED_BAGS).accuracy) as unknown as Pair),
    dispose: () => pairs.flat().forEach((training) => training.dispose()),
  };
}
