// Further architectures, each in its own words. Double precision, one loop per symbol; it shares nothing with heed.
import {
  activate,
  behind,
  feedForward,
  layered,
  normed,
  projected,
  range,
  rowOf,
  rowsOf,
  same,
  sum,
  times,
  tokenRows,
  turned,
  turning,
  withOutput,
} from "./oracle-parts.mjs";

function gptNeox({ config, ids, mistake, at, outside }) {
  const { hidden_size: d, num_attention_heads: heads, hidden_act: act = "gelu" } = config;
  const dim = d / heads;
  const newer = config.rope_parameters ?? {};
  const share = newer.partial_rotary_factor ?? config.rotary_pct ?? 0.25;
  const base = (newer.rope_theta ?? config.rotary_emb_base ?? 10000) * (mistake === "theta" ? 10 : 1);
  const dims = mistake === "whole heads" ? dim : Math.floor(dim * share);
  const epsilon = (config.layer_norm_eps ?? 1e-5) * (mistake === "epsilon" ? 10 : 1);
  const both = (name) => ({ weight: at(`${name}.weight`), bias: at(`${name}.bias`) });
  const norm = (name) => ({ gain: at(`${name}.weight`), bias: at(`${name}.bias`), epsilon, mean: true });
  const parallel = (config.use_parallel_residual ?? true) !== (mistake === "parallel");
  const layers = range(0, config.num_hidden_layers).map((layer) => {
    const name = (one) => `layers.${layer}.${one}`;
    const woven = both(name("attention.query_key_value"));
    const third = (part) => {
      const rows = range(0, d).map((c) =>
        mistake === "thirds" ? part * d + c : (3 * Math.floor(c / dim) + part) * dim + (c % dim),
      );
      return rowsOf(woven, rows);
    };
    const first = { before: norm(name("input_layernorm")) };
    const second = { before: norm(name("post_attention_layernorm")) };
    return {
      ...{ heads, kvHeads: heads, dim, q: third(0), k: third(1), v: third(2), output: both(name("attention.dense")) },
      ...{ scale: mistake === "scale" ? 1 : 1 / Math.sqrt(dim), sees: (i, j) => j <= i, first, parallel },
      second: mistake === "one norm" ? first : second,
      turn: turning({ dim, dims, base, stretch: config.rope_scaling?.factor, interleaved: mistake === "interleaved" }),
      feed: feedForward(
        mistake === "gelu" ? "gelu_new" : mistake === "silu" ? "silu" : act,
        both(name("mlp.dense_h_to_4h")),
        both(name("mlp.dense_4h_to_h")),
      ),
    };
  });
  const x = tokenRows(at("embed_in.weight"), ids);
  const done = layered({ x, parts: [{ name: "token", rows: x }], layers, last: norm("final_layer_norm") });
  return withOutput(done, {
    weight: config.tie_word_embeddings ? at("embed_in.weight") : outside("embed_out.weight"),
  });
}

function gptNeo({ config, ids, mistake, at, outside }) {
  const { hidden_size: d, num_heads: heads, num_layers: count } = config;
  const dim = d / heads;
  const epsilon = (config.layer_norm_epsilon ?? 1e-5) * (mistake === "epsilon" ? 10 : 1);
  const kinds = config.attention_layers ?? config.attention_types.flatMap(([words, n]) => Array(n).fill(words).flat());
  const both = (name) => ({ weight: at(`${name}.weight`), bias: at(`${name}.bias`) });
  const norm = (name) => ({ gain: at(`${name}.weight`), bias: at(`${name}.bias`), epsilon, mean: true });
  const wide = (config.window_size ?? 256) + (mistake === "wider window" ? 1 : 0);
  const act = config.activation_function ?? "gelu_new";
  const layers = range(0, count).map((layer) => {
    const name = (one) => `h.${layer}.${one}`;
    const [q, k, v, output] = ["q_proj", "k_proj", "v_proj", "out_proj"].map((one) =>
      both(name(`attn.attention.${one}`)),
    );
    const window = kinds[layer] === "local" && mistake !== "window" ? wide : Infinity;
    return {
      ...{ heads, kvHeads: heads, dim, q, k, v, output, scale: mistake === "scale" ? 1 / Math.sqrt(dim) : 1 },
      sees: (i, j) => j <= i && i - j < window,
      first: { before: norm(name("ln_1")) },
      second: { before: norm(name("ln_2")) },
      feed: feedForward(
        mistake === "gelu" ? "gelu" : mistake === "relu" ? "relu" : act,
        both(name("mlp.c_fc")),
        both(name("mlp.c_proj")),
      ),
    };
  });
  const parts = [
    { name: "token", rows: tokenRows(at("wte.weight"), ids) },
    { name: "position", rows: ids.map((_, i) => rowOf(at("wpe.weight"), i + (mistake === "positions" ? 1 : 0))) },
  ];
  const done = layered({ x: sum(parts[0].rows, parts[1].rows), parts, layers, last: norm("ln_f") });
  return withOutput(done, {
    weight: config.tie_word_embeddings === false ? outside("lm_head.weight") : at("wte.weight"),
  });
}

