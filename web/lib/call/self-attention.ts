import type { Tensor } from "../api/index.js";
import { readDOutput, readSelfAttention, withColumns, type LayerSizes } from "../read/index.js";
import { compute } from "./compute.js";
import type { Memory } from "./memory.js";
import { LAYER_KEEPABLE } from "./tables.js";

export function selfAttention(memory: Memory, x: unknown, weights: unknown, options: unknown): Record<string, Tensor> {
  const where = "heed.selfAttention";
  const layer = readSelfAttention(where, { x, weights, options }, LAYER_KEEPABLE.forward);
  const { sizes, tensors } = layer;
  const { words, keep } = layer.options;
  const given = { ...tensors, ...layer.options.tensors };
  const call = { kind: "selfAttention", forward: true, backward: false, sizes, options: words, given, keep } as const;
  return compute(memory, where, call, seenBy(layer.x.shape, sizes));
}

export function selfAttentionBackward(
  memory: Memory,
  x: unknown,
  weights: unknown,
  dOutput: unknown,
  options: unknown,
): Record<string, Tensor> {
  const where = "heed.selfAttentionBackward";
  const layer = readSelfAttention(where, { x, weights, options }, LAYER_KEEPABLE.gradients);
  const { sizes, tensors } = layer;
  const { words, keep } = layer.options;
  const { shape } = layer.x;
  const behind = readDOutput(where, dOutput, withColumns(shape, sizes.outputDim || sizes.heads * sizes.valueDim));
  const given = { ...tensors, dOutput: behind, ...layer.options.tensors };
  const call = { kind: "selfAttention", forward: false, backward: true, sizes, options: words, given, keep } as const;
  const gradients = compute(memory, where, call, seenBy(shape, sizes));
  // The caller gives the weights by the names query, key, value and output.
  return Object.fromEntries(Object.entries(gradients).map(([name, tensor]) => [name.replace("Weight", ""), tensor]));
}

/** Leaves out the axes that the caller does not have: the batch, and for one head the heads too. */
function seenBy(x: readonly number[], { heads }: LayerSizes): (extents: readonly number[]) => number[] {
  if (x.length === 3) return (extents) => extents.slice();
  return (extents) => extents.slice(extents.length === 4 && heads === 1 ? 2 : 1);
}
