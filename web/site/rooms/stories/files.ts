// A model as files that heed/model opens: of heed's own kind, since no published family has a near first layer.
import type { Heed } from "heed";
import { saveModel } from "heed/layers";
import { writeParameters } from "../../kit/index.js";
import { openNet, SHAPE, type Model } from "./model.js";
import { plainly, wordsOf } from "./patterns.js";
import { readTyped, written } from "./typed.js";
import type { Table } from "./table.js";

/** What openModel of heed/model takes. */
export interface StoryFiles {
  readonly config: Readonly<Record<string, unknown>>;
  readonly weights: Uint8Array<ArrayBuffer>;
  readonly tokenizer: StoryTokenizer;
}

export interface StoryTokenizer {
  /** The numbers of the words that the table has. */
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
}

export function filesOf(heed: Heed, model: Model): StoryFiles {
  const net = openNet(heed, model.table, model.shape ?? SHAPE, { batch: 1 });
  writeParameters(net.parameters, model.numbers);
  const { config, weights } = saveModel(net);
  net.dispose();
  return { config, weights, tokenizer: tokenizerOf(model.table) };
}

/** Words as tokens. */
export function tokenizerOf(table: Table): StoryTokenizer {
  const { all, ids } = wordsOf(table);
  return {
    encode: (text) => readTyped(table, text).words.map((word) => ids.get(plainly(word))!),
    decode: (some) => written(some.map((id) => all[id]!)),
  };
}
