// The trained layers of the worker, computed again by the core of the page: so their weights open in the inspector.
import type { Heed } from "heed";
import { layerOf, type LayerComputation } from "../../rooms/lesson/index.js";
import type { Learned, Projections } from "./layers.js";
import { DIM, rowsOfSentence } from "./sentence-rows.js";

/** @returns the layers in order: the first one if there are two, then the last one */
export function layersOf(heed: Heed, words: readonly string[], learned: Learned): LayerComputation[] {
  const { tokens, low, top } = learned;
  const modelDim = DIM + tokens;
  const x = rowsOfSentence(words, tokens).slice(0, words.length * modelDim);
  const layer = ({ query, key, value }: Projections): LayerComputation => {
    const matrix = (data: Float32Array) => ({ data: data.slice(), shape: [modelDim, data.length / modelDim] });
    const weights = { queryWeight: matrix(query), keyWeight: matrix(key), valueWeight: matrix(value) };
    return layerOf(heed, { tokens: words, x: { data: x.slice(), shape: [words.length, modelDim] }, weights });
  };
  if (low === undefined) return [layer(top)];
  const first = layer(low);
  // The last layer reads x plus what the first one brought.
  for (let row = 0; row < words.length; row++)
    for (let c = 0; c < DIM; c++) x[row * modelDim + c]! += first.kept.output.data[row * DIM + c]!;
  return [first, layer(top)];
}
