import assert from "node:assert/strict";
import test from "node:test";
import { slopesOf, textbookLayerNorm, textbookLinear } from "./oracle.mjs";
import { assertClose, assertRefused, layers, load, loadApart, randomOf, testEach, train } from "./support.mjs";

const { chain, distanceBias, feedForward, feedForwardSession, layerNormSession, linearSession } = layers;
const { adam, parametersOf } = train;

/** Draws every parameter, and returns the numbers by their names. */
function drawParameters(random, layer) {
  return Object.fromEntries(
    layer.parameters.map(({ name, value }) => {
      value.set(random.tensorOf([value.length], () => random.normal() / 2).data);
      return [name, value.slice()];
    }),
  );
}

/** x, and the gradient of every parameter and of x, against slopes of `forward`, which takes { x, …parameters }. */
function checkGradients(random, layer, forward, what) {
  const given = { ...drawParameters(random, layer), x: random.tensorOf([layer.x.length]).data };
  layer.x.set(given.x);
  layer.run();
  assertClose(layer.output, forward(given), `${what}: output`);
  layer.dOutput.set(random.tensorOf([layer.output.length]).data);
  for (let again = 0; again < 2; again++) layer.backward();
  assertClose(layer.dx, slopesOf(forward, given, "x", layer.dOutput), `${what}: dx`, 1e-5, 2e-5);
  for (const { name, gradient } of layer.parameters)
    assertClose(gradient, slopesOf(forward, given, name, layer.dOutput), `${what}: ${name}`, 1e-5, 2e-5);
}

const added = (a, b) => a.map((one, i) => one + b[i]);

testEach("a chain is its layers one after another, forward and back", (heed) => {
  const random = randomOf(21);
  for (const [rows, a, b, c] of [
    [1, 1, 1, 1],
    [5, 3, 7, 9],
    [4, 8, 13, 5],
  ]) {
    const one = { rows, inputs: a, outputs: b, biases: true, activation: "gelu", backward: true };
    const two = { rows, inputs: b, outputs: c, backward: true };
    const net = chain([linearSession(heed, one), linearSession(heed, two)]);
    const forward = (now) => {
      const between = textbookLinear(one, { x: now.x, weight: now["0.weight"], bias: now["0.bias"] });
      return textbookLinear(two, { x: between, weight: now["1.weight"] });
    };
    checkGradients(random, net, forward, `${rows} rows`);
    net.dispose();
  }
});

testEach("residual: true adds x, and a layer as residual adds its output for x", (heed) => {
  const random = randomOf(22);
  const [rows, dim, outputs] = [5, 7, 9];
  const norm = { rows, dim, epsilon: 1e-3, backward: true };
  const same = { rows, inputs: dim, outputs: dim, biases: true, backward: true };
  const wide = { rows, inputs: dim, outputs, backward: true };
  const normed = (now, prefix) =>
    textbookLayerNorm(norm, { x: now.x, gain: now[`${prefix}.gain`], bias: now[`${prefix}.bias`] });
  const plain = chain([layerNormSession(heed, norm), linearSession(heed, same)], { residual: true });
  checkGradients(
    random,
    plain,
    (now) => added(textbookLinear(same, { x: normed(now, "0"), weight: now["1.weight"], bias: now["1.bias"] }), now.x),
    "residual",
  );
  const projected = chain([layerNormSession(heed, norm), linearSession(heed, wide)], {
    residual: linearSession(heed, wide),
  });
  assert.deepEqual(
    projected.parameters.map(({ name }) => name),
    ["0.gain", "0.bias", "1.weight", "residual.weight"],
  );
  checkGradients(
    random,
    projected,
    (now) =>
      added(
        textbookLinear(wide, { x: normed(now, "0"), weight: now["1.weight"] }),
        textbookLinear(wide, { x: now.x, weight: now["residual.weight"] }),
      ),
    "projected residual",
  );
  const nested = chain([plain, projected]);
  assert.deepEqual(nested.parameters[2].name, "0.1.weight");
  nested.x.set(random.tensorOf([rows * dim]).data);
  nested.run();
  const alone = plain.output.slice();
  assertClose(projected.x, alone, "the inner chains are joined");
  nested.dispose();
  assert.throws(() => linearSession(heed, wide).backward(), /run\(\) must be called first/);
});

