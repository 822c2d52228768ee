// MPNet: a RoBERTa without token types, and a number for each distance of two tokens, added to their score in all
// layers.
import { encoderRules, LM_HEAD, bert } from "./bert.js";
import type { Table } from "./table.js";

const { types: _, ...names } = bert.names;

export const mpnet: Table = {
  sizes: bert.sizes,
  names: {
    ...names,
    distances: "encoder.relative_attention_bias",
    ...{ projections: ["attention.attn.q", "attention.attn.k", "attention.attn.v"], output: "attention.attn.o" },
    attentionNorms: { behind: "attention.LayerNorm" },
    head: LM_HEAD,
    roots: ["embeddings.", "encoder.", "lm_head."],
  },
  rules(config) {
    const name = "relative_attention_num_buckets";
    const count = config.size(name, 32);
    if (count % 4 !== 0) config.refuse(`${name} must be divisible by 4; got ${count}.`);
    return {
      ...encoderRules(config),
      headActivation: "gelu",
      // Whatever config.json says.
      padding: 1,
      buckets: { count, of: (distance) => bucketOf(distance, count / 2) },
    };
  },
};

/** The distance from which on all tokens are equally far. */
const FARTHEST = 128;

/** Half of the rows are for keys up to the query. Near distances have a row each, far ones share. */
function bucketOf(distance: number, half: number): number {
  const [far, near] = [Math.abs(distance), half / 2];
  const shared = near + Math.floor((Math.log(far / near) / Math.log(FARTHEST / near)) * (half - near));
  return (distance > 0 ? half : 0) + (far < near ? far : Math.min(half - 1, shared));
}
