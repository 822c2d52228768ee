// What a session holds, and when it no longer does.
import assert from "node:assert/strict";
import test from "node:test";
import { assertClose, collector, loadApart, randomOf, testEach } from "./support.mjs";

const { tensorOf } = randomOf(1);

testEach("a session starts with zeros and computes what its buffers hold at each run", (heed) => {
  const session = heed.session({ heads: 2, queries: 3, keys: 3, dim: 4, keep: ["weights"] });
  assert.ok(
    [session.q, session.k, session.v, session.output, session.weights].every((view) => view.every((x) => x === 0)),
  );
  session.run();
  assertClose(session.weights, new Float32Array(18).fill(1 / 3), "weights of zeros");
  for (const name of ["q", "k", "v"]) session[name].set(tensorOf([2, 3, 4]).data);
  session.run();
  const of = (data) => ({ data: data.slice(), shape: [2, 3, 4] });
  assert.deepEqual(session.output.slice(), heed.attention(of(session.q), of(session.k), of(session.v)).output.data);
  session.dispose();
});

testEach("run() writes the inputs that it is given; where one does not fit, none is written", (heed) => {
  const options = { heads: 2, queries: 3, keys: 3, dim: 4, mask: Array(3).fill([true, true, true]), keyLengths: 3 };
  const session = heed.session(options);
  const [q, k, v] = [0, 1, 2].map(() => tensorOf([2, 3, 4]));
  const nested = [0, 1].map((h) =>
    [0, 1, 2].map((i) => Array.from(q.data.subarray(12 * h + 4 * i, 12 * h + 4 * i + 4))),
  );
  const expected = (more) => heed.attention(q, k, v, more).output.data;
  session.run({ q: nested, k: k.data, v });
  assert.deepEqual(session.output.slice(), expected());
  const mask = [true, false, true, true, true, false, false, false, true];
  session.run({ mask, keyLengths: [2] });
  const rows = [0, 3, 6].map((from) => mask.slice(from, from + 3));
  assert.deepEqual(session.output.slice(), expected({ mask: rows, keyLengths: 2 }));
  for (const other of [rows, { data: Uint8Array.from(mask), shape: [3, 3] }, { data: mask, shape: [3, 3] }]) {
    session.mask.fill(1);
    session.run({ mask: other });
    assert.deepEqual(Array.from(session.mask), mask.map(Number));
  }
  session.run({ mask: mask.map((one) => (one ? 256 : 0)) });
  assert.deepEqual(Array.from(session.mask), mask.map(Number));
  const before = session.q.slice();
  for (const [inputs, error, sentence] of [
    [{ q: [1], k }, RangeError, "session.run: q must have 24 numbers, as its view has; got 1."],
    [
      { q: new Float32Array(24), k: [[1, 2]] },
      RangeError,
      /^session\.run: k must have 24 numbers, as its view has; got 2\./,
    ],
    [
      { q: new Float32Array(24), keyLengths: [1.5] },
      TypeError,
      /^session\.run: keyLengths must hold integers; keyLengths\[0\]/,
    ],
    [
      { q: new Float32Array(24), keyLengths: 2 },
      TypeError,
      /^session\.run: keyLengths must be an array of integers; got the number 2/,
    ],
    [{ q: new Float32Array(24), bias: [1] }, TypeError, /^session\.run: bias was not given when the session was made/],
    [{ dOutput: before }, TypeError, /^session\.run: there is no input named "dOutput"/],
    [new Map(), TypeError, /^session\.run: inputs must be a plain object, as \{ q, k, v \}; got a Map/],
    [q, TypeError, /^session\.run: there is no input named "data"; write each input by its name, as \{ q \}\./],
  ]) {
    assert.throws(() => session.run(inputs), { name: error.name, message: sentence });
    assert.deepEqual(session.q.slice(), before);
  }
  session.dispose();
});

testEach("run() takes a key mask in the forms that a call takes, and refuses numbers other than 0 and 1", (heed) => {
  const session = heed.session({ batch: 2, queries: 3, keys: 4, dim: 4, keyMask: [1, 1, 1, 1] });
  assert.deepEqual(Array.from(session.keyMask), Array(8).fill(1));
  const [q, k, v] = [3, 4, 4].map((rows) => tensorOf([2, 1, rows, 4]));
  const flags = [0, 1, 1, 0, 1, 1, 0, 0];
  const rows = [flags.slice(0, 4), flags.slice(4)];
  const expected = heed.attention(q, k, v, { keyMask: rows }).output.data;
  const bytes = { data: Uint8Array.from(flags), shape: [2, 4] };
  const bigints = BigInt64Array.from(flags, BigInt);
  for (const keyMask of [flags, rows, rows.map((row) => row.map(Boolean)), bytes, bigints]) {
    session.keyMask.fill(1);
    session.run({ q, k, v, keyMask });
    assert.deepEqual(session.output.slice(), expected);
  }
  session.keyMask.fill(1);
  session.keyMask.set(flags);
  session.run();
  assert.deepEqual(session.output.slice(), expected);
  const before = "session.run: keyMask";
  for (const [keyMask, name, message] of [
    [
      [
        [0, 0, 0, 1],
        [1, 2, 0, 0],
      ],
      "RangeError",
      `${before}[1][1] must be 1 or true (may attend), or else 0 or false; got the number 2.`,
    ],
    [[1, 1, 0, 0], "RangeError", `${before} must have 8 numbers, as its view has; got 4.`],
    [1, "TypeError", `${before} must be an array of 0 and 1, or of booleans; got the number 1.`],
  ])
    assert.throws(() => session.run({ keyMask }), { name, message });
  assert.deepEqual(Array.from(session.keyMask), flags);
  session.dispose();
});

