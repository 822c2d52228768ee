// GPT-Neo, and the small models of TinyStories: scores are not scaled, and layers take turns: all tokens, or a window.
import type { Config } from "../config.js";
import { listed } from "./layer-kinds.js";
import type { Table } from "./table.js";

const QUERY_KEY_VALUE = ["attn.attention.q_proj", "attn.attention.k_proj", "attn.attention.v_proj"];

export const gptNeo: Table = {
  sizes: {
    modelDim: ["hidden_size", 2048],
    layers: ["num_layers|num_hidden_layers", 24],
    heads: ["num_heads|num_attention_heads", 16],
    context: ["max_position_embeddings", 2048],
    hidden: ["intermediate_size"],
  },
  names: {
    ...{ table: "wte", positions: "wpe", layer: "h." },
    attentionNorms: { before: "ln_1" },
    ...{ projections: QUERY_KEY_VALUE, output: "attn.attention.out_proj" },
    feedForwardNorms: { before: "ln_2" },
    ...{ hidden: "mlp.c_fc", down: "mlp.c_proj", lastNorm: "ln_f" },
    head: { output: "lm_head", tied: true },
    roots: ["wte.", "wpe.", "h.", "ln_f.", "lm_head."],
    apart: /\.attn\.attention\.(bias|masked_bias)$/,
  },
  rules(config, { layers }) {
    const kinds = kindsOf(config, layers);
    const window = { left: config.size("window_size", 256) - 1 };
    return {
      ...{ causal: true, norm: "layer" },
      epsilon: config.number("layer_norm_epsilon", 1e-5),
      activation: config.activation("activation_function", "gelu_new"),
      biased: (name) => !QUERY_KEY_VALUE.includes(name),
      scale: () => 1,
      window: (layer) => (kinds[layer] === "local" ? window : undefined),
    };
  },
};

/** No model has more. */
const MOST_LAYERS = 1024;

/** A word for each layer. `attention_types` has lists of words, and how often each list comes. */
function kindsOf(config: Config, layers: number): readonly string[] {
  const name = config.has("attention_layers") ? "attention_layers" : "attention_types";
  const given = config.values[name] ?? [[["global", "local"], layers / 2]];
  const spread = (part: unknown): unknown =>
    Array.isArray(part) && Array.isArray(part[0])
      ? Array(Math.min(Number(part[1]), MOST_LAYERS))
          .fill(part[0])
          .flat()
      : part;
  return listed(config, name, Array.isArray(given) ? given.flatMap(spread) : given, ["global", "local"], layers);
}
