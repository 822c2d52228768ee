// What the page reads from a snapshot of the two layers: maps, guesses, loss, and what a score is made of.
import type { Floats, Heed } from "heed";
import { seededRandom, softmaxCrossEntropy, type Graded } from "heed/train";
import { largestAt, writeParameters } from "../../kit/index.js";
import { inductionScore, previousTokenScore } from "./head-scores.js";
import { DIM, openNet, type AttentionLayer, type Net } from "./net.js";
import { drawTexts, TOKENS, VOCAB } from "./task.js";

/** What is taken away from the trained layers. */
export const CHANGES = ["none", "layer", "distance", "distances"] as const;
export type Change = (typeof CHANGES)[number];

/** Texts for the loss. No step trains on them. */
const GRADED = { texts: 32, seed: -2 };

/** A place of a text where the next token can be known. */
export interface Answered {
  readonly ids: readonly number[];
  readonly place: number;
  readonly right: number;
  /** One for each token. */
  readonly logits: Float32Array;
}

export interface Guess {
  readonly token: number;
  /** Its share after softmax over all tokens. */
  readonly share: number;
}

export interface Reading {
  readonly ids: readonly number[];
  /** The weights of layer 1 and of layer 2, (length, length). */
  readonly weights: readonly Float32Array[];
  /** The guess at each place. */
  readonly guesses: readonly Guess[];
  /** What layer 1 and layer 2 read and have learned. */
  readonly layers: readonly LayerRead[];
  readonly previous: number;
  readonly induction: number;
  /** The logits of layer 2, (length, length). */
  readonly logits: Floats;
}

/** A layer as it read a text: the rows that went in, (length, DIM), its matrices, and its numbers of the distances. */
export interface LayerRead {
  readonly x: Floats;
  /** (DIM, DIM); the output has VOCAB columns in layer 2. */
  readonly weights: Readonly<Record<"query" | "key" | "value" | "output", Floats>>;
  /** (length, length) */
  readonly bias: Floats;
}

export class Reader {
  readonly #one: Net;
  readonly #many: Net;
  readonly #texts = drawTexts(seededRandom(GRADED.seed), GRADED.texts);

  constructor(heed: Heed) {
    this.#one = openNet(heed, "two", 1);
    this.#many = openNet(heed, "two", GRADED.texts);
  }

  /** Loss and share of right tokens in texts that no step trained on. */
  grade(parameters: Float32Array, change: Change): Graded {
    prepare(this.#many, parameters, change);
    this.#many.run(this.#texts.ids);
    return softmaxCrossEntropy(this.#many.logits, this.#texts.answers);
  }

  /** The same texts, answer by answer. */
  answers(parameters: Float32Array, change: Change): Answered[] {
    prepare(this.#many, parameters, change);
    this.#many.run(this.#texts.ids);
    const { ids, answers } = this.#texts;
    return Array.from(answers, (right, row) => {
      const [place, start] = [row % TOKENS, row - (row % TOKENS)];
      const logits = this.#many.logits.slice(row * VOCAB, (row + 1) * VOCAB);
      return { ids: Array.from(ids.subarray(start, start + TOKENS)), place, right, logits };
    }).filter(({ right }) => right >= 0);
  }

  /** @param ids at most TOKENS. Later places do not matter, because no token looks ahead. */
  read(parameters: Float32Array, change: Change, ids: readonly number[]): Reading {
    const net = this.#one;
    prepare(net, parameters, change);
    const all = Int32Array.from({ length: TOKENS }, (_, i) => ids[i] ?? 0);
    net.run(all);
    const [low, high] = net.layers.map(({ session }) => ({
      weights: session.weights.slice(),
      ids: all,
      length: ids.length,
    }));
    return {
      ids,
      weights: [low!, high!].map(({ weights }) => square(weights, ids.length)),
      guesses: ids.map((_, i) => guessAt(net.logits.subarray(i * VOCAB, (i + 1) * VOCAB))),
      layers: net.layers.map(({ session }) => layerRead(session, ids.length)),
      previous: previousTokenScore(low!),
      induction: inductionScore(high!),
      logits: square(net.layers[1]!.session.logits, ids.length),
    };
  }
}

function layerRead(session: AttentionLayer["session"], length: number): LayerRead {
  return {
    x: session.x.slice(0, length * DIM),
    weights: {
      query: session.queryWeight.slice(),
      key: session.keyWeight.slice(),
      value: session.valueWeight.slice(),
      output: session.outputWeight!.slice(),
    },
    bias: square(session.bias!, length),
  };
}

function prepare(net: Net, parameters: Float32Array, change: Change): void {
  writeParameters(net.parameters, parameters);
  const [low, high] = net.layers;
  if (change === "layer") low!.session.outputWeight!.fill(0);
  if (change === "distance") low!.distances[low!.place(-1)] = -Infinity;
  if (change === "distances") high!.distances.fill(0);
}

/** The first rows and columns of (TOKENS, TOKENS). */
function square(weights: Float32Array, length: number): Floats {
  return Float32Array.from(
    { length: length * length },
    (_, at) => weights[Math.floor(at / length) * TOKENS + (at % length)]!,
  );
}

function guessAt(logits: Float32Array): Guess {
  const token = largestAt(logits);
  const sum = logits.reduce((total, logit) => total + Math.exp(logit - logits[token]!), 0);
  return { token, share: 1 / sum };
}
