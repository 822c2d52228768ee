// What calls do to wasm memory, and what memory running out does to calls.
import assert from "node:assert/strict";
import test from "node:test";
import { assertClose, loadApart, randomOf, testEach } from "./support.mjs";

const { tensorOf } = randomOf(1);
const small = tensorOf([2, 16, 8]);
const MATRICES = ["raw", "scores", "logits", "weights"];

test("10,000 calls of every kind leave the memory as large as it was", async () => {
  const { heed, memory } = await loadApart();
  const before = memory.buffer.byteLength;
  const weights = {
    queryWeight: tensorOf([8, 8]),
    keyWeight: tensorOf([8, 8]),
    valueWeight: tensorOf([8, 8]),
    heads: 2,
  };
  for (let call = 0; call < 10_000; call++) {
    heed.attention(small, small, small, { keep: MATRICES, mask: [[true]], bias: [0], keyLengths: 9, causal: true });
    if (call % 10 === 0) heed.selfAttention(small, { ...weights, keep: ["q", "weights"] });
    if (call % 10 === 1) assert.throws(() => heed.attention(small, small, small, { scale: NaN }), RangeError);
    if (call % 10 === 2) heed.session({ queries: 64, keys: 64, dim: 16 }).dispose();
  }
  assert.equal(memory.buffer.byteLength, before);
});

test("large calls, one after the other, need no more memory than one of them", async () => {
  const { heed, memory } = await loadApart();
  const large = tensorOf([2048, 64]);
  heed.attention(large, large, large, { keep: ["weights"] });
  const before = memory.buffer.byteLength;
  for (let call = 0; call < 20; call++) heed.attention(large, large, large, { keep: ["weights"] });
  assert.equal(memory.buffer.byteLength, before);
});

test("attention() of many heads needs the memory of a few of them", async () => {
  const { heed, memory } = await loadApart();
  const heads = tensorOf([16, 512, 64]);
  const before = memory.buffer.byteLength;
  const { weights } = heed.attention(heads, heads, heads, { keep: ["weights"] });
  assert.equal(weights.data.length, 16 * 512 * 512);
  assert.equal(
    memory.buffer.byteLength,
    before,
    "16 MB of weights and 8 MB of other tensors were not to lie there at once",
  );
});

testEach("results are plain arrays of their own, which no later call touches", (heed) => {
  const result = heed.attention(small, small, small, { keep: MATRICES });
  const copies = Object.fromEntries(Object.entries(result).map(([name, { data }]) => [name, data.slice()]));
  for (let seed = 2; seed < 20; seed++) {
    const other = randomOf(seed).tensorOf([2, 16, 8]);
    heed.attention(other, other, other, { keep: MATRICES });
  }
  for (const [name, { data }] of Object.entries(result)) {
    assert.deepEqual(data, copies[name], name);
    assert.ok(data.buffer instanceof ArrayBuffer && data.byteLength === data.buffer.byteLength);
    structuredClone(data, { transfer: [data.buffer] });
  }
  assert.ok(small.data.length === 256 && small.data.every(Number.isFinite), "inputs stay as they were");
});

test("results are untouched by growth of the memory", async () => {
  const { heed, memory } = await loadApart();
  const { output } = heed.attention(small, small, small);
  const copy = output.data.slice();
  const before = memory.buffer.byteLength;
  const session = heed.session({ queries: 4096, keys: 4096, dim: 64, keep: ["weights"] });
  assert.ok(memory.buffer.byteLength > before);
  session.dispose();
  assert.deepEqual(output.data, copy);
});

test("a session's views are good inputs, even where the call makes the memory grow", async () => {
  const { heed, memory } = await loadApart();
  const [rows, dim] = [512, 512];
  const session = heed.session({ queries: rows, keys: rows, dim });
  session.q.set(tensorOf([rows, dim]).data);
  const outside = { data: session.q.slice(), shape: [rows, dim] };
  const bias = heed.session({ queries: rows, keys: rows, dim: 1, bias: tensorOf([rows, rows]) });
  const outsideBias = { data: bias.bias.slice(), shape: [rows, rows] };
  const before = memory.buffer.byteLength;
  const inside = { data: session.q, shape: [rows, dim] };
  const result = heed.attention(inside, inside, inside, {
    keep: MATRICES,
    bias: { data: bias.bias, shape: [rows, rows] },
  });
  assert.ok(memory.buffer.byteLength > before, "the call was meant to make the memory grow");
  assert.deepEqual(
    result.output,
    heed.attention(outside, outside, outside, { keep: MATRICES, bias: outsideBias }).output,
  );
  session.q.fill(0);
  assert.ok(session.q.every((x) => x === 0));
});

test("so is a Buffer over them, whose slice() is no copy", async () => {
  const { heed, memory } = await loadApart();
  const shape = [512, 512];
  const session = heed.session({ queries: 512, keys: 512, dim: 512 });
  session.q.set(tensorOf(shape).data);
  const inside = { data: Buffer.from(session.q.buffer, session.q.byteOffset, 512 * 512), shape };
  const outside = { data: Uint8Array.from(inside.data), shape };
  const before = memory.buffer.byteLength;
  const result = heed.attention(inside, inside, inside, { keep: MATRICES, bias: tensorOf([512, 512]) });
  assert.ok(memory.buffer.byteLength > before, "the call was meant to make the memory grow");
  assert.deepEqual(result.raw, heed.attention(outside, outside, outside, { keep: ["raw"] }).raw);
});

