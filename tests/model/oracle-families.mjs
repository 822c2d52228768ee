// Further architectures, each in its own words, and what they have in common: `layered` takes rows, and the parts they
// are made of, through layers one after another. Double precision, one loop per symbol; it shares nothing with heed.
import {
  activate,
  attention,
  constant,
  frozen,
  headParts,
  layerNorm,
  merged,
  rmsNorm,
  rowOf,
  sum,
  times,
} from "./oracle-parts.mjs";

/** Rows after a norm: { gain, bias, epsilon, mean }. */
const normed = (x, { gain, bias, epsilon, mean }) =>
  mean ? layerNorm(x, gain, bias, epsilon) : rmsNorm(x, gain, epsilon);

/** Each head of the rows by itself. */
const perHead = (rows, dim, change) =>
  rows.map((row) => {
    const heads = Array.from({ length: row.length / dim }, (_, h) => row.slice(h * dim, (h + 1) * dim));
    return Float64Array.from(change(heads).flatMap((head) => Array.from(head)));
  });

/** What parts of rows become after a norm of each head that has the factor of the whole. */
function frozenHeads(parts, whole, { gain, epsilon }) {
  const dim = gain.values.length;
  const factors = whole.map((row) =>
    row.map((_, c) => {
      const own = row.slice(c - (c % dim), c - (c % dim) + dim);
      return gain.values[c % dim] / Math.sqrt(own.reduce((total, one) => total + one * one, 0) / dim + epsilon);
    }),
  );
  return parts.map(({ name, rows }) => ({
    name,
    rows: rows.map((row, i) => row.map((one, c) => one * factors[i][c])),
  }));
}

/** Turns the first `dims` columns of each head by its position: columns i and i + dims / 2. */
const turning =
  ({ dim, dims = dim, base, stretch = 1, interleaved = false }) =>
  (rows) =>
    rows.map((row, position) => {
      const to = Float64Array.from(row);
      for (let head = 0; head < row.length; head += dim)
        for (let pair = 0; pair < dims / 2; pair++) {
          const [a, b] = interleaved ? [2 * pair, 2 * pair + 1] : [pair, pair + dims / 2];
          const angle = (position / stretch) * base ** ((-2 * pair) / dims);
          to[head + a] = row[head + a] * Math.cos(angle) - row[head + b] * Math.sin(angle);
          to[head + b] = row[head + b] * Math.cos(angle) + row[head + a] * Math.sin(angle);
        }
      return to;
    });

/** These rows of a matrix, or numbers of a bias. */
function picked(tensor, numbers) {
  if (tensor === undefined) return undefined;
  const { shape, values } = tensor;
  const columns = shape[1] ?? 1;
  const picking = numbers.flatMap((row) => Array.from(values.subarray(row * columns, (row + 1) * columns)));
  return { shape: [numbers.length, ...shape.slice(1)], values: Float64Array.from(picking) };
}

const range = (from, count) => Array.from({ length: count }, (_, at) => from + at);
const same = (rows) => rows;

/** What a matrix makes of rows, and of their parts; its bias is a part as well. */
function projected({ x, parts, name }, { weight, bias }) {
  const own = parts.map((part) => ({ name: part.name, rows: times(part.rows, weight) }));
  return { x: times(x, weight, bias), parts: merged(bias ? [...own, constant(x, name, bias)] : own) };
}

/** What a norm makes of them. Without one they stay. */
const behind = ({ x, parts, name }, norm) =>
  norm ? { x: normed(x, norm), parts: frozen(parts, x, { ...norm, name }) } : { x, parts };

/**
 * Rows through layers. A layer: { heads, kvHeads, dim, q, k, v, output: { weight, bias }, scale, sees, distance, tiled,
 * turn, headNorms, first and second: norms { before, within, behind }, parallel, feed }.
 */
function layered({ x, parts, layers, last = undefined }) {
  const [weights, splits, stream] = [[], [], [x]];
  for (const [number, layer] of layers.entries()) {
    const { heads, dim, scale, first, second, headNorms = {}, turn = same } = layer;
    const name = `bias ${number}`;
    const read = behind({ x, parts, name }, first.before);
    const [q, k, v] = ["q", "k", "v"].map((side) => {
      const side0 = projected({ ...read, name }, layer[side]);
      const norm = headNorms[side];
      const rows = norm ? perHead(side0.x, dim, (all) => rmsNorm(all, norm.gain, norm.epsilon)) : side0.x;
      const own = norm ? frozenHeads(side0.parts, side0.x, norm) : side0.parts;
      if (side === "v") return { rows, parts: [] };
      return { rows: turn(rows), parts: own.map((part) => ({ name: part.name, rows: turn(part.rows) })) };
    });
    const seen = attention(q.rows, k.rows, v.rows, layer);
    weights.push(seen.weights);
    splits.push({ scores: seen.scores, scale, v: v.rows, q: q.parts, k: k.parts });
    const through = (rows) => times(rows, layer.output.weight);
    const { bias } = layer.output;
    const added = behind(
      {
        x: times(seen.joined, layer.output.weight, bias),
        parts: [...headParts(seen.joined, number, { heads, dim, through }), ...(bias ? [constant(x, name, bias)] : [])],
        name,
      },
      first.within,
    );
    const between = behind({ x: sum(x, added.x), parts: [...parts, ...added.parts], name }, first.behind);
    stream.push(between.x);
    const source = layer.parallel ? x : between.x;
    const fed = layer.feed(second.before ? normed(source, second.before) : source);
    const feeding = second.within ? normed(fed, second.within) : fed;
    const feedParts = [...between.parts, { name: `feedForward ${number}`, rows: feeding }];
    ({ x, parts } = behind({ x: sum(between.x, feeding), parts: feedParts, name }, second.behind));
    stream.push(x);
  }
  return { rows: last ? normed(x, last) : x, weights, splits, stream, end: { x, parts, last } };
}

