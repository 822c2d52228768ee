// What the statistics need to know of tokens.
import { readable } from "./readable.js";

export interface TokenRoles {
  /** 1 for a separator such as [SEP]. */
  readonly separator: Uint8Array;
  /** 1 for a token of punctuation alone. */
  readonly punctuation: Uint8Array;
  /** The nearest earlier place with the same token; −1 without one. */
  readonly before: Int32Array;
}

const SEPARATORS = new Set([
  "[SEP]",
  "</s>",
  "<sep>",
  "<SEP>",
  "<eos>",
  "<|endoftext|>",
  "<|eot_id|>",
  "<|im_end|>",
  "<|end_of_text|>",
]);

/** @param tokens may be shorter than the matrix: places beyond have no role */
export function rolesOf(tokens: readonly string[], count: number): TokenRoles {
  const texts = readable(tokens);
  const last = new Map<string, number>();
  const before = new Int32Array(count).fill(-1);
  tokens.slice(0, count).forEach((token, at) => {
    before[at] = last.get(token) ?? -1;
    last.set(token, at);
  });
  const marked = (test: (at: number) => boolean): Uint8Array =>
    Uint8Array.from({ length: count }, (_, at) => (at < tokens.length && test(at) ? 1 : 0));
  return {
    separator: marked((at) => SEPARATORS.has(tokens[at]!)),
    punctuation: marked((at) => /^[\p{P}\p{S}]+$/u.test(texts[at]!) && !/[␣↵⇥]/.test(texts[at]!)),
    before,
  };
}
