// The axes of every tensor of a call, by name. A cut is a range on some of these names; the window of each tensor, and
// the sizes of the part, follow from it.
import type { AnyCall, CallTensor } from "../lib/call/index.js";
import { windowOf, type Range, type Window } from "./windows.js";

/** A range for each axis that is cut. */
export type Cut = Readonly<Record<string, Range>>;

const PAIRS = "batch heads queries keys";

const ATTENTION: Readonly<Record<string, string>> = {
  causalOffsets: "batch",
  offsets: "batch",
  keyLengths: "batch",
  alibi: "heads",
  sink: "heads",
  rotaryQueries: "batch queries",
  rotaryKeys: "batch keys",
  mask: PAIRS,
  bias: PAIRS,
  q: "batch heads queries dim",
  k: "batch kvHeads keys dim",
  v: "batch kvHeads keys valueDim",
  output: "batch heads queries valueDim",
  dOutput: "batch heads queries valueDim",
  raw: PAIRS,
  scores: PAIRS,
  logits: PAIRS,
  weights: PAIRS,
  lse: "batch heads queries",
  dLse: "batch heads queries",
  dweights: PAIRS,
  dscores: PAIRS,
};

/** Without an output projection, the output is the joined heads. */
const LAYER: Readonly<Record<string, string>> = {
  ...ATTENTION,
  x: "batch queries modelDim",
  context: "batch keys contextDim",
  queryWeight: "modelDim heads dim",
  queryBias: "heads dim",
  keyWeight: "contextDim kvHeads dim",
  keyBias: "kvHeads dim",
  valueWeight: "contextDim kvHeads valueDim",
  valueBias: "kvHeads valueDim",
  outputWeight: "heads valueDim outputDim",
  outputBias: "outputDim",
  output: "batch queries heads valueDim",
  dOutput: "batch queries heads valueDim",
  joined: "batch queries heads valueDim",
  dq: "batch queries heads dim",
  dk: "batch keys kvHeads dim",
  dv: "batch keys kvHeads valueDim",
};
const PROJECTED = { output: "batch queries outputDim", dOutput: "batch queries outputDim" };
const OUT_IN = {
  queryWeight: "heads dim modelDim",
  keyWeight: "kvHeads dim contextDim",
  valueWeight: "kvHeads valueDim contextDim",
  outputWeight: "outputDim heads valueDim",
};

/** The names of a tensor's axes; undefined for a tensor that this file does not know. */
function namesOf({ call }: AnyCall, tensor: string): string[] | undefined {
  if (call.kind === "attention") return (ATTENTION[tensor] ?? gradientOf(ATTENTION, tensor))?.split(" ");
  const { outIn, outputDim } = call.sizes;
  const names: Readonly<Record<string, string>> = {
    ...LAYER,
    ...(outputDim ? PROJECTED : {}),
    ...(outIn ? OUT_IN : {}),
  };
  return (names[tensor] ?? gradientOf(names, tensor))?.split(" ");
}

/** A gradient has the axes of its input. */
function gradientOf(axes: Readonly<Record<string, string>>, tensor: string): string | undefined {
  return tensor.startsWith("d") ? axes[tensor.slice(1)] : undefined;
}

/** The calls of a layer have their own words for queries and keys. */
function wordOf({ call: { kind } }: AnyCall, axis: string): string {
  if (kind === "attention") return axis;
  return axis === "queries" ? "tokens" : axis === "keys" ? "contextTokens" : axis;
}

/** The size of an axis. */
export function sizeOf(read: AnyCall, axis: string): number {
  return read.call.sizes[wordOf(read, axis)]!;
}

/** The window of a tensor that a cut leaves. Axes along which a mask or a bias is repeated are not cut. */
export function windowIn(read: AnyCall, cut: Cut, { row, extents, count }: CallTensor): Window {
  const names = namesOf(read, row.name);
  if (names === undefined) return windowOf([count], []);
  const shape = isPairs(row.name) ? extents : names.map((name) => sizeOf(read, name));
  const own = names.slice(names.length - shape.length);
  const ranges = own.map((name, axis) => (shape[axis] === 1 ? undefined : cut[name]));
  return windowOf(shape, ranges);
}

/** A mask, a bias or its gradient has the caller's shape, with axes left out or of extent 1. */
export function isPairs(name: string): boolean {
  return /^(mask|d?bias)$/.test(name);
}

/** The tables of rotary. Every chunk takes them whole, because its rows may stand anywhere in them. */
export function isTable(name: string): boolean {
  return /^rotary[CS]/.test(name);
}

/** The sizes of the part. */
export function sizesOf(read: AnyCall, cut: Cut): Record<string, number> {
  const sizes: Record<string, number> = { ...read.call.sizes };
  for (const axis in cut) sizes[wordOf(read, axis)] = cut[axis]![1] - cut[axis]![0];
  return sizes;
}

/** The strides of a mask or a bias, by axis, the innermost first. */
const STRIDES = { keys: "Key", queries: "Query", heads: "Head", batch: "Batch" };

/** The words of the options in the part: its masks and biases lie without gaps, so they have strides of their own. */
export function optionsOf(read: AnyCall, cut: Cut): Record<string, number> {
  const words: Record<string, number> = { ...read.call.options };
  for (const name of ["mask", "bias"]) {
    let stride = 1;
    for (const [axis, of] of Object.entries(STRIDES)) {
      const word = `${name}${of}Stride`;
      if (!words[word]) continue; // It is repeated along this axis.
      words[word] = stride;
      const [from, to] = cut[axis] ?? [0, sizeOf(read, axis)];
      stride *= to - from;
    }
  }
  return words;
}

const OPTION = /^(scale|softmax|softcap|window(Left|Right)|rotary\w+|(mask|bias)(Key|Query|Head|Batch)Stride)$/;

/** Whether this file knows every tensor and option of the call. What it does not know may not be cut. */
export function isKnown(read: AnyCall, tensors: readonly CallTensor[]): boolean {
  const options = Object.entries(read.call.options);
  return (
    options.every(([name, value]) => value === 0 || OPTION.test(name)) &&
    tensors.every(({ row: { name } }) => isTable(name) || namesOf(read, name) !== undefined)
  );
}
