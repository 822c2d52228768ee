// What the story model makes of a text: all numbers on the way, as a machine draws them, and what comes after each
// word.
import type { Floats, Heed, Tensor } from "heed";
import { layerNorm, linear } from "heed/layers";
import { rotate } from "heed/rotary";
import type { Computation } from "../../inspector/index.js";
import { plus, rowsFrom, sharesOf, withoutHeads, type LogitShare } from "../../lesson/index.js";
import { sizesOf, type MachineRun } from "../../machine/index.js";
import { idsOf, SHAPE, wordsOf, type Model } from "../index.js";

/** A head; or the net of a layer, which has no head. */
export interface Place {
  readonly layer: number;
  readonly head?: number;
}

/** What a part brings to a difference of two logits. */
export interface Brought {
  /** "row" is the word's own row, before any layer. */
  readonly part: "row" | Place;
  readonly value: number;
}

export interface StoryRun extends MachineRun {
  /** The logits of what comes after a word. */
  logits(line: number): Floats;
  shares(line: number): readonly LogitShare[];
  /** What would come after a word if the last norm read its row before a layer. */
  lens(depth: number, line: number): readonly LogitShare[];
  /** All parts of the logit of one word less that of another. The last norm is frozen, so they add up. */
  brought(line: number, word: string, against: string): readonly Brought[];
}

interface Layer {
  readonly gain: Tensor;
  readonly weights: Readonly<Record<`${"query" | "key" | "value" | "output"}Weight`, Tensor>>;
  readonly netGain: Tensor;
  readonly up: Tensor;
  readonly down: Tensor;
}

interface Parts {
  readonly words: Tensor;
  readonly layers: readonly Layer[];
  readonly gain: Tensor;
}

/** The numbers as matrices, in the order in which languageModel has its parameters. */
function partsOf({ table, numbers, shape: { modelDim: dim, layers } = SHAPE }: Model): Parts {
  let end = 0;
  const take = (...shape: number[]): Tensor => {
    const begin = end;
    end += shape.reduce((product, extent) => product * extent, 1);
    return { data: numbers.subarray(begin, end), shape };
  };
  const square = (): Tensor => take(dim, dim);
  return {
    words: take(wordsOf(table).all.length, dim),
    layers: Array.from({ length: layers }, () => ({
      gain: take(dim),
      weights: { queryWeight: square(), keyWeight: square(), valueWeight: square(), outputWeight: square() },
      netGain: take(dim),
      up: take(dim, 4 * dim),
      down: take(4 * dim, dim),
    })),
    gain: take(dim),
  };
}

interface LayerRun {
  readonly input: Tensor;
  readonly look: Computation;
  readonly looked: Tensor;
  readonly net: Tensor;
  readonly output: Tensor;
}

const KEPT = ["q", "k", "v", "raw", "scores", "logits", "weights", "joined"] as const;

/** @param words which the table has, at most 64 @param off heads and nets that add nothing */
export function runOf(heed: Heed, model: Model, words: readonly string[], off: readonly Place[] = []): StoryRun {
  const { shape = SHAPE } = model;
  const parts = partsOf(model);
  const all = wordsOf(model.table).all;
  let rows = embedded(parts.words, idsOf(model.table, words));
  const made = parts.layers.map((_, layer): LayerRun => {
    const one = layerRun(heed, { model, parts, words, off }, layer, rows);
    rows = one.output;
    return one;
  });
  const normed = (row: Tensor): Tensor => layerNorm(heed, row, { gain: parts.gain });
  const logitsOf = (row: Tensor): Tensor => linear(heed, row, { weight: parts.words, layout: "out-in" });
  const last = normed(rows);
  const logits = logitsOf(last);
  const dim = shape.modelDim;
  const numberOf = (id: number, column: number): number => parts.words.data[id * dim + column]!;
  const sharesFrom = (of: Floats, row: Floats): LogitShare[] => sharesOf(of, row, { words: all, numberOf });
  const rowsAt = (depth: number): Tensor => made[depth]?.input ?? made.at(-1)!.output;
  return {
    ...sizesOf(words, shape.layers, shape.heads),
    says: "next",
    rows: rowsAt,
    look: (layer) => made[layer]!.look,
    net: (layer) => made[layer]!.net,
    logits: (line) => rowAt(logits, line),
    shares: (line) => sharesFrom(rowAt(logits, line), rowAt(last, line)),
    lens(depth, line) {
      const row = normed(rowsFrom(rowsAt(depth), [line, line + 1]));
      return sharesFrom(logitsOf(row).data as Floats, row.data as Floats);
    },
    brought(line, word, against) {
      const [of, than] = idsOf(model.table, [word, against]) as [number, number];
      const direction = Array.from(
        { length: dim },
        (_, at) => (numberOf(of, at) - numberOf(than, at)) * parts.gain.data[at]!,
      );
      return broughtBy(made, shape.heads, line, direction);
    },
  };
}

