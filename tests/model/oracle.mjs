// The architectures as their papers write them, in double precision, one loop per symbol. It shares nothing with heed:
// no table of families, no finding of names. `mistake` names one thing that is done wrong, as real programs do it.
import { MORE_FAMILIES } from "./oracle-families.mjs";
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
  const norm = (x, name) => layerNorm(x, at(`${name}.weight`), at(`${name}.bias`), epsilon);
  const conv = (x, name) => times(x, at(`${name}.weight`), at(`${name}.bias`), true);
  const first = mistake === "positions" ? 1 : 0;
  const all = [];
  const splits = [];
  let parts = [
    { name: "token", rows: ids.map((id) => rowOf(at("wte.weight"), id)) },
    { name: "position", rows: ids.map((_, i) => rowOf(at("wpe.weight"), i + first)) },
  ];
  let x = sum(parts[0].rows, parts[1].rows);
  const stream = [x];
  for (let layer = 0; layer < count; layer++) {
    const qkv = conv(norm(x, `h.${layer}.ln_1`), `h.${layer}.attn.c_attn`);
    const [q, k, v] = [0, 1, 2].map((third) => qkv.map((row) => row.slice(third * d, (third + 1) * d)));
    let scale = config.scale_attn_weights === false ? 1 : 1 / Math.sqrt(dim);
    if (config.scale_attn_by_inverse_layer_idx) scale /= layer + 1;
    const seen = attention(q, k, v, { heads, kvHeads: heads, dim, scale, sees: (i, j) => j <= i });
    const { joined, weights, scores } = seen;
    all.push(weights);
    const [weight, bias] = ["weight", "bias"].map((one) => at(`h.${layer}.attn.c_attn.${one}`));
    const ln = { gain: at(`h.${layer}.ln_1.weight`), bias: at(`h.${layer}.ln_1.bias`), epsilon, name: `bias ${layer}` };
    const whole = frozen(parts, x, ln).map(({ name, rows }) => ({ name, rows: times(rows, weight, undefined, true) }));
    const thirds = [0, 1].map((third) =>
      merged([...whole, constant(x, ln.name, bias)]).map(({ name, rows }) => ({
        name,
        rows: rows.map((row) => row.slice(third * d, (third + 1) * d)),
      })),
    );
    splits.push({ scores, scale, v, q: thirds[0], k: thirds[1] });
    x = sum(x, conv(joined, `h.${layer}.attn.c_proj`));
    stream.push(x);
    const hidden = activate(conv(norm(x, `h.${layer}.ln_2`), `h.${layer}.mlp.c_fc`), activation);
    const fed = conv(hidden, `h.${layer}.mlp.c_proj`);
    x = sum(x, fed);
    stream.push(x);
    const through = (rows) => times(rows, at(`h.${layer}.attn.c_proj.weight`), undefined, true);
    parts = [
      ...parts,
      ...headParts(joined, layer, { heads, dim, through }),
      constant(x, ln.name, at(`h.${layer}.attn.c_proj.bias`)),
      { name: `feedForward ${layer}`, rows: fed },
    ];
  }
  const untied = config.tie_word_embeddings === false && mistake !== "tied";
  const weight = untied ? outside("lm_head.weight") : at("wte.weight");
  const last = { gain: at("ln_f.weight"), bias: at("ln_f.bias"), epsilon, mean: true };
  const read = (rows) => times(norm(rows, "ln_f"), weight);
  const end = { x, parts, last, output: { weight } };
  return { rows: norm(x, "ln_f"), logits: read(x), weights: all, splits, stream, read, end };
}

