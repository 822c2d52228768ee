// Sessions with gradients: the same numbers as the calls give, in buffers that stay where they are.
import assert from "node:assert/strict";
import test from "node:test";
import { relativeError } from "./gradient-problems.mjs";
import { assertSame, loadApart, randomOf, runnable, testEach } from "./support.mjs";

const OPTIONS = [
  {},
  { causal: true },
  { scale: "none", softcap: 5 },
  { normalize: "none", mask: [[true, false, true, true, true, true, false]] },
  { keyLengths: [3, 7], bias: randomOf(1).tensorOf([4, 1, 7]) },
  { causal: { offset: [-3, 2] }, mask: { data: Uint8Array.from({ length: 49 }, (_, at) => at % 3), shape: [7, 7] } },
];
const SIZES = { batch: 2, heads: 4, kvHeads: 2, dim: 5, valueDim: 3 };
const LAYER_INPUTS = [
  "x",
  "context",
  "queryWeight",
  "keyWeight",
  "valueWeight",
  "outputWeight",
  "queryBias",
  "keyBias",
  "valueBias",
  "outputBias",
];

testEach("a session gives the bits that attention and attentionBackward give", (heed) => {
  for (const [seed, options] of OPTIONS.entries()) {
    const { tensorOf } = randomOf(seed);
    const given = [tensorOf([2, 4, 7, 5]), tensorOf([2, 2, 7, 5]), tensorOf([2, 2, 7, 3]), tensorOf([2, 4, 7, 3])];
    const expected = heed.attentionBackward(...given, { ...options, keep: ["dWeights", "dScores"] });
    const session = heed.session({
      ...SIZES,
      queries: 7,
      keys: 7,
      ...options,
      backward: true,
      keep: ["dWeights", "dScores"],
    });
    ["q", "k", "v", "dOutput"].forEach((name, at) => session[name].set(given[at].data));
    for (let time = 0; time < 2; time++) {
      session.run();
      session.backward();
      for (const [name, { data }] of Object.entries(expected))
        assert.deepEqual(session[name], data, `${name} with ${JSON.stringify(options)}`);
      assert.deepEqual(session.output, heed.attention(...given.slice(0, 3), options).output.data);
    }
    session.dispose();
  }
});

const KEPT_OF_LAYER = ["dScores", "dq", "dk", "dv", "dJoined"];

testEach("a layer's session gives the bits that selfAttentionBackward gives, in either layout", (heed) => {
  for (const [seed, options] of OPTIONS.entries()) {
    const { tensorOf } = randomOf(seed);
    const layout = seed % 2 ? "out-in" : "in-out";
    const crossed = seed % 3 === 0;
    const session = heed.selfAttentionSession({
      ...SIZES,
      tokens: 7,
      modelDim: 6,
      ...(crossed && { contextTokens: 7, contextDim: 4 }),
      output: seed < 3 ? 9 : false,
      biases: seed < 4,
      layout,
      ...options,
      backward: true,
      keep: KEPT_OF_LAYER,
    });
    for (const name of [...LAYER_INPUTS, "dOutput"]) session[name]?.set(tensorOf([session[name].length]).data);
    session.run();
    session.backward();
    const matrix = (name, rows, columns) =>
      session[name] && { data: session[name].slice(), shape: layout === "out-in" ? [columns, rows] : [rows, columns] };
    const vector = (name) => session[name] && { data: session[name].slice(), shape: [session[name].length] };
    const weights = {
      queryWeight: matrix("queryWeight", 6, 20),
      keyWeight: matrix("keyWeight", crossed ? 4 : 6, 10),
      valueWeight: matrix("valueWeight", crossed ? 4 : 6, 6),
      outputWeight: matrix("outputWeight", 12, 9),
      queryBias: vector("queryBias"),
      keyBias: vector("keyBias"),
      valueBias: vector("valueBias"),
      outputBias: vector("outputBias"),
      heads: 4,
      kvHeads: 2,
      layout,
    };
    const rows = (name, columns) => session[name] && { data: session[name].slice(), shape: [2, 7, columns] };
    const expected = heed.selfAttentionBackward(rows("x", 6), rows("dOutput", seed < 3 ? 9 : 12), {
      ...weights,
      ...options,
      context: rows("context", 4),
      keep: KEPT_OF_LAYER,
    });
    for (const [name, { data }] of Object.entries(expected)) {
      assert.deepEqual(session[name], data, `${name} with ${JSON.stringify(options)}`);
    }
    session.dispose();
  }
});

testEach("gradients are those of the buffers as they are at each run", (heed) => {
  const { tensorOf } = randomOf(3);
  const session = heed.session({
    queries: 3,
    keys: 4,
    dim: 5,
    mask: { data: new Uint8Array(4).fill(1), shape: [4] },
    backward: true,
  });
  for (let time = 0; time < 5; time++) {
    const given = [tensorOf([3, 5]), tensorOf([4, 5]), tensorOf([4, 5]), tensorOf([3, 5])];
    ["q", "k", "v", "dOutput"].forEach((name, at) => session[name].set(given[at].data));
    session.mask[time % 4] = 0;
    session.run();
    session.backward();
    const mask = { data: session.mask.slice(), shape: [4] };
    for (const [name, { data }] of Object.entries(heed.attentionBackward(...given, { mask })))
      assert.deepEqual(session[name], data, name);
  }
  session.dispose();
});

