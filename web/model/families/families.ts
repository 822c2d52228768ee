// The families that open, by the model_type of their config.json.
import { bert, distilbert, roberta } from "./bert.js";
import { gpt2 } from "./gpt2.js";
import { llama, mistral, qwen2, qwen3 } from "./llama.js";
import type { Table } from "./table.js";

export const FAMILIES = {
  gpt2,
  ...{ llama, mistral, qwen2, qwen3 },
  ...{ bert, distilbert, roberta },
} satisfies Readonly<Record<string, Table>>;
