// Models that were trained before: `node scripts/train-stories.mjs` trains and measures them.
import { storedNumbers, type StoredNumbers } from "../../kit/index.js";
import { ENGLISH } from "./english.js";
import { GERMAN } from "./german.js";
import type { Decisions, Measured } from "./measure.js";
import type { Model } from "./model.js";
import type { Table } from "./table.js";
import measured from "./stored/measured.json";
import de from "./stored/de.json";
import en from "./stored/en.json";

export type Language = Table["language"];

export const TABLES: Readonly<Record<Language, Table>> = { en: ENGLISH, de: GERMAN };

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
  /** Of 2,000 new stories. */
  readonly decisions: Decisions;
}

/** What ten trainings in each language came to. */
export const MEASURED: Readonly<Record<Language, readonly MeasuredSeed[]>> = measured;
