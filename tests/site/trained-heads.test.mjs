// What pages import as "trained:NAME" gives the weights of the trained encoder.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../dist/heed.js";
import { SENTENCES, trainedHeads } from "../../scripts/encoder-heads.mjs";
import { weightsText } from "../../scripts/encoder-weights.mjs";
import { siteModule } from "./runs.mjs";

const { readTrained } = await siteModule("shared/trained-heads.ts");
const { Encoder } = await siteModule("encoder/model/encoder.ts");
const { Tokeniser } = await siteModule("encoder/model/tokenise.ts");
const { readWeights } = await siteModule("encoder/model/weights.ts");

test("each weight of the packed heads is within 0.001 of the encoder's, and the tokens are its pieces", async () => {
  const heed = await load({ flavour: "simd" });
  const weights = await readWeights(weightsText());
  const tokeniser = new Tokeniser(weights.pieces, weights.scores);
  const encoder = new Encoder(heed, weights);
  for (const [name, packed] of Object.entries(await trainedHeads())) {
    const ids = tokeniser.encode(SENTENCES[name]);
    const { tokens, layers } = readTrained(packed);
    assert.deepEqual(
      tokens,
      ids.map((id) => tokeniser.piece(id)),
    );
    for (const [at, layer] of encoder.encode(ids).layers.entries()) {
      const { q, k, v } = layers[at];
      const own = heed.attention(q, k, v, { keep: ["weights"] }).weights;
      assert.deepEqual(own.shape, layer.kept.weights.shape);
      for (const [i, weight] of layer.kept.weights.data.entries()) assert.ok(Math.abs(own.data[i] - weight) < 0.001);
    }
  }
});
