// Whole layers of the package against the textbook.
import assert from "node:assert/strict";
import { textbookAttention, textbookLayer } from "./oracle.mjs";
import { assertClose, assertSame, dist, randomOf, testEach, transposed } from "./support.mjs";

const { fromTorch } = await import(new URL("heed.js", dist));

const MATRICES = ["q", "k", "v", "raw", "scores", "logits", "weights", "joined"];

function layerOf(seed) {
  const { integer, uniform, tensorOf } = randomOf(seed);
  const [batch, kvHeads, group, tokens, modelDim, dim, valueDim, outputDim] = [
    integer(1, 3),
    integer(1, 2),
    integer(1, 3),
    integer(1, 17),
    integer(1, 9),
    integer(1, 8),
    integer(1, 8),
    integer(1, 9),
  ];
  const heads = kvHeads * group;
  const crossed = uniform() < 0.4;
  const [contextTokens, contextDim] = crossed ? [integer(1, 17), integer(1, 9)] : [tokens, modelDim];
  const weights = { heads, kvHeads };
  const has = { biases: uniform() < 0.5, output: uniform() < 0.5 };
  const projections = {
    queryWeight: [modelDim, heads * dim],
    keyWeight: [contextDim, kvHeads * dim],
    valueWeight: [contextDim, kvHeads * valueDim],
  };
  if (has.output) projections.outputWeight = [heads * valueDim, outputDim];
  for (const [name, shape] of Object.entries(projections)) {
    weights[name] = tensorOf(shape);
    if (has.biases) weights[name.replace("Weight", "Bias")] = tensorOf([shape[1]]);
  }
  const x = tensorOf([batch, tokens, modelDim]);
  const context = crossed ? tensorOf([batch, contextTokens, contextDim]) : undefined;
  const offset = integer(-2, contextTokens);
  const options = { context, keep: MATRICES, ...(uniform() < 0.5 && { causal: { offset } }) };
  return {
    x,
    weights,
    options,
    sizes: { batch, heads, kvHeads, tokens, contextTokens, modelDim, contextDim, dim, valueDim, outputDim },
    has,
    crossed,
  };
}

function expectedOf({ x, weights, options: { context, causal } }) {
  const allowed = (_b, _h, i, j) => j <= i + (causal?.offset ?? Infinity);
  return textbookLayer({ x, context, ...weights }, weights.heads, weights.kvHeads, (heard) =>
    textbookAttention(heard, { scale: 1 / Math.sqrt(heard.q.shape[3]), allowed }),
  );
}

function outIn(weights) {
  const turned = Object.entries(weights).map(([name, value]) => [
    name,
    value.shape?.length === 2 ? transposed(value) : value,
  ]);
  return { ...Object.fromEntries(turned), layout: "out-in" };
}

testEach("every result of a layer agrees with the textbook, in both layouts", (heed) => {
  for (let seed = 1; seed <= 150; seed++) {
    const layer = layerOf(seed);
    const expected = expectedOf(layer);
    const straight = heed.selfAttention(layer.x, { ...layer.weights, ...layer.options });
    const turned = heed.selfAttention(layer.x, { ...outIn(layer.weights), ...layer.options });
    for (const name of ["output", ...MATRICES]) {
      assertClose(straight[name].data, expected[name], `seed ${seed}: ${name}`, 1e-5, 3e-5);
      assertClose(turned[name].data, straight[name].data, `seed ${seed}: ${name} of out-in`, 1e-5, 3e-5);
      assert.deepEqual(turned[name].shape, straight[name].shape);
    }
  }
});

testEach("a layer session gives the very results of selfAttention", (heed) => {
  for (let seed = 1; seed <= 40; seed++) {
    const { x, weights, options, sizes, has, crossed } = layerOf(seed);
    const result = heed.selfAttention(x, { ...weights, ...options });
    const { outputDim, contextTokens, contextDim, ...rest } = sizes;
    const { context, ...scoring } = options;
    const session = heed.selfAttentionSession({
      ...rest,
      ...(crossed && { contextTokens, contextDim }),
      ...(has.output && { output: outputDim }),
      biases: has.biases,
      ...scoring,
    });
    session.x.set(x.data);
    if (crossed) session.context.set(context.data);
    for (const name of ["query", "key", "value", "output"]) {
      for (const tensor of [`${name}Weight`, `${name}Bias`])
        if (weights[tensor]) session[tensor].set(weights[tensor].data);
    }
    session.run();
    for (const name of ["output", ...MATRICES])
      assert.deepEqual(session[name].slice(), result[name].data, `seed ${seed}: ${name}`);
    session.dispose();
  }
});

