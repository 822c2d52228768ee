// How it is trained. The page's worker, the script that stores numbers and the tests all train by this.
import type { Heed, Tensor } from "heed";
import { languageModel, type LanguageModel } from "heed/layers";
import { adam, initialise, seededRandom, warmupCosine, type Random } from "heed/train";
import { copyParameters } from "../../kit/index.js";
import { partsOf, PLACES, TWO_LOOKS, type Model, type Shape, type Sight } from "./model.js";
import { drawSentences, type Sentence } from "./sentences.js";
import type { Table } from "./table.js";
import { idsOf, vocabularyOf } from "./words.js";

/** Sentences that are read; sentences of one step; steps. */
export const [READ, BATCH, STEPS] = [6000, 32, 1200];
/** The part of the other words that are to be named, too. */
const OTHERS = 0.15;

/** The sentences that a training reads. */
export const sentencesRead = (table: Table, seed: number): Sentence[] =>
  drawSentences(table, seededRandom(seed), READ, false);

/** Draws the first numbers, and then the sentences of each step. */
const drawOf = (seed: number): Random => seededRandom(seed + 1_000_000);
/** Of the first numbers. */
const DEVIATION = 0.2;

/** What a model was before the first step of the training with this seed. */
export function startOf(model: Model, seed: number): Model {
  const start = { ...model, numbers: new Float32Array(model.numbers.length) };
  const { words, positions, layers, gain } = partsOf(start);
  const ofLayers = layers.flatMap((layer) => Object.values(layer).filter((part) => typeof part === "object"));
  const tensors: Tensor[] = [words, positions, ...ofLayers, gain];
  for (const { data, shape } of tensors) if (shape.length === 1) data.fill(1);
  initialise(
    tensors.map(({ data, shape }) => ({ shape, value: data })),
    drawOf(seed),
    DEVIATION,
  );
  return start;
}

/** What the attention of a layer takes beside its sizes. */
const SIGHTS: Readonly<Record<Sight, object>> = {
  ahead: { causal: false, window: { left: 0 } },
  back: { causal: true },
  all: { causal: false },
};

function openNet(heed: Heed, table: Table, { sights, dim, heads = 1, hidden }: Shape): LanguageModel {
  const keyLengths = Array.from({ length: BATCH }, () => PLACES);
  return languageModel(heed, {
    ...{ vocab: vocabularyOf(table).words.length, batch: BATCH, tokens: PLACES, modelDim: dim, heads, hidden },
    layers: sights.length,
    attention: sights.map((sight) => ({ keyLengths, ...SIGHTS[sight] })),
    seed: false,
    backward: true,
  });
}

export class Training {
  readonly #table: Table;
  readonly #shape: Shape;
  readonly #sentences: readonly Sentence[];
  readonly #ids: readonly (readonly number[])[];
  readonly #net: LanguageModel;
  readonly #draw: Random;
  readonly #optimiser;

  constructor(heed: Heed, table: Table, seed: number, shape = TWO_LOOKS) {
    [this.#table, this.#shape] = [table, shape];
    this.#sentences = sentencesRead(table, seed);
    this.#ids = this.#sentences.map(({ words }) => idsOf(table, words));
    this.#draw = drawOf(seed);
    this.#net = openNet(heed, table, shape);
    initialise(this.#net.parameters, this.#draw, DEVIATION);
    const learningRate = warmupCosine({ peak: 1e-2, end: 8e-4, warmup: 100, steps: STEPS });
    const options = { learningRate, beta2: 0.99, weightDecay: 0.01, clip: 1 };
    this.#optimiser = adam(heed, this.#net.parameters, options);
  }

  /** Returns the loss. */
  step(): number {
    this.#fill();
    this.#net.run();
    this.#net.backward();
    this.#optimiser.step();
    return this.#net.loss;
  }

  #fill(): void {
    const { ids: x, targets, blocks } = this.#net;
    targets.fill(-1);
    for (let at = 0; at < BATCH; at++) {
      const which = this.#draw.integer(READ);
      const [{ asks, meant }, ids] = [this.#sentences[which]!, this.#ids[which]!];
      x.set(ids, at * PLACES);
      ids.forEach((id, word) => {
        if (this.#draw.uniform() < OTHERS) targets[at * PLACES + word] = id;
      });
      targets[at * PLACES + asks] = ids[meant]!;
      for (const { layers } of blocks) layers[0].layers[1].keyLengths![at] = ids.length;
    }
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
