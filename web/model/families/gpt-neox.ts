// GPT-NeoX and Pythia: query, key and value woven head by head in one matrix, a part of each head turned, and attention
// and feed-forward side by side, or one after the other.
import { turningOf } from "./rotary.js";
import { usualSizes } from "./sizes.js";
import type { Table } from "./table.js";

export const gptNeox: Table = {
  sizes: usualSizes(6144, 44, 64, 2048),
  names: {
    ...{ table: "embed_in", layer: "layers." },
    attentionNorms: { before: "input_layernorm" },
    ...{ projections: ["attention.query_key_value"], output: "attention.dense" },
    feedForwardNorms: { before: "post_attention_layernorm" },
    ...{ hidden: "mlp.dense_h_to_4h", down: "mlp.dense_4h_to_h", lastNorm: "final_layer_norm" },
    head: { output: "embed_out", tied: false },
    roots: ["embed_in.", "layers.", "final_layer_norm.", "embed_out."],
    apart: /\.attention\.(bias|masked_bias)$|\brotary_emb\.inv_freq$/,
  },
  rules(config, { dim, heads, context }) {
    const isBiased = config.flag("attention_bias", true);
    const turning = turningOf(config, {
      ...{ dim, context, base: ["rotary_emb_base|rope_theta", 10000] },
      share: ["rotary_pct|partial_rotary_factor", 0.25],
    });
    return {
      ...{ causal: true, norm: "layer" },
      epsilon: config.number("layer_norm_eps", 1e-5),
      activation: config.activation("hidden_act", "gelu"),
      biased: (name) => isBiased || !name.startsWith("attention."),
      groups: heads,
      parallel: config.flag("use_parallel_residual", true),
      turning: () => turning,
    };
  },
};
