// Configurations of small models: for each trap of a family one that would fall into it.

const SIZES = { vocab_size: 61 };
const GPT2 = {
  model_type: "gpt2",
  n_layer: 2,
  n_embd: 32,
  n_head: 4,
  n_positions: 48,
  layer_norm_epsilon: 1e-5,
  ...SIZES,
};
const LLAMA = {
  ...{ model_type: "llama", num_hidden_layers: 2, hidden_size: 32, num_attention_heads: 4, num_key_value_heads: 2 },
  ...{ intermediate_size: 44, rms_norm_eps: 1e-5, hidden_act: "silu", rope_theta: 10000, tie_word_embeddings: false },
  ...{ max_position_embeddings: 512, ...SIZES },
};
const MISTRAL = { ...LLAMA, model_type: "mistral", sliding_window: 5 };
const QWEN2 = { ...LLAMA, model_type: "qwen2", rope_theta: 1e6, rms_norm_eps: 1e-6, tie_word_embeddings: true };
const QWEN3 = { ...QWEN2, model_type: "qwen3", head_dim: 16 };
const BERT = {
  ...{ model_type: "bert", num_hidden_layers: 2, hidden_size: 32, num_attention_heads: 4, intermediate_size: 40 },
  ...{ max_position_embeddings: 48, type_vocab_size: 2, layer_norm_eps: 1e-12, hidden_act: "gelu", pad_token_id: 0 },
  ...{ position_embedding_type: "absolute", ...SIZES },
};
const ROBERTA = { ...BERT, model_type: "roberta", type_vocab_size: 1, layer_norm_eps: 1e-5, pad_token_id: 1 };
const DISTILBERT = {
  ...{ model_type: "distilbert", n_layers: 2, dim: 32, n_heads: 4, hidden_dim: 40, activation: "gelu" },
  ...{ max_position_embeddings: 48, sinusoidal_pos_embds: false, tie_weights_: true, ...SIZES },
};
const XLM_ROBERTA = { ...ROBERTA, model_type: "xlm-roberta" };
const GPT_NEOX = {
  ...{ model_type: "gpt_neox", num_hidden_layers: 2, hidden_size: 64, num_attention_heads: 4, intermediate_size: 40 },
  ...{ max_position_embeddings: 48, rotary_pct: 0.25, rotary_emb_base: 10000, use_parallel_residual: true },
  ...{ hidden_act: "gelu", layer_norm_eps: 1e-5, tie_word_embeddings: false, ...SIZES },
};
const GPT_NEO = {
  ...{ model_type: "gpt_neo", num_layers: 2, hidden_size: 32, num_heads: 4, intermediate_size: null, window_size: 5 },
  ...{ attention_types: [[["global", "local"], 1]], max_position_embeddings: 48, activation_function: "gelu_new" },
  ...{ layer_norm_epsilon: 1e-5, ...SIZES },
};
const ELECTRA = { ...BERT, model_type: "electra", embedding_size: 20 };
const MPNET = {
  ...{ model_type: "mpnet", num_hidden_layers: 2, hidden_size: 32, num_attention_heads: 4, intermediate_size: 40 },
  ...{ max_position_embeddings: 64, layer_norm_eps: 1e-12, hidden_act: "gelu", ...SIZES },
};
const MODERNBERT = {
  ...{ model_type: "modernbert", num_hidden_layers: 4, hidden_size: 32, num_attention_heads: 4, intermediate_size: 20 },
  ...{ max_position_embeddings: 64, norm_eps: 1e-5, local_attention: 6, hidden_activation: "gelu", ...SIZES },
};
const GEMMA3 = {
  ...{ model_type: "gemma3_text", num_hidden_layers: 3, hidden_size: 24, num_attention_heads: 4, head_dim: 8 },
  ...{ num_key_value_heads: 2, intermediate_size: 40, rms_norm_eps: 1e-6, query_pre_attn_scalar: 12 },
  ...{ sliding_window: 5, sliding_window_pattern: 3, max_position_embeddings: 64, ...SIZES },
};
/** What saveModel writes where no other family fits. */
const OWN = {
  ...{ model_type: "heed", n_layer: 2, n_embd: 24, n_head: 4, n_inner: 40, n_positions: 48, ...SIZES },
  ...{ activation_function: "silu", norm: "rms", bias: false, positions: false, tie_word_embeddings: true },
  attention: { rotary: { pairs: "halves" }, kvHeads: 2 },
};

const scaled = (config, rope_scaling) => ({ ...config, rope_scaling });
const LLAMA3 = { factor: 8, low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 16 };
const half = (count, from) => Array.from({ length: count }, (_, pair) => from + pair / 3);
const without = (config, ...names) =>
  Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name)));

/**
 * `config` is what the file says, `meant` what it means where it leaves something out, `options` those of makeTensors.
 *
 * @type {Record<string, { config: Record<string, any>, meant?: Record<string, any>, options?: Record<string, any>,
 *   tokens?: number }>}
 */
