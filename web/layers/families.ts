// The families that a languageModel can be as files, the one that is tried first in front.
import type { Family } from "./family.js";
import { attentionAt, type LanguageModelShape } from "./transformer.js";

const isTrue = (value: unknown): boolean => value === true;

/** Whether it has only these names. */
const hasOnly =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    Object.keys(Object(value)).every((name) => names.includes(name));

/** A language model under the names of GPT-2, as Python's transformers and other programs read them. */
const gpt2: Family = {
  ...{ type: "gpt2", title: "GPT-2", architecture: "GPT2LMHeadModel", prefix: "transformer." },
  needs: { norm: "layer", positions: true, tied: true },
  attention: { causal: isTrue },
  alike: [],
  words: {
    ...{ vocab: "vocab_size", modelDim: "n_embd", heads: "n_head", layers: "n_layer", tokens: "n_positions" },
    ...{ hidden: "n_inner", activation: "activation_function" },
  },
  fixed: {
    ...{ layer_norm_epsilon: 1e-5, tie_word_embeddings: true, scale_attn_weights: true },
    ...{ scale_attn_by_inverse_layer_idx: false, add_cross_attention: false },
  },
  assumed: { activation_function: "gelu_new" },
  more: () => ({ embd_pdrop: 0, attn_pdrop: 0, resid_pdrop: 0, layer_norm_epsilon: 1e-5 }),
  options: () => ({}),
  names: {
    ...{ table: "wte", positions: "wpe", layer: "h.", norms: ["ln_1", "ln_2"], projections: ["attn.c_attn"] },
    ...{ output: "attn.c_proj", up: "mlp.c_fc", down: "mlp.c_proj", lastNorm: "ln_f", head: "lm_head" },
  },
  ...{ hasBiases: true, outIn: false, woven: false },
};

interface Rotary {
  readonly dims?: number;
  readonly base?: number;
}

/** How the first layer turns. */
const rotaryOf = (shape: LanguageModelShape): Rotary | undefined =>
  attentionAt(shape, 0).attention["rotary"] as Rotary | undefined;

/** One that turns by positions, under the names of GPT-NeoX. */
const gptNeox: Family = {
  ...{ type: "gpt_neox", title: "GPT-NeoX", architecture: "GPTNeoXForCausalLM", prefix: "gpt_neox." },
  needs: { norm: "layer", positions: false },
  attention: {
    causal: isTrue,
    rotary: (value) => Object(value).pairs === "halves" && hasOnly("pairs", "dims", "base")(value),
  },
  alike: ["rotary"],
  lacks: (shape) => (rotaryOf(shape) ? undefined : "attention without rotary"),
  words: {
    ...{ vocab: "vocab_size", modelDim: "hidden_size", heads: "num_attention_heads", layers: "num_hidden_layers" },
    ...{ tokens: "max_position_embeddings", hidden: "intermediate_size", activation: "hidden_act" },
  },
  fixed: { layer_norm_eps: 1e-5, use_parallel_residual: false, attention_bias: true, rope_scaling: null },
  assumed: { use_parallel_residual: true, hidden_act: "gelu" },
  more(shape) {
    const dim = shape.modelDim / shape.heads;
    const { dims = dim, base = 10000 } = rotaryOf(shape)!;
    const share = dims / dim;
    return {
      ...gptNeox.fixed,
      // Programs multiply it by dim and round down.
      rotary_pct: Math.floor(dim * share) === dims ? share : (dims + 0.5) / dim,
      rotary_emb_base: base,
    };
  },
  options(config, { modelDim, heads }) {
    const { rope_type: type = "default", rope_theta, partial_rotary_factor } = Object(config["rope_parameters"]);
    const share = partial_rotary_factor ?? config["rotary_pct"] ?? 0.25;
    // A stretched one turns by other angles: languageModel refuses NaN.
    const dims = type === "default" ? Math.floor((modelDim / heads) * share) : NaN;
    const rotary = { pairs: "halves", dims, base: rope_theta ?? config["rotary_emb_base"] };
    return { positions: false, tied: config["tie_word_embeddings"] === true, attention: { rotary } };
  },
  names: {
    ...{ table: "embed_in", positions: "", layer: "layers.", norms: ["input_layernorm", "post_attention_layernorm"] },
    ...{ projections: ["attention.query_key_value"], output: "attention.dense", up: "mlp.dense_h_to_4h" },
    ...{ down: "mlp.dense_4h_to_h", lastNorm: "final_layer_norm", head: "embed_out" },
  },
  ...{ hasBiases: true, outIn: true, woven: true },
};

/** One that no published family fits: GPT-2's names, with the options of languageModel beside them. */
const own: Family = {
  ...gpt2,
  ...{ type: "heed", title: "heed's own", architecture: undefined, needs: {}, fixed: {}, hasBiases: false },
  attention: {
    causal: (value) => typeof value === "boolean",
    scale: (value) => typeof value === "number",
    window: hasOnly("left", "right"),
    rotary: hasOnly("pairs", "dims", "base", "frequencies", "factor"),
    ...{ kvHeads: () => true, dim: () => true },
  },
  alike: ["causal", "kvHeads", "dim"],
  more: ({ norm, positions, attention }) => ({ norm, positions, attention: asJson(attention) }),
  options: ({ norm, positions, tie_word_embeddings: tied, attention }) =>
    ({ norm, positions, tied, attention }) as never,
  names: { ...gpt2.names, projections: ["attn.query", "attn.key", "attn.value"] },
};

/** Without what runs keep, and with arrays in place of typed ones. */
const asJson = (attention: unknown): unknown =>
  JSON.parse(
    JSON.stringify(attention, (name, value) =>
      name === "keep" ? undefined : ArrayBuffer.isView(value) ? Array.from(value as never) : value,
    ),
  );

export const FAMILIES: readonly Family[] = [gpt2, gptNeox, own];
