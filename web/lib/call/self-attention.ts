import {
  LAYER_BACKWARD_OPTIONS,
  LAYER_OPTIONS,
  readDLse,
  readDOutput,
  readSelfAttention,
  withColumns,
  type LayerSizes,
} from "../read/index.js";
import { LAYER, LAYER_KEEPABLE, type ReadCall } from "./tables.js";

export function readLayerCall(
  where: string,
  x: unknown,
  weights: unknown,
  options: unknown,
  also?: readonly string[],
): ReadCall<LayerSizes> {
  const layer = readSelfAttention(where, { x, weights, options }, LAYER_OPTIONS, LAYER_KEEPABLE.forward, also);
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
  const taken = { x, weights, options };
  const layer = readSelfAttention(where, taken, LAYER_BACKWARD_OPTIONS, LAYER_KEEPABLE.gradients, also);
  const { sizes, tensors } = layer;
  const { words, keep } = layer.options;
  const { shape } = layer.x;
  const behind = readDOutput(where, dOutput, withColumns(shape, sizes.outputDim || sizes.heads * sizes.valueDim));
  const seen = seenBy(shape, sizes);
  const dLse = readDLse(where, options, words, seen([sizes.batch, sizes.heads, sizes.tokens], "lse"));
  const given = { ...tensors, dOutput: behind, dLse, ...layer.options.tensors };
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
  // A gradient has the name of its input: dquery where the weight came as query.
  const called = (name: string): string => {
    const plain = name.replace("Weight", "");
    return layer.older.includes(plain.slice(1)) ? plain : name;
  };
  return { where, call, seen, called };
}

/** Leaves out the axes that the caller does not have: the batch, and for one head the heads too. */
function seenBy(x: readonly number[], { heads }: LayerSizes): ReadCall<LayerSizes>["seen"] {
  if (x.length === 3) return (extents) => extents.slice();
  return (extents, name) => extents.slice((extents.length === 4 || name === "lse") && heads === 1 ? 2 : 1);
}
