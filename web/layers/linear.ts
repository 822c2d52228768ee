// A linear layer, with an activation where one is asked for. It computes in the core.
import type { BackwardOptions, Floats, Heed, RunInputs, Tensor, TensorInput } from "../lib/api/index.js";
import type { HeldWeights } from "../lib/call/index.js";
import type { LinearSizes } from "../lib/rows/index.js";
import {
  checkNamed,
  fault,
  kindOf,
  positive,
  readFlag,
  readLayoutOption,
  readTensor,
  shapeText,
  tensorOf,
  type ReadTensor,
  type SessionInside,
} from "../lib/read/index.js";
import type { Parameter } from "../train/index.js";
import type { EmbeddingSession } from "./embedding.js";
import { HINTS, insideOf, openerOf, parametersIn, together } from "./layer.js";
import type { StoredWeights } from "./weights.js";

/**
 * `"relu"`; `"gelu"`: x·Φ(x), as PyTorch's nn.GELU and BERT have it; `"gelu-tanh"`: its approximation by tanh, as GPT-2
 * has it; `"silu"`: x·σ(x), as Llama has it.
 */
export type Activation = "relu" | "gelu" | "gelu-tanh" | "silu";

/** In the order of their numbers in the core. */
const ACTIVATIONS: readonly unknown[] = [undefined, "relu", "gelu", "gelu-tanh", "silu"];

/** The numbers of a linear layer. */
export interface LinearWeights {
  /** `[inputs, outputs]`, or its transpose with `layout: "out-in"`; or weights in wasm memory. */
  weight: TensorInput | StoredWeights;
  /**
   * `[outputs]`.
   * @default none
   */
  bias?: TensorInput | undefined;
  /**
   * `"in-out"`: x·W. `"out-in"`: x·Wᵀ, as PyTorch's nn.Linear keeps its weight. Weights in wasm memory have a layout of
   * their own.
   * @default "in-out"
   */
  layout?: "in-out" | "out-in" | undefined;
  /**
   * The function of each number of the output.
   * @default none
   */
  activation?: Activation | undefined;
}

/**
 * activation(x·W + b).
 *
 * @param x One to four axes; the last one has the inputs.
 * @returns A fresh tensor with the axes of x, the last one with the outputs.
 */
export function linear(heed: Heed, x: TensorInput, weights: LinearWeights): Tensor {
  return computeLinear(heed, "heed/layers.linear", x, weights);
}

/**
 * As linear. `where` begins the error sentences.
 *
 * @param times In the shape of the result, which is multiplied by it.
 */
export function computeLinear(
  heed: Heed,
  where: string,
  x: TensorInput,
  weights: LinearWeights,
  times?: Tensor,
): Tensor {
  const opener = openerOf(where, heed);
  checkNamed(where, "weight", weights, ["weight", "bias", "layout", "activation"], { hints: HINTS });
  const held = opener.heldOf(weights.weight);
  const input = readTensor(where, "x", x);
  if (held !== undefined) return multiplyHeld(where, input, held, weights, times);
  const inputs = input.shape[input.shape.length - 1]!;
  const outIn = readLayoutOption(where, weights.layout);
  const weight = readTensor(where, "weight", weights.weight as TensorInput);
  const outputs = outputsOf(where, weight, inputs, outIn);
  checkTimes(where, times, outputs);
  const bias = weights.bias === undefined ? undefined : readBias(where, weights.bias, outputs);
  const activation = readActivation(where, weights.activation);
  const sizes = {
    rows: input.data.length / inputs,
    inputs,
    outputs,
    outIn: outIn ? 1 : 0,
    activation,
    add: 0,
    stored: 0,
    held: 0,
  };
  const session = open(heed, where, { sizes, backward: false, given: { x: input, weight, bias, times } });
  try {
    session.run();
    return tensorOf(session.output.slice(), [...input.shape.slice(0, -1), outputs]);
  } finally {
    session.dispose();
  }
}

