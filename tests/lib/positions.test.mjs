// Windows, ALiBi and sinks: what the rules say, over calls, sessions and gradients.
import assert from "node:assert/strict";
import test from "node:test";
import { assertClose, assertSame, dist, randomOf, testEach } from "./support.mjs";

const { alibiSlopes, mergeAttention } = await import(new URL("heed.js", dist));

/** A mask of queries × keys. */
const maskOf = (queries, keys, sees) => ({
  data: Uint8Array.from({ length: queries * keys }, (_, at) => Number(sees(Math.floor(at / keys), at % keys))),
  shape: [queries, keys],
});

testEach("a window is the mask of its rule, with both ends inclusive, forward and backward", (heed) => {
  const random = randomOf(41);
  const bounds = [{}, { left: 0, right: 0 }, { left: 3 }, { right: 2 }, { left: 40, right: 7 }, { left: 2 ** 31 - 1 }];
  for (const [queries, keys] of [
    [1, 600],
    [2, 30],
    [70, 70],
    [130, 700],
  ]) {
    const [q, k, v] = [
      [4, queries, 8],
      [2, keys, 8],
      [2, keys, 5],
    ].map((shape) => random.tensorOf(shape));
    const dOutput = random.tensorOf([4, queries, 5]);
    for (const { left = Infinity, right = Infinity } of bounds) {
      for (const offset of [0, keys - queries, -5, keys + 3]) {
        const mask = maskOf(queries, keys, (i, j) => i + offset - left <= j && j <= i + offset + right);
        const window = { left, right, offset };
        const keep = ["weights", "logits", "lse"];
        const [found, expected] = [{ window }, { mask }].map((options) =>
          heed.attention(q, k, v, { ...options, keep }),
        );
        const what = JSON.stringify({ queries, keys, ...window });
        for (const name in expected) assertClose(found[name].data, expected[name].data, `${what} ${name}`, 2e-6, 2e-6);
        assertClose(heed.attention(q, k, v, { window }).output.data, expected.output.data, `${what} alone`);
        const slopes = heed.attentionBackward(q, k, v, dOutput, { window });
        const wanted = heed.attentionBackward(q, k, v, dOutput, { mask });
        for (const name in wanted) assertClose(slopes[name].data, wanted[name].data, `${what} ${name}`, 4e-6, 1e-5);
      }
    }
  }
});

testEach("the diagonal alone gives out = v, weights of 1, and no gradient for q and k", (heed) => {
  const random = randomOf(42);
  const [q, k, v] = [1, 2, 3].map(() => random.tensorOf([21, 6]));
  const window = { left: 0, right: 0 };
  const { output, weights } = heed.attention(q, k, v, { window, keep: ["weights"] });
  assertSame(output, v, "output");
  weights.data.forEach((weight, at) => assert.equal(weight, at % 22 === 0 ? 1 : 0));
  const { dq, dk } = heed.attentionBackward(q, k, v, v, { window });
  for (const { data } of [dq, dk]) assert.ok(data.every((slope) => slope === 0));
});

testEach("keys that no window reaches influence nothing and get 0, NaN in them included", (heed) => {
  const random = randomOf(43);
  const [q, k, v, dOutput] = [9, 900, 900, 9].map((rows) => random.tensorOf([rows, 4]));
  const options = { window: { left: 5, right: 1, offset: 600 }, causal: { offset: 600 } };
  const hide = (tensor) => ({ ...tensor, data: tensor.data.map((x, at) => (at < 595 * 4 || at >= 609 * 4 ? NaN : x)) });
  const [clean, dirty] = [
    [k, v],
    [hide(k), hide(v)],
  ].map(([ks, vs]) => ({
    ...heed.attention(q, ks, vs, options),
    ...heed.attentionBackward(q, ks, vs, dOutput, options),
  }));
  for (const name in clean) assertSame(dirty[name], clean[name], name);
  for (const name of ["dk", "dv"]) {
    assert.ok(clean[name].data.subarray(0, 595 * 4).every((slope) => slope === 0));
    assert.ok(clean[name].data.subarray(609 * 4).every((slope) => slope === 0));
  }
});