/** The number of a distance from query to key, as T5 and MPNet have it; from the table of the paper's authors. */
function bucketOf(away, count) {
  const half = count / 2;
  const far = Math.abs(away);
  const begin = away > 0 ? half : 0;
  if (far < half / 2) return begin + far;
  const octaves = (Math.log(far / (half / 2)) / Math.log(128 / (half / 2))) * (half / 2);
  return begin + Math.min(half / 2 + Math.trunc(octaves), half - 1);
}

/** BERT's names, and those of its relatives. */
const NAMES = {
  layers: "encoder.layer",
  heads: ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"],
  norms: ["attention.output.LayerNorm", "output.LayerNorm"],
  feed: ["intermediate.dense", "output.dense"],
};
const NAMES_OF = {
  distilbert: {
    layers: "transformer.layer",
    heads: ["attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin"],
    norms: ["sa_layer_norm", "output_layer_norm"],
    feed: ["ffn.lin1", "ffn.lin2"],
  },
  mpnet: {
    ...NAMES,
    heads: ["q", "k", "v", "o"].map((one) => `attention.attn.${one}`),
    norms: ["attention.LayerNorm", "output.LayerNorm"],
  },
};
const OUTPUT_NAMES = {
  bert: ["cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm", "cls.predictions.bias"],
  distilbert: ["vocab_transform", "vocab_layer_norm", "vocab_projector.bias"],
  electra: ["generator_predictions.dense", "generator_predictions.LayerNorm", "generator_lm_head.bias"],
};

