// The families that open, by the model_type of their config.json.
import { bert, distilbert, roberta } from "./bert.js";
import { electra } from "./electra.js";
import { gemma3 } from "./gemma3.js";
import { gpt2 } from "./gpt2.js";
import { gptNeo } from "./gpt-neo.js";
import { gptNeox } from "./gpt-neox.js";
import { llama, mistral, qwen2, qwen3 } from "./llama.js";
import { modernbert } from "./modernbert.js";
import { mpnet } from "./mpnet.js";
import { own } from "./own.js";
import type { Table } from "./table.js";

export const FAMILIES = {
  gpt2,
  ...{ gpt_neox: gptNeox, gpt_neo: gptNeo },
  ...{ llama, mistral, qwen2, qwen3, gemma3_text: gemma3 },
  ...{ bert, distilbert, roberta, "xlm-roberta": roberta, camembert: roberta, electra, mpnet, modernbert },
  heed: own,
} satisfies Readonly<Record<string, Table>>;
