// Tokens as a reader reads them.
import { readable } from "../../../../statistics/index.js";

/** The tokens of a text; or names as they would come after it: what goes on a word is marked. */
export function labelsOf(tokens: readonly string[], names: readonly string[] = []): string[] {
  return readable([...tokens, ...names], tokens).slice(names.length === 0 ? 0 : tokens.length);
}
