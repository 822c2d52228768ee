// The families that open, by the model_type of their config.json.
import type { Family } from "../blueprint.js";
import { bert } from "./bert.js";
import { gpt2 } from "./gpt2.js";
import { llama } from "./llama.js";

export const FAMILIES: Readonly<Record<string, Family>> = {
  gpt2,
  ...{ llama, mistral: llama, qwen2: llama, qwen3: llama },
  ...{ bert, distilbert: bert, roberta: bert },
};
