// How it is trained. The page's worker, the script that stores numbers and the tests all train by this.
import type { Floats, Heed } from "heed";
import {
  chain,
  crossEntropySession,
  embeddingSession,
  layerNormSession,
  linearSession,
  transformerBlock,
} from "heed/layers";
import { adam, initialise, seededRandom, warmupCosine, type Random } from "heed/train";
import { DIM, HIDDEN, LAYERS, PLACES, type Model } from "./model.js";
import { drawSentences, idsOf, vocabularyOf, type Sentence } from "./sentences.js";
import type { Table } from "./table.js";

/** Sentences that are read; sentences of one step; steps. */
export const [READ, BATCH, STEPS] = [6000, 32, 1200];
/** The part of the other words that are to be named, too. */
const OTHERS = 0.15;

/** The sentences that a training reads. */
export const sentencesRead = (table: Table, seed: number): Sentence[] =>
  drawSentences(table, seededRandom(seed), READ, false);

type Net = ReturnType<typeof openNet>;

function openNet(heed: Heed, vocab: number) {
  const rows = BATCH * PLACES;
  const keyLengths = Array.from({ length: BATCH }, () => PLACES);
  const embedding = embeddingSession(heed, { rows, vocab, modelDim: DIM, positions: PLACES, backward: true });
  const blocks = Array.from({ length: LAYERS }, (_, layer) =>
    transformerBlock(heed, {
      ...{ batch: BATCH, tokens: PLACES, modelDim: DIM, hidden: HIDDEN, backward: true },
      attention: { keyLengths, ...(layer === 0 ? { causal: false, window: { left: 0 } } : { causal: true }) },
    }),
  );
  const norm = layerNormSession(heed, { rows, dim: DIM, biases: false, backward: true });
  const head = linearSession(heed, {
    ...{ rows, inputs: DIM, outputs: vocab, layout: "out-in", weightOf: embedding, backward: true },
  } as const);
  const losses = crossEntropySession(heed, { rows, classes: vocab, backward: true });
  const lengths = blocks.map(({ layers: [first] }) => first.layers[1]);
  return { embedding, losses, lengths, net: chain([embedding, ...blocks, norm, head, losses], { shared: true }) };
}

export class Training {
  readonly #table: Table;
  readonly #sentences: readonly Sentence[];
  readonly #ids: readonly (readonly number[])[];
  readonly #net: Net;
  readonly #draw: Random;
  readonly #optimiser;

  constructor(heed: Heed, table: Table, seed: number) {
    this.#table = table;
    this.#sentences = sentencesRead(table, seed);
    this.#ids = this.#sentences.map(({ words }) => idsOf(table, words));
    this.#draw = seededRandom(seed + 1_000_000);
    this.#net = openNet(heed, vocabularyOf(table).words.length);
    initialise(this.#net.net.parameters, this.#draw, 0.2);
    const learningRate = warmupCosine({ peak: 1e-2, end: 8e-4, warmup: 100, steps: STEPS });
    this.#optimiser = adam(this.#net.net.parameters, {
      ...{ heed, learningRate, beta2: 0.99, weightDecay: 0.01, clip: 1 },
    });
  }

  /** Returns the loss. */
  step(): number {
    const { net, losses } = this.#net;
    this.#fill();
    net.run();
    net.backward();
    this.#optimiser.step();
    return losses.loss;
  }

  #fill(): void {
    const { embedding, losses, lengths } = this.#net;
    const [{ x }, { targets }] = [embedding, losses];
    targets.fill(-1);
    for (let at = 0; at < BATCH; at++) {
      const which = this.#draw.integer(READ);
      const [{ asks, meant }, ids] = [this.#sentences[which]!, this.#ids[which]!];
      x.set(ids, at * PLACES);
      ids.forEach((id, word) => {
        if (this.#draw.uniform() < OTHERS) targets[at * PLACES + word] = id;
      });
      targets[at * PLACES + asks] = ids[meant]!;
      for (const { keyLengths } of lengths) keyLengths![at] = ids.length;
    }
  }

  /** What has been learned so far. */
  model(): Model {
    const values = this.#net.net.parameters.map(({ value }) => value);
    const numbers: Floats = new Float32Array(values.reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    for (const value of values) {
      numbers.set(value, end);
      end += value.length;
    }
    return { table: this.#table, numbers };
  }

  dispose(): void {
    this.#optimiser.dispose();
    this.#net.net.dispose();
  }
}
