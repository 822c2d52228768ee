// The sentence with which a model opens, by its family: one that shows what it was trained for.
import { phrase } from "../../../kit/texts/index.js";
import type { OpenedModel } from "./requests.js";

/** Keys of the page's texts: for a model that says words, and for one that was saved without its head. */
interface Example {
  readonly words: string;
  readonly rows: string;
}

const WRITES: Example = { words: "example-story", rows: "example-story" };
const FILLS: Example = { words: "example-hidden", rows: "first-text" };

export const EXAMPLES: Readonly<Record<string, Example>> = {
  ...{ gpt2: WRITES, gpt_neox: WRITES, gpt_neo: WRITES, heed: WRITES },
  ...{ llama: WRITES, mistral: WRITES, qwen2: WRITES, qwen3: WRITES, gemma3_text: WRITES },
  ...{ bert: FILLS, distilbert: FILLS, roberta: FILLS, "xlm-roberta": FILLS, mpnet: FILLS, modernbert: FILLS },
  camembert: { words: "example-hidden-french", rows: "example-french" },
  // A generator hides words; a discriminator says which one was put there.
  electra: { words: "example-hidden", rows: "example-wrong" },
};

/** A model whose tokenizer has no sign for a hidden word gets none to fill. */
export function exampleFor({ facts, maskName }: Pick<OpenedModel, "facts" | "maskName">): string {
  const { words, rows } = EXAMPLES[facts.family] ?? WRITES;
  const canSay = facts.head && (facts.causal || maskName !== undefined);
  return phrase(`model.${canSay ? words : rows}`, { mask: maskName ?? "" });
}
