// The log-sum-exp of rows, its gradient, and merging attention over parts of the keys.
import assert from "node:assert/strict";
import test from "node:test";
import { assertClose, assertSame, dist, randomOf, rowsOf, testEach } from "./support.mjs";

const { mergeAttention, mergeAttentionBackward } = await import(new URL("heed.js", dist));

/** ln Σ exp of a row of logits in double precision. */
function lseOf(logits) {
  const most = Math.max(...logits);
  return most === -Infinity ? most : most + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0));
}

testEach("lse is the log of the sum of the exponentials of the logits, in base e", (heed) => {
  const random = randomOf(11);
  for (const [batch, heads, queries, keys] of [
    [1, 1, 1, 1],
    [2, 4, 2, 70],
    [1, 2, 13, 1100],
  ]) {
    const q = random.tensorOf([batch, heads, queries, 8]);
    const [k, v] = [8, 3].map((columns) => random.tensorOf([batch, heads / (heads > 1 ? 2 : 1), keys, columns]));
    const bias = random.tensorOf([queries, keys], () => 30 * random.normal());
    const options = { causal: { offset: keys - queries - 1 }, softcap: 20, bias };
    const { lse, logits } = heed.attention(q, k, v, { ...options, keep: ["lse", "logits"] });
    assert.deepEqual(lse.shape, [batch, heads, queries]);
    const expected = Array.from(lse.data, (_, row) =>
      lseOf(Array.from(logits.data.subarray(row * keys, (row + 1) * keys))),
    );
    assertClose(lse.data, expected, "lse", 1e-5, 2e-6);
    const alone = heed.attention(q, k, v, { ...options, keep: ["lse"] });
    assertClose(alone.lse.data, expected, "lse alone", 1e-5, 2e-6);
    assertSame(alone.output, heed.attention(q, k, v, options).output, "the output");
  }
});

testEach("lse has the axes of q without the last, in every call", (heed) => {
  const x = { data: new Float32Array(12).fill(1), shape: [3, 4] };
  const ln3 = Math.fround(Math.log(3));
  assert.deepEqual(heed.attention(x, x, x, { scale: 0, keep: ["lse"] }).lse, {
    data: new Float32Array(3).fill(ln3),
    shape: [3],
  });
  assert.deepEqual(heed.selfAttention(x, { scale: 0, keep: ["lse"] }).lse.shape, [3]);
  assert.deepEqual(heed.selfAttention(x, { heads: 2, scale: 0, keep: ["lse"] }).lse.shape, [2, 3]);
  const batched = { data: x.data, shape: [1, 3, 4] };
  assert.deepEqual(heed.selfAttention(batched, { scale: 0, keep: ["lse"] }).lse.shape, [1, 1, 3]);
  using_(heed.session({ queries: 3, keys: 3, dim: 4, keep: ["lse"] }), (session) => {
    session.run();
    assert.deepEqual(Array.from(session.lse), [ln3, ln3, ln3]);
  });
  using_(heed.selfAttentionSession({ tokens: 3, modelDim: 4, backward: true, keep: ["lse"] }), (session) => {
    session.run();
    assert.equal(session.dLse.length, 3);
    session.dLse.fill(1);
    session.backward();
    assert.deepEqual(Array.from(session.lse), [ln3, ln3, ln3]);
  });
  using_(heed.session({ queries: 3, keys: 3, dim: 4, backward: true }), (session) =>
    assert.equal(session.dLse, undefined),
  );
});

function using_(session, body) {
  try {
    body(session);
  } finally {
    session.dispose();
  }
}

testEach("a row with nothing to attend to has the lse −∞, and takes no gradient from it", (heed) => {
  const x = randomOf(12).tensorOf([3, 4]);
  const options = { causal: { offset: -1 } };
  const { lse, output } = heed.attention(x, x, x, { ...options, keep: ["lse"] });
  assert.equal(lse.data[0], -Infinity);
  assert.ok(Number.isFinite(lse.data[1]));
  assert.deepEqual(Array.from(output.data.subarray(0, 4)), [0, 0, 0, 0]);
  const dLse = { data: Float32Array.of(NaN, 0, 0), shape: [3] };
  const plain = heed.attentionBackward(x, x, x, x, options);
  const withLse = heed.attentionBackward(x, x, x, x, { ...options, dLse });
  for (const name of ["dq", "dk", "dv"]) assertSame(withLse[name], plain[name], name);
});

