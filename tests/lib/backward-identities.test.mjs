// What must hold of gradients whatever the numbers are; where something must be 0, it is 0 to the bit.
import assert from "node:assert/strict";
import { norm, relativeError } from "./gradient-problems.mjs";
import { assertSame, randomOf, testEach } from "./support.mjs";

const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129];
const COLUMNS = [1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 64];
const isZero = (data) => data.every((value) => value === 0);
const isFinite = (tensors) => Object.values(tensors).every(({ data }) => data.every(Number.isFinite));
const row = ({ data, shape }, i) => data.subarray(i * shape.at(-1), (i + 1) * shape.at(-1));

/** q, k, v and dOutput of one head. */
function draw(seed, queries, keys, dim, valueDim = dim, heads = []) {
  const { tensorOf } = randomOf(seed);
  return [
    tensorOf([...heads, queries, dim]),
    tensorOf([...heads, keys, dim]),
    tensorOf([...heads, keys, valueDim]),
    tensorOf([...heads, queries, valueDim]),
  ];
}

testEach("each row of dScores sums to 0, and dScores is 0 where a key may not be attended to", (heed) => {
  for (const size of SIZES) {
    const { dScores, dWeights } = heed.attentionBackward(...draw(size, size, size, 16), {
      causal: true,
      keep: ["dScores", "dWeights"],
    });
    for (let i = 0; i < size; i++) {
      const slopes = row(dScores, i);
      const sum = slopes.reduce((total, slope) => total + slope, 0);
      assert.ok(Math.abs(sum) <= 2e-6 * norm(row(dWeights, i)), `row ${i} of ${size} sums to ${sum}`);
      assert.ok(
        isZero(slopes.subarray(i + 1)) && isZero(row(dWeights, i).subarray(i + 1)),
        `row ${i} of ${size}, after the diagonal`,
      );
    }
  }
});

testEach("a query with a single key has dq and dk of exactly 0", (heed) => {
  for (const dim of COLUMNS) {
    for (const valueDim of COLUMNS) {
      const { dq, dk, dv, dScores } = heed.attentionBackward(...draw(dim * 100 + valueDim, 3, 1, dim, valueDim), {
        keep: ["dScores"],
      });
      assert.ok(isZero(dq.data) && isZero(dk.data) && isZero(dScores.data), `dim ${dim}, value dim ${valueDim}`);
      assert.ok(norm(dv.data) > 0);
    }
  }
  for (const keys of SIZES) {
    const { dq } = heed.attentionBackward(...draw(keys, 2, keys, 7, 5), { keyLengths: 1 });
    assert.ok(isZero(dq.data), `the first of ${keys} keys`);
  }
});

testEach("keys that may not be attended to get exactly 0 and influence nothing, NaN and Infinity included", (heed) => {
  for (const keys of SIZES.filter((size) => size > 2)) {
    const [q, k, v, dOutput] = draw(keys, 5, keys, 9, 6);
    const hidden = Array.from({ length: keys }, (_, j) => j % 3 === 1);
    const mask = [hidden.map((is) => !is)];
    const spoil = (tensor, value) => hidden.forEach((is, j) => is && row(tensor, j).fill(value));
    const options = { mask, keep: ["dWeights", "dScores"] };
    spoil(k, 0);
    spoil(v, 0);
    const expected = heed.attentionBackward(q, k, v, dOutput, options);
    hidden.forEach(
      (is, j) => is && assert.ok(isZero(row(expected.dk, j)) && isZero(row(expected.dv, j)), `key ${j} of ${keys}`),
    );
    for (const value of [NaN, Infinity, -Infinity, 3e38]) {
      spoil(k, value);
      spoil(v, value);
      const found = heed.attentionBackward(q, k, v, dOutput, options);
      for (const name of Object.keys(expected))
        assertSame(found[name], expected[name], `${name} with ${value} in hidden keys of ${keys}`);
    }
  }
});

