// The package and its entry heed/model as built, and what their tests share.
import { dist, randomOf } from "../lib/support.mjs";
import { safetensors } from "./files.mjs";
import { makeTensors } from "./make.mjs";

export { assertRefused, train } from "../train/support.mjs";
export * from "../lib/support.mjs";
export const { readGguf } = await import(new URL("gguf.js", dist).href);
export const { openModel } = await import(new URL("model.js", dist).href);

/** The ids of a text of `count` tokens. */
export function tokensFor(count, seed = 5) {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => random.integer(0, 60));
}

export const openOf = (heed, config, tensors = makeTensors(config), more = {}) =>
  openModel(heed, { ...more, config, weights: safetensors(tensors) });

/** A part as the oracle calls it. */
export const nameOf = ({ kind, layer, head }) =>
  kind + (layer === undefined ? "" : ` ${layer}`) + (head === undefined ? "" : `.${head}`);

export const total = (numbers) => Array.from(numbers).reduce((sum, one) => sum + one, 0);
export const bytesOf = (text) => Uint8Array.from(text, (letter) => letter.codePointAt(0));