testEach("keeping something changes no other result of a layer beyond rounding", (heed) => {
  for (let seed = 200; seed < 215; seed++) {
    const { x, weights, options } = layerOf(seed);
    const all = heed.selfAttention(x, { ...weights, ...options });
    for (const keep of [[], ...MATRICES.map((name) => [name])]) {
      const some = heed.selfAttention(x, { ...weights, ...options, keep });
      for (const name of Object.keys(some))
        assertClose(some[name].data, all[name].data, `${name} with keep "${keep}"`, 1e-5, 3e-5);
    }
  }
});

testEach("what fromTorch gives is spread in among the options", (heed) => {
  const { tensorOf } = randomOf(6);
  const [x, dOutput] = [tensorOf([5, 8]), tensorOf([5, 8])];
  const state = {};
  for (const name of ["q_proj", "k_proj", "v_proj", "o_proj"]) state[`${name}.weight`] = tensorOf([8, 8]);
  const weights = fromTorch(state, { heads: 2 });
  const options = { ...weights, causal: true, keep: ["q"] };
  const { q, output } = heed.selfAttention(x, options);
  const { queryWeight, keyWeight, valueWeight, outputWeight } = weights;
  const said = { causal: true, heads: 2, queryWeight, keyWeight, valueWeight, outputWeight, layout: "out-in" };
  assertSame(heed.selfAttention(x, said).output, output, "output of options before weights");
  assert.deepEqual(q.shape, [2, 5, 4]);
  const gradients = heed.selfAttentionBackward(x, dOutput, { ...weights, causal: true });
  assert.deepEqual(Object.keys(gradients).sort(), [
    "dKeyWeight",
    "dOutputWeight",
    "dQueryWeight",
    "dValueWeight",
    "dx",
  ]);
});

testEach("an option that is undefined is as one that is left out", (heed) => {
  const { tensorOf } = randomOf(7);
  const x = tensorOf([5, 8]);
  const weights = { queryWeight: tensorOf([8, 8]), keyWeight: tensorOf([8, 8]), valueWeight: tensorOf([8, 8]) };
  const left = { causal: undefined, keep: undefined, scale: undefined, context: undefined, outputWeight: undefined };
  assertSame(heed.selfAttention(x, { ...weights, ...left }).output, heed.selfAttention(x, weights).output, "output");
  assertSame(heed.selfAttention(x, left).output, heed.selfAttention(x).output, "output without weights");
});

testEach("without weights q, k and v are x itself, at scale 1", (heed) => {
  const { tensorOf } = randomOf(7);
  const x = tensorOf([6, 4]);
  const basic = heed.selfAttention(x, { keep: ["q", "k", "v", "scores"] });
  const direct = heed.attention(x, x, x, { scale: "none", keep: ["scores"] });
  for (const name of ["q", "k", "v"]) assertSame(basic[name], x, name);
  for (const name of ["output", "scores"]) assertSame(basic[name], direct[name], name);
  assertSame(heed.selfAttention(x, {}).output, basic.output, "output of no weights at all");
  const scaled = heed.selfAttention(x, { scale: "sqrt-dk" });
  assertSame(scaled.output, heed.attention(x, x, x).output, "output at a scale that is said");
});

testEach("without weights the context is both keys and values", (heed) => {
  const { tensorOf } = randomOf(8);
  const [x, context] = [tensorOf([3, 4]), tensorOf([5, 4])];
  const crossed = heed.selfAttention(x, { context, keep: ["weights"] });
  const direct = heed.attention(x, context, context, { scale: "none", keep: ["weights"] });
  for (const name of ["output", "weights"]) assertSame(crossed[name], direct[name], name);
});

