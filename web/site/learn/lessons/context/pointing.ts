// One layer learns where "it" looks in the three sentences at once.
import type { Heed } from "heed";
import type { Experiment } from "../../training/experiment.js";
import { openLayers, type Grade } from "./layers.js";
import { SENTENCES } from "./sentences.js";

export interface PointingOptions {
  readonly seed: number;
}

const LEARNING_RATE = 2e-3;

/** For each sentence the row of its "it": a weight for each of its words. */
export type Rows = Float32Array[];

/** @returns at each step the loss: the mean of −ln of the weight of a word that is meant. */
export function openPointing(
  heed: Heed,
  { seed }: PointingOptions,
): Experiment<{ readonly fresh: Rows }, number, Rows> {
  const layers = openLayers(heed, { sentences: SENTENCES, layers: 1, seed, learningRate: LEARNING_RATE });
  const view = (): Rows => {
    const rows = layers.rows();
    return SENTENCES.map(({ words }, sentence) =>
      rows.slice(sentence * layers.tokens, sentence * layers.tokens + words.length),
    );
  };
  return { about: { fresh: view() }, step: () => layers.learn(grade), view, dispose: () => layers.dispose() };
}

const grade: Grade = (rows, gradient) => {
  const tokens = rows.length / SENTENCES.length;
  let loss = 0;
  SENTENCES.forEach(({ meant }, sentence) => {
    for (const token of meant) {
      const [place, part] = [sentence * tokens + token, 1 / meant.length / SENTENCES.length];
      loss -= part * Math.log(rows[place]!);
      gradient[place] = -part / rows[place]!;
    }
  });
  return loss;
};
