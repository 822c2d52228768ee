// The pictures themselves, of what is known to be right: heed/draw checks it first, and the pages made it themselves.
export { drawMatrix, type Drawn } from "./matrix.js";
export { drawSentence } from "./sentence.js";
export { isDrawn, DIGITS_FROM, LARGEST_DRAWN } from "./plan.js";
export { ENGLISH, type DrawWords } from "./words.js";
export type { Colours } from "./paint.js";
