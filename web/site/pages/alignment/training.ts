// The training in the worker: a step after another, and from time to time a look at pairs that no step trains on.
import type { Heed } from "heed";
import { seededRandom, type Graded } from "heed/train";
import type { Experiment } from "../../rooms/training/index.js";
import { copyParameters } from "../../kit/index.js";
import { heldOutPairs, openNet, type Grades } from "./net.js";
import { drawPair, germanToEnglish, reversal, type Task } from "./tasks.js";

export const TASKS = {
  reversal: { task: reversal, steps: 200, batch: 32, learningRate: 0.01 },
  german: { task: germanToEnglish, steps: 300, batch: 64, learningRate: 0.02 },
} as const satisfies Record<string, { task: Task; steps: number; batch: number; learningRate: number }>;
export type TaskName = keyof typeof TASKS;

/** How many steps lie between two snapshots. */
export const EVERY = 10;
const GRADED_PAIRS = 256;

export interface AlignmentOptions {
  readonly name: TaskName;
  readonly seed: number;
}

export interface Snapshot {
  readonly step: number;
  readonly parameters: Float32Array;
  readonly grades: Grades;
}

export interface AlignmentStep {
  readonly graded: Graded;
  readonly snapshot?: Snapshot;
}

/** `about` is the net before its first step. */
export function openAlignment(heed: Heed, { name, seed }: AlignmentOptions): Experiment<Snapshot, AlignmentStep, null> {
  const { task, batch, learningRate } = TASKS[name];
  const net = openNet(heed, task, { seed, batch, learningRate });
  const draw = seededRandom(seed);
  const heldOut = heldOutPairs(task, GRADED_PAIRS);
  let steps = 0;
  const look = (): Snapshot => ({
    step: steps,
    parameters: copyParameters(net.parameters),
    grades: net.grade(heldOut),
  });
  return {
    about: look(),
    step() {
      const graded = net.step(Array.from({ length: batch }, () => drawPair(task, draw, false)));
      steps++;
      return { graded, ...(steps % EVERY === 0 && { snapshot: look() }) };
    },
    view: () => null,
    dispose: () => net.dispose(),
  };
}
