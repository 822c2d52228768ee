// How often it is right, and where its heads look, over sentences of pairs that are never read.
import type { Heed } from "heed";
import { seededRandom } from "heed/train";
import { largestAt } from "../../kit/index.js";
import { forward, logitsOf, partsOf, type Model } from "./model.js";
import { drawSentences, type Sentence } from "./sentences.js";
import type { Table } from "./table.js";
import { idsOf } from "./words.js";

/** Sentences of a test. */
export const TESTED = 400;

/** They are the same for every model of a table. */
export const testSentences = (table: Table): Sentence[] => drawSentences(table, seededRandom(0), TESTED, true);

/** Shares from 0 to 1. */
export interface Looks {
  /** Sentences in which the noun that is meant is the likeliest of all words. */
  readonly right: number;
  /** The mean weight of the pronoun's first look on the word that is said. */
  readonly first: number;
  /** The mean weight of its last look on the noun that is meant, and on the other noun. */
  readonly second: number;
  readonly other: number;
  /** Sentences in which its last look gives most to the noun that is meant. */
  readonly points: number;
}

export interface Measured extends Looks {
  /** Sentences that are right with the first head off, and with the second one off. */
  readonly firstOff: number;
  readonly secondOff: number;
}

export function measure(heed: Heed, model: Model, sentences: readonly Sentence[]): Measured {
  const rightWithout = (layer: number): number => looks(heed, model, sentences, [layer]).right;
  return { ...looks(heed, model, sentences), firstOff: rightWithout(0), secondOff: rightWithout(1) };
}

export function looks(heed: Heed, model: Model, sentences: readonly Sentence[], off: readonly number[] = []): Looks {
  const parts = partsOf(model);
  const count = sentences.length;
  const lengths = sentences.map(({ words }) => words.length);
  const places = Math.max(...lengths);
  const ids = new Int32Array(count * places);
  sentences.forEach(({ words }, at) => ids.set(idsOf(model.table, words), at * places));
  const { layers, rows } = forward(heed, parts, ids, { lengths, off, keep: ["weights"] });
  const dim = parts.gain.data.length;
  const asked = new Float32Array(count * dim);
  sentences.forEach(({ asks }, at) => {
    const row = at * places + asks;
    asked.set(rows.data.subarray(row * dim, (row + 1) * dim), at * dim);
  });
  const { data, shape } = logitsOf(heed, parts, { data: asked, shape: [count, dim] });
  const isRight = ({ meant }: Sentence, at: number): number =>
    largestAt(data.subarray(at * shape[1]!, (at + 1) * shape[1]!)) === ids[at * places + meant] ? 1 : 0;
  /** What the pronoun gives to each word: the mean of the layer's heads. */
  const givenIn =
    (layer: number) =>
    ({ asks }: Sentence, at: number): number[] => {
      const { heads } = parts.layers.at(layer)!;
      const { data: weights } = layers.at(layer)!.kept.weights;
      return Array.from({ length: lengths[at]! }, (_, seen) => {
        let sum = 0;
        for (let head = 0; head < heads; head++) sum += weights[((at * heads + head) * places + asks) * places + seen]!;
        return sum / heads;
      });
    };
  const weight = (layer: number, place: "said" | "meant" | "other") => (sentence: Sentence, at: number) =>
    givenIn(layer)(sentence, at)[sentence[place]]!;
  const pointsAt = (sentence: Sentence, at: number): number =>
    largestAt(givenIn(-1)(sentence, at)) === sentence.meant ? 1 : 0;
  const mean = (of: (sentence: Sentence, at: number) => number): number =>
    sentences.reduce((sum, sentence, at) => sum + of(sentence, at), 0) / count;
  return {
    right: mean(isRight),
    first: mean(weight(0, "said")),
    second: mean(weight(-1, "meant")),
    other: mean(weight(-1, "other")),
    points: mean(pointsAt),
  };
}