/** BERT and its relatives, ELECTRA and MPNet: encoders with a norm after each sum. */
function encoder({ config, ids, mistake, types, at, outside }) {
  const family = config.model_type;
  const [isDistil, isMpnet] = ["distilbert", "mpnet"].map((one) => one === family);
  const names = NAMES_OF[family] ?? NAMES;
  const [d, count, heads, act = "gelu"] = isDistil
    ? [config.dim, config.n_layers, config.n_heads, config.activation]
    : [config.hidden_size, config.num_hidden_layers, config.num_attention_heads, config.hidden_act];
  const dim = d / heads;
  const epsilon = mistake === "epsilon" ? 1e-5 : (config.layer_norm_eps ?? 1e-12);
  const activation = mistake === "gelu" ? "gelu_new" : mistake === "relu" ? "relu" : act;
  const both = (name, of = at) => ({ weight: of(`${name}.weight`), bias: of(`${name}.bias`) });
  const norm = (name, of = at) => {
    const [gain, bias] = [of(`${name}.weight`) ?? of(`${name}.gamma`), of(`${name}.bias`) ?? of(`${name}.beta`)];
    return { gain, bias, epsilon, mean: true };
  };
  const table = (name, rows) => rows.map((row) => rowOf(at(`embeddings.${name}_embeddings.weight`), row));
  const isCounted = ["roberta", "xlm-roberta", "camembert", "mpnet"].includes(family) && mistake !== "positions";
  const padding = config.pad_token_id ?? 1;
  const positions = ids.map((id, i) => {
    if (!isCounted) return i;
    return id === padding ? padding : padding + ids.slice(0, i + 1).filter((one) => one !== padding).length;
  });
  const parts = [
    { name: "token", rows: table("word", ids) },
    { name: "position", rows: table("position", positions) },
  ];
  if (!isDistil && !isMpnet && mistake !== "types")
    parts.push({
      name: "type",
      rows: table(
        "token_type",
        ids.map((_, i) => types?.[i] ?? 0),
      ),
    });
  let begun = behind(
    { x: parts.map(({ rows }) => rows).reduce(sum), parts, name: "bias" },
    norm("embeddings.LayerNorm"),
  );
  const widening = both("embeddings_project");
  if (widening.weight) {
    const bias = mistake === "widening" ? undefined : widening.bias;
    begun = projected({ ...begun, name: "bias" }, { weight: widening.weight, bias });
  }
  const distances = at("encoder.relative_attention_bias.weight");
  const buckets = config.relative_attention_num_buckets ?? 32;
  const factor = mistake === "scaled distances" ? 1 / Math.sqrt(dim) : mistake === "distances" ? 0 : 1;
  const layers = range(0, count).map((layer) => {
    const name = (one) => `${names.layers}.${layer}.${one}`;
    const [q, k, v, output] = names.heads.map((one) => both(name(one)));
    const [first, second] = names.norms.map((one) => ({ behind: norm(name(one)) }));
    const [up, down] = names.feed.map((one) => both(name(one)));
    return {
      ...{ heads, kvHeads: heads, dim, q, k, v, output, scale: 1 / Math.sqrt(dim), sees: () => true },
      distance: (h, away) => (isMpnet ? factor * distances.values[bucketOf(away, buckets) * heads + h] : 0),
      ...{ first, second, feed: feedForward(activation, up, down) },
    };
  });
  const done = layered({ ...begun, layers });
  const through = (name, word, rows = done.rows) => {
    const { weight, bias: own } = both(name, outside);
    return activate(times(rows, weight, own), word);
  };
  if (outside("discriminator_predictions.dense.weight")) {
    const { weight, bias: own } = both("discriminator_predictions.dense_prediction", outside);
    const asked = through("discriminator_predictions.dense", activation);
    return { ...done, logits: [], replaced: times(asked, weight, own).map(([one]) => one) };
  }
  const [dense, headNorm, bias] = OUTPUT_NAMES[family] ?? ["lm_head.dense", "lm_head.layer_norm", "lm_head.bias"];
  if (!outside(`${dense}.weight`)) return { ...done, logits: [] };
  const words = at("embeddings.word_embeddings.weight");
  const ofHead = family === "bert" || isDistil ? activation : mistake === "head gelu" ? "gelu_new" : "gelu";
  const read = (rows) => {
    const inner = normed(through(dense, ofHead, rows), norm(headNorm, outside));
    return times(inner, words, mistake === "head bias" ? undefined : outside(bias));
  };
  return { ...done, read, logits: read(done.rows) };
}

