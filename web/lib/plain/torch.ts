// Weights under the names of PyTorch become weights of selfAttention.
import type { SelfAttentionWeights, TensorInput } from "../api/index.js";
import {
  checkNames,
  checkObject,
  kindOf,
  lengthOf,
  positive,
  readTensor,
  shapeText,
  viewOf,
  type ReadTensor,
} from "../read/index.js";

/** What a state dict does not say. */
export interface FromTorchOptions {
  /** The number of query heads. The shapes do not say it. */
  heads: number;
  /** What the names of the layer begin with, as in `"encoder.layers.0.self_attn."`. Nothing where it is left out. */
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

const WHERE = "heed.fromTorch";

/** The names that a layer has among its projections, without ".weight" or ".bias". */
const NAMES = {
  query: ["q_proj", "query", "q", "wq", "to_q"],
  key: ["k_proj", "key", "k", "wk", "to_k"],
  value: ["v_proj", "value", "v", "wv", "to_v"],
  output: ["out_proj", "o_proj", "o", "wo", "to_out.0", "dense"],
} as const;

/** Parts of a layer without which its results would be others. */
const UNKNOWN = /^(bias_k|bias_v|[qk]_norm\..*|[qk]_layernorm\..*)$/;

/**
 * The weights of one attention layer of a PyTorch state dict: of nn.MultiheadAttention (`in_proj_weight` or
 * `q_proj_weight` and its like), or of separate nn.Linear layers (`q_proj`, `k_proj`, `v_proj`, `o_proj`), where keys
 * and values may have fewer heads. The number of their heads follows from the shapes.
 *
 * @param stateDict Tensors by name. They are taken without a copy.
 */
export function fromTorch(stateDict: Readonly<Record<string, TensorInput>>, options: FromTorchOptions): TorchWeights {
  checkObject(WHERE, "stateDict", stateDict);
  checkObject(WHERE, "options", options);
  checkNames(WHERE, "option", options, ["heads", "prefix"]);
  const heads = positive(WHERE, "heads", options.heads);
  const state = layerIn(stateDict, options.prefix ?? "");
  const [query, key, value] = "in_proj_weight" in state ? packed(state) : separate(state);
  const weights = { ...query, ...key, ...value, ...partOf(state, "output") };
  return { ...weights, heads, kvHeads: kvHeadsOf(weights, heads), layout: "out-in" };
}

type State = Readonly<Record<string, unknown>>;
type Projection = Record<string, ReadTensor>;

/** The tensors whose names begin with the prefix, without it. */
function layerIn(stateDict: object, prefix: string): State {
  if (typeof prefix !== "string") throw new TypeError(`${WHERE}: prefix must be a string; ${kindOf(prefix)} came.`);
  const state: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(stateDict))
    if (name.startsWith(prefix)) state[name.slice(prefix.length)] = value;
  const unknown = Object.keys(state).find((name) => UNKNOWN.test(name));
  if (unknown === undefined) return state;
  throw new TypeError(`${WHERE}: the layer has ${unknown}, which selfAttention cannot compute.`);
}

/** in_proj_weight holds the rows of query, key and value, one below the other; so does in_proj_bias. */
function packed(state: State): Projection[] {
  const third = (name: string, n: number): ReadTensor => {
    const { data, shape } = readTensor(WHERE, name, state[name]);
    const [rows, ...columns] = shape as [number, ...number[]];
    if (rows % 3 !== 0) {
      throw new RangeError(`${WHERE}: ${name} must have 3 × model dim rows; its shape is ${shapeText(shape)}.`);
    }
    const count = lengthOf(data) / 3;
    return tensorIn(viewOf(data, n * count, count), [rows / 3, ...columns]);
  };
  return ["query", "key", "value"].map((name, n) => ({
    [`${name}Weight`]: third("in_proj_weight", n),
    ...(state.in_proj_bias !== undefined && { [`${name}Bias`]: third("in_proj_bias", n) }),
  }));
}

function separate(state: State): Projection[] {
  return (["query", "key", "value"] as const).map((name, n) => {
    const part = partOf(state, name);
    if (part[`${name}Weight`] === undefined) throw missing(state, name);
    if (state.in_proj_bias === undefined) return part;
    const { data } = readTensor(WHERE, "in_proj_bias", state.in_proj_bias);
    const count = lengthOf(data) / 3;
    return { ...part, [`${name}Bias`]: tensorIn(viewOf(data, n * count, count), [count]) };
  });
}

/** The weight and the bias of a projection, where the layer has them. */
function partOf(state: State, name: keyof typeof NAMES): Projection {
  const part: Projection = {};
  for (const kind of ["weight", "bias"] as const) {
    const found = NAMES[name].flatMap((one) => [`${one}.${kind}`, `${one}_${kind}`]).find((one) => one in state);
    if (found === undefined) continue;
    const { data, shape } = readTensor(WHERE, found, state[found]);
    part[`${name}${kind === "weight" ? "Weight" : "Bias"}`] = tensorIn(data, shape);
  }
  return part;
}

/** A Uint16Array of a tensor that was read holds half precision, which it must say when it is read again. */
function tensorIn(data: ReadTensor["data"], shape: readonly number[]): ReadTensor {
  return data instanceof Uint16Array ? ({ data, shape, type: "float16" } as ReadTensor) : { data, shape };
}

/** A head of queries has as many rows of its weight as a head of keys. */
function kvHeadsOf({ queryWeight, keyWeight }: Projection, heads: number): number {
  const [rows, keyRows] = [queryWeight!.shape[0]!, keyWeight!.shape[0]!];
  const kvHeads = (keyRows * heads) / rows;
  if (rows % heads === 0 && Number.isInteger(kvHeads) && heads % kvHeads === 0) return kvHeads;
  throw new RangeError(
    `${WHERE}: heads must divide the ${rows} outputs of query, and the ${keyRows} outputs of key must be whole heads ` +
      `of as many; heads is ${heads}.`,
  );
}

function missing(state: State, name: keyof typeof NAMES): TypeError {
  const names = Object.keys(state);
  const first = names.find((one) => /(^|\.)(in_proj_weight|[qk]_proj[._]weight|query\.weight)$/.test(one));
  const prefix = first?.replace(/(in_proj_weight|[qk]_proj[._]weight|query\.weight)$/, "");
  const advice = prefix
    ? `Give the layer that you mean, as in prefix: "${prefix}".`
    : `The names are ${names.slice(0, 8).join(", ") || "none"}${names.length > 8 ? ", …" : ""}.`;
  return new TypeError(
    `${WHERE}: there is neither in_proj_weight nor ${NAMES[name].map((one) => `${one}.weight`).join(", ")}. ${advice}`,
  );
}
