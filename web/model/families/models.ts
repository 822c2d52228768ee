// The models that people know, by family: what the documentation lists. Nothing else reads it.
import type { FAMILIES } from "./families.js";

export const MODELS: Readonly<Record<keyof typeof FAMILIES, string>> = {
  gpt2: "GPT-2, DistilGPT-2",
  gpt_neox: "Pythia, GPT-NeoX",
  gpt_neo: "GPT-Neo, TinyStories",
  llama: "Llama, SmolLM, TinyLlama",
  mistral: "Mistral",
  qwen2: "Qwen 2",
  qwen3: "Qwen 3",
  gemma3_text: "Gemma 3 270M and 1B, which read text only",
  bert: "BERT, and sentence encoders such as MiniLM",
  distilbert: "DistilBERT",
  roberta: "RoBERTa",
  "xlm-roberta": "XLM-RoBERTa, and multilingual sentence encoders such as bge-m3",
  camembert: "CamemBERT",
  electra: "ELECTRA: generators, and discriminators, which say of each token whether it looks replaced",
  mpnet: "MPNet, and sentence encoders such as all-mpnet-base-v2",
  modernbert: "ModernBERT",
  heed: "models trained with heed, if no other family fits",
};
