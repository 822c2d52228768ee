// What the model makes of one sentence: all numbers on the way, and what each word means. It has the parts that the
// drawing of a machine asks for.
import type { Floats, Heed, Tensor } from "heed";
import type { Computation } from "../inspector/index.js";
import { forward, logitsOf, partsOf, type Forward, type LayerRun, type Model, type Off } from "./model.js";
import { idsOf, vocabularyOf } from "./words.js";

export interface WordShare {
  readonly word: string;
  readonly share: number;
  readonly logit: number;
}

/** A part of a difference of two logits. */
export interface LogitPart {
  /** The word's own row, a head, or a net. */
  readonly part: "row" | "head" | "net";
  readonly layer: number;
  /** The sum of the products of the two rows of numbers. */
  readonly value: number;
  /** What the part adds, as the last norm leaves it. */
  readonly added: readonly number[];
  /** The row of one word less that of the other, times the gain of the last norm. */
  readonly direction: readonly number[];
}

export interface PronounRun {
  readonly words: readonly string[];
  readonly layers: readonly {
    readonly lines: readonly [number, number];
    readonly seen: readonly [number, number];
    readonly heads: number;
    readonly net: boolean;
  }[];
  readonly says: "means";
  /** The layers or heads that are off. */
  readonly off: readonly Off[];
  /** The rows before a layer, [words, dim]; with `depth` = layers.length those after the last. */
  rows(depth: number): Tensor;
  /** The head of a layer, as the inspector opens it. */
  look(layer: number): Computation;
  /** What the net of a layer adds, [words, dim]. */
  net(layer: number): Tensor;
  /** All that a layer did. */
  stages(layer: number): LayerRun;
  /** The rows after the last norm, and their products with the row of each word of the table, [words, words known]. */
  readonly last: Tensor;
  readonly logits: Tensor;
  /** What a word means: all words of the table with their shares, the largest first. */
  shares(line: number): readonly WordShare[];
  /** Parts of the logit of one word less that of another, at a line. The last norm is frozen, so they add up. */
  parts(line: number, word: string, against: string): readonly LogitPart[];
}

/** @param words which the table has, at most 16 */
export function runOf(heed: Heed, model: Model, words: readonly string[], off: readonly Off[] = []): PronounRun {
  const parts = partsOf(model);
  const made = forward(heed, parts, idsOf(model.table, words), { off });
  const logits = logitsOf(heed, parts, made.rows);
  const all = [0, words.length] as const;
  return {
    words,
    layers: parts.layers.map(({ heads }) => ({ lines: all, seen: all, heads, net: true })),
    says: "means",
    off,
    rows: (depth) => made.layers[depth]?.input ?? made.layers.at(-1)!.output,
    look: (layer) => {
      const { x, weights, options, kept } = made.layers[layer]!;
      return { tokens: words, x, weights, options, kept, flavour: heed.flavour };
    },
    net: (layer) => made.layers[layer]!.feedForward,
    stages: (layer) => made.layers[layer]!,
    last: made.rows,
    logits,
    shares: (line) => sharesOf(rowOf(logits, line), vocabularyOf(model.table).words),
    parts(line, word, against) {
      const ids = idsOf(model.table, [word, against]);
      const [one, other] = ids.map((id) => rowOf(parts.words, id)) as [Floats, Floats];
      const direction = Array.from(one, (value, at) => (value - other[at]!) * parts.gain.data[at]!);
      return logitParts(made, line, direction);
    },
  };
}

/** Where a machine's runs come from: those of one sentence, without the heads that the reader has switched off. */
export const sourceOf = (heed: Heed, model: Model, words: readonly string[]) => ({
  run: (off: readonly Off[]): PronounRun => runOf(heed, model, words, off),
});

/** What a line gives to each in a layer: the mean of its heads. */
export function lookOf(run: PronounRun, layer: number, line: number): Float32Array {
  const { heads } = run.layers[layer]!;
  const mean = new Float32Array(run.words.length);
  for (let head = 0; head < heads; head++)
    rowOf(run.look(layer).kept["weights"]!, head * mean.length + line).forEach((weight, at) => {
      mean[at]! += weight / heads;
    });
  return mean;
}

export function rowOf({ data, shape }: Tensor, row: number): Floats {
  const width = shape[shape.length - 1]!;
  return (data as Floats).subarray(row * width, (row + 1) * width);
}

function sharesOf(logits: Floats, words: readonly string[]): WordShare[] {
  const most = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - most));
  const sum = powers.reduce((all, one) => all + one, 0);
  return words
    .map((word, id) => ({ word, share: powers[id]! / sum, logit: logits[id]! }))
    .sort((a, b) => b.share - a.share);
}

const EPSILON = 1e-5;

function logitParts({ layers }: Forward, line: number, direction: readonly number[]): LogitPart[] {
  const row = Array.from(rowOf(layers.at(-1)!.output, line));
  const mean = meanOf(row);
  const deviation = Math.sqrt(meanOf(row.map((value) => (value - mean) ** 2)) + EPSILON);
  const partOf = (part: LogitPart["part"], layer: number, tensor: Tensor): LogitPart => {
    const own = Array.from(rowOf(tensor, line));
    const added = own.map((value) => (value - meanOf(own)) / deviation);
    const value = added.reduce((all, one, at) => all + one * direction[at]!, 0);
    return { part, layer, value, added, direction };
  };
  return [
    partOf("row", 0, layers[0]!.input),
    ...layers.flatMap(({ kept, feedForward }, layer) => [
      partOf("head", layer, kept.output),
      partOf("net", layer, feedForward),
    ]),
  ];
}

const meanOf = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0) / numbers.length;
