// What pages import as "trained:NAME" gives the weights of the trained encoder.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../dist/heed.js";
import { SENTENCES, trainedHeads } from "../../scripts/encoder-heads.mjs";
import { trainedWeights } from "../../scripts/encoder-weights.mjs";
import { forward } from "./encoder-oracle.mjs";
import { siteModule } from "./runs.mjs";

const { readTrained } = await siteModule("shared/trained-heads.ts");
const { Tokeniser } = await siteModule("encoder/model/tokenise.ts");

const heed = await load({ flavour: "simd" });
const trained = trainedWeights();
const tokeniser = new Tokeniser(trained.pieces, trained.tensors.scores.data);
const packed = await trainedHeads();

/** The weights of a layer, [heads, tokens, tokens]. */
function weightsOf(name, layer) {
  const { q, k, v } = readTrained(packed[name]).layers[layer];
  return heed.attention(q, k, v, { keep: ["weights"] }).weights.data;
}

test("each weight of the packed heads is within 0.001 of the textbook's, and the tokens are the model's pieces", () => {
  for (const [name, sentence] of Object.entries(SENTENCES)) {
    const ids = tokeniser.encode(sentence);
    assert.deepEqual(
      packed[name].tokens,
      ids.map((id) => tokeniser.piece(id)),
    );
    const { maps } = forward(trained, ids);
    for (const layer of [0, 1]) {
      const exact = maps.slice(4 * layer, 4 * layer + 4).flat(2);
      const shown = weightsOf(name, layer);
      assert.equal(shown.length, exact.length);
      for (const [at, weight] of exact.entries()) assert.ok(Math.abs(shown[at] - weight) < 0.001, `${name}, ${at}`);
    }
  }
});

test("the noun finder gives “street” 0.28 and “animal” 0.18 where “it” asks", () => {
  const { tokens } = packed.animal;
  const shown = weightsOf("animal", 1);
  const of = (word) => shown[(tokens.length + tokens.indexOf("▁it")) * tokens.length + tokens.indexOf(word)];
  assert.deepEqual(
    ["▁street", "▁animal"].map((word) => of(word).toFixed(2)),
    ["0.28", "0.18"],
  );
});
