// Makes small models with random weights, by the names and shapes that transformers has for each family.
import { randomOf } from "../lib/support.mjs";
import { ROUNDED } from "./files.mjs";
import { MORE_MAKERS } from "./make-families.mjs";

/** Weights so large that attention is peaked: a mistake then shows. */
const DEVIATION = 1.6;

/**
 * The tensors of a model with this config.
 *
 * @param {Record<string, any>} config
 * @param {{ seed?: number, type?: string, prefix?: string, head?: boolean | "discriminator", gamma?: boolean,
 *   biases?: boolean,
 *   outputBias?: boolean, mlpBias?: boolean, normType?: string, tables?: number }} [options]
 * @returns {Record<string, import("./files.mjs").TestTensor>}
 */
export function makeTensors(config, options = {}) {
  const { seed = 1, type = "F32", normType = type, tables = 0.8 } = options;
  const random = randomOf(seed);
  /** @type {Record<string, import("./files.mjs").TestTensor>} */
  const tensors = {};
  const add = (name, shape, draw, rounded) => {
    const count = shape.reduce((product, extent) => product * extent, 1);
    const values = Float64Array.from({ length: count }, () => ROUNDED[rounded](draw()));
    tensors[name] = { shape, values, type: rounded };
  };
  const kit = {
    /** `inputs` decides the size of the numbers. */
    matrix: (name, shape, inputs = shape[1]) =>
      add(name, shape, () => (random.normal() * DEVIATION) / Math.sqrt(inputs), type),
    table: (name, shape) => add(name, shape, () => random.normal() * tables, type),
    row: (name, count) => add(name, [count], () => random.normal() * 0.3, type),
    gain: (name, count) => add(name, [count], () => 1 + random.normal() * 0.1, normType),
  };
  MAKERS[config.model_type](config, kit, { prefix: PREFIXES[config.model_type], head: true, ...options });
  return tensors;
}

/** The shapes of a model's tensors, by their names. @returns {Record<string, number[]>} */
export function shapesOf(config, options = {}) {
  /** @type {Record<string, number[]>} */
  const shapes = {};
  const note = (name, shape) => void (shapes[name] = [shape].flat());
  const kit = { matrix: note, table: note, row: note, gain: note };
  MAKERS[config.model_type](config, kit, { prefix: PREFIXES[config.model_type], head: true, ...options });
  return shapes;
}

const PREFIXES = {
  ...{ gpt2: "", llama: "model.", mistral: "model.", qwen2: "model.", qwen3: "model." },
  ...{
    bert: "bert.",
    roberta: "roberta.",
    "xlm-roberta": "roberta.",
    camembert: "roberta.",
    distilbert: "distilbert.",
  },
  ...{ gpt_neox: "gpt_neox.", gpt_neo: "transformer.", electra: "electra.", mpnet: "mpnet.", modernbert: "model." },
  ...{ gemma3_text: "model.", heed: "" },
};

function gpt2(config, { matrix, table, row, gain }, { prefix }) {
  const d = config.n_embd;
  const norm = (name) => (gain(`${prefix}${name}.weight`, d), row(`${prefix}${name}.bias`, d));
  const conv = (name, inputs, outputs) => {
    matrix(`${prefix}${name}.weight`, [inputs, outputs], inputs);
    row(`${prefix}${name}.bias`, outputs);
  };
  table(`${prefix}wte.weight`, [config.vocab_size, d]);
  table(`${prefix}wpe.weight`, [config.n_positions ?? config.n_ctx, d]);
  for (let layer = 0; layer < config.n_layer; layer++) {
    norm(`h.${layer}.ln_1`);
    conv(`h.${layer}.attn.c_attn`, d, 3 * d);
    conv(`h.${layer}.attn.c_proj`, d, d);
    norm(`h.${layer}.ln_2`);
    conv(`h.${layer}.mlp.c_fc`, d, config.n_inner ?? 4 * d);
    conv(`h.${layer}.mlp.c_proj`, config.n_inner ?? 4 * d, d);
  }
  norm("ln_f");
  if (config.tie_word_embeddings === false) matrix("lm_head.weight", [config.vocab_size, d]);
}

