import {
  checkDOutput,
  HELD_LAYER_BACKWARD_OPTIONS,
  HELD_LAYER_OPTIONS,
  LAYER_BACKWARD_OPTIONS,
  LAYER_OPTIONS,
  readDLse,
  readSelfAttention,
  type ReadTensor,
} from "../read/index.js";
import { LAYER, LAYER_KEEPABLE, shapeSeen, type LayerSizes, type Row } from "../rows/index.js";
import type { ReadCall } from "./call.js";

const { dOutput: D_OUTPUT, dLse: D_LSE } = LAYER.byName as Record<"dOutput" | "dLse", Row>;

/** `extra` is an argument after the options; `held` are the weights of a layer that has them already. */
export function readLayerCall(
  where: string,
  x: unknown,
  options: unknown,
  extra: unknown,
  held?: Record<string, unknown>,
  also?: readonly string[],
): ReadCall {
  const taken = { x, options, extra, held };
  const known = held ? HELD_LAYER_OPTIONS : LAYER_OPTIONS;
  const layer = readSelfAttention(where, taken, known, LAYER_KEEPABLE.forward, also);
  const { sizes, tensors } = layer;
  const { words, keep } = layer.options;
  const given = Object.assign(tensors, layer.options.tensors);
  const call = { kind: LAYER, forward: true, backward: false, sizes, options: words, given, keep };
  return { where, call, unseen: unseenBy(layer.x, sizes), rowsFirst: false };
}

export function readLayerBackward(
  where: string,
  x: unknown,
  dOutput: unknown,
  options: unknown,
  extra: unknown,
  held?: Record<string, unknown>,
  also?: readonly string[],
): ReadCall {
  const taken = { x, dOutput, options, extra, held };
  const known = held ? HELD_LAYER_BACKWARD_OPTIONS : LAYER_BACKWARD_OPTIONS;
  const layer = readSelfAttention(where, taken, known, LAYER_KEEPABLE.gradients, also);
  const { sizes, tensors } = layer;
  const { words, keep } = layer.options;
  const unseen = unseenBy(layer.x, sizes);
  const behind = checkDOutput(where, layer.dOutput!, shapeSeen(D_OUTPUT, sizes, unseen));
  const dLse = readDLse(where, layer.said, words, shapeSeen(D_LSE, sizes, unseen));
  const given = Object.assign(tensors, layer.options.tensors, { dOutput: behind, dLse });
  const call = { kind: LAYER, forward: false, backward: true, sizes, options: words, given, keep };
  return { where, call, unseen, rowsFirst: false };
}

/** Without a batch the caller does not have its axis, and for one head not that of the heads either. */
function unseenBy({ shape }: ReadTensor, { heads }: LayerSizes): number {
  return shape.length === 3 ? 0 : heads === 1 ? 2 : 1;
}
