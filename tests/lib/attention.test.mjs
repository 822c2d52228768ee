// Attention of the package against the textbook, over random shapes and options.
import assert from "node:assert/strict";
import { textbookAttention } from "./oracle.mjs";
import { drawKeyMask } from "./gradient-problems.mjs";
import { rulesOf } from "./rules.mjs";
import { assertClose, assertSame, product, randomOf, testEach } from "./support.mjs";

const MATRICES = ["raw", "scores", "logits", "weights"];

/**
 * A random problem of rank 4, its options, and the same options as the textbook takes them. Small, unless the sizes are
 * given.
 */
function problemOf(seed, given) {
  const random = randomOf(seed);
  const { integer, uniform, tensorOf } = random;
  const sizes = given ?? smallSizes(random);
  const { batch, heads, kvHeads, queries, keys, dim, valueDim } = sizes;
  const inputs = {
    q: tensorOf([batch, heads, queries, dim]),
    k: tensorOf([batch, kvHeads, keys, dim]),
    v: tensorOf([batch, kvHeads, keys, valueDim]),
  };
  const options = { keep: MATRICES };
  const extents = [batch, heads, queries, keys];
  if (uniform() < 0.4) options.causal = { offset: Array.from({ length: batch }, () => integer(-3, keys)) };
  if (uniform() < 0.4) options.keyLengths = Array.from({ length: batch }, () => integer(0, keys));
  if (uniform() < 0.5) {
    const shape = broadcastShape(random, extents);
    options.mask = { data: Uint8Array.from({ length: product(shape) }, () => Number(uniform() < 0.7)), shape };
  }
  if (uniform() < 0.5) {
    const shape = broadcastShape(random, extents);
    options.bias = tensorOf(shape, () => (uniform() < 0.1 ? -Infinity : random.normal()));
  }
  if (uniform() < 0.3) options.softcap = Math.fround(0.5 + uniform());
  if (uniform() < 0.2) options.normalize = "none";
  if (uniform() < 0.3) options.keyMask = drawKeyMask(random, sizes);
  return { inputs, options, textbook: rulesOf(options, sizes), sizes };
}

function smallSizes({ integer }) {
  const [kvHeads, group] = [integer(1, 3), integer(1, 3)];
  return {
    batch: integer(1, 3),
    heads: kvHeads * group,
    kvHeads,
    queries: integer(1, 18),
    keys: integer(1, 18),
    dim: integer(1, 17),
    valueDim: integer(1, 17),
  };
}

/** Some of the last axes, each as it is or 1. */
function broadcastShape({ integer, uniform }, extents) {
  return extents.slice(integer(0, 3)).map((extent) => (uniform() < 0.4 ? 1 : extent));
}

testEach("every result agrees with the textbook, whatever options are combined", (heed) => {
  for (let seed = 1; seed <= 300; seed++) {
    const { inputs, options, textbook } = problemOf(seed);
    const result = heed.attention(inputs.q, inputs.k, inputs.v, options);
    const expected = textbookAttention(inputs, textbook);
    for (const name of ["output", ...MATRICES]) assertClose(result[name].data, expected[name], `seed ${seed}: ${name}`);
  }
});

function assertSessionAgrees(heed, { inputs, options, sizes }, what) {
  const result = heed.attention(inputs.q, inputs.k, inputs.v, options);
  const session = heed.session({ ...sizes, ...options });
  for (const name of ["q", "k", "v"]) session[name].set(inputs[name].data);
  session.run();
  for (const name of ["output", ...options.keep])
    assert.deepEqual(session[name].slice(), result[name].data, `${what}: ${name}`);
  session.dispose();
}

testEach("a session gives the very results of attention", (heed) => {
  for (let seed = 1; seed <= 60; seed++) assertSessionAgrees(heed, problemOf(seed), `seed ${seed}`);
});

// A session computes all heads at once; attention() takes large ones in runs.
testEach("heads in several runs, within a batch or over batches, give the very results of all at once", (heed) => {
  // One group in each run; some groups in each run, and fewer in the last; the same with batches.
  const sizes = [
    { batch: 2, heads: 6, kvHeads: 3, queries: 300, keys: 281, dim: 100, valueDim: 103 },
    { batch: 2, heads: 10, kvHeads: 5, queries: 90, keys: 70, dim: 70, valueDim: 63 },
    { batch: 23, heads: 4, kvHeads: 2, queries: 40, keys: 50, dim: 16, valueDim: 16 },
  ];
  for (let seed = 1; seed <= 30; seed++) {
    const problem = problemOf(seed, sizes[seed % 3]);
    for (const keep of [MATRICES, ["weights"], []]) {
      problem.options.keep = keep;
      assertSessionAgrees(heed, problem, `seed ${seed}, keep ${keep}`);
    }
  }
});

