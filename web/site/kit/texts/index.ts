// Texts in several languages: strings as HTML, formulas, and the language that a page speaks.
export { clear, fill, filled, type Given } from "./fill.js";
export * from "./formula.js";
export { groupedIn } from "./numbers.js";
export { grouped, LANGUAGES, languageNow, matrixWords, phrase, phrasesOf, speak } from "./phrases.js";
export * from "./speaker.js";
export * from "./text.js";
