/** Letters that are written from right to left, and signs that change the direction of the text round them. */
const LETTERS = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`;
const TURNS = new RegExp(String.raw`[${LETTERS}\u200e\u200f\u202a-\u202e\u2066-\u2069]`, "u");
const EMBEDDINGS = /[\u202a-\u202e\u2066-\u2069]/g;
const ISOLATES = /\u2068[^\u2066-\u2069]*\u2069/g;

/**
 * A text for the middle of a sentence. If it is written from right to left, it does not turn the numbers beside it. A
 * text that was put together from such texts stays as it is.
 */
export function isolated(text: string): string {
  return TURNS.test(text.replace(ISOLATES, "")) ? `\u2068${text.replace(EMBEDDINGS, "")}\u2069` : text;
}
