// One head learns the lookup task while one bag that it never trains on is watched: its scores, weights and gradients at each step.
import type { Heed } from "heed";
import { lookupTraining, random, softmaxCrossEntropy, type LookupTraining } from "heed/train";
import type { Experiment } from "../../training/experiment.js";

export interface TimelineOptions {
  readonly seed: number;
  readonly learningRate: number;
}

/** The weights whose gradients are measured, in this order. */
export const LEARNED = ["queryWeight", "keyWeight", "valueWeight", "outputWeight"] as const;

/** How things stand after a step. The rows are those of the question, a number for each token of the bag. */
export interface Moment {
  /** Of the bags of the step, graded before it; of the fresh weights there is none. */
  readonly loss?: number;
  readonly accuracy?: number;
  readonly scores: Float32Array;
  readonly weights: Float32Array;
  /** The slope of the watched bag's loss in each score: below 0, and learning would raise that score. */
  readonly gradients: Float32Array;
  /** The share that softmax gives to the right name. */
  readonly share: number;
  /** Lengths of the training gradients, as in LEARNED: how hard each matrix is pulled. */
  readonly pulls: readonly number[];
}

export interface Watched {
  /** The tokens of the bag in words; the question is the last. */
  readonly words: readonly string[];
  /** The token that holds the answer, and the answer. */
  readonly fact: number;
  readonly answer: string;
  readonly fresh: Moment;
}

/** What was never trained on: the training draws from its seed, the test from another stream. */
export interface Examined {
  readonly bags: number;
  readonly accuracy: number;
}

const EXAMINED_BAGS = 1024;

export function openTimeline(heed: Heed, options: TimelineOptions): Experiment<Watched, Moment, Examined> {
  const training = lookupTraining(heed, options);
  const watch = openWatch(heed, training, options.seed);
  return {
    about: { ...watch.about, fresh: { ...watch.look(), pulls: LEARNED.map(() => 0) } },
    step() {
      const { loss, accuracy } = training.step();
      return { loss, accuracy, ...watch.look(), pulls: LEARNED.map((name) => length(training.session[`d${name}`]!)) };
    },
    view: () => ({ bags: EXAMINED_BAGS, accuracy: training.test(EXAMINED_BAGS).accuracy }),
    dispose() {
      watch.dispose();
      training.dispose();
    },
  };
}

/** A second session, of one bag, that takes over the weights of the first whenever it is asked to look. */
function openWatch(heed: Heed, { task, session }: LookupTraining, seed: number) {
  const { tokens, dim, names } = task;
  const watched = heed.selfAttentionSession({
    tokens,
    modelDim: dim,
    output: names.length,
    backward: true,
    keep: ["scores", "weights", "dscores"],
  });
  const answers = task.fill(watched.x, random(-1 - seed - 2 ** 32)); // neither the training's bags nor the test's
  const words = task.words(0);
  const answer = names[answers[tokens - 1]!]!;
  const ofQuestion = (pairs: Float32Array): Float32Array => pairs.slice((tokens - 1) * tokens);
  const look = () => {
    for (const name of LEARNED) watched[name]!.set(session[name]!);
    watched.run();
    const { loss } = softmaxCrossEntropy(watched.output, answers, watched.dOutput);
    watched.backward();
    const [scores, weights, gradients] = [watched.scores, watched.weights, watched.dscores].map(ofQuestion) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    return { scores, weights, gradients, share: Math.exp(-loss) };
  };
  return {
    about: { words, fact: words.findIndex((word) => word.endsWith(` ${answer}`)), answer },
    look,
    dispose: () => watched.dispose(),
  };
}

function length(vector: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i]! ** 2;
  return Math.sqrt(sum);
}
