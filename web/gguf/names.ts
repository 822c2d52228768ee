// The names of tensors: those of GGUF beside those of transformers.

/** Of one architecture: names outside the layers, and inside them after their number; without `.weight`, `.bias`. */
interface Names {
  readonly outside: Readonly<Record<string, string>>;
  /** The part of a name before the number of a layer. */
  readonly layer: string;
  readonly inside: Readonly<Record<string, string>>;
}

const LLAMA: Names = {
  outside: { token_embd: "model.embed_tokens", output_norm: "model.norm", output: "lm_head" },
  layer: "model.layers.",
  inside: {
    ...{ attn_norm: "input_layernorm", ffn_norm: "post_attention_layernorm" },
    ...{ attn_q: "self_attn.q_proj", attn_k: "self_attn.k_proj", attn_v: "self_attn.v_proj" },
    ...{ attn_output: "self_attn.o_proj", attn_q_norm: "self_attn.q_norm", attn_k_norm: "self_attn.k_norm" },
    ...{ ffn_gate: "mlp.gate_proj", ffn_up: "mlp.up_proj", ffn_down: "mlp.down_proj" },
  },
};
const EMBEDDINGS = {
  ...{ token_embd: "embeddings.word_embeddings", position_embd: "embeddings.position_embeddings" },
  ...{ token_types: "embeddings.token_type_embeddings", token_embd_norm: "embeddings.LayerNorm" },
};

/** By the `model_type` of transformers. */
const NAMES: Readonly<Record<string, Names>> = {
  ...{ llama: LLAMA, qwen2: LLAMA, qwen3: LLAMA },
  gpt2: {
    outside: { token_embd: "wte", position_embd: "wpe", output_norm: "ln_f", output: "lm_head" },
    layer: "h.",
    inside: {
      ...{ attn_norm: "ln_1", ffn_norm: "ln_2", attn_qkv: "attn.c_attn", attn_output: "attn.c_proj" },
      ...{ ffn_up: "mlp.c_fc", ffn_down: "mlp.c_proj" },
    },
  },
  bert: {
    outside: EMBEDDINGS,
    layer: "encoder.layer.",
    inside: {
      ...{ attn_q: "attention.self.query", attn_k: "attention.self.key", attn_v: "attention.self.value" },
      ...{ attn_output: "attention.output.dense", attn_output_norm: "attention.output.LayerNorm" },
      ...{ ffn_up: "intermediate.dense", ffn_down: "output.dense", layer_output_norm: "output.LayerNorm" },
    },
  },
  distilbert: {
    outside: EMBEDDINGS,
    layer: "transformer.layer.",
    inside: {
      ...{ attn_q: "attention.q_lin", attn_k: "attention.k_lin", attn_v: "attention.v_lin" },
      ...{ attn_output: "attention.out_lin", attn_output_norm: "sa_layer_norm" },
      ...{ ffn_up: "ffn.lin1", ffn_down: "ffn.lin2", layer_output_norm: "output_layer_norm" },
    },
  },
};

/**
 * The name of transformers. Undefined for a tensor outside the layers that no model here takes; null for one inside
 * them, which has no place.
 */
export function hfName(family: string, name: string): string | null | undefined {
  const { outside, layer, inside } = NAMES[family]!;
  const [, number, part = "", ending] = /^(?:blk\.(\d+)\.)?(\w+)\.(weight|bias)$/.exec(name) ?? [];
  const names = number === undefined ? outside : inside;
  if (!Object.hasOwn(names, part)) return name.startsWith("blk.") ? null : undefined;
  return `${number === undefined ? "" : `${layer}${number}.`}${names[part]}.${ending}`;
}

const withoutModel = (name: string): string => name.replace(/^model\./, "");

/** The name in GGUF, or the same name if it has none. The prefix of a family's names may be missing. */
export function ggufName(family: string, name: string): string {
  const { outside, layer, inside } = NAMES[family]!;
  const [, whole = "", ending] = /^(.*)\.(weight|bias)$/.exec(withoutModel(name)) ?? [];
  const start = withoutModel(layer);
  const [, number, rest = whole] = (whole.startsWith(start) && /^(\d+)\.(.*)$/.exec(whole.slice(start.length))) || [];
  const names = number === undefined ? outside : inside;
  const own = Object.keys(names).find((one) => withoutModel(names[one]!) === rest);
  return own === undefined ? name : `${number === undefined ? "" : `blk.${number}.`}${own}.${ending}`;
}