testEach(
  "ALiBi is the bias −slope · |distance|, symmetric without causal order, and its gradient sums over pairs",
  (heed) => {
    const random = randomOf(44);
    const slopes = [0.5, 0, -0.05];
    for (const [queries, keys, offset] of [
      [40, 40, 0],
      [1, 300, 299],
      [70, 600, -20],
    ]) {
      const [q, k, v] = [
        [3, queries, 8],
        [1, keys, 8],
        [1, keys, 5],
      ].map((shape) => random.tensorOf(shape));
      const dOutput = random.tensorOf([3, queries, 5]);
      const away = (at) => Math.abs((Math.floor(at / keys) % queries) + offset - (at % keys));
      const bias = {
        data: Float32Array.from(
          { length: 3 * queries * keys },
          (_, at) => -slopes[Math.floor(at / (queries * keys))] * away(at),
        ),
        shape: [3, queries, keys],
      };
      const alibi = { slopes, offset };
      const [found, expected] = [{ alibi }, { bias }].map((options) => ({
        ...heed.attention(q, k, v, { ...options, keep: ["lse", "logits", "weights"] }),
        ...heed.attentionBackward(q, k, v, dOutput, { ...options, keep: ["dScores"] }),
      }));
      for (const name in expected) {
        if (name !== "dBias") assertClose(found[name].data, expected[name].data, `${queries} ${name}`, 1e-5, 1e-5);
      }
      const sums = [0, 0, 0];
      const terms = [0, 0, 0];
      expected.dScores.data.forEach((slope, at) => {
        sums[Math.floor(at / (queries * keys))] -= away(at) * slope;
        terms[Math.floor(at / (queries * keys))] += away(at) * Math.abs(slope);
      });
      sums.forEach((sum, h) =>
        assert.ok(Math.abs(found.dAlibi.data[h] - sum) <= 1e-5 * terms[h], `dAlibi of head ${h}`),
      );
    }
  },
);

testEach("far from all keys ALiBi keeps the differences between them", (heed) => {
  const k = randomOf(45).tensorOf([6, 4]);
  const q = { data: new Float32Array(4), shape: [1, 4] };
  for (const slope of [0.7071, -0.3]) {
    const { weights, lse } = heed.attention(q, k, k, {
      alibi: { slopes: [slope], offset: 1e5 },
      keep: ["weights", "lse"],
    });
    const m = Math.fround(slope);
    const powers = [0, 1, 2, 3, 4, 5].map((j) => Math.exp(m * (j - (m > 0 ? 5 : 0))));
    const sum = powers.reduce((all, power) => all + power);
    assertClose(
      weights.data,
      powers.map((power) => power / sum),
      "weights",
      1e-7,
      1e-6,
    );
    assertClose(lse.data, [-m * (1e5 - (m > 0 ? 5 : 0)) + Math.log(sum)], "lse", 0, 1e-7);
  }
});

test("the slopes of n heads are the paper's", () => {
  assert.deepEqual(alibiSlopes(1), [2 ** -8]);
  assert.deepEqual(alibiSlopes(6), [1 / 4, 1 / 16, 1 / 64, 1 / 256, 1 / 2, 1 / 8]);
  assert.deepEqual(
    alibiSlopes(8),
    [1, 2, 3, 4, 5, 6, 7, 8].map((h) => 2 ** -h),
  );
  assert.throws(() => alibiSlopes(0), RangeError);
});

testEach("a sink takes its share of each row, in calls of one row and of many", (heed) => {
  const random = randomOf(46);
  const sink = [0, 3, -Infinity, -2];
  const [k, v] = [random.tensorOf([2, 50, 8]), random.tensorOf([2, 50, 5])];
  const q = random.tensorOf([4, 9, 8]);
  const plain = heed.attention(q, k, v, { keep: ["lse", "weights"] });
  const found = heed.attention(q, k, v, { sink, keep: ["lse", "weights"] });
  for (let row = 0; row < 36; row++) {
    const lse = Math.log(Math.exp(plain.lse.data[row]) + Math.exp(sink[Math.floor(row / 9)]));
    assertClose([found.lse.data[row]], [lse], "lse");
    const share = Math.exp(plain.lse.data[row] - lse);
    for (const [name, columns] of [
      ["output", 5],
      ["weights", 50],
    ]) {
      const range = [row * columns, (row + 1) * columns];
      assertClose(
        found[name].data.subarray(...range),
        Array.from(plain[name].data.subarray(...range), (x) => x * share),
        name,
      );
    }
  }
  for (const rows of [1, 2]) {
    const some = (tensor, columns) =>
      Float32Array.from(
        [0, 1, 2, 3].flatMap((h) => Array.from(tensor.data.subarray(h * 9 * columns, (h * 9 + rows) * columns))),
      );
    const few = heed.attention({ data: some(q, 8), shape: [4, rows, 8] }, k, v, { sink, keep: ["lse"] });
    assertClose(few.output.data, some(found.output, 5), "rows", 1e-6);
    assertClose(few.lse.data, some(found.lse, 1), "lse of rows", 1e-6);
  }
});

