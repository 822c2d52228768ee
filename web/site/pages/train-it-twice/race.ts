// The same training from the same seeds, with ÷√d_k and without. All trainings go on side by side, step by step.
import type { Heed } from "heed";
import { seededRandom, softmaxCrossEntropy } from "heed/train";
import type { Experiment } from "../../rooms/training/index.js";
import { lookupTraining, type LookupTraining } from "../../rooms/training/worker/index.js";

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

/** Fresh weights, before the first step: a number for each bag, and for W_Q one number for all. */
export interface Start {
  /** The largest weight of the question. */
  readonly largest: readonly number[];
  /** The length of the gradient in the question's scores. */
  readonly slopes: readonly number[];
  /** The length of the gradient in W_Q. */
  readonly pull: number;
}

/** Two starts of one seed, in the order of SCALES. */
export type Starts = readonly [scaled: Start, plain: Start];

export interface RaceAbout {
  readonly starts: readonly Starts[];
}

/** @returns at each step the share of right answers in the step's bags. The view is the share in bags of a test. */
export function openRace(heed: Heed, { seeds, learningRate, dim }: RaceOptions): Experiment<RaceAbout, Pair[], Pair[]> {
  const pairs = seeds.map((seed) =>
    SCALES.map((scale) => lookupTraining(heed, { seed, scale, learningRate, dim, keep: ["weights", "dScores"] })),
  );
  return {
    about: { starts: pairs.map((pair, at) => pair.map((one) => lookAtStart(one, seeds[at]!)) as unknown as Starts) },
    step: () => pairs.map((pair) => pair.map((training) => training.step().accuracy) as unknown as Pair),
    view: () => pairs.map((pair) => pair.map((training) => training.test(EXAMINED_BAGS).accuracy) as unknown as Pair),
    dispose: () => pairs.flat().forEach((training) => training.dispose()),
  };
}

/** @returns the answers, as task.fill does */
export function fillAtStart({ task, session }: LookupTraining, seed: number): Int32Array {
  return task.fill(session.x, seededRandom(-1 - seed - 2 ** 32));
}

/** Forward and backward on bags that no training and no test uses. No weight moves. */
function lookAtStart(training: LookupTraining, seed: number): Start {
  const { task, session } = training;
  const { tokens, dim } = task;
  const answers = fillAtStart(training, seed);
  session.run();
  softmaxCrossEntropy(session.output, answers, session.dOutput);
  session.backward();
  const bags = session.x.length / (tokens * dim);
  const { weights, dScores } = session as unknown as Record<"weights" | "dScores", Float32Array>;
  const rows = (pairs: Float32Array): Float32Array[] =>
    Array.from({ length: bags }, (_, bag) =>
      pairs.subarray(((bag + 1) * tokens - 1) * tokens, (bag + 1) * tokens ** 2),
    );
  return {
    largest: rows(weights).map((row) => Math.max(...row)),
    // The loss is a mean over the bags. This is the gradient of each bag's own loss.
    slopes: rows(dScores).map((row) => bags * Math.hypot(...row)),
    pull: Math.hypot(...session.dQueryWeight),
  };
}
