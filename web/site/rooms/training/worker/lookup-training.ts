// A layer that learns the lookup task, a step at a time.
import type { Heed, LayerGradient, Scale, SelfAttentionBackwardSession, SelfAttentionMatrix } from "heed";
import { adam, parametersOf, seededRandom, softmaxCrossEntropy, type Graded, type Parameter } from "heed/train";
import { lookupTask, type LookupTask, type LookupTaskOptions } from "./lookup-task.js";

/** The task, the layer and the training. */
export interface LookupTrainingOptions extends LookupTaskOptions {
  /** Decides embeddings, first weights and bags; 1 where it is left out. */
  seed?: number | undefined;
  /** What the raw scores are multiplied by; `"sqrt-dk"` where it is left out. `"none"` shows why there is a scale. */
  scale?: Scale | undefined;
  /**
   * The number of heads, which divides dim; 1 where it is left out. Each head has dim / heads columns, so the number of
   * weights stays the same.
   */
  heads?: number | undefined;
  /** Bags in a step; 32 where it is left out. */
  batch?: number | undefined;
  /** The learning rate of Adam; 0.005 where it is left out. */
  learningRate?: number | undefined;
  /** What the session keeps of each step, to be shown. */
  keep?: readonly (SelfAttentionMatrix | LayerGradient)[] | undefined;
}

/** A layer of one head or more and a linear read-out that learn the lookup task, a step at a time. */
export interface LookupTraining {
  /** What it learns. */
  readonly task: LookupTask;
  /** The layer. Its output projection is the read-out: for each thing asked, a column for each name. */
  readonly session: SelfAttentionBackwardSession;
  /** What is learned: all weights of the layer. */
  readonly parameters: readonly Parameter[];
  /** The number of steps so far. */
  readonly steps: number;
  /**
   * One step: new bags, forward, loss on the answers only, backward, Adam. Same seed, flavour and engine, same bits.
   */
  step(): Graded;
  /** The fewest bags to grade, 1024 where it is left out. They are in no training step, and always the same. */
  test(bags?: number): Graded;
  /** Gives the session's memory back. */
  dispose(): void;
}

/** Makes a layer that learns the lookup task, with its weights drawn from the seed. */
export function lookupTraining(heed: Heed, options: LookupTrainingOptions = {}): LookupTraining {
  const { seed = 1, scale, heads, batch = 32, learningRate = 0.005, keep = [], dim, facts, questions } = options;
  const draw = seededRandom(seed);
  const task = lookupTask(draw, { dim, facts, questions });
  const output = task.names.length * task.questions;
  const sizes = { batch, tokens: task.tokens, modelDim: task.dim, heads, output };
  const session = heed.selfAttentionSession({ ...sizes, scale, keep, backward: true as const });
  const parameters = parametersOf(session);
  for (const { value } of parameters) draw.fillNormal(value, 1 / Math.sqrt(task.dim));
  const optimiser = adam(parameters, { learningRate });
  return {
    task,
    session,
    parameters,
    get steps() {
      return optimiser.steps;
    },
    step() {
      const answers = task.fill(session.x);
      session.run();
      const graded = softmaxCrossEntropy(session.output, answers, session.dOutput);
      session.backward();
      optimiser.step();
      return graded;
    },
    test(bags = 1024) {
      const batches = Math.ceil(bags / batch);
      const unseen = seededRandom(~seed);
      let [loss, accuracy] = [0, 0];
      for (let n = 0; n < batches; n++) {
        const answers = task.fill(session.x, unseen);
        session.run();
        const graded = softmaxCrossEntropy(session.output, answers);
        loss += graded.loss / batches;
        accuracy += graded.accuracy / batches;
      }
      return { loss, accuracy };
    },
    dispose: () => session.dispose(),
  };
}