testEach("the gradient of lse with respect to the scores is the weights", (heed) => {
  const random = randomOf(13);
  const [q, k, v] = [random.tensorOf([4, 7, 5]), random.tensorOf([2, 9, 5]), random.tensorOf([2, 9, 6])];
  const zero = { data: new Float32Array(4 * 7 * 6), shape: [4, 7, 6] };
  const dLse = { data: new Float32Array(28).fill(1), shape: [4, 7] };
  const { weights } = heed.attention(q, k, v, { keep: ["weights"] });
  const { dScores, dv } = heed.attentionBackward(q, k, v, zero, { dLse, keep: ["dScores"] });
  assertClose(dScores.data, weights.data, "dScores");
  assert.ok(dv.data.every((slope) => slope === 0));
});

testEach("lse and dLse without softmax, or a dLse of another shape, are refused", (heed) => {
  const x = randomOf(14).tensorOf([3, 4]);
  const dLse = { data: new Float32Array(3), shape: [3] };
  assert.throws(() => heed.attention(x, x, x, { normalize: "none", keep: ["lse"] }), {
    name: "RangeError",
    message: 'heed.attention: lse needs normalize: "softmax"; with normalize: "none" no row is divided by a sum.',
  });
  assert.throws(() => heed.attentionBackward(x, x, x, x, { normalize: "none", dLse }), RangeError);
  assert.throws(() => heed.attentionBackward(x, x, x, x, { dLse: { data: dLse.data, shape: [1, 3] } }), {
    name: "RangeError",
    message: "heed.attentionBackward: dLse must have the shape of lse, [3]; its shape is [1, 3].",
  });
  assert.throws(() => heed.attention(x, x, x, { dLse }), TypeError);
  assert.throws(() => heed.session({ queries: 1, keys: 1, dim: 1, normalize: "none", keep: ["lse"] }), RangeError);
});

testEach("parts of the keys merge to the whole, and their gradients too", (heed) => {
  const random = randomOf(15);
  const [queries, keys] = [6, 40];
  const [q, k, v] = [
    [2, queries, 5],
    [2, keys, 5],
    [2, keys, 3],
  ].map((shape) => random.tensorOf(shape));
  const [dOutput, dLse] = [random.tensorOf([2, queries, 3]), random.tensorOf([2, queries])];
  const cuts = [0, 7, 8, 25, keys];
  const offset = 3; // the first rows see one part only
  const options = (from) => ({ causal: { offset: offset - from }, keep: ["lse"] });
  const ranges = cuts.slice(1).map((to, at) => [cuts[at], to]);
  const parts = ranges.map(([from, to]) => heed.attention(q, rowsOf(k, from, to), rowsOf(v, from, to), options(from)));
  const whole = heed.attention(q, k, v, options(0));
  const merged = mergeAttention(parts);
  for (const name of ["output", "lse"]) {
    assert.deepEqual(merged[name].shape, whole[name].shape);
    assertClose(merged[name].data, whole[name].data, name);
  }
  const expected = heed.attentionBackward(q, k, v, dOutput, { causal: { offset }, dLse });
  const dq = new Float32Array(q.data.length);
  const gradients = mergeAttentionBackward(parts, dOutput, dLse);
  ranges.forEach(([from, to], p) => {
    const found = heed.attentionBackward(q, rowsOf(k, from, to), rowsOf(v, from, to), gradients[p].dOutput, {
      causal: { offset: offset - from },
      dLse: gradients[p].dLse,
    });
    found.dq.data.forEach((slope, at) => (dq[at] += slope));
    for (const name of ["dk", "dv"]) assertClose(found[name].data, rowsOf(expected[name], from, to).data, name, 5e-6);
  });
  assertClose(dq, expected.dq.data, "dq", 5e-6);
});

const part = (output, lse) => ({ output: [output], lse: [lse] });

