// The trained layer of the worker, computed again by the core of the page: so its numbers open in the inspector.
import type { Heed } from "heed";
import { layerOf, openCells, type LayerComputation } from "../../rooms/lesson/index.js";
import type { Layer, Watched } from "./heads.js";

/** The names of the computations in the inspector: the whole layer, and what one head adds. */
export const WHOLE = "whole";
export const partName = (head: number): string => `part-${head}`;

export function openLayer(heed: Heed, watched: Watched, layer: Layer): void {
  openCells(WHOLE, computed(heed, watched, layer, layer.outputWeight));
  for (let head = 0; head < layer.heads; head++)
    openCells(partName(head), computed(heed, watched, layer, onlyOf(layer, head)));
}

/** W_O with zeros for all heads but one. Its product is what this head adds. */
function onlyOf({ outputWeight, heads }: Layer, head: number): Float32Array {
  const each = outputWeight.length / heads;
  return outputWeight.map((weight, at) => (Math.floor(at / each) === head ? weight : 0));
}

export function computed(
  heed: Heed,
  { words, dim, x }: Pick<Watched, "words" | "dim" | "x">,
  { heads, queryWeight, keyWeight, valueWeight }: Layer,
  outputWeight: Float32Array,
): LayerComputation {
  const matrix = (data: Float32Array) => ({ data: data.slice(), shape: [dim, data.length / dim] });
  const weights = {
    queryWeight: matrix(queryWeight),
    keyWeight: matrix(keyWeight),
    valueWeight: matrix(valueWeight),
    outputWeight: matrix(outputWeight),
    heads,
  };
  return layerOf(heed, { tokens: words, x: { data: x.slice(), shape: [words.length, dim] }, weights });
}
