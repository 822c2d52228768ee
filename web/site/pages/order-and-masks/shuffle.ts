// Attention on the words in order and on the same words shuffled, with positions or without.
import type { Heed, Tensor } from "heed";
import { seededRandom } from "heed/train";
import { attentionOf, rowOf, type AttentionComputation } from "../../rooms/lesson/index.js";
import { rotated, sinusoidal, type Kind } from "./positions.js";
import { DIM, namesOf, rowsOfWords, WORDS } from "./words.js";

/** Which word is at each place. Seed 0 leaves them in order. */
export function orderOf(seed: number): number[] {
  const order = WORDS.map((_, word) => word);
  if (seed === 0) return order;
  const draw = seededRandom(seed);
  for (let last = order.length - 1; last > 0; last--) {
    const other = draw.integer(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** The context vectors, a row for each place. @param table the learned rows of the places */
export function contextOf(heed: Heed, order: readonly number[], kind: Kind, table: Float32Array): AttentionComputation {
  const all = rowsOfWords(WORDS);
  const words = order.map((word) => all[word]!);
  const names = namesOf(WORDS);
  return attentionOf(heed, { tokens: order.map((word) => names[word]!), ...withPlaces(words, kind, table) });
}

function withPlaces(words: number[][], kind: Kind, table: Float32Array) {
  if (kind === "rotary") {
    const turned = words.map(rotated);
    return { q: turned, k: turned, v: words };
  }
  const places = kind === "sinusoidal" ? sinusoidal(words.length) : undefined;
  const x = words.map((word, place) =>
    word.map((part, column) => {
      if (kind === "learned") return part + table[place * DIM + column]!;
      return part + (places === undefined ? 0 : places[place]![column]!);
    }),
  );
  return { q: x, k: x, v: x };
}

/** Two numbers of one column, in two rows of context vectors. */
export interface Apart {
  readonly value: number;
  readonly rows: readonly [one: number, other: number];
  readonly column: number;
}

/** The largest difference between a word's row in order and its row in the shuffled sentence. */
export function movedBy(inOrder: Tensor, shuffled: Tensor, order: readonly number[]): Apart {
  return largestOf(order.map((word, place) => apart(inOrder, shuffled, [word, place])));
}

/** The largest difference between the rows of the two words "the" in order. */
export function twinsApart(inOrder: Tensor): Apart {
  return apart(inOrder, inOrder, [WORDS.indexOf("the"), WORDS.lastIndexOf("the")]);
}

function apart(a: Tensor, b: Tensor, rows: Apart["rows"]): Apart {
  const other = rowOf(b, rows[1]);
  return largestOf(rowOf(a, rows[0]).map((one, column) => ({ value: Math.abs(one - other[column]!), rows, column })));
}

function largestOf(all: readonly Apart[]): Apart {
  return all.reduce((most, one) => (one.value > most.value ? one : most));
}
