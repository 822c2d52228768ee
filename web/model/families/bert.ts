// BERT and similar models: a norm after each sum, learned positions, every token sees every other.
import type { Config } from "../config.js";
import { usualSizes } from "./sizes.js";
import type { Names, Rules, Table } from "./table.js";

const NAMES: Names = {
  table: "embeddings.word_embeddings",
  positions: "embeddings.position_embeddings",
  types: "embeddings.token_type_embeddings",
  embeddingNorm: "embeddings.LayerNorm",
  layer: "encoder.layer.",
  projections: ["attention.self.query", "attention.self.key", "attention.self.value"],
  output: "attention.output.dense",
  attentionNorms: { behind: "attention.output.LayerNorm" },
  hidden: "intermediate.dense",
  down: "output.dense",
  feedForwardNorms: { behind: "output.LayerNorm" },
  head: {
    ...{ dense: "cls.predictions.transform.dense", norm: "cls.predictions.transform.LayerNorm" },
    ...{ output: "cls.predictions.decoder", tied: true },
    biases: ["cls.predictions.bias", "cls.predictions.decoder.bias"],
  },
  roots: ["embeddings.", "encoder.", "cls.predictions."],
  apart: /\bpooler\.|(position|token_type)_ids$/,
};

const SIZES = usualSizes(768, 12, 12, 512);

/** What config.json says of all of them. */
export function encoderRules(config: Config, activation = "hidden_act"): Rules {
  config.mustBe("position_embedding_type", "absolute", "heed has absolute positions in these families");
  config.mustBe("is_decoder", false, "as a decoder it does not open");
  config.mustBe("add_cross_attention", false, "heed opens models that read one text");
  return {
    ...{ causal: false, norm: "layer" },
    epsilon: config.number("layer_norm_eps", 1e-12),
    activation: config.activation(activation, "gelu"),
  };
}

export const bert: Table = {
  sizes: SIZES,
  names: NAMES,
  rules: (config) => encoderRules(config),
};

export const distilbert: Table = {
  sizes: {
    modelDim: ["dim|hidden_size", 768],
    layers: ["n_layers|num_hidden_layers", 6],
    heads: ["n_heads|num_attention_heads", 12],
    context: ["max_position_embeddings", 512],
    hidden: ["hidden_dim"],
  },
  names: {
    ...{ table: NAMES.table, positions: NAMES.positions!, embeddingNorm: NAMES.embeddingNorm!, apart: NAMES.apart },
    layer: "transformer.layer.",
    ...{ projections: ["attention.q_lin", "attention.k_lin", "attention.v_lin"], output: "attention.out_lin" },
    ...{ attentionNorms: { behind: "sa_layer_norm" }, feedForwardNorms: { behind: "output_layer_norm" } },
    ...{ hidden: "ffn.lin1", down: "ffn.lin2" },
    head: {
      ...{ dense: "vocab_transform", norm: "vocab_layer_norm", output: "vocab_projector", tied: true },
      biases: ["vocab_projector.bias"],
    },
    roots: ["embeddings.", "transformer.layer.", "vocab_"],
  },
  rules: (config) => encoderRules(config, "activation"),
};

/** The head that RoBERTa and similar models have; its layer has an exact GELU whatever config.json says. */
export const LM_HEAD: Names["head"] = {
  ...{ dense: "lm_head.dense", norm: "lm_head.layer_norm", output: "lm_head.decoder", tied: true },
  biases: ["lm_head.bias", "lm_head.decoder.bias"],
};

export const roberta: Table = {
  sizes: SIZES,
  names: { ...NAMES, head: LM_HEAD, roots: ["embeddings.", "encoder.", "lm_head."] },
  rules: (config) => ({
    ...encoderRules(config),
    headActivation: "gelu",
    padding: config.values["pad_token_id"] === 0 ? 0 : config.size("pad_token_id", 1),
  }),
};
