// Sequences and documents: several texts in one call, against a textbook loop and against one call for each text.
import assert from "node:assert/strict";
import test from "node:test";
import { textbookAttention } from "./oracle.mjs";
import { assertClose, assertSame, dist, randomOf, rowsOf, testEach } from "./support.mjs";

const { rotate } = await import(new URL("rotary.js", dist));

/** Attention over the pairs that `sees` names, in double precision; output, and the log-sum-exp of each row. */
function textbook(q, k, v, sees, penalty = () => 0) {
  const inputs = Object.fromEntries(
    Object.entries({ q, k, v }).map(([name, { data, shape }]) => [name, { data, shape: [1, ...shape] }]),
  );
  return textbookAttention(inputs, {
    scale: 1 / Math.sqrt(q.shape[2]),
    allowed: (_, h, i, j) => sees(i, j),
    bias: (_, h, i, j) => -penalty(h, i, j),
  });
}

/** Some rows become NaN. */
function spoil({ data, shape }, isSpoilt) {
  const [, rows, columns] = shape;
  return { data: data.map((x, at) => (isSpoilt(Math.floor(at / columns) % rows) ? NaN : x)), shape };
}

/** The sequence that a row belongs to; −1 for none. */
const sequenceOf = (starts, row) => starts.findIndex((start, s) => start <= row && row < starts[s + 1]);

const PACKED = [
  { queries: [0, 5, 12], rows: 12 },
  { queries: [0, 0, 3, 3, 9, 9], rows: 13 },
  { queries: [0, 7, 7, 20, 31, 90], keys: [0, 9, 12, 12, 60, 300], rows: 92, keyRows: 304 },
  { queries: [0, 1, 2], keys: [0, 40, 700], rows: 2, keyRows: 700 },
  { queries: [0], rows: 4 },
];

/** Tensors of a packed call; the rows that belong to no sequence hold NaN. */
function drawn(random, { queries, keys = queries, rows, keyRows = rows }) {
  const nobody = (starts) => (row) => row >= starts.at(-1);
  return {
    starts: { queries, keys },
    q: spoil(random.tensorOf([4, rows, 6]), nobody(queries)),
    k: spoil(random.tensorOf([2, keyRows, 6]), nobody(keys)),
    v: spoil(random.tensorOf([2, keyRows, 3]), nobody(keys)),
    dOutput: spoil(random.tensorOf([4, rows, 3]), nobody(queries)),
  };
}

testEach("packed sequences follow the rule: causal, window and ALiBi count from the start of each", (heed) => {
  const random = randomOf(81);
  for (const packed of PACKED) {
    const { starts, q, k, v } = drawn(random, packed);
    const sequences = { queries: Int32Array.from(starts.queries), keys: starts.keys };
    const offsets = starts.queries
      .slice(1)
      .map((end, s) => starts.keys[s + 1] - starts.keys[s] - end + starts.queries[s]);
    const slopes = [0.5, 0.25, 0, -0.01];
    const position = (i) => {
      const s = sequenceOf(starts.queries, i);
      return starts.keys[s] + i - starts.queries[s] + offsets[s];
    };
    const same = (i, j) =>
      sequenceOf(starts.queries, i) >= 0 && sequenceOf(starts.queries, i) === sequenceOf(starts.keys, j);
    const cases = [
      [{}, same],
      [{ causal: { offset: offsets } }, (i, j) => same(i, j) && j <= position(i)],
      [
        { window: { left: 3, right: 1, offset: Int32Array.from(offsets) } },
        (i, j) => same(i, j) && j >= position(i) - 3 && j <= position(i) + 1,
      ],
      [
        { causal: { offset: offsets }, alibi: slopes },
        (i, j) => same(i, j) && j <= position(i),
        (h, i, j) => slopes[h] * Math.abs(position(i) - j),
      ],
    ];
    for (const [options, ...rule] of cases) {
      const expected = textbook(q, k, v, ...rule);
      const found = heed.attention(q, k, v, { ...options, sequences, keep: ["lse"] });
      const what = JSON.stringify({ ...packed, ...options });
      assertClose(found.output.data, expected.output, `${what} output`);
      assertClose(found.lse.data, expected.lse, `${what} lse`);
      const kept = heed.attention(q, k, v, { ...options, sequences, keep: ["weights"] });
      assertClose(kept.output.data, expected.output, `${what} beside weights`);
      assert.equal(kept.weights.data.some(Number.isNaN), false);
    }
  }
});