testEach("feedForward is linear, activation, linear; its session has gradients", (heed) => {
  const random = randomOf(23);
  const [rows, inputs, hidden, outputs] = [3, 5, 13, 5];
  for (const activation of ["gelu", "gelu-tanh"]) {
    const layer = feedForwardSession(heed, { rows, inputs, hidden, activation, biases: true, backward: true });
    const forward = (now) => {
      const first = { rows, inputs, outputs: hidden, activation };
      const between = textbookLinear(first, { x: now.x, weight: now["0.weight"], bias: now["0.bias"] });
      const second = { rows, inputs: hidden, outputs };
      return textbookLinear(second, { x: between, weight: now["1.weight"], bias: now["1.bias"] });
    };
    checkGradients(random, layer, forward, activation);
    const [one, two] = layer.layers;
    const once = feedForward(
      heed,
      { data: layer.x, shape: [rows, inputs] },
      {
        hidden: { weight: { data: one.weight, shape: [inputs, hidden] }, bias: { data: one.bias, shape: [hidden] } },
        output: { weight: { data: two.weight, shape: [hidden, outputs] }, bias: { data: two.bias, shape: [outputs] } },
        activation,
      },
    );
    assert.deepEqual(once.shape, [rows, outputs]);
    assert.deepEqual(once.data, layer.output, "a session and a call give the same bits");
    layer.dispose();
  }
});

testEach("heed/train takes a chain as it takes a session, and Adam lowers the loss of one", (heed) => {
  const random = randomOf(24);
  const sizes = { batch: 2, tokens: 5, modelDim: 8, output: true, backward: true };
  const net = chain([
    chain([layerNormSession(heed, { rows: 10, dim: 8, backward: true }), heed.selfAttentionSession(sizes)], {
      residual: true,
    }),
    feedForwardSession(heed, { rows: 10, inputs: 8, hidden: 16, activation: "relu", backward: true }),
  ]);
  const parameters = parametersOf(net);
  assert.deepEqual(
    parameters.map(({ name }) => name),
    [
      "0.0.gain",
      "0.0.bias",
      "0.1.queryWeight",
      "0.1.keyWeight",
      "0.1.valueWeight",
      "0.1.outputWeight",
      "1.0.weight",
      "1.1.weight",
    ],
  );
  assert.deepEqual(
    parametersOf(net, ["1.1.weight"], "net.").map(({ name }) => name),
    ["net.1.1.weight"],
  );
  assert.throws(() => parametersOf(net, ["2.weight"]), /the session has no parameter named "2.weight"/);
  for (const { name, value } of parameters)
    if (name.endsWith("eight")) value.set(random.tensorOf([value.length], () => random.normal() / 3).data);
  const optimiser = adam(parameters, { learningRate: 0.01 });
  const [x, wanted] = [random.tensorOf([80]).data, random.tensorOf([80]).data];
  const losses = [];
  for (let step = 0; step < 60; step++) {
    net.x.set(x);
    net.run();
    net.dOutput.set(net.output.map((one, i) => (one - wanted[i]) / 40));
    losses.push(net.output.reduce((sum, one, i) => sum + (one - wanted[i]) ** 2, 0) / 80);
    net.backward();
    optimiser.step();
  }
  assert.ok(losses.at(-1) < losses[0] / 4, `from ${losses[0]} to ${losses.at(-1)}`);
  net.dispose();
});

test("growth of wasm memory between run and backward changes nothing", async () => {
  const results = [];
  for (const grows of [false, true]) {
    const { heed } = await loadApart();
    const net = chain(
      [0, 1].map(() => linearSession(heed, { rows: 3, inputs: 4, outputs: 4, backward: true })),
      { residual: true },
    );
    const draw = randomOf(26);
    for (const { value } of net.parameters) value.set(draw.tensorOf([16]).data);
    net.x.set(draw.tensorOf([12]).data);
    net.run();
    net.dOutput.set(draw.tensorOf([12]).data);
    if (grows) linearSession(heed, { rows: 4096, inputs: 4096, outputs: 1 });
    net.backward();
    results.push([net.output, net.dx, ...net.parameters.map(({ gradient }) => gradient)].map((one) => Array.from(one)));
  }
  assert.deepEqual(results[0], results[1]);
});

