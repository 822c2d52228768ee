import {
  attentionContext,
  BACKWARD_OPTIONS,
  readDLse,
  readDOutput,
  readInputs,
  readAxes,
  readOptions,
  readSizes,
  SCORE_OPTIONS,
  withColumns,
  type AttentionSizes,
} from "../read/index.js";
import { ATTENTION, ATTENTION_KEEPABLE, type ReadCall } from "./tables.js";

const ATTENTION_OPTIONS = [...SCORE_OPTIONS, "axes"];
const ATTENTION_BACKWARD_OPTIONS = [...BACKWARD_OPTIONS, "axes"];

export function readAttention(
  where: string,
  q: unknown,
  k: unknown,
  v: unknown,
  options: unknown,
  also?: readonly string[],
): ReadCall<AttentionSizes> {
  const rowsFirst = readAxes(where, options);
  const inputs = readInputs(where, q, k, v, rowsFirst);
  const sizes = readSizes(where, inputs, rowsFirst);
  const rank = inputs.q.shape.length;
  const context = attentionContext(sizes, rank, ATTENTION_KEEPABLE.forward);
  const { words, tensors, keep } = readOptions(where, options, ATTENTION_OPTIONS, context, also);
  const given = { ...inputs, ...tensors };
  const call = {
    kind: "attention",
    rows: ATTENTION,
    forward: true,
    backward: false,
    sizes,
    options: words,
    given,
    keep,
  };
  return { where, call, seen: (extents) => extents.slice(4 - rank), rowsFirst };
}

export function readAttentionBackward(
  where: string,
  q: unknown,
  k: unknown,
  v: unknown,
  dOutput: unknown,
  options: unknown,
  also?: readonly string[],
): ReadCall<AttentionSizes> {
  const rowsFirst = readAxes(where, options);
  const inputs = readInputs(where, q, k, v, rowsFirst);
  const sizes = readSizes(where, inputs, rowsFirst);
  const { shape } = inputs.q;
  const behind = readDOutput(where, dOutput, withColumns(shape, sizes.valueDim), rowsFirst);
  const context = attentionContext(sizes, shape.length, ATTENTION_KEEPABLE.gradients);
  const { words, tensors, keep } = readOptions(where, options, ATTENTION_BACKWARD_OPTIONS, context, also);
  const dLse = readDLse(where, options, words, shape.slice(0, -1));
  const given = { ...inputs, dOutput: behind, dLse, ...tensors };
  const call = {
    kind: "attention",
    rows: ATTENTION,
    forward: false,
    backward: true,
    sizes,
    options: words,
    given,
    keep,
  };
  return { where, call, seen: (extents) => extents.slice(4 - shape.length), rowsFirst };
}
