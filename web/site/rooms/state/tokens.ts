// Text to tokens: words, and each mark of punctuation by itself. No vocabulary, no sub-words.
import { LIMITS } from "./setting.js";

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/u;
const EMOJI = /\p{Extended_Pictographic}(?:\ufe0f|\p{EMod}|\u200d\p{Extended_Pictographic})*/u;
const TOKEN = new RegExp(`${WORD.source}|${EMOJI.source}|\\S`, "gu");

export function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).slice(0, LIMITS.tokens);
}

/** How many tokens the text has beyond those that are used. */
export function leftOver(text: string): number {
  return Math.max(0, (text.match(TOKEN) ?? []).length - LIMITS.tokens);
}
