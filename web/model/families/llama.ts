// Llama, Mistral, Qwen2 and Qwen3: rotary, grouped heads, RMS norms before, a gated feed-forward.
import type { Blueprint } from "../blueprint.js";
import type { Config } from "../config.js";
import type { Tensors } from "../files/tensors.js";
import { turningOf } from "./rotary.js";
import { causalHead, endsOf, layersOf } from "./shared.js";

/** What tells one from another: the window of a layer, and defaults that a config.json may leave out. */
interface Kind {
  readonly window: "none" | "always" | "asked";
  readonly headGains: boolean;
  /** Words of its config.json, and the matrices whose biases they tell of. */
  readonly biases: Readonly<Record<string, string>>;
}
const ATTENTION_BIAS = { attention_bias: "self_attn.q_proj" };
const KINDS: Readonly<Record<string, Kind>> = {
  llama: { window: "none", headGains: false, biases: { ...ATTENTION_BIAS, mlp_bias: "mlp.up_proj" } },
  mistral: { window: "always", headGains: false, biases: {} },
  qwen2: { window: "asked", headGains: false, biases: {} },
  qwen3: { window: "asked", headGains: true, biases: ATTENTION_BIAS },
};

export function llama(config: Config, tensors: Tensors): Blueprint {
  const family = config.word("model_type", "llama");
  const kind = KINDS[family]!;
  for (const experts of ["num_experts", "num_local_experts"])
    config.mustBe(experts, undefined, "a mixture of experts does not open");
  tensors.findPrefix("layers.0.input_layernorm.weight", family);
  for (const [word, matrix] of Object.entries(kind.biases)) {
    const name = `layers.0.${matrix}.bias`;
    const isThere = tensors.shapeOf(name) !== undefined;
    if (config.has(word) && config.flag(word, isThere) !== isThere)
      tensors.refuse(`have ${isThere ? "" : "no "}"${name}"; config.json says ${word} ${!isThere}`);
  }
  const modelDim = config.size("hidden_size", 4096);
  const count = config.size("num_hidden_layers", 32);
  const heads = config.size("num_attention_heads", 32);
  const first = "layers.0.self_attn";
  // The file tells what a config.json leaves out.
  const rows = (name: string, by: number): number => (tensors.shapeOf(`${first}.${name}.weight`)?.[0] ?? 0) / by;
  const dim = config.size("head_dim", kind.headGains ? rows("q_proj", heads) : modelDim / heads);
  const kvHeads = config.size("num_key_value_heads", rows("k_proj", dim));
  if (heads % kvHeads !== 0) config.refuse(`num_key_value_heads must divide ${heads}, the heads; got ${kvHeads}.`);
  const hidden = config.size("intermediate_size", tensors.shapeOf("layers.0.mlp.up_proj.weight")?.[0]);
  const windowOf = windows(config, kind, count);
  const { table, head, vocab } = causalHead(config, tensors, {
    table: "embed_tokens.weight",
    dim: modelDim,
    tied: false,
  });
  const layers = layersOf(count, (layer) => {
    const name = `layers.${layer}`;
    const [attention, feedForward] = [`${name}.self_attn`, `${name}.mlp`];
    const gain = (which: string) =>
      kind.headGains ? tensors.tensor(`${attention}.${which}_norm.weight`, [dim]) : undefined;
    return {
      attentionNorm: tensors.norm(`${name}.input_layernorm`, modelDim, false),
      projections: [
        tensors.matrix(`${attention}.q_proj`, modelDim, heads * dim),
        tensors.matrix(`${attention}.k_proj`, modelDim, kvHeads * dim),
        tensors.matrix(`${attention}.v_proj`, modelDim, kvHeads * dim),
      ],
      queryGain: gain("q"),
      keyGain: gain("k"),
      output: tensors.matrix(`${attention}.o_proj`, heads * dim, modelDim),
      feedForwardNorm: tensors.norm(`${name}.post_attention_layernorm`, modelDim, false),
      gate: tensors.matrix(`${feedForward}.gate_proj`, modelDim, hidden),
      hidden: tensors.matrix(`${feedForward}.up_proj`, modelDim, hidden),
      down: tensors.matrix(`${feedForward}.down_proj`, hidden, modelDim),
      scale: 1 / Math.sqrt(dim),
      window: windowOf(layer),
    };
  });
  const lastNorm = tensors.norm("norm", modelDim, false);
  tensors.checkUsed("layers.", /\.rotary_emb\.inv_freq$/);
  const context = config.size(
    "max_position_embeddings",
    family === "mistral" ? 131072 : family === "llama" ? 2048 : 32768,
  );
  return {
    facts: {
      family,
      layers: count,
      heads,
      kvHeads,
      dim,
      modelDim,
      context,
      causal: true,
      vocab,
      head: head !== undefined,
    },
    table,
    positions: undefined,
    types: undefined,
    turning: turningOf(config, dim, context),
    embeddingNorm: undefined,
    layers,
    lastNorm,
    head,
    norm: "rms",
    epsilon: config.number("rms_norm_eps", 1e-6),
    normFirst: true,
    activation: config.activation("hidden_act", "silu"),
    ends: endsOf(config),
  };
}

/** How many tokens before itself a token of each layer sees. */
function windows(config: Config, { window }: Kind, count: number): (layer: number) => number | undefined {
  const types = config.has("layer_types") ? config.values.layer_types : undefined;
  if (types !== undefined && !(Array.isArray(types) && types.length === count))
    config.refuse(`layer_types must have a word for each of the ${count} layers.`);
  const wrong = (types as unknown[] | undefined)?.find(
    (one) => one !== "full_attention" && one !== "sliding_attention",
  );
  if (wrong !== undefined)
    config.refuse(`layer_types holds ${JSON.stringify(wrong)}; heed has full_attention and sliding_attention.`);
  const isNull = Object.hasOwn(config.values, "sliding_window") && config.values.sliding_window === null;
  const off = isNull || (window === "asked" && !config.flag("use_sliding_window", false));
  if (off || (window === "none" && types === undefined)) return () => undefined;
  const left = config.size("sliding_window", 4096) - 1;
  if (types !== undefined) return (layer) => ((types as unknown[])[layer] === "sliding_attention" ? left : undefined);
  const from = window === "asked" && config.values.max_window_layers !== 0 ? config.size("max_window_layers", 28) : 0;
  return (layer) => (layer >= from ? left : undefined);
}
