// Rotary position embedding, against its definition in double precision.
import assert from "node:assert/strict";
import { textbookAttention, textbookRotation } from "./oracle.mjs";
import { assertClose, assertSame, randomOf, testEach } from "./support.mjs";

const list = (count, at) => Array.from({ length: count }, (_, index) => at(index));
const SHAPES = [
  { batch: 2, heads: 4, kvHeads: 2, queries: 7, keys: 7, dim: 8, valueDim: 5 },
  { batch: 1, heads: 2, kvHeads: 1, queries: 5, keys: 12, dim: 7, valueDim: 3 },
  { batch: 2, heads: 1, kvHeads: 1, queries: 1, keys: 30, dim: 10, valueDim: 4 },
  { batch: 1, heads: 1, kvHeads: 1, queries: 40, keys: 40, dim: 64, valueDim: 8 },
];

function inputsOf({ batch, heads, kvHeads, queries, keys, dim, valueDim }, { tensorOf }) {
  return {
    q: tensorOf([batch, heads, queries, dim]),
    k: tensorOf([batch, kvHeads, keys, dim]),
    v: tensorOf([batch, kvHeads, keys, valueDim]),
  };
}

/** The textbook: q and k rotated by position(batch, row), then attention. */
function expectedOf({ q, k, v }, rotary, queryAt, keyAt, options = {}) {
  const rotated = { q: textbookRotation(q, rotary, queryAt), k: textbookRotation(k, rotary, keyAt), v };
  return textbookAttention(rotated, { scale: 1 / Math.sqrt(q.shape[3]), ...options });
}

const dimsOf = (shape) => [Math.floor(shape.dim / 2) * 2, 4, 2];

testEach(
  "rotary turns q by i + offset and k by j, in both kinds of pairs, and leaves v and the tail of the columns",
  (heed) => {
    const random = randomOf(501);
    for (const shape of SHAPES) {
      for (const pairs of ["halves", "interleaved"]) {
        for (const dims of dimsOf(shape)) {
          const inputs = inputsOf(shape, random);
          const rotary = { pairs, dims, ...(random.uniform() < 0.5 ? { base: 500, factor: 1.25 } : {}) };
          const offsets = list(shape.batch, () => random.integer(-3, shape.keys));
          const { q, k, v } = inputs;
          const result = heed.attention(q, k, v, { rotary, causal: { offset: offsets }, keep: ["raw"] });
          const expected = expectedOf(
            inputs,
            rotary,
            (b, i) => i + offsets[b],
            (b, j) => j,
            {
              allowed: (b, h, i, j) => j <= i + offsets[b],
            },
          );
          const what = `${pairs} ${dims} of ${JSON.stringify(shape)}`;
          assertClose(result.raw.data, expected.raw, `raw, ${what}`, 1e-5);
          assertClose(result.output.data, expected.output, `output, ${what}`);
        }
      }
    }
  },
);

testEach("positions of your own may differ by batch, and be negative or fractional", (heed) => {
  const random = randomOf(502);
  for (const shape of SHAPES) {
    const inputs = inputsOf(shape, random);
    const { q, k, v } = inputs;
    const draw = () => random.integer(-20, 20) / 4;
    const queries = list(shape.batch * shape.queries, draw);
    const keys = list(shape.keys, draw);
    const rotary = { pairs: "halves", dims: 4, base: 100 };
    const expected = expectedOf(
      inputs,
      rotary,
      (b, i) => queries[b * shape.queries + i],
      (b, j) => keys[j],
    );
    const perBatch = list(shape.batch, (b) => queries.slice(b * shape.queries, (b + 1) * shape.queries));
    for (const given of [queries, perBatch, { data: Float64Array.from(queries), shape: [queries.length] }]) {
      const result = heed.attention(q, k, v, { rotary: { ...rotary, positions: { queries: given, keys } } });
      assertClose(result.output.data, expected.output, "output");
    }
  }
});