testEach("packed sequences give the outputs and gradients of one call each, and rows of nobody give 0", (heed) => {
  const random = randomOf(82);
  const rotary = { pairs: "halves", dims: 4 };
  for (const packed of PACKED) {
    const { starts, q, k, v, dOutput } = drawn(random, packed);
    const offset = starts.queries.slice(1).map(() => random.integer(-2, 5));
    const sequences = { queries: starts.queries, keys: starts.keys };
    const alibi = [0.5, 0.25, 0.1, 0];
    const options = { window: { left: 40, right: 2 }, causal: { offset }, alibi, sink: 0.3, softcap: 4, rotary };
    const found = {
      ...heed.attention(q, k, v, { ...options, sequences, keep: ["lse"] }),
      ...heed.attentionBackward(q, k, v, dOutput, { ...options, sequences }),
    };
    const sums = { dSink: [0, 0, 0, 0], dAlibi: [0, 0, 0, 0] };
    offset.forEach((own, s) => {
      const [from, to] = [starts.queries[s], starts.queries[s + 1]];
      const [first, last] = [starts.keys[s], starts.keys[s + 1]];
      if (from === to || first === last) return;
      const tensors = [rowsOf(q, from, to), rowsOf(k, first, last), rowsOf(v, first, last)];
      const single = { ...options, causal: { offset: own } };
      const alone = {
        ...heed.attention(...tensors, single),
        ...heed.attentionBackward(...tensors, rowsOf(dOutput, from, to), single),
      };
      for (const name of ["output", "dq"]) {
        assertClose(rowsOf(found[name], from, to).data, alone[name].data, `${name} of ${s}`, 4e-6, 1e-5);
      }
      for (const name of ["dk", "dv"]) {
        assertClose(rowsOf(found[name], first, last).data, alone[name].data, `${name} of ${s}`, 4e-6, 1e-5);
      }
      for (const name in sums) alone[name].data.forEach((slope, h) => (sums[name][h] += slope));
    });
    for (const name in sums) assertClose(found[name].data, sums[name], name, 2e-4, 1e-4);
    const nobody = (name, from) => rowsOf(found[name], from, found[name].shape[1]).data.every((x) => x === 0);
    for (const name of ["output", "dq"]) assert.ok(nobody(name, starts.queries.at(-1)), name);
    for (const name of ["dk", "dv"]) assert.ok(nobody(name, starts.keys.at(-1)), name);
  }
});

testEach("a sequence without keys gives 0, and one without queries gives keys and values no gradient", (heed) => {
  const random = randomOf(83);
  const [q, k, v, dOutput] = [5, 7, 7, 5].map((rows) => random.tensorOf([1, rows, 4]));
  const sequences = { queries: [0, 2, 5, 5], keys: [0, 0, 4, 7] };
  const { output, lse } = heed.attention(q, k, v, { sequences, keep: ["lse"] });
  assert.ok(output.data.subarray(0, 8).every((x) => x === 0));
  assert.deepEqual(Array.from(lse.data.subarray(0, 2)), [-Infinity, -Infinity]);
  const { dq, dk, dv } = heed.attentionBackward(q, k, v, dOutput, { sequences });
  assert.ok(dq.data.subarray(0, 8).every((x) => x === 0));
  for (const { data } of [dk, dv]) {
    assert.ok(data.subarray(16).every((x) => x === 0));
    assert.ok(data.subarray(0, 16).some((x) => x !== 0));
  }
});

