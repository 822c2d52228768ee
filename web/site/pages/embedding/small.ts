// The table of the small model that reads the course's sentence: its rows before the training and after it.
import type { Tensor } from "heed";
import { remembered } from "../../kit/index.js";
import {
  frontSentence,
  partsOf,
  startOf,
  storedModel,
  vocabularyOf,
  type Language,
  type Table,
  type Vocabulary,
} from "../../rooms/pronouns/index.js";

/** The moments at which the page shows the rows. */
export const MOMENTS = ["before", "after"] as const;
export type When = (typeof MOMENTS)[number];

export interface Small extends Vocabulary {
  readonly table: Table;
  /** A row for each word, [words, 16]. */
  readonly rows: Readonly<Record<When, Tensor>>;
}

export const smallOf = remembered(new Map<Language, Small>(), madeOf);

function madeOf(language: Language): Small {
  const model = storedModel(language);
  const start = startOf(model, model.seed);
  const rows = { before: partsOf(start).words, after: partsOf(model).words };
  return { table: model.table, rows, ...vocabularyOf(model.table) };
}

/** The sentence of the course, as it is written. */
export function sentenceText({ table }: Small): string {
  const { words, marks } = frontSentence(table, true);
  return words.map((word, at) => word + marks[at]!).join(" ");
}

/** Words that may stand at the same place. */
export interface Kind {
  readonly words: readonly string[];
  /** Whether they are nouns. The others are said of nouns. */
  readonly areNouns: boolean;
}

export function kindsOf({ table: { nouns, said } }: Small): Kind[] {
  return [
    ...Object.values(said).map((line) => ({ words: line.split(" "), areNouns: false })),
    ...Object.values(nouns).map((lines) => ({ words: lines.join(" ").split(" "), areNouns: true })),
  ];
}