testEach("sinks of any size leave outputs and gradients finite, and a row without keys has lse = sink", (heed) => {
  const x = randomOf(47).tensorOf([4, 6]);
  const causal = { offset: -1 };
  for (const sink of [3e38, 100, 0, -100, -3e38]) {
    const { output, lse, weights } = heed.attention(x, x, x, { sink, causal, keep: ["lse", "weights"] });
    assert.equal(lse.data[0], Math.fround(sink));
    assert.ok(
      [output, lse, weights].every(({ data }) => data.every(Number.isFinite)),
      String(sink),
    );
    assert.ok(output.data.subarray(0, 6).every((number) => number === 0));
    if (sink === 3e38)
      assert.ok(output.data.every((number) => number === 0) && lse.data.every((each) => each === Math.fround(3e38)));
    const dOutput = { data: x.data.map((number, at) => (at < 6 ? NaN : number)), shape: x.shape };
    const gradients = heed.attentionBackward(x, x, x, dOutput, { sink, causal });
    for (const name in gradients) assert.ok(gradients[name].data.every(Number.isFinite), `${sink} ${name}`);
  }
  const low = heed.attention(x, x, x, { sink: 0, bias: [[-1e9]], keep: ["lse"] });
  assert.ok(low.output.data.every((number) => number === 0) && low.lse.data.every((each) => each === 0));
  const none = heed.attentionBackward(x, x, x, x, { sink: -Infinity });
  assert.equal(none.dSink.data[0], 0);
  assertSame(heed.attention(x, x, x, { sink: -Infinity }).output, heed.attention(x, x, x).output, "no sink");
});

testEach("the gradient of a sink is −Σ weight of the sink · (dOutput · output − dLse)", (heed) => {
  const random = randomOf(48);
  const [q, k, v, dOutput] = [
    [2, 2, 5, 4],
    [2, 1, 7, 4],
    [2, 1, 7, 3],
    [2, 2, 5, 3],
  ].map((shape) => random.tensorOf(shape));
  const dLse = random.tensorOf([2, 2, 5]);
  const sink = [0.5, -1];
  const { output, lse } = heed.attention(q, k, v, { sink, keep: ["lse"] });
  const expected = [0, 0];
  for (let row = 0; row < 20; row++) {
    const h = Math.floor(row / 5) % 2;
    let dot = 0;
    for (let c = 0; c < 3; c++) dot += dOutput.data[row * 3 + c] * output.data[row * 3 + c];
    expected[h] -= Math.exp(sink[h] - lse.data[row]) * (dot - dLse.data[row]);
  }
  assertClose(heed.attentionBackward(q, k, v, dOutput, { sink, dLse }).dSink.data, expected, "dSink");
});

testEach("a sink that one part of the keys has counts once in the merged result", (heed) => {
  const random = randomOf(49);
  const [q, k, v] = [
    [3, 4],
    [10, 4],
    [10, 2],
  ].map((shape) => random.tensorOf(shape));
  const half = ({ data, shape: [, columns] }, at) => ({
    data: data.slice(at * 5 * columns, (at + 1) * 5 * columns),
    shape: [5, columns],
  });
  const keep = ["lse"];
  const parts = [0, 1].map((at) => heed.attention(q, half(k, at), half(v, at), { sink: at ? -Infinity : 0.7, keep }));
  const plain = [0, 1].map((at) => heed.attention(q, half(k, at), half(v, at), { keep }));
  const own = { output: { data: new Float32Array(6), shape: [3, 2] }, lse: [0.7, 0.7, 0.7] };
  const whole = heed.attention(q, k, v, { sink: 0.7, keep });
  for (const merged of [mergeAttention(parts), mergeAttention([...plain, own])]) {
    for (const name in merged) assertClose(merged[name].data, whole[name].data, name);
  }
});