test("a part of weight 0 is not read, and rows without any key stay empty", () => {
  const merged = mergeAttention([part([NaN, NaN], -Infinity), part([1, 2], 5)]);
  assert.deepEqual([Array.from(merged.output.data), Array.from(merged.lse.data)], [[1, 2], [5]]);
  const empty = mergeAttention([part([NaN], -Infinity), part([3], -Infinity)]);
  assert.deepEqual([Array.from(empty.output.data), Array.from(empty.lse.data)], [[0], [-Infinity]]);
  const [none, all] = mergeAttentionBackward([part([NaN, NaN], -Infinity), part([1, 2], 5)], [[3, 4]], [7]);
  assert.deepEqual([Array.from(none.dOutput.data), Array.from(none.dLse.data)], [[0, 0], [0]]);
  assert.deepEqual([Array.from(all.dOutput.data), Array.from(all.dLse.data)], [[3, 4], [7]]);
  const [gradient] = mergeAttentionBackward([part([NaN], -Infinity)], [[NaN]], [NaN]);
  assert.deepEqual([Array.from(gradient.dOutput.data), Array.from(gradient.dLse.data)], [[0], [0]]);
});

test("equal parts weigh a half each, however large their lse", () => {
  for (const lse of [-3e38, -1e5, 0, 1e5, 3e38]) {
    const merged = mergeAttention([part([1], lse), part([3], lse)]);
    assert.equal(merged.output.data[0], 2, String(lse));
    assert.equal(merged.lse.data[0], Math.fround(Math.fround(lse) + Math.log(2)));
  }
});

test("the gradient of merging is the central difference", () => {
  const random = randomOf(16);
  const parts = [1, 2, 3].map(() => ({ output: random.tensorOf([4, 3]), lse: random.tensorOf([4]) }));
  const [dOutput, dLse] = [random.tensorOf([4, 3]), random.tensorOf([4])];
  const loss = () => {
    let sum = 0;
    for (let row = 0; row < 4; row++) {
      const weights = parts.map(({ lse }) => Math.exp(lse.data[row]));
      const total = weights.reduce((all, weight) => all + weight, 0);
      sum += dLse.data[row] * Math.log(total);
      for (let c = 0; c < 3; c++)
        parts.forEach(
          ({ output }, p) => (sum += (dOutput.data[row * 3 + c] * weights[p] * output.data[row * 3 + c]) / total),
        );
    }
    return sum;
  };
  for (const each of parts) {
    for (const name of ["output", "lse"]) each[name].data = Float64Array.from(each[name].data);
  }
  const gradients = mergeAttentionBackward(parts, dOutput, dLse);
  parts.forEach((each, p) => {
    for (const [name, slope] of [
      ["output", "dOutput"],
      ["lse", "dLse"],
    ]) {
      each[name].data.forEach((value, at) => {
        const moved = (by) => ((each[name].data[at] = value + by), loss());
        const expected = (moved(1e-5) - moved(-1e-5)) / 2e-5;
        each[name].data[at] = value;
        assert.ok(Math.abs(gradients[p][slope].data[at] - expected) <= 1e-6, `${name} ${p} ${at}`);
      });
    }
  });
});

test("what cannot be merged is refused by a sentence", () => {
  const [a, b] = [part([1, 2], 0), part([1], 0)];
  const refusals = [
    [[], "heed.mergeAttention: parts must be an array of { output, lse }; got an empty array."],
    [[7], "heed.mergeAttention: parts[0] must be a plain object; got the number 7."],
    [[a, b], "heed.mergeAttention: parts[1].output must have the shape [1, 2]; its shape is [1, 1]."],
    [
      [{ output: [[1, 2]], lse: [[1, 2]] }],
      "heed.mergeAttention: lse must have the shape of output without its last axis, [1]; its shape is [1, 2].",
    ],
  ];
  for (const [parts, message] of refusals) assert.throws(() => mergeAttention(parts), { message });
  assert.throws(() => mergeAttentionBackward([a], [[1]]), {
    name: "RangeError",
    message: "heed.mergeAttentionBackward: dOutput must have the shape [1, 2]; its shape is [1, 1].",
  });
});