testEach("tokens that no head attends to reach no gradient of a layer, NaN and Infinity included", (heed) => {
  const [model, heads, kvHeads, dim, tokens, rows] = [7, 4, 2, 3, 6, 9];
  for (const layout of ["in-out", "out-in"]) {
    const { tensorOf } = randomOf(31);
    const weight = (inputs, outputs) => tensorOf(layout === "in-out" ? [inputs, outputs] : [outputs, inputs]);
    const weights = {
      queryWeight: weight(model, heads * dim),
      keyWeight: weight(model, kvHeads * dim),
      valueWeight: weight(model, kvHeads * dim),
      keyBias: tensorOf([kvHeads * dim]),
      outputWeight: weight(heads * dim, 5),
      heads,
      kvHeads,
      layout,
    };
    const [x, context, dOutput] = [tensorOf([tokens, model]), tensorOf([rows, model]), tensorOf([tokens, 5])];
    const cases = [
      [context, { context, keyLengths: 5 }, [5, 6, 7, 8]],
      [context, { context, mask: [Array.from({ length: rows }, (_, j) => j % 3 !== 1)] }, [1, 4, 7]],
      [context, { context, causal: { offset: 0 } }, [6, 7, 8]],
      [x, { sequences: { queries: [0, 3, 4] } }, [4, 5]],
    ];
    for (const [tensor, options, hidden] of cases) {
      const backward = (value) => {
        for (const i of hidden) row(tensor, i).fill(value);
        return heed.selfAttentionBackward(x, dOutput, { ...weights, ...options });
      };
      const expected = backward(0);
      for (const value of [NaN, Infinity, -Infinity]) {
        const found = backward(value);
        for (const name of Object.keys(expected))
          assertSame(found[name], expected[name], `${name} with ${value} in rows ${hidden}, ${layout}`);
      }
    }
  }
});

testEach("NaN in a token reaches the weights of the heads that attend to it, and no others", (heed) => {
  const { tensorOf } = randomOf(32);
  const [x, context, dOutput] = [tensorOf([3, 4]), tensorOf([5, 4]), tensorOf([3, 4])];
  const mask = [[[true, true, true, true, false]], [[true, true, true, true, true]]]; // head 0 does not see key 4
  const sizes = { tokens: 3, modelDim: 4, contextTokens: 5, heads: 2, mask, backward: true };
  const session = heed.selfAttentionSession(sizes);
  const weights = { heads: 2 };
  for (const name of ["queryWeight", "keyWeight", "valueWeight"]) {
    weights[name] = tensorOf([4, 4]);
    session[name].set(weights[name].data);
  }
  const expected = heed.selfAttentionBackward(x, dOutput, { ...weights, context, mask });
  row(context, 4).fill(NaN);
  session.x.set(x.data);
  session.context.set(context.data);
  session.run();
  session.dOutput.set(dOutput.data);
  session.backward();
  for (const add of [false, true]) {
    if (add) session.backward({ add });
    for (const name of ["dKeyWeight", "dValueWeight"])
      session[name].forEach((number, n) => {
        if (n % 4 < 2) assert.ok(Math.abs(number - (add ? 2 : 1) * expected[name].data[n]) < 1e-5, `${name} ${n}`);
        else assert.ok(Number.isNaN(number), `${name} ${n}`);
      });
  }
  session.dispose();
});

testEach("queries with nothing to attend to get exactly 0, and leave the others finite", (heed) => {
  for (const hide of [
    { mask: [[false], [true], [true], [true]] },
    { causal: { offset: -1 } },
    { bias: [[-Infinity], [0], [0], [0]] },
  ]) {
    for (const normalize of ["softmax", "none"]) {
      const all = heed.attentionBackward(...draw(7, 4, 4, 5), { ...hide, normalize, keep: ["dWeights", "dScores"] });
      assert.ok(isFinite(all));
      assert.ok(
        isZero(row(all.dq, 0)) && isZero(row(all.dWeights, 0)) && isZero(row(all.dScores, 0)),
        JSON.stringify(hide),
      );
      assert.ok(!isZero(row(all.dq, 2)));
    }
  }
  const none = heed.attentionBackward(...draw(7, 4, 4, 5), { keyLengths: 0, bias: [0, 0, 0, 0] });
  for (const [name, { data }] of Object.entries(none)) assert.ok(isZero(data), name);
});