testEach("tensors per head have two axes for one head, three for more, four with a batch", (heed) => {
  const { tensorOf } = randomOf(9);
  const shapes = (x, weights) => {
    const result = heed.selfAttention(x, {
      queryWeight: tensorOf([6, 6]),
      keyWeight: tensorOf([6, 6]),
      valueWeight: tensorOf([6, 8]),
      ...weights,
      keep: MATRICES,
    });
    return Object.fromEntries(Object.entries(result).map(([name, { shape }]) => [name, shape]));
  };
  const one = shapes(tensorOf([5, 6]), {});
  assert.deepEqual(
    [one.q, one.v, one.weights, one.joined, one.output],
    [
      [5, 6],
      [5, 8],
      [5, 5],
      [5, 8],
      [5, 8],
    ],
  );
  const two = shapes(tensorOf([5, 6]), { heads: 2 });
  assert.deepEqual(
    [two.q, two.v, two.weights, two.joined, two.output],
    [
      [2, 5, 3],
      [2, 5, 4],
      [2, 5, 5],
      [5, 8],
      [5, 8],
    ],
  );
  const batched = shapes(tensorOf([3, 5, 6]), {});
  assert.deepEqual(
    [batched.q, batched.v, batched.weights, batched.joined, batched.output],
    [
      [3, 1, 5, 6],
      [3, 1, 5, 8],
      [3, 1, 5, 5],
      [3, 5, 8],
      [3, 5, 8],
    ],
  );
  const projected = shapes(tensorOf([5, 6]), { heads: 2, outputWeight: tensorOf([8, 3]) });
  assert.deepEqual(
    [projected.joined, projected.output],
    [
      [5, 8],
      [5, 3],
    ],
  );
  const grouped = heed.selfAttention(tensorOf([5, 6]), {
    queryWeight: tensorOf([6, 8]),
    keyWeight: tensorOf([6, 4]),
    valueWeight: tensorOf([6, 4]),
    heads: 2,
    kvHeads: 1,
    keep: ["q", "k"],
  });
  assert.deepEqual(
    [grouped.q.shape, grouped.k.shape],
    [
      [2, 5, 4],
      [1, 5, 4],
    ],
  );
});

testEach("sqrt-dmodel scales by the columns of x, sqrt-dk by those of one head", (heed) => {
  const { tensorOf } = randomOf(10);
  const x = tensorOf([4, 9]);
  const weights = {
    queryWeight: tensorOf([9, 8]),
    keyWeight: tensorOf([9, 8]),
    valueWeight: tensorOf([9, 8]),
    heads: 2,
  };
  const kept = (scale) => heed.selfAttention(x, { ...weights, scale, keep: ["raw", "scores"] });
  for (const [scale, factor] of [
    ["sqrt-dmodel", 1 / 3],
    ["sqrt-dk", 1 / 2],
    [undefined, 1 / 2],
  ]) {
    const { raw, scores } = kept(scale);
    assertClose(
      scores.data,
      raw.data.map((value_) => value_ * factor),
      `scores of ${scale}`,
    );
  }
});

testEach("mask and bias of a layer are broadcast to batch, heads, tokens and context tokens", (heed) => {
  const { tensorOf } = randomOf(11);
  const x = tensorOf([2, 3, 4]);
  const padding = [[[[true, true, false]]], [[[true, false, false]]]];
  const masked = heed.selfAttention(x, { mask: padding, keep: ["weights"] });
  const lengths = heed.selfAttention(x, { keyLengths: [2, 1], keep: ["weights"] });
  assertSame(masked.weights, lengths.weights, "weights");
  const flags = heed.selfAttention(x, {
    keyMask: [
      [1, 1, 0],
      [1, 0, 0],
    ],
    keep: ["weights"],
  });
  assertSame(flags.weights, lengths.weights, "weights");
  const two = heed.selfAttention(
    { data: x.data.slice(0, 12), shape: [3, 4] },
    { heads: 2, bias: [[[0]], [[-Infinity]]], keep: ["weights"] },
  );
  assert.ok(
    two.weights.data.slice(9).every((weight) => weight === 0) &&
      two.weights.data.slice(0, 9).some((weight) => weight > 0),
  );
});
