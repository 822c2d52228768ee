// BERT, DistilBERT and RoBERTa: norms behind, learned positions, every token sees every other.
import type { Blueprint, HeadPlan } from "../blueprint.js";
import type { Config } from "../config.js";
import type { Entry } from "../files/safetensors.js";
import type { Tensors } from "../files/tensors.js";
import { layersOf } from "./shared.js";

/** The names of config.json and of tensors. */
interface Kind {
  readonly layers: string;
  readonly config: Readonly<Record<"dim" | "count" | "heads" | "hidden" | "activation", string>>;
  readonly attention: readonly [query: string, key: string, value: string, output: string, norm: string];
  readonly feedForward: readonly [hidden: string, output: string, norm: string];
  /** The layer before the output, its norm, and the names of the output's bias and matrix. */
  readonly head: readonly [dense: string, norm: string, biases: readonly string[], weight: string];
  readonly epsilon: number;
  readonly hasTypes: boolean;
}

const BERT: Kind = {
  layers: "encoder.layer.",
  config: {
    ...{ dim: "hidden_size", count: "num_hidden_layers", heads: "num_attention_heads" },
    ...{ hidden: "intermediate_size", activation: "hidden_act" },
  },
  attention: [
    ...(["query", "key", "value"].map((name) => `attention.self.${name}`) as [string, string, string]),
    ...(["attention.output.dense", "attention.output.LayerNorm"] as const),
  ],
  feedForward: ["intermediate.dense", "output.dense", "output.LayerNorm"],
  head: [
    ...(["cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm"] as const),
    ["cls.predictions.bias", "cls.predictions.decoder.bias"],
    "cls.predictions.decoder.weight",
  ],
  epsilon: 1e-12,
  hasTypes: true,
};

const KINDS: Readonly<Record<string, Kind>> = {
  bert: BERT,
  roberta: {
    ...BERT,
    head: ["lm_head.dense", "lm_head.layer_norm", ["lm_head.bias", "lm_head.decoder.bias"], "lm_head.decoder.weight"],
  },
  distilbert: {
    layers: "transformer.layer.",
    config: { dim: "dim", count: "n_layers", heads: "n_heads", hidden: "hidden_dim", activation: "activation" },
    attention: [
      ...(["attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin", "sa_layer_norm"] as const),
    ],
    feedForward: ["ffn.lin1", "ffn.lin2", "output_layer_norm"],
    head: ["vocab_transform", "vocab_layer_norm", ["vocab_projector.bias"], "vocab_projector.weight"],
    epsilon: 1e-12,
    hasTypes: false,
  },
};

/** How the names of their heads begin. */
const HEADS = ["cls.predictions.", "lm_head.", "vocab_"];

