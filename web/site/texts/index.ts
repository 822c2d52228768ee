// Texts in several languages: strings as HTML, formulas, and the language that a page speaks.
export * from "./formula.js";
export { phrase } from "./phrases.js";
export * from "./speaker.js";
export * from "./text.js";
