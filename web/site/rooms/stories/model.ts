// The model: its sizes, its numbers, and what it says next. Two layers; the first one looks a few words back only.
import type { Floats, Heed } from "heed";
import { languageModel, type LanguageModel } from "heed/layers";
import { largestAt, writeParameters } from "../../kit/index.js";
import { wordsOf } from "./patterns.js";
import { PLACES } from "./telling.js";
import type { Table } from "./table.js";

export interface Shape {
  readonly modelDim: number;
  readonly heads: number;
  readonly layers: number;
  /** Words back that the first layer sees. */
  readonly near: number;
}

export const SHAPE: Shape = { modelDim: 48, heads: 3, layers: 2, near: 5 };
/** Half as many numbers: it writes worse, but each of its two heads is needed in nearly every text. */
export const ONE_HEAD: Shape = { ...SHAPE, modelDim: 32, heads: 1 };

export interface Model {
  readonly table: Table;
  /** Left out: SHAPE. */
  readonly shape?: Shape | undefined;
  /** All that is learned, in the order of the net's parameters. */
  readonly numbers: Floats;
}

interface NetOptions {
  readonly batch: number;
  readonly tokens?: number;
  readonly backward?: boolean;
  /** Keeps what heads look at. */
  readonly looks?: boolean;
}

export function openNet(
  heed: Heed,
  table: Table,
  { modelDim, heads, layers, near }: Shape,
  { batch, tokens = PLACES, backward = false, looks = false }: NetOptions,
): LanguageModel {
  const rotary = { pairs: "halves", dims: modelDim / heads, base: 1000 };
  const attention = Array.from({ length: layers }, (_, layer) => ({
    rotary,
    ...(layer === 0 && { window: { left: near } }),
    ...(looks && { keep: ["weights"] }),
  }));
  return languageModel(heed, {
    ...{ vocab: wordsOf(table).all.length, batch, tokens, modelDim, heads, layers, attention },
    ...{ positions: false, backward, seed: false },
  });
}

/** A head, by its layer. */
export interface Head {
  readonly layer: number;
  readonly head: number;
}

export const headsOf = ({ shape = SHAPE }: Model): Head[] =>
  Array.from({ length: shape.layers * shape.heads }, (_, at) => ({
    layer: Math.floor(at / shape.heads),
    head: at % shape.heads,
  }));

/** The numbers of words, all of which the table has. */
export function idsOf(table: Table, words: readonly string[]): number[] {
  const { ids } = wordsOf(table);
  return words.map((word) => ids.get(word.toLowerCase())!);
}

/** What a text goes on with. */
export interface Next {
  /** A number for each word of the table. */
  readonly logits: Floats;
  /** `[layer][head]`: what the last word gives to each word. */
  readonly looks: readonly (readonly Floats[])[];
}

/** Reads many texts at once. Its sessions are kept until it is disposed of. */
export class Reader {
  readonly #net: LanguageModel;
  readonly #model: Model;
  readonly #batch: number;

  constructor(heed: Heed, model: Model, batch = 1, looks = true) {
    [this.#model, this.#batch] = [model, batch];
    this.#net = openNet(heed, model.table, model.shape ?? SHAPE, { batch, looks });
    writeParameters(this.#net.parameters, model.numbers);
  }

  /** What each text goes on with, without the heads that are off. A text has 1 to 64 words. */
  next(texts: readonly (readonly string[])[], off: readonly Head[] = []): Next[] {
    return this.#inBatches(texts, off, (net, row, words) => ({
      logits: rowAt(net.logits, row * PLACES + words.length - 1, wordsOf(this.#model.table).all.length),
      looks: this.#looksAt(row, words.length),
    }));
  }

  /** The likeliest word after each word of each text. */
  likeliest(texts: readonly (readonly string[])[], off: readonly Head[] = []): string[][] {
    const { all } = wordsOf(this.#model.table);
    return this.#inBatches(texts, off, ({ logits }, row, words) =>
      words.map((_, at) => all[largestAt(rowAt(logits, row * PLACES + at, all.length))]!),
    );
  }

  #inBatches<Thing>(
    texts: readonly (readonly string[])[],
    off: readonly Head[],
    read: (net: LanguageModel, row: number, words: readonly string[]) => Thing,
  ): Thing[] {
    const net = this.#net;
    const found: Thing[] = [];
    this.#switch(off);
    for (let begin = 0; begin < texts.length; begin += this.#batch) {
      const some = texts.slice(begin, begin + this.#batch);
      const { ids } = net;
      ids.fill(0);
      some.forEach((words, row) => ids.set(idsOf(this.#model.table, words), row * PLACES));
      net.targets.fill(-1);
      net.run();
      some.forEach((words, row) => found.push(read(net, row, words)));
    }
    return found;
  }

  /** A head that is off adds nothing: its rows of the output weight are zeros. */
  #switch(off: readonly Head[]): void {
    writeParameters(this.#net.parameters, this.#model.numbers);
    for (const { layer, head } of off) {
      const weight = this.#net.blocks[layer]!.layers[0].layers[1].outputWeight!;
      const size = weight.length / (this.#model.shape ?? SHAPE).heads;
      weight.fill(0, head * size, (head + 1) * size);
    }
  }

  #looksAt(row: number, words: number): Floats[][] {
    const { heads } = this.#model.shape ?? SHAPE;
    return this.#net.blocks.map(({ layers }) => {
      const { weights } = layers[0].layers[1];
      if (!weights) return [];
      return Array.from({ length: heads }, (_, head) =>
        rowAt(weights, (row * heads + head) * PLACES + words - 1, PLACES).slice(0, words),
      );
    });
  }

  dispose(): void {
    this.#net.dispose();
  }
}

const rowAt = (data: Floats, row: number, width: number): Floats => data.slice(row * width, (row + 1) * width);