testEach("mask, bias, key lengths and causal offsets can be rewritten between runs", (heed) => {
  const session = heed.session({
    queries: 2,
    keys: 3,
    dim: 1,
    keep: ["weights"],
    mask: { data: new Uint8Array(6).fill(1), shape: [2, 3] },
    bias: [0, 0, 0],
    keyLengths: 3,
    causal: { offset: 2 },
  });
  const weightsOf = (change) => {
    change();
    session.run();
    return [...session.weights];
  };
  const third = Math.fround(1 / 3);
  assertClose(
    weightsOf(() => {}),
    Array(6).fill(third),
    "nothing hidden",
  );
  assertClose(
    weightsOf(() => session.mask.set([1, 0, 0])),
    [1, 0, 0, third, third, third],
    "mask",
  );
  assertClose(
    weightsOf(() => session.bias.set([0, -Infinity, 0])),
    [1, 0, 0, 0.5, 0, 0.5],
    "bias",
  );
  assertClose(
    weightsOf(() => session.keyLengths.fill(1)),
    [1, 0, 0, 1, 0, 0],
    "key lengths",
  );
  assertClose(
    weightsOf(() => session.causalOffsets.fill(-1)),
    [0, 0, 0, 1, 0, 0],
    "causal offsets",
  );
  session.dispose();
});

testEach("what was not asked for is undefined", (heed) => {
  const session = heed.session({ queries: 2, keys: 2, dim: 1 });
  assert.deepEqual(
    [session.weights, session.mask, session.keyMask, session.bias, session.keyLengths, session.causalOffsets],
    Array(6).fill(undefined),
  );
  const layer = heed.selfAttentionSession({ tokens: 2, modelDim: 4, heads: 2 });
  assert.deepEqual([layer.context, layer.outputWeight, layer.queryBias, layer.joined], Array(4).fill(undefined));
  assert.deepEqual([layer.x.length, layer.queryWeight.length, layer.output.length], [8, 16, 8]);
  const projected = heed.selfAttentionSession({ tokens: 2, modelDim: 4, output: true, biases: true });
  assert.deepEqual([projected.outputWeight.length, projected.outputBias.length, projected.output.length], [16, 4, 8]);
  for (const session_ of [session, layer, projected]) session_.dispose();
});

test("views are made anew at each read, so growth of the memory does not break a session", async () => {
  const { heed, memory } = await loadApart();
  const session = heed.session({ queries: 2, keys: 2, dim: 2 });
  session.v.fill(5);
  const old = session.v;
  heed.session({ queries: 1, keys: 2 ** 20, dim: 16 }).dispose();
  assert.equal(old.length, 0, "the memory was meant to grow");
  assert.ok(memory.buffer.byteLength > 2 ** 24);
  session.run();
  assertClose(session.output, [5, 5, 5, 5], "output");
});

testEach("dispose may be called twice; everything after it is a sentence; other calls go on", (heed) => {
  const session = heed.session({ queries: 2, keys: 2, dim: 2 });
  assert.equal(session.disposed, false);
  session.dispose();
  session.dispose();
  assert.equal(session.disposed, true);
  const message = (name) => ({
    name: "Error",
    message: `session.${name}: this heed.session was used after dispose(), which freed its memory. Make a new one.`,
  });
  assert.throws(() => session.run(), message("run"));
  assert.throws(() => session.q, message("q"));
  assert.throws(() => session.output.fill(0), message("output"));
  assert.throws(() => session.weights, message("weights"));
  assert.equal(heed.attention([[1]], [[1]], [[7]]).output.data[0], 7);
});

testEach("a session is disposable by `using`", (heed) => {
  const session = heed.session({ queries: 2, keys: 2, dim: 2 });
  session[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  assert.equal(session.disposed, true);
});

test("the memory of sessions that were forgotten is given back in the end", async () => {
  const gc = await collector();
  const { heed, memory } = await loadApart();
  for (let round = 0; round < 40; round++) {
    for (let i = 0; i < 4; i++) heed.session({ queries: 1, keys: 2 ** 16, dim: 16 });
    gc();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.ok(memory.buffer.byteLength < 2 ** 29, `${memory.buffer.byteLength} bytes after 160 sessions of 8 MB`);
});