export function bert(config: Config, tensors: Tensors): Blueprint {
  const family = config.word("model_type", "bert");
  const kind = KINDS[family]!;
  config.mustBe("position_embedding_type", "absolute", "heed has absolute positions in these families");
  config.mustBe("is_decoder", false, "as a decoder it does not open");
  config.mustBe("add_cross_attention", false, "heed opens models that read one text");
  const [query, key, value, output, attentionNorm] = kind.attention;
  tensors.findPrefix(`${kind.layers}0.${query}.weight`, family);
  const dim = config.size(`${kind.config.dim}|hidden_size`, 768);
  const count = config.size(`${kind.config.count}|num_hidden_layers`, family === "distilbert" ? 6 : 12);
  const heads = config.size(`${kind.config.heads}|num_attention_heads`, 12);
  const hidden = config.size(kind.config.hidden, 3072);
  if (dim % heads !== 0) config.refuse(`${kind.config.heads} must divide ${kind.config.dim}, ${dim}; got ${heads}.`);
  const activation = config.activation(kind.config.activation, "gelu");
  const table = tensors.tensor("embeddings.word_embeddings.weight", [0, dim]);
  const vocab = table.shape[0]!;
  if (config.has("vocab_size") && vocab !== config.size("vocab_size"))
    tensors.refuse(`have ${vocab} rows of tokens; config.json says vocab_size ${config.size("vocab_size")}`);
  const longest = config.size("max_position_embeddings", 512);
  const positions = tensors.tensor("embeddings.position_embeddings.weight", [longest, dim]);
  const types = kind.hasTypes ? tensors.tensor("embeddings.token_type_embeddings.weight", [0, dim]) : undefined;
  const embeddingNorm = tensors.norm("embeddings.LayerNorm", dim, true);
  const layers = layersOf(count, (layer) => {
    const matrix = (name: string, inputs = dim, outputs = dim) =>
      tensors.matrix(`${kind.layers}${layer}.${name}`, [inputs, outputs]);
    const norm = (name: string) => tensors.norm(`${kind.layers}${layer}.${name}`, dim, true);
    const [between, down, feedForwardNorm] = kind.feedForward;
    return {
      attentionNorm: norm(attentionNorm),
      projections: [query, key, value].map((name) => matrix(name)),
      queryGain: undefined,
      keyGain: undefined,
      output: matrix(output),
      feedForwardNorm: norm(feedForwardNorm),
      gate: undefined,
      hidden: matrix(between, dim, hidden),
      down: matrix(down, hidden, dim),
      scale: 1 / Math.sqrt(dim / heads),
      window: undefined,
    };
  });
  const head = maskedHead(config, tensors, kind, {
    table,
    dim,
    vocab,
    activation: family === "roberta" ? "gelu" : activation,
  });
  tensors.checkUsed(["embeddings.", kind.layers, ...HEADS], /\bpooler\.|(position|token_type)_ids$/);
  const padding = family === "roberta" ? paddingOf(config) : undefined;
  return {
    facts: {
      ...{ family, layers: count, heads, kvHeads: heads, dim: dim / heads, modelDim: dim, vocab },
      ...{ context: padding === undefined ? longest : longest - padding - 1, causal: false, head: head !== undefined },
    },
    table,
    positions: { table: positions, rows: (ids) => positionsOf(ids, padding) },
    types,
    turning: undefined,
    embeddingNorm,
    layers,
    lastNorm: undefined,
    head,
    norm: "layer",
    epsilon: config.number("layer_norm_eps", kind.epsilon),
    normFirst: false,
    activation,
    ends: [],
  };
}

function paddingOf(config: Config): number {
  return config.values.pad_token_id === 0 ? 0 : config.size("pad_token_id", 1);
}

/** RoBERTa counts the tokens that are no padding, from the row behind that of the padding on. */
function positionsOf(ids: readonly number[], padding: number | undefined): number[] {
  if (padding === undefined) return ids.map((_, at) => at);
  let last = padding;
  return ids.map((id) => (id === padding ? padding : ++last));
}

/** The head of a masked language model; none where the file was saved without any of it. */
function maskedHead(
  config: Config,
  tensors: Tensors,
  { head: [dense, norm, biases, own] }: Kind,
  { table, dim, vocab, activation }: { table: Entry; dim: number; vocab: number; activation: HeadPlan["activation"] },
): HeadPlan | undefined {
  const parts = [dense, norm].flatMap((name) => [`${name}.weight`, `${name}.bias`]);
  if (!tensors.hasAny([...parts, ...biases])) return undefined;
  const untied = config.has("tie_word_embeddings") && !config.flag("tie_word_embeddings", true);
  // A tied output may be there as well, and its bias under both names.
  const output = tensors.optional(own, [vocab, dim], true);
  const bias = biases.map((name) => tensors.optional(name, [vocab], true)).find((entry) => entry !== undefined);
  return {
    dense: tensors.matrix(dense, [dim, dim], { outside: true }),
    activation,
    norm: tensors.norm(norm, dim, true, true),
    weight: untied ? (output ?? tensors.missing(own)) : table,
    bias: bias ?? tensors.missing(biases[0]!),
  };
}
