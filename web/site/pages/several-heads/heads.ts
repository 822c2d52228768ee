// Layers of one, two and four heads learn one task, from one seed and with equally many weights.
// One bag shows what each layer does.
import type { Heed } from "heed";
import { seededRandom } from "heed/train";
import type { Experiment } from "../../rooms/training/index.js";
import { lookupTraining, type LookupTraining } from "../../rooms/training/worker/index.js";

export interface HeadsOptions {
  readonly seed: number;
  /** The number of things that one question asks for. */
  readonly questions: 1 | 2;
}

export const HEADS = [1, 2, 4] as const;

export interface Watched {
  readonly words: readonly string[];
  /** For each thing asked: the index of the token with the answer, and the answer's index in `names`. */
  readonly facts: readonly number[];
  readonly answers: readonly number[];
  readonly names: readonly string[];
  readonly dim: number;
  /** (tokens, dim) */
  readonly x: Float32Array;
}

/** What one layer makes of the watched question. */
export interface Layer {
  readonly heads: number;
  /** The share of right answers to bags that no layer trained on. */
  readonly accuracy: number;
  /** (heads, tokens): where each head looks. */
  readonly weights: Float32Array;
  /** The joined heads: their context vectors side by side, dim numbers. */
  readonly joined: Float32Array;
  /** (dim, dim) each. The columns of head 2 follow those of head 1. */
  readonly queryWeight: Float32Array;
  readonly keyWeight: Float32Array;
  readonly valueWeight: Float32Array;
  /** W_O: (dim, logits). The rows of head 2 follow those of head 1. */
  readonly outputWeight: Float32Array;
  /** The logits: joined · W_O. */
  readonly output: Float32Array;
}

export const EXAMINED_BAGS = 256;

/** @returns at each step, for each of HEADS, the share of right answers in the step's bags */
export function openHeads(heed: Heed, { seed, questions }: HeadsOptions): Experiment<Watched, number[], Layer[]> {
  const trainings = HEADS.map((heads) => lookupTraining(heed, { seed, heads, questions }));
  const watches = trainings.map((training, at) => openWatch(heed, training, HEADS[at]!, seed));
  return {
    about: watches[0]!.about,
    step: () => trainings.map((training) => training.step().accuracy),
    view: () => watches.map((watch) => watch.look()),
    dispose: () => [...trainings, ...watches].forEach((one) => one.dispose()),
  };
}

function openWatch(heed: Heed, training: LookupTraining, heads: number, seed: number) {
  const { task, session } = training;
  const { tokens, dim, names, questions } = task;
  const watched = heed.selfAttentionSession({
    tokens,
    modelDim: dim,
    heads,
    output: names.length * questions,
    keep: ["weights", "joined"],
  });
  const answers = Array.from(task.fill(watched.x, seededRandom(-1 - seed - 2 ** 32)).slice((tokens - 1) * questions));
  const words = task.words(0);
  const facts = answers.map((answer) => words.findIndex((word) => word.endsWith(` ${names[answer]}`)));
  const look = (): Layer => {
    const { accuracy } = training.test(EXAMINED_BAGS);
    for (const name of ["queryWeight", "keyWeight", "valueWeight", "outputWeight"] as const)
      watched[name]!.set(session[name]!);
    watched.run();
    const weights = Float32Array.from({ length: heads * tokens }, (_, at) => {
      const [head, token] = [Math.floor(at / tokens), at % tokens];
      return watched.weights[(head * tokens + tokens - 1) * tokens + token]!;
    });
    const last = (rows: Float32Array): Float32Array => rows.slice(rows.length - rows.length / tokens);
    return {
      heads,
      accuracy,
      weights,
      joined: last(watched.joined),
      queryWeight: watched.queryWeight.slice(),
      keyWeight: watched.keyWeight.slice(),
      valueWeight: watched.valueWeight.slice(),
      outputWeight: watched.outputWeight!.slice(),
      output: last(watched.output),
    };
  };
  return { about: { words, facts, answers, names, dim, x: watched.x.slice() }, look, dispose: () => watched.dispose() };
}
