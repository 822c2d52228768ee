import type { Tensor } from "../api/index.js";
import {
  attentionContext,
  readDOutput,
  readInputs,
  readOptions,
  readSizes,
  SCORE_OPTIONS,
  withColumns,
} from "../read/index.js";
import { compute } from "./compute.js";
import { computeByParts } from "./head-parts.js";
import type { Memory } from "./memory.js";
import { ATTENTION_KEEPABLE } from "./tables.js";

export function attention(
  memory: Memory,
  q: unknown,
  k: unknown,
  v: unknown,
  options: unknown,
): Record<string, Tensor> {
  const where = "heed.attention";
  const inputs = readInputs(where, q, k, v);
  const sizes = readSizes(where, inputs);
  const rank = inputs.q.shape.length;
  const context = attentionContext(sizes, rank, ATTENTION_KEEPABLE.forward);
  const { words, tensors, keep } = readOptions(where, options, SCORE_OPTIONS, context);
  const given = { ...inputs, ...tensors };
  const call = { kind: "attention", forward: true, backward: false, sizes, options: words, given, keep } as const;
  return computeByParts(memory, where, call, (extents) => extents.slice(4 - rank));
}

export function attentionBackward(
  memory: Memory,
  q: unknown,
  k: unknown,
  v: unknown,
  dOutput: unknown,
  options: unknown,
): Record<string, Tensor> {
  const where = "heed.attentionBackward";
  const inputs = readInputs(where, q, k, v);
  const sizes = readSizes(where, inputs);
  const { shape } = inputs.q;
  const behind = readDOutput(where, dOutput, withColumns(shape, sizes.valueDim));
  const context = attentionContext(sizes, shape.length, ATTENTION_KEEPABLE.gradients);
  const { words, tensors, keep } = readOptions(where, options, SCORE_OPTIONS, context);
  const given = { ...inputs, dOutput: behind, ...tensors };
  const call = { kind: "attention", forward: false, backward: true, sizes, options: words, given, keep } as const;
  return compute(memory, where, call, (extents) => extents.slice(4 - shape.length));
}