/** A model whose output follows its last norm. */
function withOutput(done, output) {
  const { last } = done.end;
  const read = (rows) => times(normed(rows, last), output.weight, output.bias);
  return { ...done, read, logits: read(done.end.x), end: { ...done.end, output } };
}

/** activation(x·W₁ + b₁)·W₂ + b₂, or with a gate that takes the activation. */
const feedForward =
  (activation, up, down, gate = undefined) =>
  (x) => {
    const straight = times(x, up.weight, up.bias);
    const active = gate ? activate(times(x, gate.weight, gate.bias), activation) : activate(straight, activation);
    const hidden = gate ? active.map((row, i) => row.map((one, c) => one * straight[i][c])) : active;
    return times(hidden, down.weight, down.bias);
  };

const tokenRows = (table, ids) => ids.map((id) => rowOf(table, id));

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
      return { weight: picked(woven.weight, rows), bias: picked(woven.bias, rows) };
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

/** ELECTRA and MPNet: encoders with a norm after each sum. */
function encoder({ config, ids, mistake, types, at, outside }) {
  const isMpnet = config.model_type === "mpnet";
  const { hidden_size: d, num_attention_heads: heads, num_hidden_layers: count, hidden_act: act = "gelu" } = config;
  const dim = d / heads;
  const epsilon = mistake === "epsilon" ? 1e-5 : (config.layer_norm_eps ?? 1e-12);
  const activation = mistake === "gelu" ? "gelu_new" : mistake === "relu" ? "relu" : act;
  const both = (name, of = at) => ({ weight: of(`${name}.weight`), bias: of(`${name}.bias`) });
  const norm = (name, of = at) => ({ gain: of(`${name}.weight`), bias: of(`${name}.bias`), epsilon, mean: true });
  const table = (name, rows) => rows.map((row) => rowOf(at(`embeddings.${name}_embeddings.weight`), row));
  const place = (i) =>
    isMpnet && mistake !== "positions" ? 1 + ids.slice(0, i + 1).filter((id) => id !== 1).length : i;
  const parts = [
    { name: "token", rows: table("word", ids) },
    {
      name: "position",
      rows: table(
        "position",
        ids.map((id, i) => (isMpnet && id === 1 ? 1 : place(i))),
      ),
    },
  ];
  if (!isMpnet && mistake !== "types")
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
    const name = (one) => `encoder.layer.${layer}.${one}`;
    const [q, k, v, output] = (
      isMpnet ? ["attn.q", "attn.k", "attn.v", "attn.o"] : ["self.query", "self.key", "self.value", "output.dense"]
    ).map((one) => both(name(`attention.${one}`)));
    return {
      ...{ heads, kvHeads: heads, dim, q, k, v, output, scale: 1 / Math.sqrt(dim), sees: () => true },
      distance: (h, away) => (isMpnet ? factor * distances.values[bucketOf(away, buckets) * heads + h] : 0),
      first: { behind: norm(name(isMpnet ? "attention.LayerNorm" : "attention.output.LayerNorm")) },
      second: { behind: norm(name("output.LayerNorm")) },
      feed: feedForward(activation, both(name("intermediate.dense")), both(name("output.dense"))),
    };
  });
  const done = layered({ ...begun, layers });
  const [dense, headNorm, bias] = isMpnet
    ? ["lm_head.dense", "lm_head.layer_norm", "lm_head.bias"]
    : ["generator_predictions.dense", "generator_predictions.LayerNorm", "generator_lm_head.bias"];
  const through = (name, word, rows = done.rows) => {
    const { weight, bias: own } = both(name, outside);
    return activate(times(rows, weight, own), word);
  };
  if (outside("discriminator_predictions.dense.weight")) {
    const { weight, bias: own } = both("discriminator_predictions.dense_prediction", outside);
    const asked = through("discriminator_predictions.dense", activation);
    return { ...done, logits: [], replaced: times(asked, weight, own).map(([one]) => one) };
  }
  if (!outside(`${dense}.weight`)) return { ...done, logits: [] };
  const words = at("embeddings.word_embeddings.weight");
  const read = (rows) => {
    const inner = normed(through(dense, mistake === "head gelu" ? "gelu_new" : "gelu", rows), norm(headNorm, outside));
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
    const rowsOf = ({ weight, bias }, rows) => ({ weight: picked(weight, rows), bias: picked(bias, rows) });
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
  const turned = ({ shape: [inputs, outputs], values }) => ({
    shape: [outputs, inputs],
    values: values.map((_, i) => values[(i % inputs) * outputs + Math.floor(i / inputs)]),
  });
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
  ...{
    gpt_neox: gptNeox,
    gpt_neo: gptNeo,
    electra: encoder,
    mpnet: encoder,
    modernbert,
    gemma3_text: gemma3,
    heed: heedOwn,
  },
};
