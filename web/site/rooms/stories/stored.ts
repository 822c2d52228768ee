// Models that were trained before: `node scripts/train-stories.mjs` trains and measures them.
import { floatsOf } from "../../../lib/read/index.js";
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

interface Stored {
  readonly seed: number;
  /** Of the numbers as bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** In half precision, as base64. */
  readonly numbers: string;
}

const STORED: Readonly<Record<Language, Stored>> = { en, de };

export interface StoredModel extends Model {
  readonly seed: number;
  readonly sha256: string;
}

export function storedModel(language: Language): StoredModel {
  const { seed, sha256, numbers } = STORED[language];
  const { buffer } = Uint8Array.from(atob(numbers), (sign) => sign.charCodeAt(0));
  const floats = floatsOf(new Uint16Array(buffer)) as Float32Array<ArrayBuffer>;
  return { table: TABLES[language], numbers: floats, seed, sha256 };
}

export interface MeasuredSeed extends Measured {
  readonly seed: number;
  /** Of 2,000 new stories. */
  readonly decisions: Decisions;
}

/** What ten trainings in each language came to. */
export const MEASURED: Readonly<Record<Language, readonly MeasuredSeed[]>> = measured;