testEach("logits of ±10,000 and biases of −1e30 leave every gradient finite", (heed) => {
  const [q, k, v, dOutput] = draw(3, 6, 6, 4);
  const huge = { data: q.data.map((x) => x * 5000), shape: q.shape };
  assert.ok(isFinite(heed.attentionBackward(huge, k, v, dOutput, { scale: "none", keep: ["dWeights", "dScores"] })));
  const { dBias, dq } = heed.attentionBackward(q, k, v, dOutput, { bias: [Array(6).fill(-1e30)] });
  assert.ok(dBias.data.every(Number.isFinite) && norm(dq.data) > 0.01);
});

testEach("grouped heads get the sum of the gradients of the expanded heads", (heed) => {
  const { tensorOf } = randomOf(4);
  const [q, k, v, dOutput] = [
    tensorOf([2, 6, 5, 8]),
    tensorOf([2, 2, 7, 8]),
    tensorOf([2, 2, 7, 3]),
    tensorOf([2, 6, 5, 3]),
  ];
  const expand = ({ data, shape: [batch, heads, rows, columns] }) => {
    const size = rows * columns;
    const copies = Array.from({ length: batch * heads * 3 }, (_, at) => [
      ...data.subarray(Math.floor(at / 3) * size, (Math.floor(at / 3) + 1) * size),
    ]);
    return { data: Float32Array.from(copies.flat()), shape: [batch, heads * 3, rows, columns] };
  };
  const gather = ({ data, shape: [, , rows, columns] }) => {
    const size = rows * columns;
    return Float64Array.from({ length: data.length / 3 }, (_, at) => {
      const first = Math.floor(at / size) * 3 * size + (at % size);
      return data[first] + data[first + size] + data[first + 2 * size];
    });
  };
  const options = { causal: { offset: 2 } };
  const grouped = heed.attentionBackward(q, k, v, dOutput, options);
  const expanded = heed.attentionBackward(q, expand(k), expand(v), dOutput, options);
  assertSame(grouped.dq, expanded.dq, "dq");
  for (const name of ["dk", "dv"]) assert.ok(relativeError(grouped[name].data, gather(expanded[name])) <= 1e-6, name);
});

testEach("permuting the keys permutes dk and dv and leaves dq", (heed) => {
  for (const keys of SIZES) {
    const [q, k, v, dOutput] = draw(keys, 4, keys, 8, 5);
    const turned = ({ data, shape }) => ({
      data: Float32Array.from(data, (_, at) => data[(at + 2 * shape[1]) % data.length]),
      shape,
    });
    const [plain, moved] = [
      heed.attentionBackward(q, k, v, dOutput),
      heed.attentionBackward(q, turned(k), turned(v), dOutput),
    ];
    for (const name of ["dk", "dv"])
      assert.ok(
        norm(moved[name].data.map((x, at) => x - turned(plain[name]).data[at])) <= 2e-6 * norm(dOutput.data),
        `${name} of ${keys}`,
      );
    assert.ok(norm(moved.dq.data.map((x, at) => x - plain.dq.data[at])) <= 2e-6 * norm(dOutput.data), `dq of ${keys}`);
  }
});

testEach("a bias of the key projection has no gradient but rounding", (heed) => {
  const { tensorOf } = randomOf(5);
  const weights = {
    queryWeight: tensorOf([12, 12]),
    keyWeight: tensorOf([12, 12]),
    valueWeight: tensorOf([12, 12]),
    keyBias: tensorOf([12]),
    queryBias: tensorOf([12]),
    heads: 3,
  };
  const found = heed.selfAttentionBackward(tensorOf([20, 12]), tensorOf([20, 12]), weights);
  const [ofKeyBias, ofKey, ofQueryBias] = ["dKeyBias", "dKeyWeight", "dQueryBias"].map((name) =>
    norm(found[name].data),
  );
  assert.ok(ofKeyBias <= 1e-5 * ofKey && ofQueryBias > 0.01 * ofKey);
});

testEach("keeping dWeights and dScores changes no gradient", (heed) => {
  for (const size of [3, 17, 129]) {
    const given = draw(size, size, size, 8, 5);
    const [plain, kept] = [
      heed.attentionBackward(...given),
      heed.attentionBackward(...given, { keep: ["dScores", "dWeights"] }),
    ];
    for (const name of ["dq", "dk", "dv"]) assertSame(kept[name], plain[name], name);
    assert.deepEqual(
      [kept.dScores.shape, kept.dWeights.shape],
      [
        [size, size],
        [size, size],
      ],
    );
  }
});