testEach("frequencies and tables of your own give the bits of base", (heed) => {
  const random = randomOf(503);
  const { q, k, v } = inputsOf(SHAPES[0], random);
  for (const pairs of ["halves", "interleaved"]) {
    const frequencies = list(3, (pair) => 10000 ** ((-2 * pair) / 6));
    const plain = heed.attention(q, k, v, { rotary: { pairs, dims: 6, factor: 0.5 } });
    const own = { pairs, dims: 6, factor: 0.5, frequencies };
    assertSame(heed.attention(q, k, v, { rotary: own }).output, plain.output, "frequencies");
    const table = (of) => ({ data: list(27, (n) => 0.5 * of(Math.floor(n / 3) * frequencies[n % 3])), shape: [9, 3] });
    const tables = { pairs, dims: 6, cos: table(Math.cos), sin: table(Math.sin) };
    assertSame(heed.attention(q, k, v, { rotary: tables }).output, plain.output, "tables");
    const positions = { queries: [8, 0, 3, 3, 1, 2, 7], keys: Uint8Array.of(0, 1, 2, 3, 4, 5, 6) };
    assertSame(
      heed.attention(q, k, v, { rotary: { ...tables, positions } }).output,
      heed.attention(q, k, v, { rotary: { pairs, dims: 6, factor: 0.5, positions } }).output,
      "rows of the tables",
    );
  }
});

testEach("far positions are as exact as near ones: the angles are computed in double precision", (heed) => {
  const random = randomOf(504);
  const inputs = inputsOf({ batch: 1, heads: 1, kvHeads: 1, queries: 3, keys: 5, dim: 128, valueDim: 4 }, random);
  const { q, k, v } = inputs;
  for (const far of [2048, 100000, 131071, 2 ** 31, 2 ** 40]) {
    const positions = { queries: [far, far + 1, far + 2], keys: list(5, (j) => far - 4 + j) };
    const rotary = { pairs: "halves" };
    const result = heed.attention(q, k, v, { rotary: { ...rotary, positions }, keep: ["raw"] });
    const expected = expectedOf(
      inputs,
      rotary,
      (b, i) => positions.queries[i],
      (b, j) => positions.keys[j],
    );
    assertClose(result.raw.data, expected.raw, `raw at ${far}`, 1e-5);
    const { output } = heed.attention(q, k, v, { rotary, causal: { offset: far } });
    const late = expectedOf(
      inputs,
      rotary,
      (b, i) => i + far,
      (b, j) => j,
    );
    assertClose(output.data, late.output, `an offset of ${far}`);
  }
});

testEach("what a layer keeps as q and k is the result of the projections, before rotary", (heed) => {
  const random = randomOf(505);
  const { tensorOf } = random;
  const x = tensorOf([2, 6, 8]);
  const weights = {
    queryWeight: tensorOf([8, 8]),
    keyWeight: tensorOf([8, 4]),
    valueWeight: tensorOf([8, 4]),
    heads: 2,
    kvHeads: 1,
  };
  const options = { rotary: { pairs: "interleaved" }, causal: true };
  const kept = heed.selfAttention(x, { ...weights, ...options, keep: ["q", "k", "v"] });
  const plain = heed.selfAttention(x, { ...weights, keep: ["q", "k"] });
  assertSame(kept.q, plain.q, "q");
  assertSame(kept.k, plain.k, "k");
  const { output } = heed.attention(kept.q, kept.k, kept.v, options);
  const joined = heed.selfAttention(x, { ...weights, ...options }).output.data;
  for (let b = 0; b < 2; b++)
    for (let h = 0; h < 2; h++)
      for (let i = 0; i < 6; i++)
        for (let c = 0; c < 4; c++)
          assert.ok(
            Math.abs(joined[((b * 6 + i) * 2 + h) * 4 + c] - output.data[((b * 2 + h) * 6 + i) * 4 + c]) < 2e-6,
          );
});

