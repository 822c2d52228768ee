// What the machine is called in the language of the page: its layers, heads, words and parts.
import { percent } from "../../../show/index.js";
import { phrase, type Parameters } from "../../kit/texts/index.js";
import { tokenName } from "../inspector/index.js";
import type { HeadPlace, MachineRun, MachineSizes } from "./run.js";
import "./texts/en.json";

/** The text of a key of the section "machine". */
export const tell = (key: string, parameters?: Parameters): string => phrase(key, parameters, "machine");

/** “it”, or “the” (word 5) where the word is there more than once. */
export function wordName({ words }: Pick<MachineSizes, "words">, line: number): string {
  const { text: word, position } = tokenName(words, line);
  const name = tell("quoted", { word });
  return position === undefined ? name : tell("numbered", { name, position });
}

/** Looks are counted in words up to this one. */
const COUNTED = 4;

/** "the first look"; "layer 0" where a look has several heads or there are many of them. */
export function layerName({ layers }: MachineSizes, layer: number): string {
  const { title } = layers[layer]!;
  if (title !== undefined) return title;
  const isCounted = layers.length <= COUNTED && layers.every(({ heads }) => heads === 1);
  return isCounted ? tell(`look-${layer}`) : tell("layer", { layer });
}

/** "the first look", or "layer 0, head 2". */
export function headName(sizes: MachineSizes, { layer, head }: HeadPlace): string {
  const name = layerName(sizes, layer);
  return sizes.layers[layer]!.heads === 1 ? name : tell("head-of", { layer: name, head });
}

/** The words that get most, each with its share: "“tired” with 24 %, “was” with 23 %". */
export function sharesOf(
  run: MachineSizes,
  given: readonly { readonly line: number; readonly share: number }[],
): string {
  return listed(given.map(({ line, share }) => tell("with", { word: wordName(run, line), share: percent(share) })));
}

/** "a, b and c" */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return tell("and", { first: parts.slice(0, -1).join(", "), last: parts.at(-1)! });
}

/** The heading of the shares. */
export function saysText(run: MachineRun, line: number): string {
  return tell(`says-${run.says}`, { word: wordName(run, line) });
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