function llama({ config, ids, mistake, at, outside }) {
  const { hidden_size: d, num_attention_heads: heads, num_hidden_layers: count } = config;
  const kvHeads = config.num_key_value_heads ?? heads;
  const dim = config.head_dim ?? d / heads;
  const epsilon = mistake === "epsilon" ? config.rms_norm_eps / 10 : config.rms_norm_eps;
  const all = [];
  const splits = [];
  let x = ids.map((id) => rowOf(at("embed_tokens.weight"), id));
  let parts = [{ name: "token", rows: x }];
  const stream = [x];
  const linear = (rows, name) => times(rows, at(`${name}.weight`), at(`${name}.bias`));
  const turn = turning(config, dim, ids.length, mistake);
  const perHead = (rows, name) => {
    const gain = at(name);
    if (!gain || mistake === "head norms") return rows;
    return rows.map((row) =>
      Float64Array.from(
        Array.from(
          { length: row.length / dim },
          (_, h) => rmsNorm([row.slice(h * dim, (h + 1) * dim)], gain, epsilon)[0],
        )
          .map((part) => Array.from(part))
          .flat(),
      ),
    );
  };
  for (let layer = 0; layer < count; layer++) {
    const name = `layers.${layer}`;
    const read = rmsNorm(x, at(`${name}.input_layernorm.weight`), epsilon);
    const q = turn(perHead(linear(read, `${name}.self_attn.q_proj`), `${name}.self_attn.q_norm.weight`));
    const k = turn(perHead(linear(read, `${name}.self_attn.k_proj`), `${name}.self_attn.k_norm.weight`));
    const v = linear(read, `${name}.self_attn.v_proj`);
    const window = windowOf(config, layer, mistake);
    const sees = (i, j) => j <= i && i - j < window;
    const seen = attention(q, k, v, { heads, kvHeads, dim, scale: 1 / Math.sqrt(dim), sees });
    const { joined, weights, scores } = seen;
    all.push(weights);
    const partsIn = (side) => {
      const before = frozen(parts, x, { gain: at(`${name}.input_layernorm.weight`), epsilon });
      const [weight, bias] = ["weight", "bias"].map((one) => at(`${name}.self_attn.${side}_proj.${one}`));
      const projected = before.map((part) => ({ name: part.name, rows: times(part.rows, weight) }));
      const found = merged(bias ? [...projected, constant(x, `bias ${layer}`, bias)] : projected);
      const gain = at(`${name}.self_attn.${side}_norm.weight`);
      const factors = linear(read, `${name}.self_attn.${side}_proj`).map((row) =>
        Array.from(row.keys(), (c) => {
          if (!gain) return 1;
          const own = row.slice(c - (c % dim), c - (c % dim) + dim);
          const squares = own.reduce((total, one) => total + one * one, 0) / dim;
          return gain.values[c % dim] / Math.sqrt(squares + epsilon);
        }),
      );
      return found.map((part) => ({
        name: part.name,
        rows: turn(part.rows.map((row, i) => row.map((one, c) => one * factors[i][c]))),
      }));
    };
    splits.push({ scores, scale: 1 / Math.sqrt(dim), v, q: partsIn("q"), k: partsIn("k") });
    x = sum(x, linear(joined, `${name}.self_attn.o_proj`));
    stream.push(x);
    const through = (rows) => times(rows, at(`${name}.self_attn.o_proj.weight`));
    parts = [...parts, ...headParts(joined, layer, { heads, dim, through })];
    const outputBias = at(`${name}.self_attn.o_proj.bias`);
    if (outputBias) parts.push(constant(x, `bias ${layer}`, outputBias));
    const taken = rmsNorm(x, at(`${name}.post_attention_layernorm.weight`), epsilon);
    const gate = activate(linear(taken, `${name}.mlp.gate_proj`), config.hidden_act ?? "silu");
    const up = linear(taken, `${name}.mlp.up_proj`);
    const gated = gate.map((row, i) => row.map((one, c) => one * up[i][c]));
    const fed = linear(gated, `${name}.mlp.down_proj`);
    x = sum(x, fed);
    stream.push(x);
    parts.push({ name: `feedForward ${layer}`, rows: fed });
  }
  const last = { gain: at("norm.weight"), epsilon };
  const tied = config.tie_word_embeddings || mistake === "tied";
  const weight = tied ? at("embed_tokens.weight") : outside("lm_head.weight");
  const read = (rows) => times(rmsNorm(rows, last.gain, epsilon), weight);
  const end = { x, parts, last, output: { weight } };
  return { rows: rmsNorm(x, last.gain, epsilon), logits: read(x), weights: all, splits, stream, read, end };
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
  const plain = (from) => Array.from({ length: dim / 2 }, (_, pair) => from ** ((-2 * pair) / dim));
  let [frequencies, factor] = [plain(base), 1];
  if (type === "linear") frequencies = frequencies.map((one) => one / given.factor);
  if (type === "dynamic") {
    const long = Math.max(length, old);
    frequencies = plain(base * ((given.factor * long) / old - (given.factor - 1)) ** (dim / (dim - 2)));
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
  return (rows) =>
    rows.map((row, position) => {
      const to = Float64Array.from(row);
      for (let head = 0; head < row.length; head += dim)
        for (let pair = 0; pair < dim / 2; pair++) {
          const [a, b] = mistake === "interleaved" ? [2 * pair, 2 * pair + 1] : [pair, pair + dim / 2];
          const [c, s] = [
            Math.cos(position * frequencies[pair]) * factor,
            Math.sin(position * frequencies[pair]) * factor,
          ];
          to[head + a] = row[head + a] * c - row[head + b] * s;
          to[head + b] = row[head + b] * c + row[head + a] * s;
        }
      return to;
    });
}

function bert({ config, ids, mistake, types, at, outside }) {
  const family = config.model_type;
  const isDistil = family === "distilbert";
  const isRoberta = ["roberta", "xlm-roberta", "camembert"].includes(family);
  const [d, count, heads, act] = isDistil
    ? [config.dim, config.n_layers, config.n_heads, config.activation]
    : [config.hidden_size, config.num_hidden_layers, config.num_attention_heads, config.hidden_act];
  const epsilon = mistake === "epsilon" ? 1e-5 : (config.layer_norm_eps ?? 1e-12);
  const activation = mistake === "gelu" ? "gelu_new" : act;
  const dim = d / heads;
  const norm = (x, name, of = at) =>
    layerNorm(x, of(`${name}.weight`) ?? of(`${name}.gamma`), of(`${name}.bias`) ?? of(`${name}.beta`), epsilon);
  const linear = (x, name, of = at) => times(x, of(`${name}.weight`), of(`${name}.bias`));
  const padding = config.pad_token_id ?? 1;
  const positions = ids.map((id, i) => {
    if (!isRoberta || mistake === "positions") return i;
    return id === padding ? padding : padding + ids.slice(0, i + 1).filter((one) => one !== padding).length;
  });
  const table = (name, rows) => rows.map((row) => rowOf(at(`embeddings.${name}_embeddings.weight`), row));
  let parts = [
    { name: "token", rows: table("word", ids) },
    { name: "position", rows: table("position", positions) },
  ];
  if (!isDistil && mistake !== "types")
    parts.push({
      name: "type",
      rows: table(
        "token_type",
        ids.map((_, i) => types?.[i] ?? 0),
      ),
    });
  const behind = (rows, name, called) => {
    const [gain, bias] = [
      ["weight", "gamma"],
      ["bias", "beta"],
    ].map(([one, older]) => at(`${name}.${one}`) ?? at(`${name}.${older}`));
    parts = frozen(parts, rows, { gain, bias, epsilon, name: called });
  };
  let x = parts.map(({ rows }) => rows).reduce(sum);
  behind(x, "embeddings.LayerNorm", "bias");
  x = norm(x, "embeddings.LayerNorm");
  const all = [];
  const splits = [];
  const stream = [x];
  for (let layer = 0; layer < count; layer++) {
    const name = isDistil ? `transformer.layer.${layer}.` : `encoder.layer.${layer}.`;
    const names = isDistil ? ["q_lin", "k_lin", "v_lin"] : ["self.query", "self.key", "self.value"];
    const [q, k, v] = names.map((one) => linear(x, `${name}attention.${one}`));
    const { joined, weights, scores } = attention(q, k, v, {
      heads,
      kvHeads: heads,
      dim,
      scale: 1 / Math.sqrt(dim),
      sees: () => true,
    });
    all.push(weights);
    const [qParts, kParts] = names.slice(0, 2).map((one) => {
      const [weight, bias] = ["weight", "bias"].map((which) => at(`${name}attention.${one}.${which}`));
      const projected = parts.map((part) => ({ name: part.name, rows: times(part.rows, weight) }));
      return merged([...projected, constant(x, `bias ${layer}`, bias)]);
    });
    splits.push({ scores, scale: 1 / Math.sqrt(dim), q: qParts, k: kParts });
    const out = `${name}attention.${isDistil ? "out_lin" : "output.dense"}`;
    const attended = linear(joined, out);
    const through = (rows) => times(rows, at(`${out}.weight`));
    parts.push(...headParts(joined, layer, { heads, dim, through }));
    parts.push(constant(x, `bias ${layer}`, at(`${out}.bias`)));
    const firstNorm = name + (isDistil ? "sa_layer_norm" : "attention.output.LayerNorm");
    behind(sum(x, attended), firstNorm, `bias ${layer}`);
    x = norm(sum(x, attended), firstNorm);
    stream.push(x);
    const hidden = activate(linear(x, name + (isDistil ? "ffn.lin1" : "intermediate.dense")), activation);
    const fed = linear(hidden, name + (isDistil ? "ffn.lin2" : "output.dense"));
    parts.push({ name: `feedForward ${layer}`, rows: fed });
    const lastNorm = name + (isDistil ? "output_layer_norm" : "output.LayerNorm");
    behind(sum(x, fed), lastNorm, `bias ${layer}`);
    x = norm(sum(x, fed), lastNorm);
    stream.push(x);
  }
  const [dense, headNorm, bias] = {
    bert: ["cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm", "cls.predictions.bias"],
    distilbert: ["vocab_transform", "vocab_layer_norm", "vocab_projector.bias"],
  }[family] ?? ["lm_head.dense", "lm_head.layer_norm", "lm_head.bias"];
  if (!outside(`${dense}.weight`)) return { rows: x, logits: [], weights: all, splits, stream };
  const words = at("embeddings.word_embeddings.weight");
  const read = (rows) => {
    const inner = activate(linear(rows, dense, outside), isRoberta ? "gelu" : activation);
    return times(norm(inner, headNorm, outside), words, outside(bias));
  };
  return { rows: x, logits: read(x), weights: all, splits, stream, read };
}

const FAMILIES = {
  ...{ gpt2, llama, mistral: llama, qwen2: llama, qwen3: llama },
  ...{ bert, roberta: bert, "xlm-roberta": bert, camembert: bert, distilbert: bert },
};
