// The same training from the same seeds, with ÷√d_k and without: all runs side by side, a step of each at a time.
import type { Heed } from "heed";
import { lookupTraining } from "heed/train";
import type { Experiment } from "../../training/experiment.js";

export interface RaceOptions {
  readonly seeds: readonly number[];
  readonly learningRate: number;
  readonly dim: number;
}

/** What runs of one seed: with the division, and without. */
export const SCALES = ["sqrt-dk", "none"] as const;

/** Of each seed, in the order of SCALES. */
export type Pair = readonly [scaled: number, plain: number];

const EXAMINED_BAGS = 256;

/** @returns at each step the part of the step's bags that was answered right; as its view, of bags that nobody trained on. */
export function openRace(heed: Heed, { seeds, learningRate, dim }: RaceOptions): Experiment<null, Pair[], Pair[]> {
  const pairs = seeds.map((seed) => SCALES.map((scale) => lookupTraining(heed, { seed, scale, learningRate, dim })));
  return {
    about: null,
    step: () => pairs.map((pair) => pair.map((training) => training.step().accuracy) as unknown as Pair),
    view: () => pairs.map((pair) => pair.map((training) => training.test(EXAMINED_BAGS).accuracy) as unknown as Pair),
    dispose: () => pairs.flat().forEach((training) => training.dispose()),
  };
}