export const CONFIGS = {
  gpt2: { config: GPT2 },
  "gpt2 with a prefix": { config: GPT2, options: { prefix: "transformer." } },
  "gpt2 with an exact gelu": { config: { ...GPT2, activation_function: "gelu" } },
  "gpt2 with relu": { config: { ...GPT2, activation_function: "relu" } },
  "gpt2 with a head of its own": {
    config: { ...GPT2, tie_word_embeddings: false },
    options: { prefix: "transformer." },
  },
  "gpt2 with a narrow feed-forward": { config: { ...GPT2, n_inner: 36 } },
  "gpt2 without a scale": { config: { ...GPT2, scale_attn_weights: false } },
  "gpt2 with scales by layer": { config: { ...GPT2, scale_attn_by_inverse_layer_idx: true } },
  "gpt2 in float16": { config: { ...GPT2, n_inner: null }, options: { type: "F16" } },
  "gpt2 whose epsilon is left out": { config: without(GPT2, "layer_norm_epsilon"), meant: GPT2 },
  llama: { config: LLAMA },
  "llama, tied": { config: { ...LLAMA, tie_word_embeddings: true } },
  "llama, saved without a prefix": { config: { ...LLAMA, tie_word_embeddings: true }, options: { prefix: "" } },
  "llama without kv heads in its config": {
    config: without(LLAMA, "num_key_value_heads"),
    meant: { ...LLAMA, num_key_value_heads: 4 },
  },
  "llama with one kv head": { config: { ...LLAMA, num_key_value_heads: 1 } },
  "llama in bfloat16 with norms in float32": { config: LLAMA, options: { type: "BF16", normType: "F32" } },
  "llama in float16": { config: LLAMA, options: { type: "F16" } },
  "llama with all biases": { config: LLAMA, options: { biases: true, outputBias: true, mlpBias: true } },
  "llama with a theta of 500000": { config: { ...LLAMA, rope_theta: 500000 } },
  "llama with a head_dim of its own": { config: { ...LLAMA, head_dim: 12 } },
  "llama whose head_dim is null": { config: { ...LLAMA, head_dim: null }, meant: LLAMA },
  "llama with a gate of GELU": { config: { ...LLAMA, hidden_act: "gelu_pytorch_tanh" } },
  "llama 3": { config: scaled(LLAMA, { rope_type: "llama3", ...LLAMA3 }), tokens: 40 },
  "llama 3, as older files say it": { config: scaled(LLAMA, { type: "llama3", ...LLAMA3 }), tokens: 40 },
  "llama 3, as newer files say it": {
    config: { ...without(LLAMA, "rope_theta"), rope_parameters: { rope_type: "llama3", rope_theta: 2e4, ...LLAMA3 } },
    tokens: 40,
  },
  "llama, stretched linearly": { config: scaled(LLAMA, { type: "linear", factor: 4 }), tokens: 40 },
  "llama, stretched by nothing": { config: scaled(LLAMA, { rope_type: "default" }), meant: LLAMA },
  "llama, stretched by length": {
    config: scaled({ ...LLAMA, max_position_embeddings: 16 }, { rope_type: "dynamic", factor: 2 }),
    tokens: 40,
  },
  "llama, stretched by length, short": { config: scaled(LLAMA, { rope_type: "dynamic", factor: 2 }), tokens: 20 },
  "llama by yarn": {
    config: scaled(LLAMA, { rope_type: "yarn", factor: 4, original_max_position_embeddings: 128 }),
    tokens: 40,
  },
  "llama by yarn with a factor of its own": {
    config: scaled(LLAMA, { type: "yarn", factor: 4, original_max_position_embeddings: 64, attention_factor: 1.25 }),
    tokens: 40,
  },
  "llama by longrope, long": {
    config: scaled(LLAMA, {
      ...{
        rope_type: "longrope",
        short_factor: half(4, 1),
        long_factor: half(4, 3),
        original_max_position_embeddings: 16,
      },
    }),
    tokens: 40,
  },
  "llama by longrope, short": {
    config: scaled(LLAMA, {
      ...{
        rope_type: "longrope",
        short_factor: half(4, 1),
        long_factor: half(4, 3),
        original_max_position_embeddings: 32,
      },
    }),
    tokens: 20,
  },
  mistral: { config: MISTRAL, tokens: 24 },
  "mistral without a window": { config: { ...MISTRAL, sliding_window: null }, meant: { ...LLAMA } },
  "mistral with windows in some layers": {
    config: { ...MISTRAL, layer_types: ["sliding_attention", "full_attention"] },
    tokens: 24,
  },
  qwen2: { config: QWEN2, options: { biases: true } },
  "qwen2 whose window is not used": {
    config: { ...QWEN2, sliding_window: 4, use_sliding_window: false, max_window_layers: 0 },
    meant: QWEN2,
    options: { biases: true },
  },
  "qwen2 with windows from a layer on": {
    config: { ...QWEN2, sliding_window: 4, use_sliding_window: true, max_window_layers: 1 },
    options: { biases: true },
    tokens: 24,
  },
  qwen3: { config: QWEN3 },
  "qwen3 in bfloat16, untied": { config: { ...QWEN3, tie_word_embeddings: false }, options: { type: "BF16" } },
  bert: { config: BERT },
  "bert with gamma and beta": { config: BERT, options: { gamma: true } },
  "bert without a prefix and a head": { config: BERT, options: { prefix: "", head: false } },
  "bert with gelu_new": { config: { ...BERT, hidden_act: "gelu_new" } },
  "bert in float16": { config: BERT, options: { type: "F16" } },
  roberta: { config: ROBERTA },
  "roberta whose padding is 3": { config: { ...ROBERTA, pad_token_id: 3 } },
  distilbert: { config: DISTILBERT },
  "xlm-roberta": { config: XLM_ROBERTA },
  camembert: { config: { ...ROBERTA, model_type: "camembert" }, options: { type: "BF16" } },
  gpt_neox: { config: GPT_NEOX },
  "gpt_neox, one after the other, whole heads": {
    config: {
      ...without(GPT_NEOX, "rotary_pct", "rotary_emb_base"),
      ...{ use_parallel_residual: false, rope_parameters: { rope_theta: 500, partial_rotary_factor: 1 } },
    },
  },
  "gpt_neox, tied, without biases of attention": {
    config: { ...GPT_NEOX, tie_word_embeddings: true, attention_bias: false, rotary_pct: 0.5 },
    options: { prefix: "" },
  },
  "gpt_neox, stretched, in float16": {
    config: { ...GPT_NEOX, rope_scaling: { type: "linear", factor: 3 }, hidden_act: "gelu_new" },
    options: { type: "F16" },
  },
  gpt_neo: { config: GPT_NEO },
  "gpt_neo with a list of layers, in bfloat16": {
    config: { ...without(GPT_NEO, "attention_types"), attention_layers: ["local", "global"], intermediate_size: 36 },
    options: { type: "BF16" },
  },
  "gpt_neo with a head of its own": { config: { ...GPT_NEO, tie_word_embeddings: false } },
  "electra, a generator": { config: ELECTRA },
  "electra, a discriminator": { config: { ...ELECTRA, hidden_act: "gelu_new" }, options: { head: "discriminator" } },
  "electra with a wide table": { config: { ...ELECTRA, embedding_size: 32 }, options: { type: "F16" } },
  "electra with a table wider than its layers, without a head": {
    config: { ...ELECTRA, embedding_size: 40 },
    options: { prefix: "", head: false },
  },
  mpnet: { config: MPNET, tokens: 40 },
  "mpnet without a head": { config: MPNET, options: { prefix: "", head: false } },
  "mpnet with fewer distances": { config: { ...MPNET, relative_attention_num_buckets: 16 }, tokens: 40 },
  modernbert: { config: MODERNBERT, tokens: 20 },
  "modernbert with all biases": {
    config: {
      ...MODERNBERT,
      ...{ norm_bias: true, attention_bias: true, mlp_bias: true, classifier_bias: true, decoder_bias: false },
      ...{ classifier_activation: "relu", global_attn_every_n_layers: 2, local_rope_theta: null },
    },
    options: { type: "BF16" },
    tokens: 20,
  },
  "modernbert, as newer files say it": {
    config: {
      ...MODERNBERT,
      layer_types: ["sliding_attention", "full_attention", "full_attention", "sliding_attention"],
      rope_parameters: { full_attention: { rope_theta: 8e4 }, sliding_attention: { rope_theta: 100 } },
      tie_word_embeddings: false,
    },
    tokens: 20,
  },
  "modernbert without a head": { config: MODERNBERT, options: { prefix: "", head: false }, tokens: 20 },
  gemma3_text: { config: GEMMA3, tokens: 20 },
  "gemma3_text, stretched where it sees all, in bfloat16": {
    config: { ...GEMMA3, rope_scaling: { rope_type: "linear", factor: 4 } },
    options: { type: "BF16" },
    tokens: 20,
  },
  "gemma3_text, as newer files say it": {
    config: {
      ...without(GEMMA3, "sliding_window_pattern"),
      layer_types: ["full_attention", "sliding_attention", "full_attention"],
      rope_parameters: {
        full_attention: { rope_type: "linear", rope_theta: 5e5, factor: 2 },
        sliding_attention: { rope_type: "default", rope_theta: 500 },
      },
      tie_word_embeddings: false,
    },
    tokens: 20,
  },
  "gemma3_text with one kv head and biases": {
    config: { ...GEMMA3, num_key_value_heads: 1, attention_bias: true },
    options: { biases: true },
    tokens: 20,
  },
  "heed's own": { config: OWN },
  "heed's own with windows by layer and a table of positions": {
    config: {
      ...OWN,
      ...{ norm: "layer", bias: true, positions: true, tie_word_embeddings: false, activation_function: "gelu" },
      attention: [
        { window: { left: 3 }, scale: 0.5, dim: 8 },
        { causal: true, rotary: { pairs: "interleaved", dims: 4, base: 100 }, dim: 8 },
      ],
    },
  },
};
export { BERT, DISTILBERT, GPT2, LLAMA, MISTRAL, QWEN2, QWEN3, ROBERTA, XLM_ROBERTA };
export { ELECTRA, GEMMA3, GPT_NEO, GPT_NEOX, MODERNBERT, MPNET, OWN };