/** As computeLinear, by a weight that is in wasm memory. */
function multiplyHeld(
  where: string,
  x: ReadTensor,
  held: HeldWeights,
  { layout, ...given }: LinearWeights,
  times: Tensor | undefined,
): Tensor {
  if (layout !== undefined && layout !== held.layout) {
    throw fault(
      "value",
      `${where}: layout must be left out, or be the layout of the weights, "${held.layout}"; got ${kindOf(layout)}.`,
    );
  }
  const inputs = x.shape[x.shape.length - 1]!;
  const outputs = outputsOf(where, { shape: held.shape }, inputs, held.facts.outIn);
  checkTimes(where, times, outputs);
  const bias = given.bias === undefined ? undefined : readBias(where, given.bias, outputs);
  const activation = readActivation(where, given.activation);
  const rows = x.data.length / inputs;
  return tensorOf(held.multiply(where, rows, activation, { x, bias, times }), [...x.shape.slice(0, -1), outputs]);
}

/** The sizes of a linear layer. */
export interface LinearOptions {
  /** Rows of x: all tokens of all sequences of a batch. */
  rows: number;
  /** Columns of x. */
  inputs: number;
  /** Columns of output. */
  outputs: number;
  /**
   * Whether there is a bias.
   * @default false
   */
  biases?: boolean | undefined;
  /**
   * How the weight is stored: `"in-out"` or `"out-in"`, as PyTorch keeps it.
   * @default "in-out"
   */
  layout?: "in-out" | "out-in" | undefined;
  /**
   * The function of each number of the output.
   * @default none
   */
  activation?: Activation | undefined;
  /**
   * Whether it computes gradients too: dOutput, dx, dWeight, dBias and backward().
   * @default false
   */
  backward?: boolean | undefined;
  /**
   * An embedding whose table is the weight: `[outputs, inputs]`, so the layout is "out-in". The embedding has the
   * parameter, and both readings of the table add to its gradient.
   * @default none
   */
  weightOf?: EmbeddingSession | undefined;
}

/**
 * A linear layer over buffers that stay in wasm memory. As in every session of heed, each property is a fresh view;
 * read it again rather than keep a view across calls.
 */
