// One layer learns where "it" looks, in three sentences at once.
import type { Heed } from "heed";
import type { Experiment } from "../../rooms/training/index.js";
import { openLayers, type Grade, type Learned } from "./layers.js";
import { SENTENCES } from "./sentences.js";

export interface PointingOptions {
  readonly seed: number;
}

const LEARNING_RATE = 2e-3;

/** For each sentence the row of weights of its "it": one weight for each word. */
export type SentenceWeights = Float32Array[];

export interface Pointed {
  readonly weights: SentenceWeights;
  readonly learned: Learned;
}

/** @returns at each step the loss: the mean of −ln of the weight of a meant word */
export function openPointing(
  heed: Heed,
  { seed }: PointingOptions,
): Experiment<{ readonly fresh: Pointed }, number, Pointed> {
  const layers = openLayers(heed, { sentences: SENTENCES, layers: 1, seed, learningRate: LEARNING_RATE });
  const view = (): Pointed => {
    const rows = layers.rows();
    const weights = SENTENCES.map(({ words }, sentence) =>
      rows.slice(sentence * layers.tokens, sentence * layers.tokens + words.length),
    );
    return { weights, learned: layers.learned() };
  };
  return { about: { fresh: view() }, step: () => layers.learn(grade), view, dispose: () => layers.dispose() };
}

const grade: Grade = (rows, gradient) => {
  const tokens = rows.length / SENTENCES.length;
  let loss = 0;
  SENTENCES.forEach(({ meant }, sentence) => {
    const part = 1 / meant.length / SENTENCES.length;
    for (const token of meant) {
      const at = sentence * tokens + token;
      loss -= part * Math.log(rows[at]!);
      gradient[at] = -part / rows[at]!;
    }
  });
  return loss;
};
