// The names that most families have for their sizes.
import type { Table } from "./table.js";

/** What holds where a config.json says nothing; how wide the feed-forward is, the file says then. */
export const usualSizes = (modelDim: number, layers: number, heads: number, context: number): Table["sizes"] => ({
  modelDim: ["hidden_size", modelDim],
  layers: ["num_hidden_layers", layers],
  heads: ["num_attention_heads", heads],
  context: ["max_position_embeddings", context],
  hidden: ["intermediate_size"],
});