function modernbert({ config, ids, mistake, at, outside }) {
  const { hidden_size: d, num_attention_heads: heads, num_hidden_layers: count, intermediate_size: hidden } = config;
  const dim = d / heads;
  const epsilon = (config.norm_eps ?? 1e-5) * (mistake === "epsilon" ? 10 : 1);
  const act = mistake === "gelu" ? "gelu_new" : mistake === "silu" ? "silu" : (config.hidden_activation ?? "gelu");
  const both = (name, of = at) => ({ weight: of(`${name}.weight`), bias: of(`${name}.bias`) });
  const norm = (name, of = at) => ({ gain: of(`${name}.weight`), bias: of(`${name}.bias`), epsilon, mean: true });
  const newer = config.rope_parameters ?? {};
  const global = newer.full_attention?.rope_theta ?? config.global_rope_theta ?? 160000;
  const local =
    newer.sliding_attention?.rope_theta ??
    (config.local_rope_theta === null ? global : (config.local_rope_theta ?? 10000));
  const side = Math.floor((config.local_attention ?? 128) / 2) + (mistake === "wider window" ? 1 : 0);
  const layers = range(0, count).map((layer) => {
    const name = (one) => `layers.${layer}.${one}`;
    const isGlobal = config.layer_types
      ? config.layer_types[layer] === "full_attention"
      : layer % (config.global_attn_every_n_layers ?? 3) === 0;
    const [wide, gates] = [both(name("attn.Wqkv")), both(name("mlp.Wi"))];
    const third = (part) =>
      rowsOf(
        wide,
        range(0, d).map((c) =>
          mistake === "woven" ? (3 * Math.floor(c / dim) + part) * dim + (c % dim) : part * d + c,
        ),
      );
    const [gate, up] = [0, 1].map((half) =>
      rowsOf(gates, range((mistake === "gate" ? 1 - half : half) * hidden, hidden)),
    );
    const isBare = layer === 0 && mistake !== "first norm";
    const base = (isGlobal || mistake === "one base" ? global : local) * (mistake === "theta" ? 10 : 1);
    // A norm that the file does not have has gains of 1.
    const ones = { gain: { values: new Float64Array(d).fill(1) }, epsilon, mean: true };
    return {
      ...{ heads, kvHeads: heads, dim, q: third(0), k: third(1), v: third(2), output: both(name("attn.Wo")) },
      ...{ scale: 1 / Math.sqrt(dim), turn: turning({ dim, base, interleaved: mistake === "interleaved" }) },
      sees: (i, j) => isGlobal || mistake === "window" || Math.abs(i - j) <= side,
      first: { before: isBare ? undefined : layer === 0 ? ones : norm(name("attn_norm")) },
      second: { before: norm(name("mlp_norm")) },
      feed: feedForward(act, up, both(name("mlp.Wo")), gate),
    };
  });
  const token = { name: "token", rows: tokenRows(at("embeddings.tok_embeddings.weight"), ids) };
  const begun = behind({ x: token.rows, parts: [token], name: "bias" }, norm("embeddings.norm"));
  const done = layered({ ...begun, layers, last: norm("final_norm") });
  const { weight, bias } = both("head.dense", outside);
  if (!weight) return { ...done, logits: [] };
  const words =
    config.tie_word_embeddings === false ? outside("decoder.weight") : at("embeddings.tok_embeddings.weight");
  const read = (rows) => {
    const dense = times(normed(rows, norm("final_norm")), weight, bias);
    const inner = normed(activate(dense, config.classifier_activation ?? "gelu"), norm("head.norm", outside));
    return times(inner, words, mistake === "head bias" ? undefined : outside("decoder.bias"));
  };
  return { ...done, read, logits: read(done.end.x) };
}

function gemma3({ config, ids, mistake, at, outside }) {
  const { hidden_size: d, num_attention_heads: heads, num_hidden_layers: count } = config;
  const { num_key_value_heads: kvHeads, head_dim: dim } = config;
  const epsilon = config.rms_norm_eps * (mistake === "epsilon" ? 10 : 1);
  const act =
    mistake === "gelu" ? "gelu" : mistake === "silu" ? "silu" : (config.hidden_activation ?? "gelu_pytorch_tanh");
  const plus = mistake === "gain" ? 0 : 1;
  const norm = (name) => ({ gain: { values: at(`${name}.weight`).values.map((one) => plus + one) }, epsilon });
  const both = (name) => ({ weight: at(`${name}.weight`), bias: at(`${name}.bias`) });
  const newer = config.rope_parameters ?? {};
  const wide = config.sliding_window + (mistake === "wider window" ? 1 : 0);
  const full = newer.full_attention ?? { rope_theta: config.rope_theta ?? 1e6, ...config.rope_scaling };
  const local = newer.sliding_attention ?? { rope_theta: config.rope_local_base_freq ?? 10000 };
  const layers = range(0, count).map((layer) => {
    const name = (one) => `layers.${layer}.${one}`;
    const isFull = config.layer_types
      ? config.layer_types[layer] === "full_attention"
      : (layer + 1) % (config.sliding_window_pattern ?? 6) === 0;
    const rope = isFull || mistake === "one base" ? full : local;
    const base = rope.rope_theta * (mistake === "theta" ? 10 : 1);
    const [q, k, v, output] = ["q", "k", "v", "o"].map((one) => both(name(`self_attn.${one}_proj`)));
    const [gate, up, down] = ["gate", "up", "down"].map((one) => both(name(`mlp.${one}_proj`)));
    const within = (one) => (mistake === "norms within" ? undefined : norm(name(one)));
    return {
      ...{ heads, kvHeads, dim, q, k, v, output, tiled: mistake === "tiled" },
      scale: 1 / Math.sqrt(mistake === "scale" ? dim : (config.query_pre_attn_scalar ?? 256)),
      headNorms:
        mistake === "head norms" ? {} : { q: norm(name("self_attn.q_norm")), k: norm(name("self_attn.k_norm")) },
      turn: turning({ dim, base, stretch: rope.factor ?? 1, interleaved: mistake === "interleaved" }),
      sees: (i, j) => j <= i && (isFull || mistake === "window" || i - j < wide),
      first: { before: norm(name("input_layernorm")), within: within("post_attention_layernorm") },
      second: { before: norm(name("pre_feedforward_layernorm")), within: within("post_feedforward_layernorm") },
      feed: mistake === "gate" ? feedForward(act, gate, down, up) : feedForward(act, up, down, gate),
    };
  });
  // As bfloat16 has it: eight bits.
  const unit = 2 ** (Math.floor(Math.log2(Math.sqrt(d))) - 7);
  const factor = { factor: 1, rounded: Math.round(Math.sqrt(d) / unit) * unit }[mistake] ?? Math.sqrt(d);
  const table = at("embed_tokens.weight");
  const x = tokenRows(table, ids).map((row) => row.map((one) => one * factor));
  const done = layered({ x, parts: [{ name: "token", rows: x }], layers, last: norm("norm") });
  return withOutput(done, { weight: config.tie_word_embeddings === false ? outside("lm_head.weight") : table });
}