export interface Linear {
  /** `[rows, inputs]`. Zeros at first; write to it. The same holds for weight and bias. */
  readonly x: Floats;
  /** `[inputs, outputs]`, or its transpose with `layout: "out-in"`. */
  readonly weight: Floats;
  /** `[outputs]`; undefined without biases. */
  readonly bias: Floats | undefined;
  /** `[rows, outputs]`, as of the last run. */
  readonly output: Floats;
  /** `[rows, outputs]`: x·W + b. Undefined without an activation, or without `backward: true`. */
  readonly preActivation: Floats | undefined;
  /** `[rows, outputs]`. Zeros at first; write to it. This and the gradients are undefined without `backward: true`. */
  readonly dOutput: Floats;
  /** `[rows, inputs]` */
  readonly dx: Floats;
  /** Laid out as weight is. */
  readonly dWeight: Floats;
  /** `[outputs]`; undefined without biases. */
  readonly dBias: Floats | undefined;
  /** weight, and bias if there is one. */
  readonly parameters: readonly Parameter[];
  /** Whether dispose() was called. */
  readonly disposed: boolean;
  /** Computes output. */
  run(inputs?: RunInputs<"x" | "weight" | "bias">): void;
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

/** Makes a linear layer of one shape, over buffers that stay in wasm memory. */
export function linearSession(heed: Heed, options: LinearOptions): Linear {
  return openLinear(heed, "heed/layers.linearSession", options);
}

/** As linearSession. `where` begins the error sentences. */
export function openLinear(heed: Heed, where: string, options: LinearOptions): Linear {
  openerOf(where, heed);
  checkNamed(
    where,
    "option",
    options,
    [...["rows", "inputs", "outputs", "biases", "layout", "activation", "backward", "weightOf"]],
    { hints: HINTS },
  );
  const sizes = {
    rows: positive(where, "rows", options.rows),
    inputs: positive(where, "inputs", options.inputs),
    outputs: positive(where, "outputs", options.outputs),
    outIn: options.weightOf !== undefined || readLayoutOption(where, options.layout) ? 1 : 0,
    activation: readActivation(where, options.activation),
    add: 0,
    stored: 0,
    held: 0,
  };
  const tied = options.weightOf === undefined ? undefined : readTable(where, options.weightOf, sizes);
  const bias = readFlag(where, "biases", options.biases) ? null : undefined;
  const backward = readFlag(where, "backward", options.backward);
  const given = { x: null, weight: tied ? undefined : null, bias, dOutput: backward ? null : undefined };
  return together((own) => {
    const session = own(open(heed, where, { sizes, backward, given }));
    if (tied) tie(where, insideOf(session)!, tied, backward);
    return session;
  });
}

/** The embedding's table, if it can be the weight. */
function readTable(where: string, embedding: EmbeddingSession, { inputs, outputs }: LinearSizes): SessionInside {
  const inside = typeof embedding === "object" && embedding !== null ? insideOf(embedding) : undefined;
  if (inside === undefined || !inside.hasWord("vocab")) {
    throw fault("type", `${where}: weightOf must be made by embeddingSession; got ${kindOf(embedding)}.`);
  }
  const { vocab, dim } = inside.sizes;
  if (vocab === outputs && dim === inputs) return inside;
  throw fault(
    "value",
    `${where}: with weightOf, inputs and outputs must be modelDim and vocab of the embedding, ${dim} and ` +
      `${vocab}; got ${inputs} and ${outputs}.`,
  );
}

/** The weight is the table. Backward overwrites its gradient, and then the embedding adds to it. */
function tie(where: string, layer: SessionInside, embedding: SessionInside, backward: boolean): void {
  if (layer.buffer !== embedding.buffer)
    throw fault("value", `${where}: weightOf must be an embedding of the same heed.`);
  layer.point("weight", embedding.addressOf("table"), embedding.lenderOf("table"));
  if (!backward) return;
  if (!embedding.hasWord("addToTable"))
    throw fault("state", `${where}: the embedding of weightOf has no gradients. Make it with backward: true.`);
  layer.point("dWeight", embedding.addressOf("dTable"), embedding.lenderOf("dTable"));
  embedding.write({ addToTable: 1 });
}

interface Opening {
  readonly sizes: LinearSizes;
  readonly backward: boolean;
  /** null stands for zeros that are written to later. */
  readonly given: Readonly<Record<string, ReadTensor | null | undefined>>;
}

function open(heed: Heed, where: string, { sizes, backward, given }: Opening): Linear {
  const keep = backward && sizes.activation !== 0 ? ["preActivation", "slopes"] : [];
  const names = ["weight", "bias"].filter((name) => given[name] !== undefined);
  const parameters = parametersIn(() => session, names);
  const call = { backward, sizes, given, keep };
  const session = openerOf(where, heed).openLayer(where, "linear", call, {
    parameters: { value: parameters },
  }) as Linear;
  return session;
}

function readActivation(where: string, value: unknown): number {
  if (value === undefined) return 0;
  return checkActivation(where, value, " Leave it out for a layer without one.");
}

/** Returns its number in the core. `advice` says what else can be written. */
export function checkActivation(where: string, value: unknown, advice = ""): number {
  const number = ACTIVATIONS.indexOf(value);
  if (number > 0) return number;
  throw fault(
    "type",
    `${where}: activation must be "relu", "gelu", "gelu-tanh" or "silu"; got ${kindOf(value)}.${advice}`,
  );
}

/** Checks the weight, and returns the number of its outputs. */
function outputsOf(where: string, { shape }: Pick<ReadTensor, "shape">, inputs: number, outIn: boolean): number {
  if (shape.length !== 2) throw fault("shape", `${where}: weight must be a matrix; its shape is ${shapeText(shape)}.`);
  const [found, outputs] = (outIn ? [shape[1], shape[0]] : shape) as [number, number];
  if (found === inputs) return outputs;
  const [layout, other] = outIn ? ["out-in", "in-out"] : ["in-out", "out-in"];
  const swap = outputs === inputs ? ` If it is stored the other way round, say layout: "${other}".` : "";
  throw fault(
    "shape",
    `${where}: weight must have the shape ${outIn ? `[outputs, ${inputs}]` : `[${inputs}, outputs]`} in the layout ` +
      `"${layout}", ${inputs} being the columns of x; its shape is ${shapeText(shape)}.${swap}`,
  );
}

/** A gate has as many outputs as what it multiplies. */
function checkTimes(where: string, times: Tensor | undefined, outputs: number): void {
  const hidden = times?.shape[times.shape.length - 1];
  if (hidden === undefined || hidden === outputs) return;
  throw fault("shape", `${where}: weight must have ${hidden} outputs, like the weight of hidden; it has ${outputs}.`);
}

function readBias(where: string, value: TensorInput, outputs: number): ReadTensor {
  const bias = readTensor(where, "bias", value);
  if (bias.shape.length === 1 && bias.shape[0] === outputs) return bias;
  throw fault(
    "shape",
    `${where}: bias must have the shape [${outputs}], one number per output; its shape is ${shapeText(bias.shape)}.`,
  );
}
