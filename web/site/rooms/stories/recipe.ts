// How it is trained. The page's worker, the script that stores numbers and the tests all train by this.
import type { Heed } from "heed";
import type { LanguageModel } from "heed/layers";
import { adam, initialise, seededRandom, warmupCosine, type Random } from "heed/train";
import { copyParameters } from "../../kit/index.js";
import { idsOf, openNet, SHAPE, type Model, type Shape } from "./model.js";
import type { Table } from "./table.js";
import { drawStory, PLACES } from "./telling.js";

/** Stories of one step; steps. */
export const [BATCH, STEPS] = [16, 4000];

/** Of the first numbers. From a fifth of it, as GPT-2 has, names are found a thousand steps later. */
const DEVIATION = 0.1;

/** Draws the stories that a training with this seed reads. */
export const storiesOf = (seed: number): Random => seededRandom(seed + 1_000_000);

export class Training {
  readonly #table: Table;
  readonly #shape: Shape;
  readonly #net: LanguageModel;
  readonly #draw: Random;
  readonly #optimiser;

  constructor(heed: Heed, table: Table, seed: number, shape = SHAPE, steps = STEPS) {
    [this.#table, this.#shape] = [table, shape];
    this.#draw = storiesOf(seed);
    this.#net = openNet(heed, table, shape, { batch: BATCH, backward: true });
    initialise(this.#net.parameters, seededRandom(seed), DEVIATION);
    const learningRate = warmupCosine({ peak: 4e-3, end: 4e-4, warmup: 100, steps });
    const options = { learningRate, beta2: 0.99, weightDecay: 0.1, clip: 1 };
    this.#optimiser = adam(heed, this.#net.parameters, options);
  }

  /** Returns the loss. */
  step(): number {
    const { ids, targets } = this.#net;
    ids.fill(0);
    targets.fill(-1);
    for (let row = 0; row < BATCH; row++) {
      const story = idsOf(this.#table, drawStory(this.#table, this.#draw));
      ids.set(story, row * PLACES);
      targets.set(story.slice(1), row * PLACES);
    }
    this.#net.run();
    this.#net.backward();
    this.#optimiser.step();
    return this.#net.loss;
  }

  /** What has been learned so far. */
  model(): Model {
    return { table: this.#table, shape: this.#shape, numbers: copyParameters(this.#net.parameters) };
  }

  dispose(): void {
    this.#optimiser.dispose();
    this.#net.dispose();
  }
}
