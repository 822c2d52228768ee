// Normalisation of rows, computed in the core: layer normalisation, and RMSNorm, which subtracts no mean.
import type { BackwardOptions, Floats, Heed, RunInputs, Tensor, TensorInput } from "../lib/api/index.js";
import {
  checkNamed,
  fault,
  kindOf,
  numberFault,
  positive,
  readFlag,
  readTensor,
  shapeText,
  tensorOf,
  type ReadTensor,
} from "../lib/read/index.js";
import type { Parameter } from "../train/index.js";
import { HINTS, openerOf, parametersIn } from "./layer.js";

/** The numbers of an RMSNorm. */
export interface RmsNormWeights {
  /**
   * `[dim]`.
   * @default ones
   */
  gain?: TensorInput | undefined;
  /**
   * Added to the mean of the squares.
   * @default 1e-5
   */
  epsilon?: number | undefined;
}

/** The numbers of a layer normalisation. */
export interface LayerNormWeights extends RmsNormWeights {
  /**
   * `[dim]`.
   * @default zeros
   */
  bias?: TensorInput | undefined;
  /**
   * Added to the variance.
   * @default 1e-5
   */
  epsilon?: number | undefined;
}

const NORM_HINTS = { ...HINTS, weight: "write gain" };

/**
 * (x − mean) / √(variance + epsilon) · gain + bias, for each row. NaN or Infinity makes every number of its row NaN.
 *
 * @param x One to four axes; the last one has the numbers of a row.
 * @returns A fresh tensor in the shape of x.
 */
export function layerNorm(heed: Heed, x: TensorInput, weights: LayerNormWeights = {}): Tensor {
  return compute(heed, "heed/layers.layerNorm", x, weights, ["gain", "bias", "epsilon"]);
}

/**
 * x / √(mean of x² + epsilon) · gain, for each row.
 *
 * @param x One to four axes; the last one has the numbers of a row.
 * @returns A fresh tensor in the shape of x.
 */
export function rmsNorm(heed: Heed, x: TensorInput, weights: RmsNormWeights = {}): Tensor {
  return compute(heed, "heed/layers.rmsNorm", x, weights, ["gain", "epsilon"]);
}

function compute(heed: Heed, where: string, x: TensorInput, weights: LayerNormWeights, known: string[]): Tensor {
  openerOf(where, heed);
  checkNamed(where, "weight", weights, known, { hints: NORM_HINTS });
  const { data, shape } = readTensor(where, "x", x);
  const dim = shape[shape.length - 1]!;
  const session = open(heed, where, {
    sizes: { rows: data.length / dim, dim, rms: known.includes("bias") ? 0 : 1 },
    epsilon: readEpsilon(where, weights.epsilon),
    backward: false,
    given: {
      x: { data, shape },
      gain: readRow(where, "gain", weights.gain, dim),
      bias: readRow(where, "bias", weights.bias, dim),
    },
  });
  try {
    session.run();
    return tensorOf(session.output.slice(), Array.from(shape));
  } finally {
    session.dispose();
  }
}

/** The sizes of an RMSNorm. */
export interface RmsNormOptions {
  /** Rows of x: all tokens of all sequences of a batch. */
  rows: number;
  /** Columns of x: the numbers that are normalised together. */
  dim: number;
  /**
   * Added to the variance, or to the mean of the squares.
   * @default 1e-5
   */
  epsilon?: number | undefined;
  /**
   * Whether it computes gradients too: dOutput, dx, dGain, dBias and backward().
   * @default false
   */
  backward?: boolean | undefined;
}

/** The sizes of a layer normalisation. */
export interface LayerNormOptions extends RmsNormOptions {
  /**
   * Whether there is a bias.
   * @default true
   */
  biases?: boolean | undefined;
}

