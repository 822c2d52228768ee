// A language model under the names of GPT-2, as Python's transformers and other programs read them.
import type { Floats } from "../lib/api/index.js";
import { cutText, fault, kindOf, positive, readFlag } from "../lib/read/index.js";
import { tensorOf, wordsText, type Family, type FamilyTensor } from "./family.js";
import type { Activation } from "./linear.js";
import { attentionAt, type LanguageModelShape, type TransformerBlock } from "./transformer.js";

/** The names that config.json has for activations. */
const ACTIVATIONS: Readonly<Record<string, Activation>> = {
  ...{ gelu_new: "gelu-tanh", gelu: "gelu", relu: "relu", silu: "silu" },
};

/** What a languageModel has no option for. A config may leave it out. */
const FIXED = {
  layer_norm_epsilon: 1e-5,
  tie_word_embeddings: true,
  scale_attn_weights: true,
  scale_attn_by_inverse_layer_idx: false,
  add_cross_attention: false,
};

export const gpt2: Family = {
  type: "gpt2",
  title: "GPT-2",
  prefix: "transformer.",

  misfit(shape) {
    if (shape.norm !== "layer") return `norm: "${shape.norm}"`;
    for (const name of ["positions", "tied"] as const) if (!shape[name]) return `${name}: false`;
    return otherAttention(shape);
  },

  config({ vocab, modelDim, heads, layers, tokens, hidden, activation, biases }) {
    const [word] = Object.entries(ACTIVATIONS).find(([, one]) => one === activation)!;
    return {
      architectures: ["GPT2LMHeadModel"],
      model_type: "gpt2",
      activation_function: word,
      ...{ vocab_size: vocab, n_embd: modelDim, n_head: heads, n_layer: layers, n_positions: tokens, n_inner: hidden },
      ...{ embd_pdrop: 0, attn_pdrop: 0, resid_pdrop: 0, layer_norm_epsilon: 1e-5, tie_word_embeddings: true },
      ...{ bos_token_id: null, eos_token_id: null, torch_dtype: "float32" },
      // nanoGPT's word. Other programs do not read it: for them the biases are zeros.
      bias: biases,
    };
  },

  options(where, config) {
    for (const [name, wanted] of Object.entries(FIXED))
      if ((config[name] ?? wanted) !== wanted)
        throw fault("file", `${where}: config.${name} must be ${wanted}; got ${kindOf(config[name])}.`);
    const size = (name: string, otherwise?: number): number =>
      positive(where, `config.${name}`, config[name] ?? otherwise);
    const word = config["activation_function"] ?? "gelu_new";
    if (typeof word !== "string" || !Object.hasOwn(ACTIVATIONS, word)) {
      const known = wordsText(Object.keys(ACTIVATIONS));
      throw fault("file", `${where}: config.activation_function must be ${known}; got ${kindOf(word)}.`);
    }
    const modelDim = size("n_embd");
    return {
      ...{ vocab: size("vocab_size"), modelDim, heads: size("n_head"), layers: size("n_layer") },
      ...{ tokens: size("n_positions"), hidden: size("n_inner", 4 * modelDim) },
      ...{ activation: ACTIVATIONS[word], biases: readFlag(where, "config.bias", config["bias"] ?? true) },
    };
  },

  tensors(model, positions) {
    const { vocab, modelDim, hidden } = model.options;
    return [
      tensorOf("wte.weight", [vocab, modelDim], () => [model.embedding.table]),
      tensorOf("wpe.weight", [positions, modelDim], () => [model.embedding.positions]),
      ...model.blocks.flatMap((block, at) => tensorsIn(block, `h.${at}`, modelDim, hidden)),
      ...normTensors("ln_f", modelDim, model.norm),
    ];
  },
};

/** The first option of attention that computes something else than GPT-2 does. */
function otherAttention(shape: LanguageModelShape): string | undefined {
  for (let layer = 0; layer < shape.layers; layer++) {
    const { attention, called } = attentionAt(shape, layer);
    const other = Object.entries(attention).find(([name, value]) => value !== undefined && !isPlain(name, value));
    if (other !== undefined) return `${called}.${cutText(other[0])}${other[0] === "causal" ? " other than true" : ""}`;
  }
  return undefined;
}

const isPlain = (name: string, value: unknown): boolean => name === "keep" || (name === "causal" && value === true);

function normTensors(name: string, dim: number, norm: { gain: Floats; bias?: Floats | undefined }): FamilyTensor[] {
  return [tensorOf(`${name}.weight`, [dim], () => [norm.gain]), tensorOf(`${name}.bias`, [dim], () => [norm.bias])];
}

function tensorsIn({ layers: [first, second] }: TransformerBlock, at: string, dim: number, hidden: number) {
  const [[before, attention], [after, feed]] = [first.layers, second.layers];
  const [up, down] = feed.layers;
  const weights = () => [attention.queryWeight, attention.keyWeight, attention.valueWeight];
  const biases = () => [attention.queryBias, attention.keyBias, attention.valueBias];
  return [
    ...normTensors(`${at}.ln_1`, dim, before),
    tensorOf(`${at}.attn.c_attn.weight`, [dim, 3 * dim], weights),
    tensorOf(`${at}.attn.c_attn.bias`, [3 * dim], biases),
    tensorOf(`${at}.attn.c_proj.weight`, [dim, dim], () => [attention.outputWeight]),
    tensorOf(`${at}.attn.c_proj.bias`, [dim], () => [attention.outputBias]),
    ...normTensors(`${at}.ln_2`, dim, after),
    tensorOf(`${at}.mlp.c_fc.weight`, [dim, hidden], () => [up.weight]),
    tensorOf(`${at}.mlp.c_fc.bias`, [hidden], () => [up.bias]),
    tensorOf(`${at}.mlp.c_proj.weight`, [hidden, dim], () => [down.weight]),
    tensorOf(`${at}.mlp.c_proj.bias`, [dim], () => [down.bias]),
  ];
}