testEach("a typed array of a class of one's own counts for its numbers, in several runs too", (heed) => {
  const { tensorOf } = randomOf(5);
  const shape = [6, 180, 100];
  const plain = tensorOf(shape);
  class Matrix extends Float32Array {
    constructor(rows, columns) {
      super(rows * columns);
    }
    subarray() {
      return new Float32Array(1);
    }
  }
  const own = new Matrix(shape[0] * shape[1], shape[2]);
  own.set(plain.data);
  const expected = heed.attention(plain, plain, plain).output;
  heed.attention(tensorOf(shape), tensorOf(shape), tensorOf(shape));
  assertSame(
    heed.attention({ data: own, shape }, { data: own, shape }, { data: own, shape }).output,
    expected,
    "output",
  );
});

testEach("keeping something changes no other result beyond rounding", (heed) => {
  for (let seed = 301; seed <= 340; seed++) {
    const { inputs, options } = problemOf(seed);
    const all = heed.attention(inputs.q, inputs.k, inputs.v, options);
    for (const keep of [[], ...MATRICES.map((name) => [name]), ["weights", "raw"]]) {
      const some = heed.attention(inputs.q, inputs.k, inputs.v, { ...options, keep });
      assert.deepEqual(Object.keys(some).sort(), [...new Set([...keep, "output"])].sort());
      for (const name of Object.keys(some))
        assertClose(some[name].data, all[name].data, `seed ${seed}: ${name} with keep ${keep}`);
    }
  }
});

testEach("results have the axes of the inputs, and the same numbers in each rank", (heed) => {
  const { tensorOf } = randomOf(1);
  const of = (rank, tensor) => ({ data: tensor.data, shape: tensor.shape.slice(4 - rank) });
  const [q, k, v] = [tensorOf([1, 1, 5, 4]), tensorOf([1, 1, 7, 4]), tensorOf([1, 1, 7, 3])];
  const full = heed.attention(q, k, v, { keep: ["weights"] });
  assert.deepEqual(
    [full.output.shape, full.weights.shape],
    [
      [1, 1, 5, 3],
      [1, 1, 5, 7],
    ],
  );
  for (const rank of [2, 3]) {
    const result = heed.attention(of(rank, q), of(rank, k), of(rank, v), { keep: ["weights"] });
    for (const name of ["output", "weights"]) assertSame(result[name], of(rank, full[name]), `${name} of rank ${rank}`);
  }
});

testEach("nested arrays, plain arrays, other number types and tensors give one result", (heed) => {
  const nested = [
    [1, 0.5],
    [0.25, 2],
    [3, -1],
  ];
  const flat = nested.flat();
  const expected = heed.attention(nested, nested, nested).output;
  const forms = [
    { data: Float32Array.from(flat), shape: [3, 2] },
    { data: Float64Array.from(flat), shape: [3, 2] },
    { data: flat, shape: [3, 2] },
    nested.map((row) => Float32Array.from(row)),
  ];
  for (const form of forms) assertSame(heed.attention(form, form, form).output, expected, "output");
});

testEach("what a masked key holds, NaN and Infinity included, influences nothing", (heed) => {
  const { tensorOf } = randomOf(2);
  for (const poison of [NaN, Infinity, -Infinity]) {
    const [q, k, v] = [tensorOf([2, 6, 8]), tensorOf([2, 6, 8]), tensorOf([2, 6, 5])];
    const hidden = [4, 5];
    const ways = [
      { mask: { data: Uint8Array.from([1, 1, 1, 1, 0, 0]), shape: [6] } },
      { keyLengths: 4 },
      { bias: [0, 0, 0, 0, -Infinity, -Infinity] },
      { causal: { offset: -2 } },
    ];
    const clean = ways.map((way) => heed.attention(q, k, v, { ...way, keep: ["weights"] }));
    for (const tensor of [k, v]) {
      const columns = tensor.shape[2];
      for (let h = 0; h < 2; h++)
        for (const j of hidden) tensor.data.fill(poison, (h * 6 + j) * columns, (h * 6 + j + 1) * columns);
    }
    ways.forEach((way, index) => {
      const poisoned = heed.attention(q, k, v, { ...way, keep: ["weights"] });
      for (const name of ["output", "weights"])
        assertClose(poisoned[name].data, clean[index][name].data, `${name} with ${poison} under ${Object.keys(way)}`);
    });
  }
});

testEach("a row with nothing to attend to gets weights 0 and output 0", (heed) => {
  const { tensorOf } = randomOf(3);
  const [q, k, v] = [tensorOf([4, 3]), tensorOf([5, 3]), tensorOf([5, 2])];
  const empty = (options) => heed.attention(q, k, v, { ...options, keep: ["weights", "logits"] });
  for (const options of [
    { keyLengths: 0 },
    { mask: [[false]] },
    { bias: [[-Infinity]] },
    { causal: { offset: -9 } },
    { causal: { offset: -(2 ** 40) } },
  ]) {
    const { output, weights, logits } = empty(options);
    assert.ok(output.data.every((x) => x === 0) && weights.data.every((x) => x === 0), JSON.stringify(options));
    assert.ok(logits.data.every((x) => x === -Infinity));
  }
  const discouraged = heed.attention(q, k, v, { bias: [[-1e30]], keep: ["weights"] });
  for (let i = 0; i < 4; i++)
    assertClose([discouraged.weights.data.slice(i * 5, i * 5 + 5).reduce((a, b) => a + b)], [1], "a row sum", 1e-6);
});

