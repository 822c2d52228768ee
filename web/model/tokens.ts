// The tokens of a text, with what each prints alone.
import { idsOf, textOf, type ReadTokenizer } from "../lib/read/index.js";
import type { Token } from "./api.js";

export function tokensOf(where: string, tokenizer: ReadTokenizer, text: string, vocab: number): Token[] {
  return idsOf(where, tokenizer, text, vocab).map((id) => {
    const shown = textOf(tokenizer, [id]);
    return { id, text: shown, special: shown !== "" && textOf(tokenizer, [id], true) === "" };
  });
}