function llama(config, { matrix, table, row, gain }, { prefix, biases, outputBias, mlpBias }) {
  const d = config.hidden_size;
  const heads = config.num_attention_heads;
  const kvHeads = config.num_key_value_heads ?? heads;
  const dim = config.head_dim ?? d / heads;
  const linear = (name, inputs, outputs, biased) => {
    matrix(`${prefix}${name}.weight`, [outputs, inputs]);
    if (biased) row(`${prefix}${name}.bias`, outputs);
  };
  table(`${prefix}embed_tokens.weight`, [config.vocab_size, d]);
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const name = `layers.${layer}`;
    gain(`${prefix}${name}.input_layernorm.weight`, d);
    linear(`${name}.self_attn.q_proj`, d, heads * dim, biases);
    linear(`${name}.self_attn.k_proj`, d, kvHeads * dim, biases);
    linear(`${name}.self_attn.v_proj`, d, kvHeads * dim, biases);
    linear(`${name}.self_attn.o_proj`, heads * dim, d, outputBias);
    if (config.model_type === "qwen3")
      for (const one of ["q", "k"]) gain(`${prefix}${name}.self_attn.${one}_norm.weight`, dim);
    gain(`${prefix}${name}.post_attention_layernorm.weight`, d);
    for (const one of ["gate", "up"]) linear(`${name}.mlp.${one}_proj`, d, config.intermediate_size, mlpBias);
    linear(`${name}.mlp.down_proj`, config.intermediate_size, d, mlpBias);
  }
  gain(`${prefix}norm.weight`, d);
  if (!config.tie_word_embeddings) matrix("lm_head.weight", [config.vocab_size, d]);
}

function bert(config, { matrix, table, row, gain }, { prefix, head, gamma }) {
  const isDistil = config.model_type === "distilbert";
  const [d, count, hidden] = isDistil
    ? [config.dim, config.n_layers, config.hidden_dim]
    : [config.hidden_size, config.num_hidden_layers, config.intermediate_size];
  const [gainName, biasName] = gamma ? ["gamma", "beta"] : ["weight", "bias"];
  const norm = (name) => (gain(`${name}.${gainName}`, d), row(`${name}.${biasName}`, d));
  const linear = (name, inputs, outputs) => (matrix(`${name}.weight`, [outputs, inputs]), row(`${name}.bias`, outputs));
  table(`${prefix}embeddings.word_embeddings.weight`, [config.vocab_size, d]);
  table(`${prefix}embeddings.position_embeddings.weight`, [config.max_position_embeddings, d]);
  if (!isDistil) table(`${prefix}embeddings.token_type_embeddings.weight`, [config.type_vocab_size, d]);
  norm(`${prefix}embeddings.LayerNorm`);
  const [q, k, v, o, n1, f1, f2, n2] = isDistil
    ? ["attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin", "sa_layer_norm"].concat([
        "ffn.lin1",
        "ffn.lin2",
        "output_layer_norm",
      ])
    : ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"].concat([
        "attention.output.LayerNorm",
        "intermediate.dense",
        "output.dense",
        "output.LayerNorm",
      ]);
  for (let layer = 0; layer < count; layer++) {
    const name = `${prefix}${isDistil ? "transformer" : "encoder"}.layer.${layer}.`;
    for (const one of [q, k, v, o]) linear(name + one, d, d);
    norm(name + n1);
    linear(name + f1, d, hidden);
    linear(name + f2, hidden, d);
    norm(name + n2);
  }
  if (!head) return;
  const [dense, headNorm, bias] = {
    bert: ["cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm", "cls.predictions.bias"],
    distilbert: ["vocab_transform", "vocab_layer_norm", "vocab_projector.bias"],
  }[config.model_type] ?? ["lm_head.dense", "lm_head.layer_norm", "lm_head.bias"];
  linear(dense, d, d);
  norm(headNorm);
  row(bias, config.vocab_size);
}

const MAKERS = {
  ...{ gpt2, llama, mistral: llama, qwen2: llama, qwen3: llama },
  ...{ bert, roberta: bert, "xlm-roberta": bert, camembert: bert, distilbert: bert },
  ...MORE_MAKERS,
};
