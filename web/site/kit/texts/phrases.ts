// The texts of the language that the page speaks, for code that puts sentences together.
import { setWords, type Words } from "../../../show/index.js";
import strings from "page:strings";
import { lookUp, toText, type Parameters, type Strings } from "./text.js";

/** The language that the pages are built in. */
export const FIRST = "en";

export const LANGUAGES: readonly string[] = Object.keys(strings);

let language = FIRST;
let spoken: Strings = strings[FIRST];
let ownSection = "";

/** The chosen language. */
export function languageNow(): string {
  return language;
}

/** Chooses the language of all phrases from now on, and of numbers and matrices. */
export function speak(chosen: string): void {
  language = chosen;
  spoken = strings[chosen]!;
  setWords(spoken["matrix"] as unknown as Words);
}

/** Sets the section of all keys without a dot: that of the page. */
export function setOwnSection(section: string): void {
  ownSection = section;
}

/** The text of "section.key". Its markup stays as it is, and so does that of the parameters: escape what users typed,
 * or put it in as text. @param section the section of a key without a dot */
export function phrase(key: string, parameters?: Parameters, section?: string): string {
  return toText(phraseTemplate(key, section), parameters);
}

/** The same before its parameters are filled in. */
export function phraseTemplate(key: string, section = ownSection): string {
  return lookUp(spoken, section, key);
}
