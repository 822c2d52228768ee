// The axes of every tensor of a call, by name. A cut is a range on some of these names; the window of each tensor, and
// the sizes of the part, follow from it.
import type { AnyCall, CallTensor } from "../lib/call/index.js";
import { windowOf, type Range, type Window } from "./windows.js";

/** A range for each axis that is cut. */
export type Cut = Readonly<Record<string, Range>>;

const PAIRS = "batch heads queries keys";

const ATTENTION: Readonly<Record<string, string>> = {
  causalOffsets: "batch",
  keyLengths: "batch",
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

/** The size of an axis. The calls of a layer have their own words for queries and keys. */
export function sizeOf({ call: { kind, sizes } }: AnyCall, axis: string): number {
  const own = kind === "attention" ? axis : (LAYER_WORDS[axis] ?? axis);
  return sizes[own]!;
}

const LAYER_WORDS: Readonly<Record<string, string>> = { queries: "tokens", keys: "contextTokens" };

/** The window of a tensor that a cut leaves. Axes along which a mask or a bias is repeated are not cut. */
export function windowIn(read: AnyCall, cut: Cut, { row, extents, count }: CallTensor): Window {
  const names = namesOf(read, row.name);
  if (names === undefined) return windowOf([count], []);
  if (!isPairs(row.name)) {
    return windowOf(
      names.map((name) => sizeOf(read, name)),
      names.map((name) => cut[name]),
    );
  }
  const own = names.slice(names.length - extents.length);
  return windowOf(
    extents,
    own.map((name, axis) => (extents[axis] === 1 ? undefined : cut[name])),
  );
}

/** A mask, a bias or its gradient has the caller's shape, with axes left out or of extent 1. */
function isPairs(name: string): boolean {
  return name === "mask" || name === "bias" || name === "dbias";
}

/** The sizes of the part. */
export function sizesOf(read: AnyCall, cut: Cut): Record<string, number> {
  const sizes: Record<string, number> = { ...read.call.sizes };
  for (const axis in cut) {
    const word = read.call.kind === "attention" ? axis : (LAYER_WORDS[axis] ?? axis);
    sizes[word] = cut[axis]![1] - cut[axis]![0];
  }
  return sizes;
}

/** The words of the options in the part: its masks and biases lie without gaps, so they have strides of their own. */
export function optionsOf({ call: { options, given } }: AnyCall, cut: Cut): Record<string, number> {
  const words: Record<string, number> = { ...options };
  for (const name of ["mask", "bias"]) {
    const shape = given[name]?.shape;
    if (shape === undefined) continue;
    let stride = 1;
    for (let axis = 3, at = shape.length - 1; at >= 0; axis--, at--) {
      const own = PAIRS.split(" ")[axis]!;
      const range = shape[at] === 1 ? undefined : cut[own];
      words[`${name}${STRIDES[axis]}Stride`] = shape[at] === 1 ? 0 : stride;
      stride *= range ? range[1] - range[0] : shape[at]!;
    }
  }
  return words;
}

const STRIDES = ["Batch", "Head", "Query", "Key"];

const OPTIONS = [
  "scale",
  "softmax",
  "softcap",
  ...["mask", "bias"].flatMap((name) => STRIDES.map((axis) => `${name}${axis}Stride`)),
];

/** Whether this file knows every tensor and option of the call. What it does not know may not be cut. */
export function isKnown(read: AnyCall, tensors: readonly CallTensor[]): boolean {
  const { options } = read.call;
  const known = Object.keys(options).every(
    (name) => OPTIONS.includes(name) || options[name as keyof typeof options] === 0,
  );
  return known && tensors.every(({ row }) => namesOf(read, row.name) !== undefined);
}
