// GPT-2: matrices stored [in, out], query, key and value in one, learned positions, norms before, the head tied.
import type { Blueprint } from "../blueprint.js";
import type { Config } from "../config.js";
import type { Tensors } from "../files/tensors.js";
import { causalHead, endsOf, layersOf } from "./shared.js";

export function gpt2(config: Config, tensors: Tensors): Blueprint {
  config.mustBe("add_cross_attention", false, "heed opens models that read one text");
  tensors.findPrefix("h.0.ln_1.weight", "gpt2");
  const dim = config.size("n_embd|hidden_size", 768);
  const count = config.size("n_layer|num_hidden_layers", 12);
  const heads = config.size("n_head|num_attention_heads", 12);
  const context = config.size("n_positions|max_position_embeddings|n_ctx", 1024);
  const hidden = config.size("n_inner", 4 * dim);
  if (dim % heads !== 0) config.refuse(`n_head must divide n_embd, ${dim}; got ${heads}.`);
  const scale = config.flag("scale_attn_weights", true) ? 1 / Math.sqrt(dim / heads) : 1;
  const byLayer = config.flag("scale_attn_by_inverse_layer_idx", false);
  const { table, head, vocab } = causalHead(config, tensors, { table: "wte.weight", dim, tied: true });
  const layers = layersOf(count, (layer) => {
    const name = `h.${layer}`;
    const matrix = (which: string, inputs: number, outputs: number) =>
      tensors.matrix(`${name}.${which}`, [inputs, outputs], { layout: "in-out" });
    return {
      attentionNorm: tensors.norm(`${name}.ln_1`, dim, true),
      projections: [matrix("attn.c_attn", dim, 3 * dim)],
      queryGain: undefined,
      keyGain: undefined,
      output: matrix("attn.c_proj", dim, dim),
      feedForwardNorm: tensors.norm(`${name}.ln_2`, dim, true),
      gate: undefined,
      hidden: matrix("mlp.c_fc", dim, hidden),
      down: matrix("mlp.c_proj", hidden, dim),
      scale: byLayer ? scale / (layer + 1) : scale,
      window: undefined,
    };
  });
  const lastNorm = tensors.norm("ln_f", dim, true);
  const positions = tensors.tensor("wpe.weight", [context, dim]);
  tensors.checkUsed(["wte.", "wpe.", "h.", "ln_f.", "lm_head."], /\.attn\.(bias|masked_bias)$/);
  return {
    facts: {
      ...{ family: "gpt2", layers: count, heads, kvHeads: heads, dim: dim / heads, modelDim: dim },
      ...{ context, causal: true, vocab, head: head !== undefined },
    },
    table,
    positions: { table: positions, rows: (ids) => ids.map((_, at) => at) },
    types: undefined,
    turning: undefined,
    embeddingNorm: undefined,
    layers,
    lastNorm,
    head,
    norm: "layer",
    epsilon: config.number("layer_norm_epsilon|layer_norm_eps", 1e-5),
    normFirst: true,
    activation: config.activation("activation_function|hidden_act", "gelu_new"),
    ends: endsOf(config),
  };
}
