// Llama, Mistral, Qwen2 and Qwen3: rotary, grouped heads, RMS norms before, a gated feed-forward.
import type { Config } from "../config.js";
import type { Tensors } from "../files/tensors.js";
import { layerKinds } from "./layer-kinds.js";
import { turningOf } from "./rotary.js";
import { usualSizes } from "./sizes.js";
import type { Names, Rules, Table } from "./table.js";

/** What tells one from another: windows, norms of heads, and defaults that a config.json may leave out. */
interface Kind {
  readonly window: "none" | "always" | "asked";
  readonly context: number;
  readonly headNorms?: boolean;
  /** The matrices that have biases where a word of its config.json says so; those of "always" have them in any case. */
  readonly biases: Readonly<Record<string, readonly string[]>>;
}

const QUERY_KEY_VALUE = ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"];
export const ATTENTION_BIAS = { attention_bias: [...QUERY_KEY_VALUE, "self_attn.o_proj"] };
const MLP_BIAS = { mlp_bias: ["mlp.gate_proj", "mlp.up_proj", "mlp.down_proj"] };

const NAMES: Names = {
  ...{ table: "embed_tokens", layer: "layers." },
  attentionNorms: { before: "input_layernorm" },
  ...{ projections: QUERY_KEY_VALUE, output: "self_attn.o_proj" },
  feedForwardNorms: { before: "post_attention_layernorm" },
  ...{ gate: "mlp.gate_proj", hidden: "mlp.up_proj", down: "mlp.down_proj", lastNorm: "norm" },
  head: { output: "lm_head", tied: false },
  roots: ["embed_tokens.", "layers.", "norm.", "lm_head."],
  apart: /\brotary_emb\.inv_freq$/,
};

export const HEAD_NORMS = ["self_attn.q_norm", "self_attn.k_norm"] as const;

function kindOf(kind: Kind): Table {
  return {
    sizes: usualSizes(4096, 32, 32, kind.context),
    headSizes: ["head_dim", "num_key_value_heads"],
    names: kind.headNorms ? { ...NAMES, headNorms: HEAD_NORMS } : NAMES,
    rules(config, { dim, context, layers }, tensors) {
      for (const experts of ["num_experts", "num_local_experts"])
        config.mustBe(experts, undefined, "a mixture of experts does not open");
      const turning = turningOf(config, { dim, context });
      return {
        ...{ causal: true, norm: "rms" },
        epsilon: config.number("rms_norm_eps", 1e-6),
        activation: config.activation("hidden_act", "silu"),
        biased: biasedOf(config, tensors, kind.biases),
        window: windowOf(config, kind.window, layers),
        turning: () => turning,
      };
    },
  };
}

export const llama = kindOf({ window: "none", context: 2048, biases: { ...ATTENTION_BIAS, ...MLP_BIAS } });
export const mistral = kindOf({ window: "always", context: 131072, biases: {} });
export const qwen2 = kindOf({ window: "asked", context: 32768, biases: { always: QUERY_KEY_VALUE } });
export const qwen3 = kindOf({ window: "asked", context: 32768, headNorms: true, biases: ATTENTION_BIAS });

/** The matrices that have biases. The file tells what its config.json leaves out: one of them tells of all. */
export function biasedOf(config: Config, tensors: Tensors, biases: Kind["biases"]): NonNullable<Rules["biased"]> {
  const all = Object.entries(biases).flatMap(([word, matrices]) => {
    const isThere = matrices.some((name) => tensors.shapeOf(`layers.0.${name}.bias`) !== undefined);
    return word === "always" || config.flag(word, isThere) ? matrices : [];
  });
  return (name) => all.includes(name);
}

/** How many tokens before itself a token of each layer sees. */
function windowOf(config: Config, window: Kind["window"], count: number): NonNullable<Rules["window"]> {
  const kinds = layerKinds(config, count);
  const isNull = config.values["sliding_window"] === null;
  const off = isNull || (window === "asked" && !config.flag("use_sliding_window", false));
  if (off || (window === "none" && kinds === undefined)) return () => undefined;
  const left = config.size("sliding_window", 4096) - 1;
  const from =
    window === "asked" && config.values["max_window_layers"] !== 0 ? config.size("max_window_layers", 28) : 0;
  const has = (layer: number): boolean => (kinds ? kinds[layer] === "sliding_attention" : layer >= from);
  return (layer) => (has(layer) ? { left } : undefined);
}