test("a layer stands in one chain only, which alone disposes of it", async () => {
  const heed = await load();
  const layer = (outputs = 2) => linearSession(heed, { rows: 2, inputs: 2, outputs, backward: true });
  const attention = () =>
    heed.selfAttentionSession({
      tokens: 2,
      modelDim: 2,
      bias: [
        [0, 0],
        [0, 0],
      ],
      backward: true,
    });
  const [first, last, residual, biased] = [layer(), layer(), layer(), attention()];
  const one = chain([first, last], { residual });
  const biasedByDistance = distanceBias(biased);
  const nowhereElse = /already belongs to another chain or layer, which runs and disposes of it\./;
  for (const [place, make] of [
    ["layers[0]", () => chain([first])],
    ["layers[1]", () => chain([layer(), last])],
    ["layers[0]", () => chain([residual])],
    ["residual", () => chain([layer()], { residual: last })],
    ["layers[1]", () => chain([layer(), biased])],
    ["session", () => distanceBias(biased)],
  ]) {
    assertRefused(make, RangeError, nowhereElse);
    assert.throws(make, (error) => error.message.includes(`: ${place} already`), place);
  }
  const whole = chain([one, biasedByDistance]);
  assertRefused(() => chain([one]), RangeError, nowhereElse);
  whole.run();
  // What was refused owns nothing.
  const free = layer();
  assertRefused(() => chain([free, last]), RangeError, nowhereElse);
  assertRefused(() => chain([free, layer(3), free]), RangeError, /layers\[2\] must be a layer of its own/);
  chain([free]).run();
});

test("what a chain cannot join is refused in a sentence", async () => {
  const heed = await load();
  const layer = (inputs, outputs, backward = false) => linearSession(heed, { rows: 2, inputs, outputs, backward });
  assertRefused(
    () => chain([]),
    TypeError,
    "heed/layers.chain: layers must be an array of one layer or more; got an empty array.",
  );
  assertRefused(
    () => chain([layer(2, 3), layer(4, 2)]),
    RangeError,
    "heed/layers.chain: x of layers[1] must be as long as the output of layers[0], 6 numbers; it has 8.",
  );
  assertRefused(
    () => chain([layer(2, 3)], { residual: true }),
    RangeError,
    "heed/layers.chain: with residual: true the output must be as long as x, 4 numbers; it has 6. " +
      "Give a linear layer as residual.",
  );
  assertRefused(
    () => chain([layer(2, 3)], { residual: layer(2, 2) }),
    RangeError,
    "heed/layers.chain: residual must lead from 4 numbers to 6; its x has 4 and its output 4.",
  );
  assertRefused(
    () => chain([heed.session({ queries: 1, keys: 1, dim: 1 })]),
    TypeError,
    /layers\[0\] must be a layer's session, with x, output and run\(\), or a chain/,
  );
  const twice = layer(2, 2);
  assertRefused(
    () => chain([twice, layer(2, 2), twice]),
    RangeError,
    "heed/layers.chain: layers[2] must be a layer of its own; it is the same as layers[0].",
  );
  assertRefused(
    () => chain([twice], { residual: twice }),
    RangeError,
    "heed/layers.chain: residual must be a layer of its own; it is the same as layers[0].",
  );
  const forward = chain([layer(2, 2), layer(2, 2)]);
  forward.run();
  assertRefused(
    () => forward.backward(),
    Error,
    /session\.backward: this heed\/layers\.linearSession has no gradients/,
  );
  for (const without of [layer(2, 2), layerNormSession(heed, { rows: 2, dim: 2 })]) {
    const mixed = chain([without, layer(2, 2, true)]);
    mixed.run();
    assertRefused(
      () => mixed.backward(),
      Error,
      "chain.backward: a layer of the chain has no dOutput. Make every layer with backward: true.",
    );
  }
  assertRefused(
    () => feedForwardSession(heed, { rows: 1, inputs: 1, hidden: 1 }),
    TypeError,
    'heed/layers.feedForwardSession: activation must be "relu", "gelu", "gelu-tanh" or "silu"; got undefined.',
  );
  forward.dispose();
  assertRefused(() => forward.run(), Error, /after dispose\(\)/);
});

test("after dispose() a chain gives no numbers, also where they lie outside wasm memory", async () => {
  const heed = await load();
  const norm = layers.layerNormSession(heed, { rows: 2, dim: 3, backward: true });
  const net = chain([norm], { residual: true });
  net.run();
  net.backward();
  net.dispose();
  for (const name of ["x", "output", "dOutput", "dx"])
    assertRefused(
      () => net[name],
      Error,
      `chain.${name}: this heed/layers.chain was used after dispose(), which freed its memory. Make a new one.`,
    );
  for (const name of ["run", "backward"])
    assertRefused(
      () => net[name](),
      Error,
      new RegExp(`^chain\\.${name}: this heed/layers\\.chain was used after dispose\\(\\)`),
    );
  net.dispose();
});