testEach("sessions take windows, slopes and sinks, give their gradients, and let them change", (heed) => {
  const random = randomOf(50);
  const shapes = { q: [2, 9, 4], k: [2, 9, 4], v: [2, 9, 4], dOutput: [2, 9, 4] };
  const given = Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, random.tensorOf(shape)]));
  const session = heed.session({
    heads: 2,
    queries: 9,
    keys: 9,
    dim: 4,
    window: { left: 3 },
    alibi: true,
    sink: 1,
    backward: true,
  });
  for (const name in given) session[name].set(given[name].data);
  session.sink[1] = -1;
  session.alibi[0] = 0.25;
  session.offsets[0] = 2;
  session.run();
  session.backward();
  const options = { window: { left: 3, offset: 2 }, alibi: [0.25, alibiSlopes(2)[1]], sink: [1, -1] };
  const { q, k, v, dOutput } = given;
  const expected = { ...heed.attention(q, k, v, options), ...heed.attentionBackward(q, k, v, dOutput, options) };
  for (const name in expected) assertClose(session[name], expected[name].data, name, 1e-7, 0);
  session.dispose();
  const layer = heed.selfAttentionSession({
    tokens: 5,
    modelDim: 4,
    heads: 2,
    causal: true,
    alibi: true,
    sink: 0,
    backward: true,
  });
  assert.deepEqual([layer.offsets, layer.dSink.length, layer.dAlibi.length], [undefined, 2, 2]);
  layer.run();
  layer.backward();
  layer.dispose();
});

testEach("causal, window and alibi share the offset that any of them states", (heed) => {
  const random = randomOf(44);
  const [q, k, v] = [5, 5, 5].map((rows) => random.tensorOf([rows, 3]));
  const sets = [
    { causal: { offset: 2 }, window: { left: 1 }, alibi: true },
    { causal: true, window: { left: 1, offset: 2 }, alibi: true },
    { causal: true, window: { left: 1 }, alibi: { offset: 2 } },
  ];
  const [stated, ...others] = sets.map((options) => heed.attention(q, k, v, { ...options, keep: ["weights"] }));
  for (const other of others) assert.deepEqual(other, stated);
  // Row 0 is at key 2, so key 2 is its own and key 3 is later.
  const seen = Array.from(stated.weights.data.slice(0, 5), (weight) => weight > 0);
  assert.deepEqual(seen, [false, true, true, false, false]);
});

const x = (rows) => ({ data: new Float32Array(rows * 2), shape: [rows, 2] });
const REFUSED = [
  [
    { window: { left: -1 } },
    RangeError,
    /window\.left must be an integer, 0 or greater; got the number -1\. Leave it out for no bound\./,
  ],
  [{ window: { right: 1.5 } }, RangeError, /window\.right must be an integer, 0 or greater/],
  [{ window: 256 }, TypeError, /window must be \{ left, right, offset \}/],
  [{ window: { left: 1, offset: 1 }, causal: { offset: 2 } }, RangeError, /causal\.offset and window\.offset differ/],
  [{ window: { left: 1, offset: 2 ** 40 } }, RangeError, /window\.offset must be from/],
  [{ alibi: [1, 2] }, RangeError, /alibi must have one number per query head, the shape \[1\]; its shape is \[2\]\./],
  [{ alibi: [NaN] }, RangeError, /alibi must hold finite numbers/],
  [{ sink: Infinity }, RangeError, /sink must hold finite numbers/],
  [{ sink: NaN }, RangeError, /sink must hold finite numbers/],
  [{ sink: 0, normalize: "none" }, RangeError, /sink needs normalize: "softmax"/],
  [{ window_size: 4 }, TypeError, /write window: \{ left, right \}/],
  [{ sliding_window: 4 }, TypeError, /left: w − 1.*counts the row's own key/],
  [{ alibi_slopes: [1] }, TypeError, /write alibi: slopes/],
];

testEach("what makes no sense is refused by a sentence", (heed) => {
  for (const [options, name, message] of REFUSED) {
    for (const call of [
      () => heed.attention(x(3), x(3), x(3), options),
      () => heed.attentionBackward(x(3), x(3), x(3), x(3), options),
      () => heed.session({ queries: 3, keys: 3, dim: 2, ...options }),
    ])
      assert.throws(call, (error) => error instanceof name && message.test(error.message), JSON.stringify(options));
  }
  for (const [options, word] of [
    [{ window: { left: 1 } }, "window"],
    [{ alibi: true }, "alibi"],
  ]) {
    assert.throws(() => heed.attention(x(2), x(3), x(3), options), {
      name: "RangeError",
      message: new RegExp(`${word} needs as many queries as keys; the scores are 2 × 3.*${word}: \\{ offset: 1 \\}`),
    });
  }
  heed.attention(x(2), x(3), x(3), { window: { left: 1, offset: 1 }, causal: true, alibi: true });
});
