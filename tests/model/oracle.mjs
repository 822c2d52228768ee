// The architectures as their papers write them, in double precision, one loop per symbol. It shares nothing with heed:
// no table of families, no finding of names. `mistake` names one thing that is done wrong, as real programs do it.
import { MORE_FAMILIES } from "./oracle-families.mjs";
import {
  feedForward,
  frequenciesOf,
  layered,
  range,
  rotating,
  rowOf,
  rowsOf,
  sum,
  tokenRows,
  turned,
  withOutput,
} from "./oracle-parts.mjs";

/**
 * `splits` has for each layer the scores, their scale, the values, and what every part before it is in queries and
 * keys. `stream` has the rows before the first layer, and of each layer those after attention and those after it;
 * `read` makes logits of such rows. `end` has the rows after the last layer, their parts, the last norm, and the
 * output where it follows at once.
 *
 * @returns {{ logits: Float64Array[], weights: number[][][][], rows: Float64Array[], splits: Record<string, any>[],
 *   stream: Float64Array[][], read?: (rows: Float64Array[]) => Float64Array[], end?: Record<string, any> }}
 */
export function textbookModel(
  config,
  tensors,
  ids,
  { mistake = "", prefix = prefixIn(tensors), types = undefined } = {},
) {
  return (FAMILIES[config.model_type] ?? MORE_FAMILIES[config.model_type])({
    config,
    ids,
    mistake,
    types,
    at: (name) => tensors[prefix + name],
    outside: (name) => tensors[name],
  });
}

const FIRST = /((wte|embed_tokens|embed_in|embeddings\.position_embeddings|embeddings\.tok_embeddings)\.weight)$/;
const prefixIn = (tensors) => {
  const name = Object.keys(tensors).find((one) => FIRST.test(one)) ?? "";
  return name.replace(FIRST, "");
};

function gpt2({ config, ids, mistake, at, outside }) {
  const { n_embd: d, n_head: heads, n_layer: count } = config;
  const epsilon = mistake === "epsilon" ? 1e-12 : (config.layer_norm_epsilon ?? 1e-5);
  const activation = mistake === "gelu" ? "gelu" : (config.activation_function ?? "gelu_new");
  const dim = d / heads;
  const scale = config.scale_attn_weights === false ? 1 : 1 / Math.sqrt(dim);
  const norm = (name) => ({ gain: at(`${name}.weight`), bias: at(`${name}.bias`), epsilon, mean: true });
  const conv = (name) => ({ weight: turned(at(`${name}.weight`)), bias: at(`${name}.bias`) });
  const layers = range(0, count).map((layer) => {
    const name = (one) => `h.${layer}.${one}`;
    const [q, k, v] = [0, 1, 2].map((third) => rowsOf(conv(name("attn.c_attn")), range(third * d, d)));
    return {
      ...{ heads, kvHeads: heads, dim, q, k, v, output: conv(name("attn.c_proj")) },
      scale: config.scale_attn_by_inverse_layer_idx ? scale / (layer + 1) : scale,
      sees: (i, j) => j <= i,
      ...{ first: { before: norm(name("ln_1")) }, second: { before: norm(name("ln_2")) } },
      feed: feedForward(activation, conv(name("mlp.c_fc")), conv(name("mlp.c_proj"))),
    };
  });
  const first = mistake === "positions" ? 1 : 0;
  const parts = [
    { name: "token", rows: tokenRows(at("wte.weight"), ids) },
    { name: "position", rows: ids.map((_, i) => rowOf(at("wpe.weight"), i + first)) },
  ];
  const done = layered({ x: sum(parts[0].rows, parts[1].rows), parts, layers, last: norm("ln_f") });
  const untied = config.tie_word_embeddings === false && mistake !== "tied";
  return withOutput(done, { weight: untied ? outside("lm_head.weight") : at("wte.weight") });
}