testEach("a session gives the bits of the call, and its queries follow causalOffsets", (heed) => {
  const random = randomOf(506);
  const shape = { batch: 2, heads: 2, kvHeads: 1, queries: 3, keys: 9, dim: 6, valueDim: 4 };
  const { q, k, v } = inputsOf(shape, random);
  const dOutput = random.tensorOf([2, 2, 3, 4]);
  const tables = (of) => ({ data: list(60, (n) => of(Math.floor(n / 3) / (1 + (n % 3)))), shape: [20, 3] });
  for (const rotary of [
    { pairs: "halves" },
    { pairs: "interleaved", dims: 4, positions: { keys: list(9, (j) => 2 * j) } },
    { pairs: "halves", cos: tables(Math.cos), sin: tables(Math.sin) },
    { pairs: "halves", positions: { queries: [3, 1, 2] } },
  ]) {
    const session = heed.session({ ...shape, rotary, causal: { offset: [6, 2] }, backward: true });
    for (const [name, { data }] of Object.entries({ q, k, v, dOutput })) session[name].set(data);
    for (const offset of [
      [6, 2],
      [0, 17],
      [0, 17],
      [4, 4],
      [6, 2],
    ]) {
      session.causalOffsets.set(offset);
      session.run();
      session.backward();
      const options = { rotary, causal: { offset } };
      const gradients = heed.attentionBackward(q, k, v, dOutput, options);
      assert.deepEqual(session.output, heed.attention(q, k, v, options).output.data, "output");
      for (const name of ["dq", "dk", "dv"]) assert.deepEqual(session[name], gradients[name].data, name);
    }
    session.dispose();
  }
});

testEach("a session whose offsets leave the tables says so, and keeps its results", (heed) => {
  const table = { data: new Float32Array(12), shape: [6, 2] };
  const session = heed.session({
    queries: 2,
    keys: 4,
    dim: 4,
    causal: { offset: 2 },
    rotary: { pairs: "halves", cos: table, sin: table },
  });
  session.v.fill(3);
  session.run();
  const before = session.output.slice();
  session.causalOffsets[0] = 5;
  assert.throws(() => session.run(), {
    name: "RangeError",
    message: /^heed\.session: rotary\.cos and rotary\.sin have 6 rows, .* from 0 to 5; got 6\.$/,
  });
  assert.deepEqual(session.output, before);
  session.causalOffsets[0] = 4;
  session.run();
  session.dispose();
});

testEach("many positions in turn, near and far, change nothing that is kept", (heed) => {
  const random = randomOf(507);
  const inputs = inputsOf({ batch: 1, heads: 1, kvHeads: 1, queries: 4, keys: 4, dim: 4, valueDim: 2 }, random);
  const { q, k, v } = inputs;
  const first = list(6, (n) => heed.attention(q, k, v, { rotary: { pairs: "halves", base: 10 + n } }).output);
  for (let n = 0; n < 6; n++) {
    const rotary = { pairs: "halves", base: 10 + n };
    const many = random.tensorOf([1, 1, 100 * n + 50, 4]);
    heed.attention(many, many, many, { rotary });
    assertSame(heed.attention(q, k, v, { rotary }).output, first[n], `base ${10 + n}`);
  }
});

