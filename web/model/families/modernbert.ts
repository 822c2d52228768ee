// ModernBERT: rotary, norms before, gate and feed-forward in one matrix, and windows to both sides in two of three
// layers.
import { seesAll } from "./layer-kinds.js";
import { turningOf } from "./rotary.js";
import { usualSizes } from "./sizes.js";
import type { Table } from "./table.js";

export const modernbert: Table = {
  sizes: usualSizes(768, 22, 12, 8192),
  names: {
    ...{ table: "embeddings.tok_embeddings", embeddingNorm: "embeddings.norm", layer: "layers." },
    attentionNorms: { before: "attn_norm" },
    ...{ projections: ["attn.Wqkv"], output: "attn.Wo" },
    feedForwardNorms: { before: "mlp_norm" },
    ...{ gate: "mlp.Wi", hidden: "mlp.Wi", down: "mlp.Wo", lastNorm: "final_norm" },
    head: { dense: "head.dense", norm: "head.norm", output: "decoder", biases: ["decoder.bias"], tied: true },
    // Models that sort texts have a head.dense, too.
    roots: ["embeddings.", "layers.", "final_norm.", "decoder."],
    apart: /\brotary_emb\.inv_freq$/,
  },
  rules(config, { dim, layers, context }) {
    const every = config.size("global_attn_every_n_layers", 3);
    const isGlobal = seesAll(config, layers, (layer) => layer % every === 0);
    const global = turningOf(config, { dim, context, base: ["global_rope_theta", 160000], layers: "full_attention" });
    const isShared = config.values["local_rope_theta"] === null;
    const base = isShared ? (["global_rope_theta", 160000] as const) : (["local_rope_theta", 10000] as const);
    const local = turningOf(config, { dim, context, base, layers: "sliding_attention" });
    const side = Math.floor(config.size("local_attention", 128) / 2);
    const biases: Readonly<Record<string, boolean>> = {
      attn: config.flag("attention_bias", false),
      mlp: config.flag("mlp_bias", false),
      head: config.flag("classifier_bias", false),
      decoder: config.flag("decoder_bias", true),
    };
    return {
      ...{ causal: false, norm: "layer" },
      epsilon: config.number("norm_eps", 1e-5),
      normBias: config.flag("norm_bias", false),
      activation: config.activation("hidden_activation", "gelu"),
      headActivation: config.activation("classifier_activation", "gelu"),
      biased: (name) => biases[name.split(".")[0]!]!,
      window: (layer) => (isGlobal(layer) ? undefined : { left: side, right: side }),
      turning: (layer) => (isGlobal(layer) ? global : local),
      normedFrom: 1,
    };
  },
};
