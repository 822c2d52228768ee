// The texts of the language that the page speaks, for code that puts sentences together.
// Pages without translations have the English texts of the rooms that they use.
import strings from "page:strings";
import { lookUp, toText, type Parameters, type Strings } from "./text.js";

/** The language that the pages are built in. */
export const FIRST = "en";

export const LANGUAGES: readonly string[] = Object.keys(strings);

let language = FIRST;
let spoken: Strings = strings[FIRST];

/** The chosen language. */
export function languageNow(): string {
  return language;
}

/** Chooses the language of all phrases from now on. */
export function speak(chosen: string): void {
  language = chosen;
  spoken = strings[chosen]!;
}

/** The section of the chosen language with the words of matrices. */
export function matrixWords(): Readonly<Record<string, string>> {
  return spoken["matrix"]!;
}

/** The text of "section.key". Its markup stays as it is, and so does that of the parameters: escape what users typed,
 * or put it in as text. @param ownSection the section of a key without a dot */
export function phrase(key: string, parameters?: Parameters, ownSection = ""): string {
  return toText(phraseTemplate(key, ownSection), parameters);
}

/** The same before its parameters are filled in. */
export function phraseTemplate(key: string, ownSection: string): string {
  return lookUp(spoken, ownSection, key);
}
