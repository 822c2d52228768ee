// Layers of several kinds, as a config.json lists them.
import { kindOf } from "../../lib/read/index.js";
import type { Config } from "../config.js";

/** Layers that see all tokens, and those that see a window. */
export const LAYER_KINDS = ["full_attention", "sliding_attention"] as const;
export type LayerKind = (typeof LAYER_KINDS)[number];

/** Which layers see all tokens: those of a list, or by a rule where a config.json has none. */
export function seesAll(config: Config, count: number, rule: (layer: number) => boolean): (layer: number) => boolean {
  const kinds = layerKinds(config, count);
  return (layer) => (kinds ? kinds[layer] === "full_attention" : rule(layer));
}

/** The kind of each layer; undefined where a config.json has no list of them. */
export function layerKinds(config: Config, count: number): readonly LayerKind[] | undefined {
  const name = "layer_types";
  return config.has(name) ? listed(config, name, config.values[name], LAYER_KINDS, count) : undefined;
}

/** A list with a word for each layer, each of them one that heed has. */
export function listed<Word extends string>(
  config: Config,
  name: string,
  list: unknown,
  words: readonly Word[],
  count: number,
): readonly Word[] {
  if (!Array.isArray(list) || list.length !== count)
    return config.refuse(`${name} must have a word for each of the ${count} layers.`);
  const wrong = list.findIndex((one) => !words.includes(one));
  if (wrong >= 0) config.refuse(`${name} holds ${kindOf(list[wrong])}; heed has ${words.join(" and ")}.`);
  return list as Word[];
}
