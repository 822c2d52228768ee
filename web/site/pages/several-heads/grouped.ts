// Four heads of queries, and fewer heads of keys and values: each is shared by a group. All learn the same task.
import type { Heed } from "heed";
import { adam, parametersOf, seededRandom, softmaxCrossEntropy } from "heed/train";
import type { Experiment } from "../../rooms/training/index.js";
import { lookupTask } from "../../rooms/training/worker/index.js";
import { EXAMINED_BAGS, type HeadsOptions } from "./heads.js";

export const QUERY_HEADS = 4;
/** How many heads of keys and values the four share. */
export const KEY_HEADS = [4, 2, 1] as const;

export interface Grouped {
  /** The share of right answers to bags that no layer trained on. */
  readonly accuracy: number;
  /** How many numbers of each token a later question needs: its keys and values. */
  readonly kept: number;
}

const BATCH = 32;

/** @returns at each step, for each of KEY_HEADS, the share of right answers in the step's bags */
export function openGrouped(heed: Heed, options: HeadsOptions): Experiment<Grouped[], number[], Grouped[]> {
  const trainings = KEY_HEADS.map((kvHeads) => groupedTraining(heed, options, kvHeads));
  const view = (): Grouped[] => trainings.map((one) => ({ accuracy: one.test(), kept: one.kept }));
  return {
    about: view(),
    step: () => trainings.map((one) => one.step()),
    view,
    dispose: () => trainings.forEach((one) => one.dispose()),
  };
}

/** As lookupTraining, with kvHeads. */
function groupedTraining(heed: Heed, { seed, questions }: HeadsOptions, kvHeads: number) {
  const draw = seededRandom(seed);
  const task = lookupTask(draw, { questions });
  const session = heed.selfAttentionSession({
    batch: BATCH,
    tokens: task.tokens,
    modelDim: task.dim,
    heads: QUERY_HEADS,
    kvHeads,
    output: task.names.length * questions,
    backward: true,
  });
  const parameters = parametersOf(session);
  for (const { value } of parameters) draw.fillNormal(value, 1 / Math.sqrt(task.dim));
  const optimiser = adam(parameters, { learningRate: 0.005 });
  return {
    kept: (session.keyWeight.length + session.valueWeight.length) / task.dim,
    step(): number {
      const answers = task.fill(session.x);
      session.run();
      const { accuracy } = softmaxCrossEntropy(session.output, answers, session.dOutput);
      session.backward();
      optimiser.step();
      return accuracy;
    },
    test(): number {
      const unseen = seededRandom(~seed);
      const batches = EXAMINED_BAGS / BATCH;
      let sum = 0;
      for (let batch = 0; batch < batches; batch++) {
        const answers = task.fill(session.x, unseen);
        session.run();
        sum += softmaxCrossEntropy(session.output, answers).accuracy;
      }
      return sum / batches;
    },
    dispose: () => session.dispose(),
  };
}
