// Weights under the names of PyTorch become weights of selfAttention.
import type { SelfAttentionWeights, TensorInput } from "../api/index.js";
import {
  checkNames,
  checkObject,
  fault,
  kindOf,
  lengthOf,
  positive,
  readTensor,
  shapeText,
  tagOf,
  tagOfObject,
  viewOf,
  type ReadTensor,
} from "../read/index.js";
import {
  findWeight,
  missing,
  noneBegins,
  refuseOutputBeside,
  refuseRest,
  WHERE,
  type Part,
  type State,
} from "./torch-names.js";

/** Facts that a state dict does not hold. */
export interface FromTorchOptions {
  /** The number of query heads. The shapes do not say it. */
  heads: number;
  /**
   * The beginning of the layer's names, as in `"encoder.layers.0.self_attn."`.
   * @default ""
   */
  prefix?: string | undefined;
}

/** The weights of a layer of PyTorch, ready for selfAttention: `layout` is `"out-in"`. */
export type TorchWeights = Pick<
  SelfAttentionWeights,
  "queryWeight" | "keyWeight" | "valueWeight" | "outputWeight" | "queryBias" | "keyBias" | "valueBias" | "outputBias"
> & {
  /** As it was given. */
  heads: number;
  /** As the shapes of the weights say it. */
  kvHeads: number;
  /** PyTorch multiplies by the transpose. */
  layout: "out-in";
};

/**
 * The weights of one attention layer of a PyTorch state dict: of nn.MultiheadAttention (`in_proj_weight`, or
 * `q_proj_weight` and so on), of GPT-2 (`c_attn`, `c_proj`), or of separate nn.Linear layers (`q_proj`, `k_proj`,
 * `v_proj`, `o_proj`). Keys and values may have fewer heads; the number of their heads follows from the shapes. A
 * tensor of the layer that fromTorch does not know is an error, because the results would be wrong without it.
 * nn.MultiheadAttention with a kdim that is not its vdim is an error too, because selfAttention takes keys and values
 * from one context.
 *
 * @param stateDict Tensors by name, in an object or a Map. They are taken without a copy, except for the weights of
 * GPT-2's Conv1D, which are turned from in × out to out × in.
 */
export function fromTorch(
  stateDict: Readonly<Record<string, TensorInput>> | ReadonlyMap<string, TensorInput>,
  options: FromTorchOptions,
): TorchWeights {
  const isMap = tagOfObject(stateDict) === "Map";
  const all: unknown = isMap ? Object.fromEntries(stateDict as ReadonlyMap<string, TensorInput>) : stateDict;
  checkObject(WHERE, "stateDict", all, "a plain object or a Map of tensors by name");
  checkObject(WHERE, "options", options, "{ heads }, because shapes do not say how many heads there are");
  checkNames(WHERE, "option", options, ["heads", "prefix"]);
  if (options.heads === undefined)
    throw fault(
      "type",
      `${WHERE}: heads must be given, because the shapes do not say it; got none. Write { heads: 8 }.`,
    );
  const heads = positive(WHERE, "heads", options.heads);
  const prefix = options.prefix ?? "";
  const state = layerIn(all, prefix);
  if (Object.keys(state).length === 0) throw noneBegins(Object.keys(all), prefix);
  const fused = GPT2 in state ? "c_attn." : "in_proj_";
  if (GPT2 in state) turnConv1D(state);
  const [query, key, value] = `${fused}weight` in state ? packed(state, fused) : separate(state, prefix);
  const weights = { ...query, ...key, ...value, ...partOf(state, "output") };
  refuseRest(state);
  if (weights.outputWeight === undefined) refuseOutputBeside(all, prefix);
  checkBiases(weights);
  checkOneContext(weights);
  return { ...weights, heads, kvHeads: kvHeadsOf(weights, heads), layout: "out-in" };
}

type Projection = Record<string, ReadTensor>;

/** The tensors whose names begin with the prefix, without it. */
function layerIn(stateDict: object, prefix: string): State {
  if (typeof prefix !== "string") throw fault("type", `${WHERE}: prefix must be a string; got ${kindOf(prefix)}.`);
  const state: State = {};
  for (const [name, value] of Object.entries(stateDict))
    if (value !== undefined && name.startsWith(prefix)) state[name.slice(prefix.length)] = value;
  return state;
}

function take(state: State, name: string): ReadTensor {
  const tensor = readTensor(WHERE, name, state[name]);
  delete state[name];
  return tensor;
}

const GPT2 = "c_attn.weight";
const PARTS = ["query", "key", "value"] as const;

/** `fused` begins both names. The weight has the rows of query, key and value, one below the other; so has the bias. */
function packed(state: State, fused: string): Projection[] {
  const weights = thirds(state, `${fused}weight`);
  const biases = `${fused}bias` in state ? thirds(state, `${fused}bias`) : [];
  return PARTS.map((name, n) => ({
    [`${name}Weight`]: weights[n]!,
    ...(biases[n] && { [`${name}Bias`]: biases[n] }),
  }));
}

