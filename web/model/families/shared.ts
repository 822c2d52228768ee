// What families have in common.
import type { HeadPlan, LayerPlan } from "../blueprint.js";
import type { Config } from "../config.js";
import type { Entry } from "../files/safetensors.js";
import type { Tensors } from "../files/tensors.js";

export function layersOf(count: number, layer: (number: number) => LayerPlan): LayerPlan[] {
  return Array.from({ length: count }, (_, number) => layer(number));
}

/** The tokens with which a text ends: one, or a list. */
export function endsOf(config: Config): number[] {
  if (!config.has("eos_token_id")) return [];
  const ends = config.values.eos_token_id;
  return (Array.isArray(ends) ? ends : [ends]).filter((id): id is number => Number.isInteger(id));
}

/**
 * The table of tokens and the output of a model that generates. A file may leave out one of the two where they are one
 * matrix.
 */
export function causalHead(
  config: Config,
  tensors: Tensors,
  { table: name, dim, tied }: { readonly table: string; readonly dim: number; readonly tied: boolean },
): { readonly table: Entry; readonly head: HeadPlan | undefined; readonly vocab: number } {
  const output = tensors.optional("lm_head.weight", [0, dim], true);
  // A file without lm_head has a tied one, unless its config says otherwise: then it was saved without it.
  const says = config.has("tie_word_embeddings");
  const isTied = says ? config.flag("tie_word_embeddings", tied) : tied || output === undefined;
  const table =
    tensors.optional(name, [0, dim]) ?? (says && !isTied ? undefined : output) ?? tensors.tensor(name, [0, dim]);
  const vocab = table.shape[0]!;
  const weight = isTied ? table : output;
  if (weight !== undefined && weight.shape[0] !== vocab) {
    tensors.refuse(`have ${vocab} rows of tokens and ${weight.shape[0]} rows of "lm_head.weight"`);
  }
  if (config.has("vocab_size") && vocab !== config.size("vocab_size"))
    tensors.refuse(`have ${vocab} rows of tokens; config.json says vocab_size ${config.size("vocab_size")}`);
  if (weight === undefined) return { table, head: undefined, vocab };
  return { table, head: { dense: undefined, activation: "gelu", norm: undefined, weight, bias: undefined }, vocab };
}
