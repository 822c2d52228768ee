// The files of a saved model, as the page reads them back.
import type { ModelFiles } from "./messages.js";

const isWeights = ({ name }: File): boolean => name.endsWith(".safetensors");

/** Whether these are a model, and not a text to learn from. */
export function areModel(files: readonly File[]): boolean {
  return files.some(isWeights);
}

/** Weights, and what config.json and tokenizer.json say of them where they are there. */
export async function readModel(files: readonly File[]): Promise<ModelFiles> {
  const weights = files.find(isWeights)!;
  const sizes: { -readonly [Name in keyof ModelFiles["sizes"]]: ModelFiles["sizes"][Name] } = {};
  let letters: readonly string[] | undefined;
  for (const file of files.filter(({ name }) => name.endsWith(".json"))) {
    const { n_layer, n_embd, n_head, n_positions, model } = JSON.parse(await file.text()) as Saved;
    if (n_layer && n_embd && n_head && n_positions)
      Object.assign(sizes, { layers: n_layer, dim: n_embd, heads: n_head, tokens: n_positions });
    const vocab = model?.vocab;
    if (vocab) letters = Object.keys(vocab).sort((a, b) => vocab[a]! - vocab[b]!);
  }
  return { name: weights.name, weights: new Uint8Array(await weights.arrayBuffer()), sizes, letters };
}

/** What is read of config.json, and of tokenizer.json. */
interface Saved {
  readonly n_layer?: number;
  readonly n_embd?: number;
  readonly n_head?: number;
  readonly n_positions?: number;
  readonly model?: { readonly vocab?: Readonly<Record<string, number>> };
}
