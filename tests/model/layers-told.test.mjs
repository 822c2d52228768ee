// onLayer is called with what a run keeps of each layer as soon as it is there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { GPT2 } from "./configs.mjs";
import { safetensors } from "./files.mjs";
import { makeTensors } from "./make.mjs";
import { dist, load, openModel } from "./support.mjs";

const heed = await load({ wasm: readFileSync(new URL("simd.wasm", dist)) });
const CONFIG = { ...GPT2, n_layer: 3 };
const model = await openModel(heed, { config: CONFIG, weights: safetensors(makeTensors(CONFIG)) });
const IDS = [3, 1, 4, 1, 5];

test("each layer is told in its order, with what is kept of it, before the next is computed", async () => {
  const plain = model.run(IDS, { keep: ["weights"], layers: [0, 2] });
  for (const control of [{}, { onProgress() {} }]) {
    const told = [];
    const onLayer = (layer, kept) => told.push([layer, kept]);
    const run = await model.run(IDS, { keep: ["weights"], layers: [0, 2], onLayer, ...control });
    assert.deepEqual(
      told.map(([layer]) => layer),
      [0, 1, 2],
    );
    for (const [layer, kept] of told) assert.equal(kept, run.layers[layer]);
    assert.deepEqual(told[1][1], {});
    assert.deepEqual(told[2][1].weights.data, plain.layers[2].weights.data);
    assert.deepEqual(run.logits.data, plain.logits.data);
  }
});

test("what it throws ends the run, and the model can be used afterwards", () => {
  let heard = 0;
  const onLayer = () => {
    heard++;
    throw new Error("Enough.");
  };
  assert.throws(() => model.run(IDS, { onLayer }), /Enough/);
  assert.equal(heard, 1);
  assert.equal(model.run(IDS).layers.length, 3);
  assert.throws(() => model.run(IDS, { onLayer: 1 }), /model.run: onLayer must be a function; got the number 1/);
});
