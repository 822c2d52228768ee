// GPT-2: matrices stored [in, out], query, key and value side by side in one, learned positions, norms before, the head
// tied.
import type { Table } from "./table.js";

export const gpt2: Table = {
  sizes: {
    modelDim: ["n_embd|hidden_size", 768],
    layers: ["n_layer|num_hidden_layers", 12],
    heads: ["n_head|num_attention_heads", 12],
    context: ["n_positions|max_position_embeddings|n_ctx", 1024],
    hidden: ["n_inner"],
  },
  names: {
    ...{ table: "wte", positions: "wpe", layer: "h.", layout: "in-out" },
    attentionNorms: { before: "ln_1" },
    ...{ projections: ["attn.c_attn"], output: "attn.c_proj" },
    feedForwardNorms: { before: "ln_2" },
    ...{ hidden: "mlp.c_fc", down: "mlp.c_proj", lastNorm: "ln_f" },
    head: { output: "lm_head", tied: true },
    roots: ["wte.", "wpe.", "h.", "ln_f.", "lm_head."],
    apart: /\.attn\.(bias|masked_bias)$/,
  },
  rules(config, { dim }) {
    config.mustBe("add_cross_attention", false, "heed opens models that read one text");
    const scale = config.flag("scale_attn_weights", true) ? 1 / Math.sqrt(dim) : 1;
    const byLayer = config.flag("scale_attn_by_inverse_layer_idx", false);
    return {
      ...{ causal: true, norm: "layer" },
      epsilon: config.number("layer_norm_epsilon|layer_norm_eps", 1e-5),
      activation: config.activation("activation_function|hidden_act", "gelu_new"),
      scale: (layer) => (byLayer ? scale / (layer + 1) : scale),
    };
  },
};
