import {
  ATTENTION_BACKWARD_OPTIONS,
  ATTENTION_OPTIONS,
  attentionContext,
  checkDOutput,
  readDLse,
  readInputs,
  readAxes,
  readOptions,
  readSizes,
  readTensor,
} from "../read/index.js";
import { ATTENTION, ATTENTION_KEEPABLE, shapeSeen, type Row } from "../rows/index.js";
import type { ReadCall } from "./call.js";

const { dOutput: D_OUTPUT, dLse: D_LSE } = ATTENTION.byName as Record<"dOutput" | "dLse", Row>;

export function readAttention(
  where: string,
  q: unknown,
  k: unknown,
  v: unknown,
  options: unknown,
  also?: readonly string[],
): ReadCall {
  const rowsFirst = readAxes(where, options);
  const inputs = readInputs(where, q, k, v, rowsFirst);
  const sizes = readSizes(where, inputs, rowsFirst);
  const rank = inputs.q.shape.length;
  const context = attentionContext(sizes, rank, ATTENTION_KEEPABLE.forward, !rowsFirst);
  const { words, tensors, keep } = readOptions(where, options, ATTENTION_OPTIONS, context, also);
  const given = Object.assign(tensors, inputs);
  const call = { kind: ATTENTION, forward: true, backward: false, sizes, options: words, given, keep };
  return { where, call, unseen: 4 - rank, rowsFirst };
}

export function readAttentionBackward(
  where: string,
  q: unknown,
  k: unknown,
  v: unknown,
  dOutput: unknown,
  options: unknown,
  also?: readonly string[],
): ReadCall {
  const rowsFirst = readAxes(where, options);
  const inputs = readInputs(where, q, k, v, rowsFirst);
  const sizes = readSizes(where, inputs, rowsFirst);
  const rank = inputs.q.shape.length;
  const unseen = 4 - rank;
  const outer = readTensor(where, "dOutput", dOutput);
  const behind = checkDOutput(where, outer, shapeSeen(D_OUTPUT, sizes, unseen), rowsFirst);
  const context = attentionContext(sizes, rank, ATTENTION_KEEPABLE.gradients, !rowsFirst);
  const { words, tensors, keep } = readOptions(where, options, ATTENTION_BACKWARD_OPTIONS, context, also);
  const dLse = readDLse(where, options, words, shapeSeen(D_LSE, sizes, unseen));
  const given = Object.assign(tensors, inputs, { dOutput: behind, dLse });
  const call = { kind: ATTENTION, forward: false, backward: true, sizes, options: words, given, keep };
  return { where, call, unseen, rowsFirst };
}
