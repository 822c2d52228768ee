// One head learns the lookup task. One bag is watched: its scores, weights and gradients after each step.
// The head never trains on that bag.
import type { Heed } from "heed";
import { seededRandom, softmaxCrossEntropy } from "heed/train";
import type { Experiment } from "../../rooms/training/index.js";
import { lookupTraining, type LookupTask, type LookupTraining } from "../../rooms/training/worker/index.js";

export interface TimelineOptions {
  readonly seed: number;
  readonly learningRate: number;
}

/** The matrices that learn. Their gradients are measured in this order. */
export const LEARNED = ["queryWeight", "keyWeight", "valueWeight", "outputWeight"] as const;
const PULLS = ["dQueryWeight", "dKeyWeight", "dValueWeight", "dOutputWeight"] as const;

/** The state after a step. Each row is the question's row: one number for each token of the bag. */
export interface Moment {
  /** Loss and accuracy of the step's bags, before the step. Before the first step there are none. */
  readonly loss?: number;
  readonly accuracy?: number;
  readonly scores: Float32Array;
  readonly weights: Float32Array;
  /** The slope of the watched bag's loss in each score. Below 0, learning raises that score. */
  readonly gradients: Float32Array;
  /** The share that softmax gives to the right name. */
  readonly share: number;
  /** How hard each matrix of LEARNED is pulled: the length of its gradient. */
  readonly pulls: readonly number[];
  readonly question: Question;
}

/** What the question's answer is made of: enough to compute it again with another score. */
export interface Question {
  /** (1, dim): the query of the question. */
  readonly q: Float32Array;
  /** (tokens, dim) each. */
  readonly k: Float32Array;
  readonly v: Float32Array;
  /** W_O: (dim, names). */
  readonly outputWeight: Float32Array;
}

export interface Watched {
  /** The tokens of the bag in words. The question comes last. */
  readonly words: readonly string[];
  /** The index of the token that holds the answer. */
  readonly fact: number;
  readonly answer: string;
  /** The answer's index among the names. */
  readonly right: number;
  readonly fresh: Moment;
}

/** The result of a test on bags that the head never trained on. Training and test draw from different seeds. */
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
      return { loss, accuracy, ...watch.look(), pulls: PULLS.map((name) => length(training.session[name]!)) };
    },
    view: () => ({ bags: EXAMINED_BAGS, accuracy: training.test(EXAMINED_BAGS).accuracy }),
    dispose() {
      watch.dispose();
      training.dispose();
    },
  };
}

/** A second session for the watched bag. At each look it copies the weights of the training session. */
function openWatch(heed: Heed, { task, session }: LookupTraining, seed: number) {
  const { tokens, dim, names } = task;
  const watched = heed.selfAttentionSession({
    tokens,
    modelDim: dim,
    output: names.length,
    backward: true,
    keep: ["q", "k", "v", "scores", "weights", "dScores"],
  });
  const answers = fillWatched(task, watched.x, seed);
  const words = task.words(0);
  const right = answers[tokens - 1]!;
  const answer = names[right]!;
  const ofQuestion = (pairs: Float32Array): Float32Array => pairs.slice((tokens - 1) * tokens);
  const look = () => {
    for (const name of LEARNED) watched[name]!.set(session[name]!);
    watched.run();
    const { loss } = softmaxCrossEntropy(watched.output, answers, watched.dOutput);
    watched.backward();
    const [scores, weights, gradients] = [watched.scores, watched.weights, watched.dScores].map(ofQuestion) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const question: Question = {
      q: watched.q.slice((tokens - 1) * dim),
      k: watched.k.slice(),
      v: watched.v.slice(),
      outputWeight: watched.outputWeight!.slice(),
    };
    return { scores, weights, gradients, share: Math.exp(-loss), question };
  };
  return {
    about: { words, fact: words.findIndex((word) => word.endsWith(` ${answer}`)), answer, right },
    look,
    dispose: () => watched.dispose(),
  };
}

/** Draws bags of neither training nor test, until one asks for the fact of the course's sentence. */
function fillWatched(task: LookupTask, x: Float32Array<ArrayBuffer>, seed: number): Int32Array {
  const draw = seededRandom(-1 - seed - 2 ** 32);
  for (;;) {
    const answers = task.fill(x, draw);
    const words = task.words(0);
    if (words.at(-1) === "what is tired?" && words.includes("tired animal")) return answers;
  }
}

function length(vector: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i]! ** 2;
  return Math.sqrt(sum);
}
