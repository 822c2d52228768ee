// Reads the arguments of a layer's call.
import type { LayerSizes } from "../rows/index.js";
import { fault } from "./fault.js";
import { layerHints } from "./foreign.js";
import { readLayer } from "./layer.js";
import type { NoOptions } from "./option-names.js";
import { checkOptions, readChecked, type ReadOptions } from "./options.js";
import { isPlain, kindOf, shapeText } from "./sentences.js";
import { readTensor, type GivenTensors, type ReadTensor } from "./tensor.js";

/** What a layer's call is given. */
export interface GivenLayer {
  readonly x: unknown;
  /** Only backward has it. */
  readonly dOutput?: unknown;
  /** The weights and the options. */
  readonly options: unknown;
  /** An argument after the options, where other libraries and earlier versions have one. */
  readonly extra: unknown;
  /** The weights of a layer that has them already: checked, and not among the options. */
  readonly held: Record<string, unknown> | undefined;
}

/** The arguments of a layer's call. `tensors` holds x, context, the weights and their biases. */
export interface SelfAttentionArguments {
  x: ReadTensor;
  dOutput: ReadTensor | undefined;
  /** The weights and the options, each read once. */
  said: Record<string, unknown>;
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
  given: GivenLayer,
  known: NoOptions,
  keepable: readonly string[],
  also?: readonly string[],
): SelfAttentionArguments {
  const { options, held } = given;
  const x = readRows(where, "x", given.x);
  checkPlaces(where, given);
  const dOutput = "dOutput" in given ? readTensor(where, "dOutput", given.dOutput) : undefined;
  const said = options === undefined ? known : readOnce(where, options, known, also);
  const context = readContext(where, said.context, x);
  const { sizes, tensors, projected } = readLayer(where, x.shape, (context ?? x).shape, held ?? said);
  const read = readChecked(where, said, layerContext(sizes, projected, keepable));
  return { x, dOutput, said, sizes, tensors: { x, context, ...tensors }, options: read };
}

/**
 * Options with all names. V8 gives each `{ ...weights, causal: true }` a hidden class of its own, and every read of it
 * is slow; the objects made here share one.
 */
function readOnce(
  where: string,
  options: unknown,
  known: NoOptions,
  also?: readonly string[],
): Record<string, unknown> {
  if (isPlain(options)) {
    const prototype: unknown = Object.getPrototypeOf(options);
    if (prototype === Object.prototype || prototype === null) {
      const said = { ...known, ...options };
      if (Object.keys(said).length === Object.keys(known).length) return said;
    }
  }
  const names = Object.keys(known);
  checkOptions(where, options, names, { also, hints: layerHints });
  return Object.fromEntries(names.map((name) => [name, (options as Record<string, unknown>)[name]]));
}

/** Weights are no argument of their own. */
function checkPlaces(where: string, given: GivenLayer): void {
  const { options, extra } = given;
  const isBackward = "dOutput" in given;
  if (extra !== undefined) {
    const [names, last] = isBackward ? ["x, dOutput and options", "fourth"] : ["x and options", "third"];
    throw fault(
      "type",
      `${where}: the arguments must be ${names}; got a ${last} one, ${kindOf(extra)}. Write the weights and the ` +
        `options in one object, as { ...weights, causal: true }.`,
    );
  }
  if (isBackward && given.dOutput === undefined && options !== undefined) {
    throw fault(
      "type",
      `${where}: dOutput must be the second argument; got undefined. Write the weights and the ` +
        `options in one object, as { ...weights, causal: true }.`,
    );
  }
}

function readRows(where: string, name: string, value: unknown): ReadTensor {
  const rows = readTensor(where, name, value);
  if (rows.shape.length === 2 || rows.shape.length === 3) return rows;
  throw fault(
    "shape",
    `${where}: ${name} must have two or three axes, [tokens, model dim] or [batch, tokens, model dim]; its ` +
      `shape is ${shapeText(rows.shape)}.` +
      (rows.shape[1] ? "" : " Write { data, shape } for a flat array."),
  );
}

function readContext(where: string, value: unknown, x: ReadTensor): ReadTensor | undefined {
  if (value === undefined) return undefined;
  const context = readRows(where, "context", value);
  const batched = x.shape.length === 3;
  if (context.shape.length === x.shape.length && (!batched || context.shape[0] === x.shape[0])) return context;
  throw fault(
    "shape",
    `${where}: context must have the same number of axes as x${batched ? " and the same batch (first axis)" : ""}; ` +
      `x is ${shapeText(x.shape)}, context is ${shapeText(context.shape)}.`,
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