test("a size beyond 4 GB is refused before anything is allocated, and the next call works", async () => {
  const { heed, memory } = await loadApart();
  const before = memory.buffer.byteLength;
  const wide = { data: new Float32Array(40_000), shape: [40_000, 1] };
  assert.throws(() => heed.attention(wide, wide, wide, { keep: ["weights"] }), {
    name: "RangeError",
    message:
      "heed.attention: this needs 6,400,640,000 bytes (5.96 GB), and WebAssembly memory ends at 4 GB. " +
      "Keep fewer matrices, or split the batch, the heads or the queries over several calls.",
  });
  assert.throws(() => heed.session({ batch: 2 ** 30, heads: 2 ** 30, queries: 2 ** 30, keys: 2 ** 30, dim: 2 ** 30 }), {
    name: "RangeError",
    message: /^heed\.session: this needs [\d.e+,]+ bytes \([\d.e+]+ GB\), and WebAssembly memory ends at 4 GB\./,
  });
  assert.equal(memory.buffer.byteLength, before);
  assert.equal(heed.attention([[1]], [[1]], [[7]]).output.data[0], 7);
});

test("where the host refuses memory, the call fails in a sentence and the next one works", async () => {
  const { heed, memory } = await loadApart();
  const expected = heed.attention(small, small, small).output;
  const grow = memory.grow;
  memory.grow = () => {
    throw new RangeError("refused");
  };
  const large = tensorOf([2048, 64]);
  for (let attempt = 0; attempt < 100; attempt++) {
    assert.throws(() => heed.attention(large, large, large, { keep: MATRICES }), {
      name: "RangeError",
      message:
        /^heed\.attention: out of memory; it needs 69,206,016 bytes \(66 MB\) for its tensors, and room to work\./,
    });
    assert.throws(() => heed.session({ queries: 4096, keys: 4096, dim: 64, keep: ["raw"] }), {
      name: "RangeError",
      message: /^heed\.session: out of memory;/,
    });
    assert.deepEqual(heed.attention(small, small, small).output, expected);
  }
  memory.grow = grow;
  assert.equal(heed.attention(large, large, large, { keep: ["weights"] }).weights.data.length, 2048 ** 2);
});

test("a call that fits runs, also where no room is left for larger calls after it", async () => {
  const { heed, memory } = await loadApart();
  memory.grow = () => {
    throw new RangeError("refused");
  };
  const ones = { data: new Float32Array(2 ** 20).fill(1), shape: [2 ** 20, 1] };
  assertClose(heed.attention([[1]], ones, ones).output.data, [1], "output");
});

test("with memory full, small calls fail with a sentence, and work again once a session is disposed of", async () => {
  const { heed, memory } = await loadApart();
  memory.grow = () => {
    throw new RangeError("refused");
  };
  const sessions = [];
  for (let keys = 2 ** 20; keys >= 1; keys = Math.floor(keys / 2)) {
    try {
      for (;;) sessions.push(heed.session({ queries: 1, keys, dim: 1 }));
    } catch (error) {
      assert.match(error.message, /^heed\.session: out of memory;/);
    }
  }
  const tokens = { data: new Float32Array(4096).fill(1), shape: [64, 64] };
  const call = () => heed.selfAttention(tokens, { keep: ["weights"] });
  for (let attempt = 0; attempt < 5; attempt++)
    assert.throws(call, { name: "RangeError", message: /^heed\.selfAttention: out of memory;/ });
  const matrix = { data: new Float32Array(4096), shape: [64, 64] };
  const lacks = (name) => ({ name: "RangeError", message: new RegExp(`^heed\\.${name}: out of memory;`) });
  assert.throws(() => heed.attention(matrix, matrix, matrix, { mask: [[true]], causal: true }), lacks("attention"));
  assert.throws(() => heed.attentionBackward(matrix, matrix, matrix, matrix), lacks("attentionBackward"));
  assert.throws(() => heed.selfAttentionBackward(tokens, tokens), lacks("selfAttentionBackward"));
  const layer = { tokens: 64, modelDim: 64, backward: true };
  assert.throws(() => heed.selfAttentionSession(layer), lacks("selfAttentionSession"));
  for (const session of sessions) assertRunsOrLacksMemory(session);
  for (const session of sessions) session.dispose();
  assertClose(call().weights.data, new Float32Array(4096).fill(1 / 64), "weights");
});

/** A run needs a little room to work in. */
function assertRunsOrLacksMemory(session) {
  try {
    session.run();
  } catch (error) {
    assert.match(error.message, /^session\.run: out of memory;/);
  }
}

test("memory really runs out at 4 GB, and a call works once some of it is given back", async () => {
  const { heed, memory } = await loadApart();
  const sessions = [];
  const open = () => sessions.push(heed.session({ queries: 1, keys: 2 ** 20, dim: 64 }));
  assert.throws(
    () => {
      for (;;) open();
    },
    { name: "RangeError", message: /^heed\.session: out of memory;/ },
  );
  assert.ok(sessions.length >= 6 && memory.buffer.byteLength > 3 * 2 ** 30, `${sessions.length} sessions`);
  const last = sessions.at(-1);
  last.v.fill(3);
  last.run();
  assertClose(last.output, new Float32Array(64).fill(3), "output above 3 GB", 1e-5);
  for (const session of sessions.splice(0, 2)) session.dispose();
  open();
  assert.equal(heed.attention([[1]], [[1]], [[7]]).output.data[0], 7);
  for (const session of sessions) session.dispose();
});
