// How it is trained. The page's worker, the script that stores numbers and the tests all train by this.
import type { Heed } from "heed";
import type { LanguageModel } from "heed/layers";
import { adam, initialise, seededRandom, warmupCosine, type Random } from "heed/train";
import { copyParameters } from "../../kit/index.js";
import { drawLoose } from "./loose.js";
import { idsOf, openNet, SHAPE, type Model, type Shape } from "./model.js";
import type { Table } from "./table.js";
import { drawStory, PLACES } from "./telling.js";

/** Texts of one step. */
export const BATCH = 16;

interface Part {
  readonly steps: number;
  /** Loose texts of a step; the others are stories. */
  readonly loose: number;
  readonly peak: number;
  readonly end: number;
}

/** Stories first, so that heads learn to bring the name. Loose texts among them later leave these heads as they are. */
const PARTS: readonly Part[] = [
  { steps: 4000, loose: 0, peak: 4e-3, end: 4e-4 },
  { steps: 5000, loose: 12, peak: 3e-3, end: 0 },
];
export const STEPS = PARTS.reduce((sum, { steps }) => sum + steps, 0);

/** Of the first numbers. From a fifth of it, as GPT-2 has, names are found a thousand steps later. */
const DEVIATION = 0.1;

/** Draws the texts that a part of the training with this seed reads. */
export const textsOf = (seed: number, part = 0): Random => seededRandom(seed + 1_000_000 * (part + 1));

export class Training {
  readonly #heed: Heed;
  readonly #table: Table;
  readonly #shape: Shape;
  readonly #seed: number;
  readonly #net: LanguageModel;
  #part = -1;
  /** Steps that the part still has. */
  #left = 0;
  #draw!: Random;
  #optimiser: ReturnType<typeof adam> | undefined;

  constructor(heed: Heed, table: Table, seed: number, shape = SHAPE) {
    [this.#heed, this.#table, this.#seed, this.#shape] = [heed, table, seed, shape];
    this.#net = openNet(heed, table, shape, { batch: BATCH, backward: true });
    initialise(this.#net.parameters, seededRandom(seed), DEVIATION);
    this.#nextPart();
  }

  #nextPart(): void {
    this.#optimiser?.dispose();
    const { steps, peak, end } = PARTS[++this.#part]!;
    const learningRate = warmupCosine({ peak, end, warmup: 100, steps });
    const options = { learningRate, beta2: 0.99, weightDecay: 0.1, clip: 1 };
    this.#optimiser = adam(this.#heed, this.#net.parameters, options);
    [this.#draw, this.#left] = [textsOf(this.#seed, this.#part), steps];
  }

  /** Returns the loss. */
  step(): number {
    if (this.#left === 0 && this.#part + 1 < PARTS.length) this.#nextPart();
    this.#left--;
    const { ids, targets } = this.#net;
    ids.fill(0);
    targets.fill(-1);
    const stories = BATCH - PARTS[this.#part]!.loose;
    for (let row = 0; row < BATCH; row++)
      if (row < stories) this.#readStory(row * PLACES);
      else this.#readLoose(row * PLACES);
    this.#net.run();
    this.#net.backward();
    this.#optimiser!.step();
    return this.#net.loss;
  }

  #readStory(begin: number): void {
    const story = idsOf(this.#table, drawStory(this.#table, this.#draw));
    this.#net.ids.set(story, begin);
    this.#net.targets.set(story.slice(1), begin);
  }

  /** Of a loose text only the decided words are learned. */
  #readLoose(begin: number): void {
    const { words, decided } = drawLoose(this.#table, this.#draw);
    const text = idsOf(this.#table, words);
    this.#net.ids.set(text, begin);
    for (const at of decided) this.#net.targets[begin + at - 1] = text[at]!;
  }

  /** What has been learned so far. */
  model(): Model {
    return { table: this.#table, shape: this.#shape, numbers: copyParameters(this.#net.parameters) };
  }

  dispose(): void {
    this.#optimiser!.dispose();
    this.#net.dispose();
  }
}