function layerRun(
  heed: Heed,
  given: {
    readonly model: Model;
    readonly parts: Parts;
    readonly words: readonly string[];
    readonly off: readonly Place[];
  },
  layer: number,
  input: Tensor,
): LayerRun {
  const { parts, words, off } = given;
  const { modelDim, heads, near } = given.model.shape ?? SHAPE;
  const { gain, weights: learned, netGain, up, down } = parts.layers[layer]!;
  const here = off.filter((place) => place.layer === layer);
  const without = here.flatMap(({ head }) => head ?? []);
  const weights = { ...learned, outputWeight: withoutHeads(learned.outputWeight, heads, without), heads };
  const rotary = { pairs: "halves", dims: modelDim / heads, base: 1000 } as const;
  const kept = heed.selfAttention(layerNorm(heed, input, { gain }), {
    ...weights,
    causal: true,
    rotary,
    ...(layer === 0 && { window: { left: near } }),
    keep: KEPT,
  });
  const look: Computation = {
    tokens: words,
    weights,
    options: layer === 0 ? { mask: nearMask(words.length, near) } : { causal: true },
    // Scores are made of turned rows.
    kept: { ...kept, q: rotate(kept.q, rotary), k: rotate(kept.k, rotary) },
    flavour: heed.flavour,
  };
  const middle = plus(input, kept.output);
  const hidden = linear(heed, layerNorm(heed, middle, { gain: netGain }), { weight: up, activation: "gelu" });
  const added = linear(heed, hidden, { weight: down });
  const isOff = here.some(({ head }) => head === undefined);
  const net = isOff ? { data: new Float32Array(added.data.length), shape: added.shape } : added;
  return { input, look, looked: kept.output, net, output: plus(middle, net) };
}

/** A word sees itself and a few words before it. */
function nearMask(words: number, near: number): { readonly data: Uint8Array; readonly shape: readonly number[] } {
  const isSeen = (line: number, seen: number): boolean => seen <= line && seen >= line - near;
  const data = Uint8Array.from({ length: words * words }, (_, at) => {
    return isSeen(Math.floor(at / words), at % words) ? 1 : 0;
  });
  return { data, shape: [words, words] };
}

function embedded({ data, shape }: Tensor, ids: readonly number[]): Tensor {
  const width = shape[1]!;
  const rows = new Float32Array(ids.length * width);
  ids.forEach((id, at) => rows.set(data.subarray(id * width, (id + 1) * width) as Float32Array, at * width));
  return { data: rows, shape: [ids.length, width] };
}

const rowAt = (rows: Tensor, row: number): Floats => rowsFrom(rows, [row, row + 1]).data as Floats;

const EPSILON = 1e-5;

function broughtBy(
  made: readonly LayerRun[],
  heads: number,
  line: number,
  direction: readonly number[],
): readonly Brought[] {
  const row = Array.from(rowAt(made.at(-1)!.output, line));
  const deviation = Math.sqrt(meanOf(row.map((value) => (value - meanOf(row)) ** 2)) + EPSILON);
  const valueOf = (added: readonly number[]): number => {
    const mean = meanOf(added);
    return added.reduce((sum, one, at) => sum + (one - mean) * direction[at]!, 0) / deviation;
  };
  const partOf = (part: Brought["part"], added: ArrayLike<number>): Brought => ({
    part,
    value: valueOf(Array.from(added)),
  });
  return [
    partOf("row", rowAt(made[0]!.input, line)),
    ...made.flatMap(({ look, net }, layer) => [
      ...Array.from({ length: heads }, (_, head) => partOf({ layer, head }, broughtByHead(look, head, line))),
      partOf({ layer }, rowAt(net, line)),
    ]),
  ];
}

/** What a head adds to the row of a line: its joined numbers through its rows of the output weight. */
function broughtByHead({ kept, weights }: Computation, head: number, line: number): number[] {
  const { data: joined, shape } = kept["joined"]!;
  const { data: out, shape: outShape } = weights!.outputWeight!;
  const [inputs, width, size] = [shape.at(-1)!, outShape[1]!, outShape[0]! / weights!.heads!];
  const added = Array.from({ length: width }, () => 0);
  for (let at = head * size; at < (head + 1) * size; at++)
    for (let to = 0; to < width; to++) added[to]! += joined[line * inputs + at]! * out[at * width + to]!;
  return added;
}

const meanOf = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0) / numbers.length;
