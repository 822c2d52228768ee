import { readDOutput, readSelfAttention, withColumns, type LayerSizes } from "../read/index.js";
import { LAYER, LAYER_KEEPABLE, type ReadCall } from "./tables.js";

export function readLayerCall(
  where: string,
  x: unknown,
  weights: unknown,
  options: unknown,
  also?: readonly string[],
): ReadCall<LayerSizes> {
  const layer = readSelfAttention(where, { x, weights, options }, LAYER_KEEPABLE.forward, also);
  const { sizes, tensors } = layer;
  const { words, keep } = layer.options;
  const given = { ...tensors, ...layer.options.tensors };
  const call = {
    kind: "selfAttention",
    rows: LAYER,
    forward: true,
    backward: false,
    sizes,
    options: words,
    given,
    keep,
  };
  return { where, call, seen: seenBy(layer.x.shape, sizes) };
}

export function readLayerBackward(
  where: string,
  x: unknown,
  weights: unknown,
  dOutput: unknown,
  options: unknown,
  also?: readonly string[],
): ReadCall<LayerSizes> {
  const layer = readSelfAttention(where, { x, weights, options }, LAYER_KEEPABLE.gradients, also);
  const { sizes, tensors } = layer;
  const { words, keep } = layer.options;
  const { shape } = layer.x;
  const behind = readDOutput(where, dOutput, withColumns(shape, sizes.outputDim || sizes.heads * sizes.valueDim));
  const given = { ...tensors, dOutput: behind, ...layer.options.tensors };
  const call = {
    kind: "selfAttention",
    rows: LAYER,
    forward: false,
    backward: true,
    sizes,
    options: words,
    given,
    keep,
  };
  // The caller gives the weights by the names query, key, value and output.
  return { where, call, seen: seenBy(shape, sizes), called: (name) => name.replace("Weight", "") };
}

/** Leaves out the axes that the caller does not have: the batch, and for one head the heads too. */
function seenBy(x: readonly number[], { heads }: LayerSizes): (extents: readonly number[]) => number[] {
  if (x.length === 3) return (extents) => extents.slice();
  return (extents) => extents.slice(extents.length === 4 && heads === 1 ? 2 : 1);
}
