// Llama, Mistral, Qwen2 and Qwen3: rotary, grouped heads, RMS norms before, a gated feed-forward.
import { kindOf } from "../../lib/read/index.js";
import type { Blueprint } from "../blueprint.js";
import type { Config } from "../config.js";
import type { Tensors } from "../files/tensors.js";
import { turningOf } from "./rotary.js";
import { causalHead, endsOf, layersOf } from "./shared.js";

/** What tells one from another: the window of a layer, and defaults that a config.json may leave out. */
interface Kind {
  readonly window: "none" | "always" | "asked";
  readonly headGains: boolean;
  /** The matrices that have biases where a word of its config.json says so; those of "always" have them in any case. */
  readonly biases: Readonly<Record<string, readonly string[]>>;
}
const QUERY_KEY_VALUE = ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"];
const ATTENTION_BIAS = { attention_bias: [...QUERY_KEY_VALUE, "self_attn.o_proj"] };
const MLP_BIAS = { mlp_bias: ["mlp.gate_proj", "mlp.up_proj", "mlp.down_proj"] };
const KINDS: Readonly<Record<string, Kind>> = {
  llama: { window: "none", headGains: false, biases: { ...ATTENTION_BIAS, ...MLP_BIAS } },
  mistral: { window: "always", headGains: false, biases: {} },
  qwen2: { window: "asked", headGains: false, biases: { always: QUERY_KEY_VALUE } },
  qwen3: { window: "asked", headGains: true, biases: ATTENTION_BIAS },
};

export function llama(config: Config, tensors: Tensors): Blueprint {
  const family = config.word("model_type", "llama");
  const kind = KINDS[family]!;
  for (const experts of ["num_experts", "num_local_experts"])
    config.mustBe(experts, undefined, "a mixture of experts does not open");
  tensors.findPrefix("layers.0.input_layernorm.weight", family);
  const biased = biasedOf(config, tensors, kind);
  const modelDim = config.size("hidden_size", 4096);
  const count = config.size("num_hidden_layers", 32);
  const heads = config.size("num_attention_heads", 32);
  // The file tells what a config.json leaves out.
  const rows = (name: string): number => tensors.tensor(`layers.0.${name}.weight`, [0, 0]).shape[0]!;
  const dim = config.size("head_dim", kind.headGains ? rows("self_attn.q_proj") / heads : modelDim / heads);
  const kvHeads = config.size("num_key_value_heads", rows("self_attn.k_proj") / dim);
  if (heads % kvHeads !== 0) config.refuse(`num_key_value_heads must divide ${heads}, the heads; got ${kvHeads}.`);
  const hidden = config.size("intermediate_size", rows("mlp.up_proj"));
  const windowOf = windows(config, kind, count);
  const { table, head, vocab } = causalHead(config, tensors, {
    table: "embed_tokens.weight",
    dim: modelDim,
    tied: false,
  });
  const layers = layersOf(count, (layer) => {
    const name = `layers.${layer}`;
    const matrix = (which: string, inputs: number, outputs: number) =>
      tensors.matrix(`${name}.${which}`, [inputs, outputs], { biased: biased.includes(which) });
    const gain = (which: string) =>
      kind.headGains ? tensors.tensor(`${name}.self_attn.${which}_norm.weight`, [dim]) : undefined;
    return {
      attentionNorm: tensors.norm(`${name}.input_layernorm`, modelDim, false),
      projections: [
        matrix("self_attn.q_proj", modelDim, heads * dim),
        matrix("self_attn.k_proj", modelDim, kvHeads * dim),
        matrix("self_attn.v_proj", modelDim, kvHeads * dim),
      ],
      queryGain: gain("q"),
      keyGain: gain("k"),
      output: matrix("self_attn.o_proj", heads * dim, modelDim),
      feedForwardNorm: tensors.norm(`${name}.post_attention_layernorm`, modelDim, false),
      gate: matrix("mlp.gate_proj", modelDim, hidden),
      hidden: matrix("mlp.up_proj", modelDim, hidden),
      down: matrix("mlp.down_proj", hidden, modelDim),
      scale: 1 / Math.sqrt(dim),
      window: windowOf(layer),
    };
  });
  const lastNorm = tensors.norm("norm", modelDim, false);
  tensors.checkUsed(["embed_tokens.", "layers.", "norm.", "lm_head."], /\brotary_emb\.inv_freq$/);
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

/** The matrices that have biases. The file tells what its config.json leaves out: one of them tells of all. */
function biasedOf(config: Config, tensors: Tensors, { biases }: Kind): readonly string[] {
  return Object.entries(biases).flatMap(([word, matrices]) => {
    const isThere = matrices.some((name) => tensors.shapeOf(`layers.0.${name}.bias`) !== undefined);
    return word === "always" || config.flag(word, isThere) ? matrices : [];
  });
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
    config.refuse(`layer_types holds ${kindOf(wrong)}; heed has full_attention and sliding_attention.`);
  const isNull = Object.hasOwn(config.values, "sliding_window") && config.values.sliding_window === null;
  const off = isNull || (window === "asked" && !config.flag("use_sliding_window", false));
  if (off || (window === "none" && types === undefined)) return () => undefined;
  const left = config.size("sliding_window", 4096) - 1;
  if (types !== undefined) return (layer) => ((types as unknown[])[layer] === "sliding_attention" ? left : undefined);
  const from = window === "asked" && config.values.max_window_layers !== 0 ? config.size("max_window_layers", 28) : 0;
  return (layer) => (layer >= from ? left : undefined);
}