function llama({ config, ids, mistake, at, outside }) {
  const { hidden_size: d, num_attention_heads: heads, num_hidden_layers: count } = config;
  const { num_key_value_heads: kvHeads = heads, head_dim: dim = d / heads } = config;
  const epsilon = mistake === "epsilon" ? config.rms_norm_eps / 10 : config.rms_norm_eps;
  const norm = (name) => ({ gain: at(`${name}.weight`), epsilon });
  const both = (name) => ({ weight: at(`${name}.weight`), bias: at(`${name}.bias`) });
  const turn = turning(config, dim, ids.length, mistake);
  const layers = range(0, count).map((layer) => {
    const name = (one) => `layers.${layer}.${one}`;
    const [q, k, v, output] = ["q", "k", "v", "o"].map((one) => both(name(`self_attn.${one}_proj`)));
    const [gate, up, down] = ["gate", "up", "down"].map((one) => both(name(`mlp.${one}_proj`)));
    const hasHeadNorms = at(name("self_attn.q_norm.weight")) && mistake !== "head norms";
    const window = windowOf(config, layer, mistake);
    return {
      ...{ heads, kvHeads, dim, q, k, v, output, scale: 1 / Math.sqrt(dim), turn },
      headNorms: hasHeadNorms ? { q: norm(name("self_attn.q_norm")), k: norm(name("self_attn.k_norm")) } : {},
      sees: (i, j) => j <= i && i - j < window,
      first: { before: norm(name("input_layernorm")) },
      second: { before: norm(name("post_attention_layernorm")) },
      feed: feedForward(config.hidden_act ?? "silu", up, down, gate),
    };
  });
  const x = tokenRows(at("embed_tokens.weight"), ids);
  const done = layered({ x, parts: [{ name: "token", rows: x }], layers, last: norm("norm") });
  const tied = config.tie_word_embeddings || mistake === "tied";
  return withOutput(done, { weight: tied ? at("embed_tokens.weight") : outside("lm_head.weight") });
}

/** How many tokens a token sees, itself included. */
function windowOf(config, layer, mistake) {
  if (mistake === "window") return Infinity;
  const wider = mistake === "wider window" ? 1 : 0;
  if (config.layer_types)
    return config.layer_types[layer] === "sliding_attention" ? config.sliding_window + wider : Infinity;
  if (config.model_type === "mistral") return (config.sliding_window ?? Infinity) + wider;
  if (!config.use_sliding_window) return Infinity;
  return layer >= config.max_window_layers ? config.sliding_window + wider : Infinity;
}

function turning(config, dim, length, mistake) {
  const given = config.rope_parameters ?? config.rope_scaling ?? {};
  const base = mistake === "theta" ? 500000 : (given.rope_theta ?? config.rope_theta ?? 10000);
  const type = mistake === "scaling" ? "default" : (given.rope_type ?? given.type ?? "default");
  const old = given.original_max_position_embeddings ?? config.max_position_embeddings;
  let [frequencies, factor] = [frequenciesOf(base, dim), 1];
  if (type === "linear") frequencies = frequencies.map((one) => one / given.factor);
  if (type === "dynamic") {
    const long = Math.max(length, old);
    frequencies = frequenciesOf(base * ((given.factor * long) / old - (given.factor - 1)) ** (dim / (dim - 2)), dim);
  }
  if (type === "llama3") {
    const { low_freq_factor: low, high_freq_factor: high } = given;
    frequencies = frequencies.map((one) => {
      const wave = (2 * Math.PI) / one;
      if (wave < old / high) return one;
      if (wave > old / low) return one / given.factor;
      const smooth = (old / wave - low) / (high - low);
      return ((1 - smooth) * one) / given.factor + smooth * one;
    });
  }
  if (type === "yarn") {
    const pairOf = (turns) => (dim * Math.log(old / (turns * 2 * Math.PI))) / (2 * Math.log(base));
    const low = Math.max(Math.floor(pairOf(given.beta_fast ?? 32)), 0);
    const high = Math.min(Math.ceil(pairOf(given.beta_slow ?? 1)), dim - 1);
    frequencies = frequencies.map((one, pair) => {
      const ramp = Math.min(Math.max((pair - low) / (high === low ? 0.001 : high - low), 0), 1);
      return (one / given.factor) * ramp + one * (1 - ramp);
    });
    factor = given.attention_factor ?? 0.1 * Math.log(given.factor) + 1;
  }
  if (type === "longrope") {
    const factors = length > old ? given.long_factor : given.short_factor;
    frequencies = frequencies.map((one, pair) => one / factors[pair]);
    const longer = config.max_position_embeddings / old;
    factor = given.attention_factor ?? (longer > 1 ? Math.sqrt(1 + Math.log(longer) / Math.log(old)) : 1);
  }
  return rotating({ dim, frequencies, factor, interleaved: mistake === "interleaved" });
}

const FAMILIES = { gpt2, llama, mistral: llama, qwen2: llama, qwen3: llama };
