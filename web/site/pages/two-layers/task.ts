// The task: a text of different tokens that begins again and again. From the second time on, the next token is known.
import type { Random } from "heed/train";
import { distinct } from "../../kit/index.js";

/** The tokens: one letter or digit each. */
export const LETTERS = "abcdefghijklmnopqrstuvwxyz123456";
export const VOCAB = LETTERS.length;
/** The length of a text. */
export const TOKENS = 32;
const [FEWEST, MOST] = [8, 16];

export interface Texts {
  /** (texts, TOKENS) */
  readonly ids: Int32Array;
  /** The token that follows, from the second copy on; −1 in the first copy. */
  readonly answers: Int32Array;
}

/** Each text has 8 to 16 different tokens, drawn for it. If the number were fixed, one layer could learn a distance. */
export function drawTexts(draw: Random, count: number): Texts {
  const ids = new Int32Array(count * TOKENS);
  const answers = new Int32Array(count * TOKENS);
  for (let text = 0; text < count; text++) {
    const copy = distinct(draw, FEWEST + draw.integer(MOST - FEWEST + 1), VOCAB);
    for (let i = 0; i < TOKENS; i++) {
      ids[text * TOKENS + i] = copy[i % copy.length]!;
      answers[text * TOKENS + i] = i >= copy.length ? copy[(i + 1) % copy.length]! : -1;
    }
  }
  return { ids, answers };
}

/** The tokens of a typed text. Other signs are left out. */
export function tokensOf(text: string): number[] {
  return Array.from(text.toLowerCase(), (sign) => LETTERS.indexOf(sign))
    .filter((token) => token >= 0)
    .slice(0, TOKENS);
}

export function letterOf(token: number): string {
  return LETTERS[token]!;
}
