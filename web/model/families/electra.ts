// ELECTRA: a BERT whose tables may be narrower than its layers. A generator fills gaps; a discriminator says of each
// token whether it looks replaced.
import { bert, encoderRules } from "./bert.js";
import { usualSizes } from "./sizes.js";
import type { Table } from "./table.js";

export const electra: Table = {
  sizes: usualSizes(256, 12, 4, 512),
  names: {
    ...bert.names,
    widening: "embeddings_project",
    head: {
      ...{ dense: "generator_predictions.dense", norm: "generator_predictions.LayerNorm" },
      ...{ output: "generator_lm_head", biases: ["generator_lm_head.bias"], tied: true },
    },
    replaced: ["discriminator_predictions.dense", "discriminator_predictions.dense_prediction"],
    roots: ["embeddings.", "embeddings_project.", "encoder.", "generator_", "discriminator_predictions."],
  },
  rules: (config) => ({
    ...encoderRules(config),
    headActivation: "gelu",
    tableDim: config.size("embedding_size", 128),
  }),
};