/** RMSNorm of one shape, over buffers that stay in wasm memory. Each property is a fresh view. */
export interface RmsNorm {
  /** `[rows, dim]`. Zeros at first; write to it. */
  readonly x: Floats;
  /** `[dim]`. Ones at first; write to it. */
  readonly gain: Floats;
  /** `[rows, dim]`, as of the last run. */
  readonly output: Floats;
  /** `[rows, dim]`. Write to it. This and the gradients are undefined without `backward: true`. */
  readonly dOutput: Floats;
  /** `[rows, dim]` */
  readonly dx: Floats;
  /** `[dim]` */
  readonly dGain: Floats;
  /** gain, and bias if there is one. */
  readonly parameters: readonly Parameter[];
  /** Whether dispose() was called. */
  readonly disposed: boolean;
  /** Computes output. */
  run(inputs?: RunInputs<"x" | "gain" | "bias">): void;
  /** Computes the gradients from dOutput and the last run(). It overwrites them. */
  backward(options?: BackwardOptions): void;
  /**
   * Gives the memory back. It may be called again; any other use afterwards is an error.
   * @frees its buffers
   */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}

/** Layer normalisation of one shape, over buffers that stay in wasm memory. Each property is a fresh view. */
export interface LayerNorm extends RmsNorm {
  /** `[dim]`. Zeros at first; write to it. Undefined with `biases: false`. */
  readonly bias: Floats;
  /** `[dim]`. Undefined with `biases: false`. */
  readonly dBias: Floats;
}

/** Makes a layer normalisation of one shape. */
export function layerNormSession(heed: Heed, options: LayerNormOptions): LayerNorm {
  return openNorm(heed, "heed/layers.layerNormSession", "layer", options) as LayerNorm;
}

/** Makes an RMSNorm of one shape. */
export function rmsNormSession(heed: Heed, options: RmsNormOptions): RmsNorm {
  return openNorm(heed, "heed/layers.rmsNormSession", "rms", options);
}

/** As layerNormSession and rmsNormSession. `where` begins the error sentences. */
export function openNorm(heed: Heed, where: string, kind: "layer" | "rms", options: LayerNormOptions): RmsNorm {
  openerOf(where, heed);
  const isLayer = kind === "layer";
  const known = ["rows", "dim", "epsilon", ...(isLayer ? ["biases"] : []), "backward"];
  checkNamed(where, "option", options, known, { hints: HINTS });
  const dim = positive(where, "dim", options.dim);
  const backward = readFlag(where, "backward", options.backward);
  const biased = isLayer && (options.biases === undefined || readFlag(where, "biases", options.biases));
  const session = open(heed, where, {
    sizes: { rows: positive(where, "rows", options.rows), dim, rms: isLayer ? 0 : 1 },
    epsilon: readEpsilon(where, options.epsilon),
    backward,
    given: { x: null, gain: null, bias: biased ? null : undefined, dOutput: backward ? null : undefined },
  });
  session.gain.fill(1);
  return session;
}

interface Opening {
  readonly sizes: { readonly rows: number; readonly dim: number; readonly rms: number };
  readonly epsilon: number;
  readonly backward: boolean;
  /** null stands for zeros that are written to later. */
  readonly given: Readonly<Record<string, ReadTensor | null | undefined>>;
}

function open(heed: Heed, where: string, { epsilon, ...call }: Opening): RmsNorm {
  const names = ["gain", "bias"].filter((name) => call.given[name] !== undefined);
  const parameters = parametersIn(() => session, names);
  const whole = { ...call, words: { epsilon } };
  const session = openerOf(where, heed).openLayer(where, "norm", whole, {
    parameters: { value: parameters },
  }) as RmsNorm;
  return session;
}

function readEpsilon(where: string, value: unknown): number {
  if (value === undefined) return 1e-5;
  if (typeof value === "number" && value >= 0 && value < Infinity) return value;
  throw numberFault(value, `${where}: epsilon must be a finite number, 0 or more; got ${kindOf(value)}.`);
}

function readRow(where: string, name: string, value: TensorInput | undefined, dim: number): ReadTensor | undefined {
  if (value === undefined) return undefined;
  const row = readTensor(where, name, value);
  if (row.shape.length === 1 && row.shape[0] === dim) return row;
  throw fault(
    "shape",
    `${where}: ${name} must have the shape [${dim}], one number per column of x; its shape is ${shapeText(row.shape)}.`,
  );
}
