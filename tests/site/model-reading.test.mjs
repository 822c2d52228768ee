// A long text is computed while its heads are asked for. Which layer comes when is told by the order of what is heard.
import assert from "node:assert/strict";
import test from "node:test";
import { GPT2 } from "../model/configs.mjs";
import { safetensors } from "../model/files.mjs";
import { makeTensors } from "../model/make.mjs";
import { heed, siteModule } from "./runs.mjs";

const { openModel } = await siteModule("../model/index.ts");
const { Reading, runUpTo } = await siteModule("pages/model/running/reading.ts");

const LAYERS = 5;
const CONFIG = { ...GPT2, n_layer: LAYERS };
const IDS = Array.from({ length: 40 }, (_, at) => (at * 7) % 61);
const model = await openModel(heed, { config: CONFIG, weights: safetensors(makeTensors(CONFIG)) });

const whole = model.run(IDS, { keep: ["weights"] });

/** The model, and what it was asked and told, in order. */
function watched() {
  const heard = [];
  const run = (ids, { onLayer, ...options }) => {
    heard.push(`run ${options.layers.join()} ${options.logits}`);
    return model.run(ids, {
      ...options,
      onLayer(layer, kept) {
        heard.push(layer);
        onLayer(layer, kept);
      },
    });
  };
  return { heard, watching: { facts: model.facts, run } };
}

const equal = (weights, layer) => assert.deepEqual(weights.data, whole.layers[layer].weights.data);

test("the layer that is looked at is there before the others, and nothing behind it was computed for it", async () => {
  const { heard, watching } = watched();
  const reading = new Reading(watching, IDS, "all");
  reading.compute(2);
  equal(await reading.layer(2), 2);
  assert.deepEqual(heard, ["run 2 none", 0, 1, 2]);
  assert.deepEqual(Object.keys(reading.weights), ["2"]);
  const all = await reading.all();
  assert.deepEqual(heard.slice(4), ["run 0,1,3,4 all", 0, 1, 2, 3, 4]);
  for (const [layer, weights] of all.entries()) equal(weights, layer);
  assert.deepEqual(reading.logits.data, whole.logits.data);
});

test("where no head is looked at, layers come in their order, each once it is computed", async () => {
  const { heard, watching } = watched();
  const reading = new Reading(watching, IDS, "last");
  const arrived = [];
  reading.compute();
  await Promise.all(
    Array.from({ length: LAYERS }, async (_, layer) => {
      await reading.arrived(layer);
      arrived.push(layer, ...Object.keys(reading.weights).slice(-1));
    }),
  );
  assert.ok(await reading.settled());
  assert.deepEqual(heard, ["run 0,1,2,3,4 last", 0, 1, 2, 3, 4]);
  assert.deepEqual(
    arrived.filter((_, at) => at % 2 === 0),
    [0, 1, 2, 3, 4],
  );
  assert.equal(reading.logits.shape[0], 1);
});

test("what is stopped keeps its layers, a head comes all the same, and the rest goes on later", async () => {
  const { heard, watching } = watched();
  const reading = new Reading(watching, IDS, "all");
  reading.compute(1);
  await reading.layer(1);
  reading.stop();
  assert.equal(await reading.settled(), false);
  assert.equal(reading.logits, undefined);
  assert.deepEqual(heard, ["run 1 none", 0, 1]);
  equal(await reading.layer(3), 3);
  assert.deepEqual(heard.slice(3), ["run 3 none", 0, 1, 2, 3]);
  assert.ok(await reading.arrived(0));
  assert.ok(await reading.settled());
  assert.deepEqual(heard.slice(8), ["run 0,2,4 all", 0, 1, 2, 3, 4]);
  for (let layer = 0; layer < LAYERS; layer++) equal(reading.weights[layer], layer);
});

test("who waits for a layer of a text that is dropped gets nothing, and nothing runs for it", async () => {
  const { heard, watching } = watched();
  const reading = new Reading(watching, IDS, "all");
  reading.compute(3);
  const waits = [reading.layer(3), reading.layer(1)];
  reading.drop();
  assert.deepEqual(await Promise.all(waits), [undefined, undefined]);
  assert.equal(await reading.settled(), false);
  assert.deepEqual(heard, []);
  // The text that came instead could not be read.
  equal(await reading.layer(1), 1);
});

test("where several layers are wanted of a stopped text, one run computes them all", async () => {
  const { heard, watching } = watched();
  const reading = new Reading(watching, IDS, "all");
  for (let layer = 0; layer < 4; layer++) equal(await reading.layer(layer, 3), layer);
  assert.deepEqual(heard, ["run 0,1,2,3 none", 0, 1, 2, 3]);
});

test("what goes wrong is told to everyone who waits", async () => {
  const failing = { facts: model.facts, run: () => Promise.reject(new RangeError("layer 1 gives NaN")) };
  const reading = new Reading(failing, IDS, "all");
  reading.compute(3);
  for (const waits of [reading.layer(3), reading.arrived(0), reading.settled(), reading.all()])
    await assert.rejects(waits, /layer 1 gives NaN/);
  // Also to those who ask afterwards.
  await assert.rejects(reading.settled(), /layer 1 gives NaN/);
});

test("a run up to a layer keeps what a whole run keeps of it", async () => {
  const keep = ["q", "k", "v", "raw", "scores", "logits", "weights"];
  const kept = await runUpTo(model, IDS, { layers: [3], keep });
  const wanted = model.run(IDS, { keep }).layers[3];
  for (const name of keep) assert.deepEqual(kept[name].data, wanted[name].data, name);
  const stopped = { aborted: true, reason: new Error("Enough.") };
  await assert.rejects(runUpTo(model, IDS, { layers: [3], keep, signal: stopped }), /Enough/);
});