testEach("rotary counts from the start of each sequence", (heed) => {
  const random = randomOf(84);
  const [q, k, v] = [1, 2, 3].map(() => random.tensorOf([2, 11, 8]));
  const rotary = { pairs: "interleaved" };
  const sequences = { queries: [0, 4, 10] };
  const positions = [0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0];
  const turned = [q, k].map((x) => rotate(x, rotary, positions));
  const expected = heed.attention(...turned, v, { sequences, causal: true });
  assertClose(heed.attention(q, k, v, { sequences, causal: true, rotary }).output.data, expected.output.data, "rows");
});

testEach("documents are the mask of equal numbers, in any order, forward and backward", (heed) => {
  const random = randomOf(85);
  for (const [queries, keys] of [
    [12, 12],
    [1, 300],
    [70, 600],
  ]) {
    const [q, k, v, dOutput] = [
      [2, 2, queries, 5],
      [2, 1, keys, 5],
      [2, 1, keys, 3],
      [2, 2, queries, 3],
    ].map((shape) => random.tensorOf(shape));
    const numbers = (rows) => Int32Array.from({ length: 2 * rows }, () => 3 * random.integer(-1, 1));
    const documents = { queries: numbers(queries), keys: numbers(keys) };
    const mask = {
      data: Uint8Array.from({ length: 2 * queries * keys }, (_, at) => {
        const b = Math.floor(at / (queries * keys));
        const i = Math.floor(at / keys) % queries;
        return Number(documents.queries[b * queries + i] === documents.keys[b * keys + (at % keys)]);
      }),
      shape: [2, 1, queries, keys],
    };
    const offset = keys - queries;
    const shared = { causal: { offset }, alibi: [0.1, 0.5], sink: -1, softcap: 5 };
    for (const options of [{}, shared, { normalize: "none" }]) {
      const keep = options.normalize ? ["logits", "weights"] : ["logits", "weights", "lse"];
      const [found, expected] = [{ documents }, { mask }].map((hiding) => ({
        ...heed.attention(q, k, v, { ...options, ...hiding, keep }),
        ...heed.attentionBackward(q, k, v, dOutput, { ...options, ...hiding, keep: ["dWeights", "dScores"] }),
      }));
      for (const name in expected) assertSame(found[name], expected[name], `${queries} × ${keys} ${name}`);
    }
  }
});

testEach("one list of documents serves queries, keys and all batches", (heed) => {
  const random = randomOf(86);
  const [q, k, v] = [1, 2, 3].map(() => random.tensorOf([2, 1, 6, 4]));
  const list = [4, 4, -1, 4, 9, -1];
  const expected = heed.attention(q, k, v, { documents: { queries: [...list, ...list], keys: [list, list] } }).output;
  assertSame(heed.attention(q, k, v, { documents: list }).output, expected, "list");
  assertSame(heed.attention(q, k, v, { documents: Int32Array.from(list) }).output, expected, "integers");
  const session = heed.session({ batch: 2, queries: 6, keys: 6, dim: 4, documents: list });
  for (const [name, { data }] of Object.entries({ q, k, v })) session[name].set(data);
  session.run();
  assert.deepEqual(Array.from(session.output), Array.from(expected.data));
  session.dispose();
});

testEach("a layer packs its tokens too", (heed) => {
  const random = randomOf(87);
  const x = random.tensorOf([9, 6]);
  const [queryWeight, keyWeight, valueWeight] = [1, 2, 3].map(() => random.tensorOf([6, 6]));
  const weights = { queryWeight, keyWeight, valueWeight, heads: 2 };
  const { output } = heed.selfAttention(x, { ...weights, causal: true, sequences: { queries: [0, 4, 9] } });
  for (const [from, to] of [
    [0, 4],
    [4, 9],
  ]) {
    const part = { data: x.data.slice(from * 6, to * 6), shape: [to - from, 6] };
    const alone = heed.selfAttention(part, { ...weights, causal: true }).output.data;
    assertClose(output.data.subarray(from * 6, to * 6), alone, `rows from ${from}`);
  }
});