testEach("logits of ±10,000 give weights that sum to one and no NaN", (heed) => {
  const { tensorOf, normal } = randomOf(4);
  const q = tensorOf([17, 16], () => 1e3 * normal());
  const k = tensorOf([33, 16], () => 10 * normal());
  const { output, weights } = heed.attention(q, k, k, { keep: ["weights"] });
  assert.ok(output.data.every(Number.isFinite));
  for (let i = 0; i < 17; i++)
    assertClose([weights.data.slice(i * 33, i * 33 + 33).reduce((a, b) => a + b)], [1], "a row sum", 1e-6);
});

testEach("each scale multiplies the raw scores by what its name says", (heed) => {
  const { tensorOf } = randomOf(5);
  const q = tensorOf([4, 3, 9]);
  const factors = new Map([
    ["sqrt-dk", 1 / 3],
    ["sqrt-dmodel", 1 / 6],
    ["none", 1],
    [0.25, 0.25],
    [-2, -2],
    [0, 0],
    [undefined, 1 / 3],
  ]);
  for (const [scale, factor] of factors) {
    const { raw, scores } = heed.attention(q, q, q, { scale, keep: ["raw", "scores"] });
    assertClose(
      scores.data,
      raw.data.map((x) => x * factor),
      `scores of scale ${scale}`,
    );
  }
});

testEach("causal: true is the offset 0, and false is no option at all", (heed) => {
  const { tensorOf } = randomOf(6);
  const q = tensorOf([6, 4]);
  const run = (causal) => heed.attention(q, q, q, { causal }).output;
  assertSame(run(true), run({ offset: 0 }), "output");
  assertSame(run(true), run({ offset: Int32Array.of(0) }), "output");
  assertSame(run(false), run(undefined), "output");
  assertSame(run({ offset: 2 ** 40 }), run(undefined), "output");
});

testEach("NaN in what may be attended to is data, and comes out as NaN", (heed) => {
  const { output } = heed.attention(
    [[1, 2]],
    [
      [NaN, 1],
      [1, 1],
    ],
    [[1], [2]],
  );
  assert.ok(Number.isNaN(output.data[0]));
});

testEach("the functions can be taken out of the object", ({ attention, selfAttention }) => {
  assert.deepEqual(attention([[1]], [[1]], [[7]]).output.data[0], 7);
  assert.deepEqual(selfAttention([[7]]).output.data[0], 7);
});

testEach("each option is read once, so a getter runs once", (heed) => {
  const read = [];
  const values = { scale: 1, mask: [[true]], bias: [[0]], causal: true, keyLengths: 2, softcap: 1, keep: ["weights"] };
  const options = {};
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(options, name, { enumerable: true, get: () => (read.push(name), value) });
  const x = [[1], [2]];
  heed.attention(x, x, x, options);
  assert.deepEqual(read.sort(), Object.keys(values).sort());
});

testEach("a key mask hides what the same mask written out hides, to the bit, forward and backward", (heed) => {
  const random = randomOf(77);
  for (const softmax of [true, false])
    for (const [keys, queries] of [
      [5, 3],
      [9, 9],
      [70, 13],
      [520, 2],
    ]) {
      const [q, k, v, dOutput] = [queries, keys, keys, queries].map((rows, at) =>
        random.tensorOf([2, at === 1 || at === 2 ? 1 : 2, rows, 4]),
      );
      const keyMask = Array.from({ length: 2 }, (_, b) =>
        Array.from({ length: keys }, (_, j) => j > b && j < keys - 2),
      );
      const written = { data: Uint8Array.from(keyMask.flat(), Number), shape: [2, 1, 1, keys] };
      // Hidden keys hold what nobody may see.
      keyMask.forEach((row, b) =>
        row.forEach((seen, j) => {
          for (const { data } of seen ? [] : [k, v]) data.fill(NaN, 4 * (b * keys + j), 4 * (b * keys + j + 1));
        }),
      );
      const options = { ...(softmax ? {} : { normalize: "none" }), causal: { offset: keys - queries } };
      const all = (more) => ({
        ...heed.attention(q, k, v, { ...options, ...more, keep: MATRICES }),
        ...heed.attentionBackward(q, k, v, dOutput, { ...options, ...more }),
      });
      const [found, expected] = [all({ keyMask }), all({ mask: written })];
      for (const name in expected) assertSame(found[name], expected[name], `${keys} keys: ${name}`);
      for (const name of ["dk", "dv"])
        keyMask.flat().forEach((seen, at) => {
          if (!seen)
            assert.ok(
              found[name].data.subarray(4 * at, 4 * at + 4).every((one) => one === 0),
              name,
            );
        });
    }
});