testEach("keeping forward's matrices changes gradients by no more than rounding", (heed) => {
  const { tensorOf } = randomOf(9);
  const given = [tensorOf([33, 16]), tensorOf([300, 16]), tensorOf([300, 16]), tensorOf([33, 16])];
  const session = heed.session({
    queries: 33,
    keys: 300,
    dim: 16,
    backward: true,
    keep: ["weights", "raw", "dWeights"],
  });
  ["q", "k", "v", "dOutput"].forEach((name, at) => session[name].set(given[at].data));
  session.run();
  session.backward();
  for (const [name, { data }] of Object.entries(heed.attentionBackward(...given)))
    assert.ok(relativeError(session[name], data) <= 1e-6, name);
  session.dispose();
});

testEach("what a session has no input for has no gradient, and gradients start as zeros", (heed) => {
  const session = heed.session({ queries: 2, keys: 2, dim: 2, backward: true });
  assert.deepEqual([session.dBias, session.dWeights, session.dScores], [undefined, undefined, undefined]);
  assert.ok(
    [session.dOutput, session.dq, session.dk, session.dv].every(
      (view) => view.length === 4 && view.every((x) => x === 0),
    ),
  );
  const layer = heed.selfAttentionSession({ tokens: 2, modelDim: 4, backward: true });
  assert.deepEqual(
    [layer.dContext, layer.dOutputWeight, layer.dQueryBias, layer.dOutputBias, layer.dBias],
    Array(5).fill(undefined),
  );
  assert.deepEqual([layer.dx.length, layer.dOutput.length, layer.dQueryWeight.length], [8, 8, 16]);
  const plain = heed.session({ queries: 2, keys: 2, dim: 2 });
  assert.ok(!("dq" in plain) && !("dOutput" in plain));
  for (const one of [session, layer, plain]) one.dispose();
});

for (const flavour of runnable) {
  test(`${flavour}: 10,000 steps of a session leave the memory as large as it was`, async () => {
    const { heed, memory } = await loadApart(flavour);
    const session = heed.session({ ...SIZES, queries: 9, keys: 9, backward: true });
    const layer = heed.selfAttentionSession({
      batch: 4,
      tokens: 9,
      modelDim: 8,
      output: 5,
      biases: true,
      backward: true,
    });
    for (const one of [session, layer]) {
      one.run();
      one.backward();
    }
    const before = memory.buffer.byteLength;
    for (let step = 0; step < 10_000; step++) {
      for (const one of [session, layer]) {
        one.run();
        one.backward();
      }
    }
    assert.equal(memory.buffer.byteLength, before);
    for (let round = 0; round < 1000; round++)
      heed.session({ ...SIZES, queries: 9, keys: 9, backward: true }).dispose();
    assert.equal(memory.buffer.byteLength, before, "1,000 sessions made and disposed of");
  });
}

test("where the host refuses memory, backward fails in a sentence and the next call works", async () => {
  const { heed, memory } = await loadApart();
  const { tensorOf } = randomOf(2);
  const small = [tensorOf([4, 3]), tensorOf([4, 3]), tensorOf([4, 3]), tensorOf([4, 3])];
  const expected = heed.attentionBackward(...small);
  const { grow } = memory;
  memory.grow = () => {
    throw new RangeError("refused");
  };
  const large = tensorOf([2048, 64]);
  for (let attempt = 0; attempt < 20; attempt++) {
    assert.throws(() => heed.attentionBackward(large, large, large, large, { keep: ["dWeights", "dScores"] }), {
      name: "RangeError",
      message: /^heed\.attentionBackward: out of memory;/,
    });
    assert.throws(() => heed.session({ queries: 4096, keys: 4096, dim: 64, backward: true, keep: ["dScores"] }), {
      name: "RangeError",
      message: /^heed\.session: out of memory;/,
    });
    assertSame(heed.attentionBackward(...small).dq, expected.dq, "dq");
  }
  memory.grow = grow;
  assert.equal(
    heed.attentionBackward(large, large, large, large, { keep: ["dScores"] }).dScores.data.length,
    2048 ** 2,
  );
});

test("a session's views are good arguments of backward, even where the call makes the memory grow", async () => {
  const { heed, memory } = await loadApart();
  const { tensorOf } = randomOf(4);
  const session = heed.session({ queries: 2048, keys: 2048, dim: 8 });
  session.q.set(tensorOf([2048, 8]).data);
  const outside = { data: session.q.slice(), shape: [2048, 8] };
  const before = memory.buffer.byteLength;
  const inside = { data: session.q, shape: [2048, 8] };
  const found = heed.attentionBackward(inside, inside, inside, inside, { keep: ["dWeights"] });
  assert.ok(memory.buffer.byteLength > before, "the call was meant to make the memory grow");
  assertSame(found.dq, heed.attentionBackward(outside, outside, outside, outside, { keep: ["dWeights"] }).dq, "dq");
  session.dispose();
});
