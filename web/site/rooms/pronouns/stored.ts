// Models that were trained before: `node scripts/train-pronouns.mjs` trains and measures them.
import { storedNumbers, type StoredNumbers } from "../../kit/index.js";
import { languageNow } from "../../kit/texts/index.js";
import { ENGLISH } from "./english.js";
import { GERMAN } from "./german.js";
import type { Measured } from "./measure.js";
import type { Model } from "./model.js";
import { frontSentence, readTyped, textOf } from "./sentences.js";
import type { Table } from "./table.js";
import type { Way } from "./ways.js";
import measured from "./stored/measured.json";
import ways from "./stored/ways.json";
import de from "./stored/de.json";
import en from "./stored/en.json";

export type Language = Table["language"];

/** The language of the page, if there is a model that reads it. */
export const ownLanguage = (): Language => (languageNow() === "de" ? "de" : "en");

export const TABLES: Readonly<Record<Language, Table>> = { en: ENGLISH, de: GERMAN };

/** The sentence that the front page begins with. */
export const firstSentence = (language: Language): string => textOf(frontSentence(TABLES[language], true));

/** The language whose table has all the words of a text; undefined where none has. */
export function languageOf(text: string, tables = TABLES): Language | undefined {
  return Object.values(tables).find((table) => {
    const { words, unknown } = readTyped(table, text);
    return words.length > 0 && unknown.length === 0;
  })?.language;
}

const STORED: Readonly<Record<Language, StoredNumbers>> = { en, de };

export interface StoredModel extends Model {
  readonly seed: number;
  readonly sha256: string;
}

export function storedModel(language: Language): StoredModel {
  return { table: TABLES[language], ...storedNumbers(STORED[language]) };
}

export interface MeasuredSeed extends Measured {
  readonly seed: number;
}

/** What ten trainings in each language came to, over sentences of pairs that they had not read. */
export const MEASURED: Readonly<Record<Language, readonly MeasuredSeed[]>> = measured;

/** The same of each way to build the model. */
export const measuredWays = (language: Language): Readonly<Record<Way, readonly MeasuredSeed[]>> => ({
  two: MEASURED[language],
  ...ways[language],
});