testEach("half precision may be packed", (heed) => {
  const half = { data: Uint16Array.of(0x3c00, 0x4000, 0xbc00, 0x3800, 0, 0x3c00), shape: [6, 1], type: "float16" };
  const whole = { data: Float32Array.of(1, 2, -1, 0.5, 0, 1), shape: [6, 1] };
  const sequences = { queries: [0, 2, 5] };
  const [found, expected] = [half, whole].map((x) =>
    heed.attention(x, x, x, { sequences, documents: [1, 1, 2, 1, 2, 2] }),
  );
  assertSame(found.output, expected.output, "output");
});

test("a wrong sequence or document is refused by a sentence", async () => {
  const { load } = await import(new URL("heed.js", dist));
  const heed = await load();
  const x = { data: new Float32Array(12), shape: [6, 2] };
  const batched = { data: new Float32Array(12), shape: [2, 1, 3, 2] };
  const refused = [
    [
      x,
      { sequences: [0, 6] },
      TypeError,
      /sequences must be \{ queries \} or \{ queries, keys \}, .* Write sequences: \{ queries: \[0, 6\] \}\.$/,
    ],
    [x, { sequences: { queries: 6 } }, TypeError, /cumulative lengths that begins with 0, such as \[0, 5, 12\]/],
    [x, { sequences: { queries: [0, 2.5] } }, RangeError, /sequences\.queries\[1\] must be an integer/],
    [x, { sequences: { queries: [2, 6] } }, RangeError, /must begin with 0/],
    [x, { sequences: { queries: [] } }, RangeError, /must begin with 0; got an empty array/],
    [x, { sequences: { queries: [0, 4, 3] } }, RangeError, /must not decrease; got 3 after 4/],
    [x, { sequences: { queries: [0, 7] } }, RangeError, /queries\[1\] must be at most 6, the number of queries; got 7/],
    [x, { sequences: { queries: [0, 6], keys: [0, 3, 6] } }, RangeError, /must have the same length; got 2 and 3/],
    [x, { sequences: { queries: [0, 2, 6], keys: [0, 3, 6] }, causal: true }, RangeError, /sequence 0 has 2 queries/],
    [x, { sequences: { queries: [0, 2, 6] }, causal: { offset: [1] } }, RangeError, /one integer per sequence/],
    [x, { sequences: { queries: [0, 6] }, keyLengths: 3 }, RangeError, /keyLengths and sequences cannot be combined/],
    [batched, { sequences: { queries: [0, 3] } }, RangeError, /sequences needs a batch of 1/],
    [x, { documents: [1, 2] }, RangeError, /documents must have 6 numbers/],
    [x, { documents: [1, 1, 1, 1, 1, 0.5] }, RangeError, /32-bit integers; got 0\.5/],
    [x, { documents: { queries: [1, 1, 1, 1, 1, 1] } }, TypeError, /documents\.keys must be an array/],
    [x, { documents: 3 }, TypeError, /documents must be an array/],
    [x, { cu_seqlens: [0, 6] }, TypeError, /write sequences/],
    [x, { cu_seqlens_q: [0, 6] }, TypeError, /write sequences/],
    [x, { document_ids: [0] }, TypeError, /write documents/],
    [x, { is_causal: true }, TypeError, /write causal: true/],
    [x, { enable_gqa: true }, TypeError, /leave it out; k and v may have fewer heads/],
    [x, { dropout_p: 0.1 }, TypeError, /heed has no dropout/],
  ];
  for (const [tensor, options, Kind, sentence] of refused) {
    assert.throws(
      () => heed.attention(tensor, tensor, tensor, options),
      (error) => error instanceof Kind && sentence.test(error.message),
      JSON.stringify(options),
    );
  }
  const sizes = { queries: 6, keys: 6, dim: 2 };
  assert.throws(() => heed.session({ ...sizes, sequences: { queries: [0, 6] } }), /a session does not take sequences/);
});
