import {
  LAYER_BACKWARD_OPTIONS,
  LAYER_OPTIONS,
  readDLse,
  readDOutput,
  readSelfAttention,
  type ReadTensor,
} from "../read/index.js";
import { LAYER, LAYER_KEEPABLE, shapeSeen, type LayerSizes, type Row } from "../rows/index.js";
import type { ReadCall } from "./call.js";

const { dOutput: D_OUTPUT, dLse: D_LSE } = LAYER.byName as Record<"dOutput" | "dLse", Row>;

export function readLayerCall(
  where: string,
  x: unknown,
  weights: unknown,
  options: unknown,
  also?: readonly string[],
): ReadCall {
  const layer = readSelfAttention(where, { x, weights, options }, LAYER_OPTIONS, LAYER_KEEPABLE.forward, also);
  const { sizes, tensors } = layer;
  const { words, keep } = layer.options;
  const given = Object.assign(tensors, layer.options.tensors);
  const call = { kind: LAYER, forward: true, backward: false, sizes, options: words, given, keep };
  return { where, call, unseen: unseenBy(layer.x, sizes), rowsFirst: false };
}

export function readLayerBackward(
  where: string,
  x: unknown,
  weights: unknown,
  dOutput: unknown,
  options: unknown,
  also?: readonly string[],
): ReadCall {
  const taken = { x, weights, options };
  const layer = readSelfAttention(where, taken, LAYER_BACKWARD_OPTIONS, LAYER_KEEPABLE.gradients, also);
  const { sizes, tensors } = layer;
  const { words, keep } = layer.options;
  const unseen = unseenBy(layer.x, sizes);
  const behind = readDOutput(where, dOutput, shapeSeen(D_OUTPUT, sizes, unseen));
  const dLse = readDLse(where, options, words, shapeSeen(D_LSE, sizes, unseen));
  const given = Object.assign(tensors, layer.options.tensors, { dOutput: behind, dLse });
  const call = { kind: LAYER, forward: false, backward: true, sizes, options: words, given, keep };
  return { where, call, unseen, rowsFirst: false };
}

/** Without a batch the caller does not have its axis, and for one head not that of the heads either. */
function unseenBy({ shape }: ReadTensor, { heads }: LayerSizes): number {
  return shape.length === 3 ? 0 : heads === 1 ? 2 : 1;
}