/** GPT-2 keeps `[dim, 3 · dim]`. c_proj is square and does not tell. What is named bias is the causal mask. */
function turnConv1D(state: State): void {
  delete state["bias"];
  const { data, shape } = take(state, GPT2);
  const isConv1D = shape[1] === 3 * shape[0]!;
  state[GPT2] = tensorIn(data, shape);
  for (const name of [GPT2, "c_proj.weight"]) if (isConv1D && name in state) state[name] = turned(take(state, name));
}

/** The transpose of a matrix. */
function turned({ data, shape }: ReadTensor): ReadTensor {
  const [rows, columns] = shape as [number, number];
  const copy = viewOf(data, 0, lengthOf(data)).slice();
  copy.forEach((_, at) => (copy[at] = data[(at % rows) * columns + Math.floor(at / rows)]!));
  return tensorIn(copy, [columns, rows]);
}

function thirds(state: State, name: string): ReadTensor[] {
  const { data, shape } = take(state, name);
  const [rows, ...columns] = shape as [number, ...number[]];
  if (rows % 3 !== 0) {
    throw fault("shape", `${WHERE}: ${name} must have 3 × model dim rows; its shape is ${shapeText(shape)}.`);
  }
  const count = lengthOf(data) / 3;
  return PARTS.map((_, n) => tensorIn(viewOf(data, n * count, count), [rows / 3, ...columns]));
}

function separate(state: State, prefix: string): Projection[] {
  const absent = PARTS.find((name) => findWeight(state, name) === undefined);
  if (absent) throw missing(state, absent, prefix);
  const parts = PARTS.map((name) => partOf(state, name));
  if (!("in_proj_bias" in state)) return parts;
  const biases = thirds(state, "in_proj_bias");
  return PARTS.map((name, n) => ({ ...parts[n], [`${name}Bias`]: biases[n]! }));
}

/** The weight and the bias of a projection, where the layer has them. */
function partOf(state: State, name: Part): Projection {
  const weight = findWeight(state, name);
  if (weight === undefined) return {};
  const part: Projection = {};
  for (const [found, kind] of [
    [weight, "Weight"],
    [weight.replace(/weight$/, "bias"), "Bias"],
  ] as const) {
    if (!(found in state)) continue;
    const { data, shape } = take(state, found);
    part[`${name}${kind}`] = tensorIn(data, shape);
  }
  return part;
}

function checkBiases(weights: Projection): void {
  for (const name of PARTS) {
    const [outputs, bias] = [weights[`${name}Weight`]!.shape[0]!, weights[`${name}Bias`]];
    if (bias === undefined || (bias.shape.length === 1 && bias.shape[0] === outputs)) continue;
    throw fault(
      "shape",
      `${WHERE}: the bias of ${name} must have the shape [${outputs}], one number per row of its weight; ` +
        `its shape is ${shapeText(bias.shape)}.`,
    );
  }
}

/** With kdim and vdim of its own, nn.MultiheadAttention takes keys and values from rows of two widths. */
function checkOneContext({ keyWeight, valueWeight }: Projection): void {
  const [kdim, vdim] = [keyWeight!.shape[1], valueWeight!.shape[1]];
  if (kdim === vdim) return;
  throw fault(
    "shape",
    `${WHERE}: kdim and vdim must be equal, because selfAttention takes keys and values from one context; got ` +
      `weights of ${kdim} and ${vdim} columns. Project with linear of heed/layers, and give q, k and v to ` +
      `heed.attention.`,
  );
}

/** A Uint16Array of a tensor that was read holds half precision, which it must say when it is read again. */
function tensorIn(data: ReadTensor["data"], shape: readonly number[]): ReadTensor {
  return tagOf(data) === "Uint16Array" ? ({ data, shape, type: "float16" } as ReadTensor) : { data, shape };
}

/**
 * A query head has as many rows of its weight as a key head. A value head may have another number, which only an output
 * projection confirms.
 */
function kvHeadsOf({ queryWeight, keyWeight, valueWeight, outputWeight }: Projection, heads: number): number {
  const [rows, keyRows, valueRows] = [queryWeight!, keyWeight!, valueWeight!].map(({ shape }) => shape[0]!) as Rows;
  const kvHeads = (keyRows * heads) / rows;
  if (rows % heads !== 0 || !Number.isInteger(kvHeads) || heads % kvHeads !== 0) {
    throw fault(
      "value",
      `${WHERE}: heads must divide the ${rows} outputs of query, and the ${keyRows} outputs of key must be heads of ` +
        `the same size; heads is ${heads}.`,
    );
  }
  if (outputWeight !== undefined || valueRows === keyRows) return kvHeads;
  throw fault(
    "shape",
    `${WHERE}: without an output projection, value must have as many outputs as key, which has ${keyRows}; it has ` +
      `${valueRows}.`,
  );
}

type Rows = [number, number, number];
