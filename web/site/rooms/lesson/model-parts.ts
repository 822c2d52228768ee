// What a lesson needs to compute a small model again for its machine: without some heads, and to the shares at the end.
import type { Tensor } from "heed";
import { formula } from "../../kit/texts/index.js";
import type { Figure } from "../inspector/index.js";
import { productsFigure } from "./figure-kinds.js";

/** Two tensors of one shape, number by number. */
export function plus(one: Tensor, other: Tensor): Tensor {
  return { data: Float32Array.from(one.data, (value, at) => value + other.data[at]!), shape: one.shape };
}

/** Some rows of a matrix, from the first one up to but not including the second. */
export function rowsFrom({ data, shape }: Tensor, [from, to]: readonly [number, number]): Tensor {
  const width = shape.at(-1)!;
  return { data: data.slice(from * width, to * width), shape: [to - from, width] };
}

/** An output weight [heads · dim, width] with zeros where the joined numbers of a head that is off go in. */
export function withoutHeads({ data, shape }: Tensor, heads: number, off: readonly number[]): Tensor {
  const size = data.length / heads;
  return { data: Float32Array.from(data, (value, at) => (off.includes(Math.floor(at / size)) ? 0 : value)), shape };
}

/** What logits are products with: a row of numbers for each word, and for some models a bias. */
export interface ReadOut {
  readonly words: readonly string[];
  readonly numberOf: (word: number, column: number) => number;
  readonly bias?: ArrayLike<number>;
}

export interface LogitShare {
  readonly word: string;
  /** Its place among all words. */
  readonly id: number;
  readonly share: number;
  readonly logit: number;
  /** The products that the logit is the sum of. */
  readonly figure: () => Figure;
}

/** Softmax over a row of logits, the largest share first. @param row which the logits were made of */
export function sharesOf(logits: ArrayLike<number>, row: ArrayLike<number>, readOut: ReadOut): LogitShare[] {
  const all = Array.from(logits);
  const most = Math.max(...all);
  const powers = all.map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers
    .map((power, id) => ({
      word: readOut.words[id]!,
      id,
      share: power / sum,
      logit: all[id]!,
      figure: () => logitFigure(row, readOut, id),
    }))
    .sort((a, b) => b.share - a.share);
}

function logitFigure(row: ArrayLike<number>, { words, numberOf, bias }: ReadOut, id: number): Figure {
  const products = Array.from(row, (value, column) => ({
    name: String(column + 1),
    numbers: [value, numberOf(id, column)],
  }));
  const word = words[id]!;
  return productsFigure(
    { location: word, title: word },
    {
      formula: formula(bias === undefined ? "\\sum_i h_i t_i" : "\\sum_i h_i t_i + b", true),
      heads: ["", "h", "t"],
      rows: bias === undefined ? products : [...products, { name: "b", numbers: [bias[id]!, 1] }],
    },
  );
}
