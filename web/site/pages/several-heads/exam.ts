// The examination of a trained layer with some of its heads switched off, on the bags that no layer trained on.
import type { Heed, SelfAttentionSession } from "heed";
import { seededRandom, softmaxCrossEntropy } from "heed/train";
import { lookupTask, type LookupTask } from "../../rooms/training/worker/index.js";
import { EXAMINED_BAGS, type HeadsOptions, type Layer } from "./heads.js";

export interface Grade {
  readonly loss: number;
  /** The share of right answers. */
  readonly accuracy: number;
}

const BATCH = 32;

/** The layer to examine, and the heads of it that are off. */
export interface Examined {
  readonly options: HeadsOptions;
  readonly layer: Layer;
  readonly isOff: (head: number) => boolean;
}

/** What the layer knows of one thing that a bag asks for. */
export interface Answered {
  readonly words: readonly string[];
  /** (tokens, dim) */
  readonly x: Float32Array;
  readonly names: readonly string[];
  /** The thing that is asked for, and the number of its answer in `names`. */
  readonly asked: number;
  readonly right: number;
  /** One for each name. */
  readonly logits: Float32Array;
}

export function examine(heed: Heed, examined: Examined): Grade {
  const batches = EXAMINED_BAGS / BATCH;
  let [loss, accuracy] = [0, 0];
  eachBatch(heed, examined, (_, session, answers) => {
    const graded = softmaxCrossEntropy(session.output, answers);
    loss += graded.loss / batches;
    accuracy += graded.accuracy / batches;
  });
  return { loss, accuracy };
}

/** The same bags, answer by answer. */
export function answersOf(heed: Heed, examined: Examined): Answered[] {
  const all: Answered[] = [];
  eachBatch(heed, examined, (task, { x, output }, answers) => {
    const { tokens, dim, names, questions } = task;
    answers.forEach((right, row) => {
      if (right < 0) return;
      const bag = Math.floor(row / (tokens * questions));
      const logits = output.slice(row * names.length, (row + 1) * names.length);
      const rows = x.slice(bag * tokens * dim, (bag + 1) * tokens * dim);
      all.push({ words: task.words(bag), x: rows, names, asked: row % questions, right, logits });
    });
  });
  return all;
}

/** W_O with zeros in the rows of the heads that are off: these heads add nothing to the sum. */
export function outputWeightOf({ layer, isOff }: Examined): Float32Array {
  const each = layer.outputWeight.length / layer.heads;
  return layer.outputWeight.map((weight, at) => (isOff(Math.floor(at / each)) ? 0 : weight));
}

type Take = (task: LookupTask, session: SelfAttentionSession, answers: Int32Array) => void;

/** All bags of the examination, some at a time. */
function eachBatch(heed: Heed, examined: Examined, take: Take): void {
  const { options, layer } = examined;
  const { seed, questions } = options;
  const task = lookupTask(seededRandom(seed), { questions });
  const { dim, tokens, names } = task;
  const output = names.length * questions;
  const session = heed.selfAttentionSession({ batch: BATCH, tokens, modelDim: dim, heads: layer.heads, output });
  for (const name of ["queryWeight", "keyWeight", "valueWeight"] as const) session[name].set(layer[name]);
  session.outputWeight!.set(outputWeightOf(examined));
  const draw = seededRandom(~seed);
  for (let batch = 0; batch < EXAMINED_BAGS / BATCH; batch++) {
    const answers = task.fill(session.x, draw);
    session.run();
    take(task, session, answers);
  }
  session.dispose();
}
