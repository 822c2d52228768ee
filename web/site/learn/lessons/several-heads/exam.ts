// The examination of a trained layer with some of its heads switched off, on the bags that no layer trained on.
import type { Heed } from "heed";
import { lookupTask, random, softmaxCrossEntropy } from "heed/train";
import { EXAMINED_BAGS, type HeadsOptions, type Layer } from "./heads.js";

export interface Grade {
  readonly loss: number;
  /** The share of right answers. */
  readonly accuracy: number;
}

const BATCH = 32;

/** @param isOff tells of each head whether it is off: its rows of W_O are then zeros, so it adds nothing to the sum */
export function examine(
  heed: Heed,
  { seed, questions }: HeadsOptions,
  layer: Layer,
  isOff: (head: number) => boolean,
): Grade {
  const task = lookupTask(random(seed), { questions });
  const { dim, tokens, names } = task;
  const output = names.length * questions;
  const session = heed.selfAttentionSession({ batch: BATCH, tokens, modelDim: dim, heads: layer.heads, output });
  for (const name of ["queryWeight", "keyWeight", "valueWeight"] as const) session[name].set(layer[name]);
  const headRows = (dim / layer.heads) * output;
  session.outputWeight!.set(layer.outputWeight.map((weight, at) => (isOff(Math.floor(at / headRows)) ? 0 : weight)));
  const draw = random(~seed);
  const batches = EXAMINED_BAGS / BATCH;
  let [loss, accuracy] = [0, 0];
  for (let batch = 0; batch < batches; batch++) {
    const answers = task.fill(session.x, draw);
    session.run();
    const graded = softmaxCrossEntropy(session.output, answers);
    loss += graded.loss / batches;
    accuracy += graded.accuracy / batches;
  }
  session.dispose();
  return { loss, accuracy };
}
