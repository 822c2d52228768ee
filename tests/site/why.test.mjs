// Why this next token? What the folds show of a text, a model and a map, and what the worker answers, in Node.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { GEMMA3, GPT2, LLAMA } from "../model/configs.mjs";
import { safetensors } from "../model/files.mjs";
import { makeTensors } from "../model/make.mjs";
import { dist } from "../model/support.mjs";
import { siteModule } from "./runs.mjs";

const { rowsAround, layersFrom, wayThrough } = await siteModule("rooms/why/shown.ts");
const { furthest, sorted, keyOf } = await siteModule("rooms/why/parts.ts");
const { WHY } = await siteModule("rooms/why/state.ts");
const { decode, encode } = await siteModule("kit/fields.ts");
const { broughtBy } = await siteModule("rooms/machine/run.ts");
const wasm = await WebAssembly.compile(readFileSync(new URL("simd.wasm", dist)));

test("the table of the lens has twenty rows at most, and the chosen token is one of them", () => {
  assert.deepEqual(rowsAround(2, 2), [0, 1, 2]);
  for (const [at, last] of [
    [0, 40],
    [25, 40],
    [40, 40],
    [300, 300],
  ]) {
    const rows = rowsAround(at, last);
    assert.equal(rows.length, 20);
    assert.ok(rows.includes(at) && rows.at(-1) <= last);
  }
});

test("of a deep model the machine draws the last four layers, unless others are asked for", () => {
  assert.deepEqual(layersFrom(undefined, 3), [0, 3]);
  assert.deepEqual(layersFrom(undefined, 12), [8, 4]);
  assert.deepEqual(layersFrom(4, 12), [4, 4]);
  assert.deepEqual(layersFrom(99, 12), [8, 4]);
});

test("the way through a map is where most comes back, and from which layer on the last token has it", () => {
  const back = [0.1, 0.9, 0, 0.2, 0.7, 0.1, 0, 0.3, 0.6, 0, 0, 1];
  assert.deepEqual(wayThrough(back, 3), { first: 1, last: 2, from: 2 });
  assert.deepEqual(wayThrough([0, 0, 1, 0, 0.1, 1], 3), { first: 2, last: 2, from: 0 });
});

test("the largest disagreement is that between what a part brings and how far the difference falls without it", () => {
  const part = (layer, value) => ({ kind: "feedForward", layer, head: undefined, value });
  const parts = sorted([part(0, 0.5), part(1, -2), part(2, 1)]);
  assert.deepEqual(
    parts.map(({ layer }) => layer),
    [1, 2, 0],
  );
  const off = new Map([
    [keyOf(parts[0]), { difference: 5 }],
    [keyOf(parts[1]), { difference: 1 }],
  ]);
  const { part: found, falls } = furthest(parts, off, 3);
  // The first brings −2, and 2 more are there without it; the second brings 1, and 2 are missing.
  assert.deepEqual([found.layer, falls], [2, 2]);
  assert.equal(furthest(parts, new Map(), 3), undefined);
});

test("a link holds what is open and chosen, and no text", () => {
  const state = {
    ...{ folds: ["lens", "known"], follow: 317, cell: [4, 12], of: 7, against: "mean", words: [2, 6], layer: 4 },
  };
  const link = encode(WHY, state, undefined);
  assert.deepEqual(decode(WHY, link).values, state);
  assert.deepEqual(decode(WHY, "#v=1&against=x&cell=4&open=nothing").values.folds, []);
  assert.deepEqual(decode(WHY, "#v=1&against=x&cell=4").refused.sort(), ["against", "cell"]);
});

/** A worker with a model that was made. */
async function workerWith(config) {
  const { MODEL_METHODS: worker } = await siteModule("pages/model/running/model-worker.ts");
  await worker.begin(wasm);
  const weights = [safetensors(makeTensors(config))];
  const { facts } = await worker.openModel({ config: JSON.stringify(config), tokenizer: undefined, weights });
  return { worker, facts };
}

test("the heads of a drawn layer add up to what attention adds, and a head that is off adds nothing", async () => {
  for (const config of [GPT2, LLAMA, GEMMA3]) {
    const { worker, facts } = await workerWith(config);
    await worker.readText({ id: 0, ids: [3, 7, 11, 19, 5] });
    const asked = { id: 0, at: 4, first: 0, count: facts.layers };
    const place = { layer: 1, head: 1 };
    for (const off of [[], [place]]) {
      const { looks, rows, nets, shares } = (await worker.machine({ ...asked, off })).answer;
      assert.equal(rows.length, facts.layers + 1);
      assert.equal(nets.length, facts.layers);
      assert.equal(shares.length, 5);
      const layers = looks.map(() => ({ lines: [0, 5], seen: [0, 5], heads: facts.heads }));
      const run = { layers, look: (layer) => looks[layer] };
      for (const [layer, { kept, weights }] of looks.entries()) {
        const heads = Array.from({ length: facts.heads }, (_, head) => broughtBy(run, { layer, head }, 4));
        const width = kept.output.shape[1];
        for (let column = 0; column < width; column++) {
          const bias = weights.outputBias?.data[column] ?? 0;
          const sum = heads.reduce((total, row) => total + row[column], bias);
          assert.ok(Math.abs(sum - kept.output.data[4 * width + column]) < 1e-4, `${config.model_type} ${layer}`);
        }
      }
      const added = broughtBy(run, place, 4);
      assert.equal(
        added.every((value) => value === 0),
        off.length > 0,
      );
    }
  }
});

test("an answer ends when another text comes, and the parts of the next one sum to what its run gives", async () => {
  const { worker } = await workerWith(LLAMA);
  const pair = { of: undefined, against: undefined };
  await worker.readText({ id: 0, ids: Array.from({ length: 60 }, (_, at) => at) });
  const [old] = await Promise.allSettled([
    worker.brought({ id: 0, at: 59, ...pair }),
    worker.readText({ id: 1, ids: [5, 9, 14], shown: 0 }),
  ]);
  assert.equal(old.reason?.message, "Another text has come.");
  const found = await worker.brought({ id: 1, at: 2, ...pair });
  assert.ok(Math.abs(found.parts.reduce((sum, { value }) => sum + value, 0) - found.total) < 1e-4);
  assert.ok(Math.abs(found.total - found.run.difference) < 1e-4);
});