/** What heed saves where no other family fits: GPT-2's names and matrices, with query, key and value apart. */
function heedOwn({ config, ids, at, outside }) {
  const { n_embd: d, n_head: heads, n_layer: count, activation_function: act } = config;
  const options = (layer) => (Array.isArray(config.attention) ? config.attention[layer] : config.attention);
  const { kvHeads = heads, dim = d / heads } = options(0);
  const both = (name) => ({ weight: turned(at(`${name}.weight`)), bias: at(`${name}.bias`) });
  const mean = config.norm === "layer";
  const norm = (name) => ({ gain: at(`${name}.weight`), bias: at(`${name}.bias`), epsilon: 1e-5, mean });
  const layers = range(0, count).map((layer) => {
    const name = (one) => `h.${layer}.${one}`;
    const { rotary, window, scale, causal = true } = options(layer);
    const [q, k, v, output] = ["query", "key", "value", "c_proj"].map((one) => both(name(`attn.${one}`)));
    const { left = Infinity, right = Infinity } = window ?? {};
    const { base = 10000, dims = dim, pairs } = rotary ?? {};
    return {
      ...{ heads, kvHeads, dim, q, k, v, output, scale: scale ?? 1 / Math.sqrt(dim) },
      turn: rotary ? turning({ dim, dims, base, interleaved: pairs === "interleaved" }) : same,
      sees: (i, j) => (!causal || j <= i) && i - j <= left && j - i <= right,
      ...{ first: { before: norm(name("ln_1")) }, second: { before: norm(name("ln_2")) } },
      feed: feedForward(act, both(name("mlp.c_fc")), both(name("mlp.c_proj"))),
    };
  });
  const parts = [{ name: "token", rows: tokenRows(at("wte.weight"), ids) }];
  if (config.positions) parts.push({ name: "position", rows: ids.map((_, i) => rowOf(at("wpe.weight"), i)) });
  const done = layered({ x: parts.map(({ rows }) => rows).reduce(sum), parts, layers, last: norm("ln_f") });
  return withOutput(done, { weight: config.tie_word_embeddings ? at("wte.weight") : outside("lm_head.weight") });
}

export const MORE_FAMILIES = {
  ...{ gpt_neox: gptNeox, gpt_neo: gptNeo, modernbert, gemma3_text: gemma3, heed: heedOwn },
  ...{ bert: encoder, roberta: encoder, "xlm-roberta": encoder, camembert: encoder, distilbert: encoder },
  ...{ electra: encoder, mpnet: encoder },
};
