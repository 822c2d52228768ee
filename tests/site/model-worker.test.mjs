// The worker of a model that runs on the page, asked as the page asks it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { LLAMA } from "../model/configs.mjs";
import { safetensors } from "../model/files.mjs";
import { makeTensors } from "../model/make.mjs";
import { dist } from "../model/support.mjs";
import { siteModule } from "./runs.mjs";

const { MODEL_METHODS: worker } = await siteModule("pages/model/running/model-worker.ts");

const LAYERS = 6;
const CONFIG = { ...LLAMA, num_hidden_layers: LAYERS };
const IDS = Array.from({ length: 200 }, (_, at) => (at * at * 3 + 7 * at) % 61);

let readings = 0;

/** Reads tokens as another text. */
async function read(ids, more = {}) {
  const id = readings++;
  return { id, ...(await worker.readText({ id, ids, ...more })) };
}

/** What was asked waits for its layer. */
async function begun() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

await worker.begin(await WebAssembly.compile(readFileSync(new URL("simd.wasm", dist))));
const weights = [safetensors(makeTensors(CONFIG))];
await worker.openModel({ config: JSON.stringify(CONFIG), tokenizer: undefined, weights });

test("a head that is asked of a text is not computed any more once another text comes", async () => {
  const { id } = await read(IDS);
  const head = worker.headOfText({ id, layer: LAYERS - 1, head: 0 });
  await begun();
  const [old, other] = await Promise.allSettled([head, read(IDS.slice(0, 150), { shown: id })]);
  assert.equal(old.reason?.name, "AbortError");
  assert.equal(other.value.ids.length, 150);
});

test("the heads of the text on the page and of the newest one are kept, and of no other", async () => {
  const { id: first } = await read([5, 9, 14]);
  const { id: second } = await read([5, 9, 14, 3], { shown: first });
  const { id: third } = await read([5, 9], { shown: first });
  const count = async (id) => (await worker.headOfText({ id, layer: 1, head: 0 })).answer.length;
  assert.equal(await count(first), 9);
  assert.equal(await count(third), 4);
  await assert.rejects(count(second), /was read before others/);
});

test("where the newest text cannot be read, or is empty, the one on the page goes on", async () => {
  const { id } = await read(IDS);
  for (const ids of [[5, 61], []]) {
    const behind = await read(IDS.slice(0, 180), { shown: id });
    await worker.readText({ id: readings++, ids, shown: id }).catch(() => undefined);
    await assert.rejects(worker.headOfText({ ...behind, layer: 5, head: 0 }), { name: "AbortError" });
    const scanned = await worker.scanText({ id, from: 0, side: 8 });
    assert.ok(scanned.length > 0);
  }
});

const CHANGES = [{ kind: "off", layer: 0, head: 1 }];

test("what a change does is not computed to its end once another text comes, or the page goes on", async () => {
  const { id } = await read(IDS.slice(0, 100));
  const effect = (at, signal) => worker.effect({ id, at, changes: CHANGES, other: { ids: [] } }, signal);
  const older = new AbortController();
  const asked = [effect(98, older.signal), effect(99)];
  older.abort();
  const [ended, newer] = await Promise.allSettled(asked);
  assert.equal(ended.reason?.name, "AbortError");
  assert.equal(newer.value.kind, "words");
  // A text that cannot be read ends nothing; one that is read does.
  const [still] = await Promise.allSettled([effect(97), read([5, 61], { shown: id })]);
  assert.equal(still.value?.kind, "words");
  const [passed] = await Promise.allSettled([effect(96), read([5, 9], { shown: id })]);
  assert.equal(passed.reason?.name, "AbortError");
});

test("others are answered between the layers of a run with changes", async () => {
  const { id } = await read(IDS.slice(0, 100));
  const heard = [];
  const hears = (name) => () => heard.push(name);
  await Promise.all([
    worker.effect({ id, at: 95, changes: CHANGES, other: { ids: [] } }).then(hears("effect")),
    worker.headOfText({ id, layer: 0, head: 0 }).then(hears("head")),
  ]);
  assert.deepEqual(heard, ["head", "effect"]);
});

test("a text that comes while the model writes is the newest, whatever step was on its way", async () => {
  const { id } = await read([5, 9, 14]);
  await worker.beginWriting({ id, maxTokens: 8, temperature: 0, topK: undefined, topP: 1, seed: 0 });
  const step = readings++;
  const [, typed] = await Promise.all([worker.writeOn({ id: step, shown: id }), read([7, 8], { shown: id })]);
  assert.equal((await worker.next({ id: typed.id, at: 1 })).likely.length, 10);
  assert.equal(await worker.writeOn({ id: readings++, shown: typed.id }), undefined);
});
