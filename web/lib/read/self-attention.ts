// Reads the arguments of a layer's call.
import type { LayerSizes } from "../rows/index.js";
import { readLayer, WEIGHTS } from "./layer.js";
import { readOptions, type ReadOptions } from "./options.js";
import { shapeText } from "./sentences.js";
import { readTensor, type GivenTensors, type ReadTensor } from "./tensor.js";

/** The arguments of a layer's call. `tensors` holds x, context, the weights and their biases. */
export interface SelfAttentionArguments {
  x: ReadTensor;
  sizes: LayerSizes;
  tensors: GivenTensors;
  options: ReadOptions;
}

/**
 * Reads the arguments and checks them against each other. `known` are the names of the options, `keepable` the names
 * that `keep` may hold.
 */
export function readSelfAttention(
  where: string,
  given: { readonly x: unknown; readonly weights: unknown; readonly options: unknown },
  known: readonly string[],
  keepable: readonly string[],
  also?: readonly string[],
): SelfAttentionArguments {
  const x = readRows(where, "x", given.x);
  const context = readContext(where, given.options, x);
  checkPlacement(where, given.options);
  const { sizes, tensors, projected } = readLayer(where, x.shape, (context ?? x).shape, given.weights);
  const options = readOptions(where, given.options, known, layerContext(sizes, projected, keepable), also);
  return { x, sizes, tensors: { x, context, ...tensors }, options };
}

/** Many callers expect heads and the like among the options; here they belong to the weights. */
function checkPlacement(where: string, options: unknown): void {
  const misplaced =
    typeof options === "object" && options !== null
      ? Object.keys(options).find((name) => WEIGHTS.includes(name))
      : undefined;
  if (misplaced)
    throw new TypeError(
      `${where}: ${misplaced} belongs in the second argument, with the weights; it came among the options.`,
    );
}

function readRows(where: string, name: string, value: unknown): ReadTensor {
  const rows = readTensor(where, name, value);
  if (rows.shape.length === 2 || rows.shape.length === 3) return rows;
  throw new RangeError(
    `${where}: ${name} must have two or three axes, [tokens, model dim] or [batch, tokens, model dim]; its ` +
      `shape is ${shapeText(rows.shape)}.`,
  );
}

function readContext(where: string, options: unknown, x: ReadTensor): ReadTensor | undefined {
  const value =
    typeof options === "object" && options !== null ? (options as { context?: unknown }).context : undefined;
  if (value === undefined) return undefined;
  const context = readRows(where, "context", value);
  const batched = x.shape.length === 3;
  if (context.shape.length === x.shape.length && (!batched || context.shape[0] === x.shape[0])) return context;
  throw new RangeError(
    `${where}: context must have as many axes as x${batched ? " and the same batch (first axis)" : ""}; x is ` +
      `${shapeText(x.shape)}, context is ${shapeText(context.shape)}.`,
  );
}

/** What the options of a layer are checked against. The basic form, without projections, has the scale 1. */
export function layerContext(sizes: LayerSizes, projected: boolean, keepable: readonly string[]) {
  const { batch, heads, queries, keys, dim, modelDim } = sizes;
  const defaultScale = projected ? ("sqrt-dk" as const) : ("none" as const);
  return {
    batch,
    heads,
    queries,
    keys,
    rank: 4,
    dim,
    modelDim,
    defaultScale,
    keepable,
  };
}
