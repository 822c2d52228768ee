// What pages import as "trained:NAME" gives the weights of the trained encoder.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../dist/heed.js";
import { SENTENCES, trainedHeads } from "../../scripts/encoder-heads.mjs";
import { trainedWeights, weightsText } from "../../scripts/encoder-weights.mjs";
import { forward } from "./encoder-oracle.mjs";
import { siteModule } from "./runs.mjs";

const { readTrained } = await siteModule("kit/trained-heads.ts");
const { ACCURACY } = await siteModule("pages/encoder/accuracy.ts");
const { Encoder } = await siteModule("rooms/trained/encoder.ts");
const { Tokeniser } = await siteModule("rooms/trained/tokenise.ts");
const { readWeights } = await siteModule("rooms/trained/weights.ts");
const { percent } = await siteModule("../show/digits.ts");

const heed = await load({ flavour: "simd" });
const trained = trainedWeights();
const tokeniser = new Tokeniser(trained.pieces, trained.tensors.scores.data);
const encoder = new Encoder(heed, await readWeights(weightsText(trained)));
const packed = await trainedHeads();

/** The weights of a layer, [heads, tokens, tokens]. */
function weightsOf(name, layer) {
  const { q, k, v } = readTrained(packed[name]).layers[layer];
  return heed.attention(q, k, v, { keep: ["weights"] }).weights.data;
}

test("each share reads as on the encoder’s page, and the tokens are the model’s pieces", () => {
  for (const [name, sentence] of Object.entries(SENTENCES)) {
    const ids = tokeniser.encode(sentence);
    assert.deepEqual(
      packed[name].tokens,
      ids.map((id) => tokeniser.piece(id)),
    );
    for (const [layer, { kept }] of encoder.encode(ids).layers.entries()) {
      const [onPage, shown] = [kept.weights.data, weightsOf(name, layer)];
      assert.equal(shown.length, onPage.length);
      for (const [at, weight] of onPage.entries()) {
        assert.equal(percent(shown[at]), percent(weight), `${name}, layer ${layer}, ${at}`);
        assert.ok(Math.abs(shown[at] - weight) < 0.0001, `${name}, layer ${layer}, ${at}`);
      }
    }
  }
});

test("each share is the textbook’s over float weights as far as the page’s whole numbers allow", () => {
  for (const [name, sentence] of Object.entries(SENTENCES)) {
    const { maps } = forward(trained, tokeniser.encode(sentence));
    for (const layer of [0, 1]) {
      const exact = maps.slice(4 * layer, 4 * layer + 4).flat(2);
      const shown = weightsOf(name, layer);
      for (const [at, weight] of exact.entries())
        assert.ok(Math.abs(shown[at] - weight) < ACCURACY.largest, `${name}, ${at}`);
    }
  }
});
