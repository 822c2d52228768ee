// What the model makes of one sentence: all numbers on the way, and what each word means. It has the parts that the
// drawing of a machine asks for.
import type { Floats, Heed, Tensor } from "heed";
import type { Computation } from "../inspector/index.js";
import { DIM, forward, LAYERS, logitsOf, partsOf, type Forward, type LayerRun, type Model } from "./model.js";
import { idsOf, vocabularyOf } from "./sentences.js";

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
  readonly value: number;
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
  /** The layers whose head is off. */
  readonly off: readonly number[];
  /** The rows before a layer, [words, DIM]; with `depth` = 2 those behind the last. */
  rows(depth: number): Tensor;
  /** The head of a layer, as the inspector opens it. */
  look(layer: number): Computation;
  /** What the net of a layer adds, [words, DIM]. */
  net(layer: number): Tensor;
  /** All that a layer did. */
  stages(layer: number): LayerRun;
  /** The rows behind the last norm, and their products with the row of each word of the table, [words, words known]. */
  readonly last: Tensor;
  readonly logits: Tensor;
  /** What a word means: all words of the table with their shares, the largest first. */
  shares(line: number): readonly WordShare[];
  /** Parts of the logit of one word less that of another, at a line. The last norm is frozen, so they add up. */
  parts(line: number, word: string, against: string): readonly LogitPart[];
}

/** @param words which the table has, at most 16 */
export function runOf(heed: Heed, model: Model, words: readonly string[], off: readonly number[] = []): PronounRun {
  const parts = partsOf(model);
  const made = forward(heed, parts, idsOf(model.table, words), { off });
  const logits = logitsOf(heed, parts, made.rows);
  const all = [0, words.length] as const;
  return {
    words,
    layers: made.layers.map(() => ({ lines: all, seen: all, heads: 1, net: true })),
    says: "means",
    off,
    rows: (depth) => (depth < LAYERS ? made.layers[depth]!.input : made.layers[LAYERS - 1]!.output),
    look: (layer) => {
      const { x, weights, options, kept } = made.layers[layer]!;
      return { tokens: words, x, weights: { ...weights, heads: 1 }, options, kept, flavour: heed.flavour };
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
export function sourceOf(heed: Heed, model: Model, words: readonly string[]) {
  return {
    run: (off: readonly { readonly layer: number }[]): PronounRun =>
      runOf(
        heed,
        model,
        words,
        off.map(({ layer }) => layer),
      ),
  };
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
  const row = Array.from(rowOf(layers[LAYERS - 1]!.output, line));
  const mean = meanOf(row);
  const deviation = Math.sqrt(meanOf(row.map((value) => (value - mean) ** 2)) + EPSILON);
  const valueOf = (added: Tensor): number => {
    const part = Array.from(rowOf(added, line));
    const own = meanOf(part);
    return part.reduce((all, value, at) => all + ((value - own) / deviation) * direction[at]!, 0);
  };
  return [
    { part: "row", layer: 0, value: valueOf(layers[0]!.input) },
    ...layers.flatMap(({ kept, feedForward }, layer): LogitPart[] => [
      { part: "head", layer, value: valueOf(kept.output) },
      { part: "net", layer, value: valueOf(feedForward) },
    ]),
  ];
}

const meanOf = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0) / DIM;