testEach("results have the shapes of what they belong to, with as many axes as the caller used", (heed) => {
  const { tensorOf } = randomOf(6);
  const shapes = (result) =>
    Object.fromEntries(
      Object.entries(result).map(
        ([name, { data, shape }]) => (
          assert.equal(
            data.length,
            shape.reduce((a, b) => a * b),
          ),
          [name, shape]
        ),
      ),
    );
  const keep = ["dWeights", "dScores"];
  const keepOfLayer = [...keep, "dq", "dk", "dv", "dJoined"];
  assert.deepEqual(
    shapes(
      heed.attentionBackward(tensorOf([2, 3]), tensorOf([4, 3]), tensorOf([4, 5]), tensorOf([2, 5]), {
        keep,
        bias: [1, 2, 3, 4],
      }),
    ),
    {
      dq: [2, 3],
      dk: [4, 3],
      dv: [4, 5],
      dBias: [4],
      dWeights: [2, 4],
      dScores: [2, 4],
    },
  );
  assert.deepEqual(
    shapes(
      heed.attentionBackward(tensorOf([4, 2, 3]), tensorOf([2, 4, 3]), tensorOf([2, 4, 5]), tensorOf([4, 2, 5]), {
        keep,
      }),
    ),
    {
      dq: [4, 2, 3],
      dk: [2, 4, 3],
      dv: [2, 4, 5],
      dWeights: [4, 2, 4],
      dScores: [4, 2, 4],
    },
  );
  assert.deepEqual(shapes(heed.selfAttentionBackward(tensorOf([3, 4]), tensorOf([3, 4]), { keep })), {
    dx: [3, 4],
    dWeights: [3, 3],
    dScores: [3, 3],
  });
  assert.deepEqual(
    shapes(
      heed.selfAttentionBackward(tensorOf([2, 3, 4]), tensorOf([2, 3, 4]), {
        heads: 2,
        keep: keepOfLayer,
        context: tensorOf([2, 5, 4]),
        bias: tensorOf([2, 1, 1]),
      }),
    ),
    {
      dx: [2, 3, 4],
      dContext: [2, 5, 4],
      dBias: [2, 1, 1],
      dWeights: [2, 2, 3, 5],
      dScores: [2, 2, 3, 5],
      dq: [2, 2, 3, 2],
      dk: [2, 2, 5, 2],
      dv: [2, 2, 5, 2],
      dJoined: [2, 3, 4],
    },
  );
  const layer = {
    queryWeight: tensorOf([6, 4]),
    keyWeight: tensorOf([6, 4]),
    valueWeight: tensorOf([8, 4]),
    outputWeight: tensorOf([7, 8]),
    valueBias: tensorOf([8]),
    outputBias: tensorOf([7]),
    heads: 2,
    layout: "out-in",
  };
  assert.deepEqual(shapes(heed.selfAttentionBackward(tensorOf([3, 4]), tensorOf([3, 7]), layer)), {
    dx: [3, 4],
    dQueryWeight: [6, 4],
    dKeyWeight: [6, 4],
    dValueWeight: [8, 4],
    dValueBias: [8],
    dOutputWeight: [7, 8],
    dOutputBias: [7],
  });
});

testEach("dx is the sum of what comes through queries, keys and values", (heed) => {
  const { tensorOf } = randomOf(8);
  const [x, dOutput] = [tensorOf([9, 6]), tensorOf([9, 6])];
  const weights = { queryWeight: tensorOf([6, 6]), keyWeight: tensorOf([6, 6]), valueWeight: tensorOf([6, 6]) };
  const { dx } = heed.selfAttentionBackward(x, dOutput, weights);
  const apart = heed.selfAttentionBackward(x, dOutput, { ...weights, context: x });
  assert.ok(
    relativeError(
      dx.data,
      apart.dx.data.map((slope, at) => slope + apart.dContext.data[at]),
    ) <= 1e-6,
  );
  const basic = heed.selfAttentionBackward(x, dOutput);
  const { dq, dk, dv } = heed.attentionBackward(x, x, x, dOutput, { scale: "none" });
  assert.ok(
    relativeError(
      basic.dx.data,
      dq.data.map((slope, at) => slope + dk.data[at] + dv.data[at]),
    ) <= 1e-6,
  );
});
