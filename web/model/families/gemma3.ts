// Gemma 3, the models that read only text: norms before and within each sum, gains stored less 1, a table times
// √columns, and layers that turn by another base than those with a window.
import { seesAll } from "./layer-kinds.js";
import { ATTENTION_BIAS, biasedOf, HEAD_NORMS, llama } from "./llama.js";
import { turningOf } from "./rotary.js";
import { usualSizes } from "./sizes.js";
import type { Table } from "./table.js";

export const gemma3: Table = {
  sizes: usualSizes(2304, 26, 8, 131072),
  headSizes: ["head_dim", "num_key_value_heads"],
  names: {
    ...llama.names,
    headNorms: HEAD_NORMS,
    attentionNorms: { before: "input_layernorm", within: "post_attention_layernorm" },
    feedForwardNorms: { before: "pre_feedforward_layernorm", within: "post_feedforward_layernorm" },
    head: { output: "lm_head", tied: true },
  },
  rules(config, { modelDim, dim, context, layers }, tensors) {
    config.mustBe("use_bidirectional_attention", false, "heed opens it as a model that writes");
    for (const name of ["attn_logit_softcapping", "final_logit_softcapping"])
      config.mustBe(name, undefined, "heed caps no scores in this family");
    const every = config.size("sliding_window_pattern", 6);
    const isFull = seesAll(config, layers, (layer) => (layer + 1) % every === 0);
    const full = turningOf(config, { dim, context, base: ["rope_theta", 1e6], layers: "full_attention" });
    const base = ["rope_local_base_freq", 10000] as const;
    const local = turningOf(config, { dim, context, base, layers: "sliding_attention" });
    const window = { left: config.size("sliding_window", 4096) - 1 };
    const scale = 1 / Math.sqrt(config.number("query_pre_attn_scalar", 256));
    return {
      ...{ causal: true, norm: "rms", plusOne: true },
      epsilon: config.number("rms_norm_eps", 1e-6),
      activation: config.activation("hidden_activation", "gelu_pytorch_tanh"),
      biased: biasedOf(config, tensors, ATTENTION_BIAS),
      tableFactor: Math.sqrt(modelDim),
      scale: () => scale,
      window: (layer) => (isFull(layer) ? undefined : window),
      turning: (layer) => (isFull(layer) ? full : local),
    };
  },
};
