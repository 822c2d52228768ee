// The training in the worker: the three nets learn from the same texts, step by step.
import type { Heed } from "heed";
import { adam, seededRandom, softmaxCrossEntropy, type Graded } from "heed/train";
import type { Experiment } from "../../rooms/training/index.js";
import { inductionScore, previousTokenScore } from "./head-scores.js";
import { copyParameters } from "../../kit/index.js";
import { initialise, KINDS, openNet, type Kind, type Net } from "./net.js";
import { drawTexts, type Texts } from "./task.js";

export interface InductionOptions {
  readonly seed: number;
  readonly learningRate: number;
  /** Which nets are trained; all where it is left out. */
  readonly kinds?: readonly Kind[];
}

/** How many steps lie between two snapshots. */
export const EVERY = 5;
const TEXTS = 16;
/** Texts to measure the heads with. No step trains on them. */
const WATCHED_SEED = -1;

export interface Snapshot {
  /** How many steps were taken. */
  readonly step: number;
  /** All learned numbers of the two layers. */
  readonly parameters: Float32Array;
  /** What the heads of layer 1 and of layer 2 do in the watched texts; see head-scores.ts. */
  readonly previous: number;
  readonly induction: number;
}

export interface InductionStep {
  /** The grades before the step was taken, in the order of the kinds. */
  readonly graded: readonly Graded[];
  readonly snapshot?: Snapshot | undefined;
}

export function openInduction(
  heed: Heed,
  { seed, learningRate, kinds = KINDS }: InductionOptions,
): Experiment<null, InductionStep, null> {
  const draw = seededRandom(seed);
  const learners = kinds.map((kind) => openLearner(heed, kind, { seed, learningRate }));
  const two = learners[kinds.indexOf("two")];
  const watched = drawTexts(seededRandom(WATCHED_SEED), TEXTS);
  let steps = 0;
  const snapshot = (): Snapshot | undefined => (two === undefined ? undefined : look(two.net, watched, steps));
  return {
    about: null,
    step() {
      const texts = drawTexts(draw, TEXTS);
      const graded = learners.map((learner) => learner.step(texts));
      steps++;
      return { graded, snapshot: steps % EVERY === 0 ? snapshot() : undefined };
    },
    view: () => null,
    dispose: () => learners.forEach(({ net }) => net.dispose()),
  };
}

function openLearner(heed: Heed, kind: Kind, { seed, learningRate }: InductionOptions) {
  const net = openNet(heed, kind, TEXTS);
  initialise(net, seededRandom(seed));
  const optimiser = adam(net.parameters, { learningRate, beta2: 0.99 });
  const step = ({ ids, answers }: Texts): Graded => {
    net.run(ids);
    const graded = softmaxCrossEntropy(net.logits, answers, net.dLogits);
    net.backward(ids);
    optimiser.step();
    return graded;
  };
  return { net, step };
}

/** The two layers before the first step, as the training begins with them. */
export function firstSnapshot(heed: Heed, seed: number): Snapshot {
  const net = openNet(heed, "two", TEXTS);
  initialise(net, seededRandom(seed));
  const first = look(net, drawTexts(seededRandom(WATCHED_SEED), TEXTS), 0);
  net.dispose();
  return first;
}

function look(net: Net, { ids }: Texts, step: number): Snapshot {
  net.run(ids);
  const [low, high] = net.layers.map(({ session }) => ({ weights: session.weights, ids }));
  return {
    step,
    parameters: copyParameters(net.parameters),
    previous: previousTokenScore(low!),
    induction: inductionScore(high!),
  };
}
