// The texts of the language that the page speaks, for code that puts sentences together.
import { setWords, type Words } from "../../../show/index.js";
import strings from "page:strings";
import { groupedIn, pointOf } from "./numbers.js";
import { lookUp, toText, type Parameters, type Spoken } from "./text.js";
import "./matrix/en.json";

/** The language that the pages are built in. */
export const FIRST = "en";

export const LANGUAGES: readonly string[] = Object.keys(strings);

let spoken: Spoken = { language: FIRST, strings: strings[FIRST], ownSection: "" };

/** The chosen language. */
export function languageNow(): string {
  return spoken.language;
}

/** 1,000,000, as the page's language groups digits. */
export function grouped(value: number): string {
  return groupedIn(languageNow(), value);
}

/** Chooses the language of all phrases from now on, and of numbers and matrices. */
export function speak(language: string): void {
  spoken = { ...spoken, language, strings: strings[language]! };
  setWords(matrixWords());
}

/** The texts of a matrix in the language of now. */
export function matrixWords(): Words {
  return { ...phrasesOf<Words>("matrix"), point: pointOf(spoken.language) };
}

/** All texts of a section, with their parameters in braces. */
export function phrasesOf<Texts>(section: string): Texts {
  return spoken.strings[section] as Texts;
}

/** Sets the section of all keys without a dot: that of the page. */
export function setOwnSection(section: string): void {
  spoken = { ...spoken, ownSection: section };
}

/** The text of "section.key". Its markup stays as it is, and so does that of the parameters: escape what users typed,
 * or put it in as text. @param section the section of a key without a dot */
export function phrase(key: string, parameters?: Parameters, section?: string): string {
  return toText(phraseTemplate(key, parameters, section), parameters);
}

/** The same before its parameters are filled in. They choose among plural forms. */
export function phraseTemplate(key: string, parameters?: Parameters, section = spoken.ownSection): string {
  return lookUp({ ...spoken, ownSection: section }, key, parameters);
}
