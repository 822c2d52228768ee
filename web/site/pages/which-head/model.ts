// The story model of a language, as the page carries it: build.mjs rounds the numbers of the stored one.
import { TABLES, type Language, type Model } from "../../rooms/stories/index.js";

export interface Rounded {
  readonly step: number;
  /** A sign for each count of steps, from the lowest on. */
  readonly alphabet: string;
  readonly lowest: number;
  readonly numbers: string;
}

export type Carried = Readonly<Record<Language, Rounded>>;

export function modelOf(carried: Carried, language: Language): Model {
  const { step, lowest, alphabet, numbers } = carried[language];
  const values = new Map(Array.from(alphabet, (sign, at) => [sign, (lowest + at) * step]));
  return { table: TABLES[language], numbers: Float32Array.from(numbers, (sign) => values.get(sign)!) };
}