testEach("every wrong rotary is refused by a sentence", (heed) => {
  const random = randomOf(508);
  const { q, k, v } = inputsOf({ batch: 1, heads: 2, kvHeads: 1, queries: 3, keys: 3, dim: 8, valueDim: 2 }, random);
  const table = (rows, columns) => ({ data: new Float32Array(rows * columns), shape: [rows, columns] });
  const halves = { pairs: "halves" };
  for (const [rotary, name, message] of [
    [true, "TypeError", /rotary must be \{ pairs: "halves" \} or \{ pairs: "interleaved" \}, .*; got true/],
    [{}, "TypeError", /rotary\.pairs must be "halves" or "interleaved"; got undefined\. It has no default, because/],
    [{ pairs: "neox" }, "TypeError", /got the string "neox"/],
    [{ ...halves, dim: 4 }, "TypeError", /no part of rotary named "dim"; did you mean dims\?/],
    [{ ...halves, dims: 3 }, "RangeError", /an even integer from 2 to the 8 columns of q and k/],
    [{ ...halves, dims: 10 }, "RangeError", /got the number 10/],
    [{ ...halves, dims: 0 }, "RangeError", /got the number 0/],
    [{ ...halves, dims: "8" }, "TypeError", /got the string "8"/],
    [{ ...halves, base: 0 }, "RangeError", /rotary\.base must be 1e-100 or more; got the number 0/],
    [{ ...halves, base: NaN }, "RangeError", /rotary\.base must be a finite number; got NaN/],
    [{ ...halves, factor: "1" }, "TypeError", /rotary\.factor must be a finite number/],
    [{ ...halves, frequencies: [1, 2] }, "RangeError", /must have 4 numbers, one for each pair .*; got 2/],
    [{ ...halves, frequencies: [1, 2, 3, NaN] }, "RangeError", /must hold finite numbers; it holds NaN/],
    [{ ...halves, frequencies: 4 }, "TypeError", /rotary\.frequencies must be an array of numbers; got the number 4/],
    [{ ...halves, base: 10, frequencies: [1, 2, 3, 4] }, "TypeError", /from one source; got base and frequencies/],
    [{ ...halves, cos: table(3, 4) }, "TypeError", /belong together; got only cos/],
    [{ ...halves, cos: table(3, 4), sin: table(3, 4), base: 5 }, "TypeError", /from one source/],
    [{ ...halves, cos: table(3, 8), sin: table(3, 8) }, "RangeError", /shape is \[3, 8\]\. .*holds each number twice/],
    [{ ...halves, cos: table(3, 2), sin: table(3, 2) }, "RangeError", /rotary\.dims says how many/],
    [{ ...halves, cos: table(3, 4), sin: table(4, 4) }, "RangeError", /must have the same number of rows/],
    [{ ...halves, cos: table(2, 4), sin: table(2, 4) }, "RangeError", /integers from 0 to 1; got 2/],
    [{ ...halves, positions: [0, 1, 2] }, "TypeError", /rotary\.positions must be \{ queries, keys \}/],
    [{ ...halves, positions: { query: [0, 1, 2] } }, "TypeError", /no part of rotary.positions named "query"/],
    [{ ...halves, positions: { queries: [0, 1] } }, "RangeError", /must have 3 numbers, one for each row; got 2/],
    [{ ...halves, positions: { keys: [0, 1, Infinity] } }, "RangeError", /it holds Infinity/],
  ]) {
    assert.throws(() => heed.attention(q, k, v, { rotary }), { name, message }, JSON.stringify(rotary));
  }
  assert.throws(
    () => heed.attention(random.tensorOf([2, 7]), random.tensorOf([2, 7]), random.tensorOf([2, 1]), { rotary: halves }),
    {
      name: "RangeError",
      message: /to the 7 columns of q and k; it was left out, which means all/,
    },
  );
});

testEach("with more keys than queries, rotary must be told where the queries stand", (heed) => {
  const { tensorOf } = randomOf(509);
  const [q, k, v] = [tensorOf([2, 4]), tensorOf([5, 4]), tensorOf([5, 3])];
  const rotary = { pairs: "halves" };
  assert.throws(() => heed.attention(q, k, v, { rotary }), {
    name: "RangeError",
    message: /^heed\.attention: rotary needs the positions of the queries; the scores are 2 × 5\. .*\(3 lines/,
  });
  const at = heed.attention(q, k, v, { rotary: { ...rotary, positions: { queries: [3, 4] } } });
  assert.equal(at.output.data.length, 6);
});
