// Text to tokens: words, and each mark of punctuation by itself. No vocabulary, no sub-words.
import { LIMITS, type Setting } from "./setting.js";

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/u;
const EMOJI = /\p{Extended_Pictographic}(?:\ufe0f|\p{EMod}|\u200d\p{Extended_Pictographic})*/u;
const TOKEN = new RegExp(`${WORD.source}|${EMOJI.source}|\\S`, "gu");

const WORDS = new RegExp(WORD, "gu");

/** A text, and whether its marks of punctuation are tokens. */
type Marked = Pick<Setting, "text" | "marks">;

const allOf = ({ text, marks }: Marked): readonly string[] => text.match(marks ? TOKEN : WORDS) ?? [];

export function tokensOf(setting: Marked): string[] {
  return allOf(setting).slice(0, LIMITS.tokens);
}

/** How many tokens the text has beyond those that are used. */
export function leftOver(setting: Marked): number {
  return Math.max(0, allOf(setting).length - LIMITS.tokens);
}

/** The text with another word in a place, counted in words. */
export function withWord(text: string, place: number, word: string): string {
  let at = 0;
  return text.replace(WORDS, (before) => (at++ === place ? word : before));
}
