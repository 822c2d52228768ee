import assert from "node:assert/strict";
import test from "node:test";
import { ACTIVATIONS, slopesOf, textbookLinear } from "./oracle.mjs";
import { assertClose, assertRefused, gradientName, layers, load, loadApart, randomOf, testEach } from "./support.mjs";

const { linear, linearSession } = layers;
const NAMES = Object.keys(ACTIVATIONS);
const activationOf = (name) => (name === "none" ? undefined : name);

/** Shapes that leave every kind of rest beside tiles and vectors. */
const EXTENTS = [1, 2, 3, 5, 7, 8, 9, 13];

function draw(random, { rows, inputs, outputs }) {
  const numbers = (count, deviation) => random.tensorOf([count], () => random.normal() * deviation).data;
  return {
    x: numbers(rows * inputs, 1),
    weight: numbers(inputs * outputs, 1.5 / Math.sqrt(inputs)),
    bias: numbers(outputs, 1),
  };
}

function fill(session, given) {
  for (const [name, values] of Object.entries(given)) session[name].set(values);
}

const tensorsOf = ({ inputs, outputs, layout }, { x, weight, bias }) => [
  { data: x, shape: [x.length / inputs, inputs] },
  {
    weight: { data: weight, shape: layout === "out-in" ? [outputs, inputs] : [inputs, outputs] },
    bias: bias && { data: bias, shape: [outputs] },
    layout,
  },
];

testEach("output is activation(x·W + b), in both layouts, with and without bias, for sizes with every rest", (heed) => {
  const random = randomOf(1);
  for (let round = 0; round < 120; round++) {
    const [rows, inputs, outputs] = [0, 1, 2].map(() => EXTENTS[random.integer(0, EXTENTS.length - 1)]);
    const [name, layout] = [NAMES[round % 5], round % 3 === 0 ? "out-in" : "in-out"];
    const sizes = { rows, inputs, outputs, layout, activation: name };
    const { x, weight, bias } = draw(random, sizes);
    const given = round % 5 === 0 ? { x, weight } : { x, weight, bias };
    const expected = textbookLinear(sizes, given);
    const [tokens, weights] = tensorsOf(sizes, given);
    const once = linear(heed, tokens, { ...weights, activation: activationOf(name) });
    assert.deepEqual(once.shape, [rows, outputs]);
    assertClose(once.data, expected, `${JSON.stringify(sizes)}: output`);
    const session = linearSession(heed, {
      ...sizes,
      biases: given.bias !== undefined,
      activation: activationOf(name),
    });
    fill(session, given);
    session.run();
    assert.deepEqual(session.output, once.data, "a session and a call give the same bits");
    session.dispose();
  }
});

testEach("large products agree too: 64 and 512, in blocks", (heed) => {
  const random = randomOf(2);
  for (const [rows, inputs, outputs] of [
    [64, 512, 64],
    [13, 513, 300],
    [512, 64, 520],
  ]) {
    const sizes = { rows, inputs, outputs };
    const given = draw(random, sizes);
    const [tokens, weights] = tensorsOf(sizes, given);
    assertClose(linear(heed, tokens, weights).data, textbookLinear(sizes, given), `${rows}×${inputs}×${outputs}`, 2e-5);
  }
});

testEach("every gradient is the slope of the output, for every activation and layout", (heed) => {
  const random = randomOf(3);
  for (let round = 0; round < 40; round++) {
    const [rows, inputs, outputs] = [0, 1, 2].map(() => EXTENTS[random.integer(0, EXTENTS.length - 1)]);
    const [name, layout] = [NAMES[round % 5], round % 3 === 0 ? "out-in" : "in-out"];
    const sizes = { rows, inputs, outputs, layout, activation: name };
    const given = draw(random, sizes);
    if (name === "relu") keepFromZero(sizes, given);
    const session = linearSession(heed, {
      ...sizes,
      biases: true,
      activation: activationOf(name),
      backward: true,
    });
    fill(session, given);
    session.dOutput.set(random.tensorOf([rows * outputs]).data);
    session.run();
    session.backward();
    const forward = (inputsNow) => textbookLinear(sizes, inputsNow);
    for (const input of ["x", "weight", "bias"]) {
      const slopes = slopesOf(forward, given, input, session.dOutput);
      assertClose(session[gradientName(input)], slopes, `${JSON.stringify(sizes)}: d${input}`, 5e-6, 2e-5);
    }
    const before = session.dx.slice();
    session.backward();
    assert.deepEqual(session.dx, before, "backward overwrites, it does not add");
    session.dispose();
  }
});

/** Moves the bias until no number before ReLU is so near 0 that a central difference would step over the corner. */
function keepFromZero(sizes, given) {
  const near = () => textbookLinear({ ...sizes, activation: "none" }, given).some((one) => Math.abs(one) < 1e-3);
  while (near()) given.bias = given.bias.map((one) => one + 0.0137);
}

testEach("the activations keep their digits from −14 to 14, and the tail of GELU too", (heed) => {
  const x = Float32Array.from({ length: 2801 }, (_, i) => (i - 1400) / 100);
  const weight = { data: Float32Array.of(1), shape: [1, 1] };
  for (const name of NAMES.slice(1)) {
    const { data } = linear(heed, { data: x, shape: [x.length, 1] }, { weight, activation: name });
    x.forEach((one, i) => {
      const expected = ACTIVATIONS[name](one);
      // Below 2e-35 they may be 0. The exponent is rounded in proportion to its size.
      const bound = 2e-35 + (1e-6 + 3e-7 * one * one) * Math.abs(expected);
      assert.ok(Math.abs(data[i] - expected) <= bound, `${name}(${one}) is ${data[i]}, ${expected} expected`);
    });
  }
});

testEach("NaN stays NaN and infinities keep their rules", (heed) => {
  const x = { data: Float32Array.of(NaN, Infinity, -Infinity, 3e38, -3e38, 0), shape: [6, 1] };
  const weight = { data: Float32Array.of(1), shape: [1, 1] };
  const of = (activation) => Array.from(linear(heed, x, { weight, activation }).data);
  const huge = Math.fround(3e38);
  assert.deepEqual(of(undefined), [NaN, Infinity, -Infinity, huge, -huge, 0]);
  assert.deepEqual(of("relu"), [NaN, Infinity, 0, huge, 0, 0]);
  for (const gelu of ["gelu", "gelu-tanh", "silu"]) {
    const [nan, infinite, minus, large, small, zero] = of(gelu);
    assert.deepEqual([nan, infinite, minus, large, zero], [NaN, Infinity, NaN, huge, 0], gelu);
    assert.ok(small === 0, "0 for a large negative number");
  }
});

testEach("a number that is not finite reaches only its own row", (heed) => {
  const random = randomOf(4);
  const sizes = { rows: 9, inputs: 13, outputs: 11 };
  const given = draw(random, sizes);
  const [tokens, weights] = tensorsOf(sizes, given);
  const clean = linear(heed, tokens, weights).data;
  given.x[4 * 13 + 2] = NaN;
  const spoilt = linear(heed, ...tensorsOf(sizes, given)).data;
  spoilt.forEach((one, i) => (Math.floor(i / 11) === 4 ? assert.ok(Number.isNaN(one)) : assert.equal(one, clean[i])));
});

testEach("x may have one to four axes, lie in wasm memory, or be nested arrays", (heed) => {
  const weight = [
    [1, 0, 2],
    [0, 1, 3],
  ];
  assert.deepEqual(linear(heed, [4, 5], { weight }).shape, [3]);
  assert.deepEqual(Array.from(linear(heed, [4, 5], { weight, bias: [1, 1, 1] }).data), [5, 6, 24]);
  const deep = linear(heed, { data: new Float32Array(24), shape: [2, 3, 2, 2] }, { weight });
  assert.deepEqual(deep.shape, [2, 3, 2, 3]);
  const session = linearSession(heed, { rows: 2, inputs: 2, outputs: 2 });
  session.x.set([1, 2, 3, 4]);
  assert.deepEqual(Array.from(linear(heed, { data: session.x, shape: [2, 2] }, { weight }).data), [1, 2, 8, 3, 4, 18]);
  session.dispose();
});

test("growth of wasm memory leaves a session's numbers as they are", async () => {
  const { heed } = await loadApart();
  const session = linearSession(heed, { rows: 3, inputs: 2, outputs: 2, backward: true });
  session.x.set([1, 2, 3, 4, 5, 6]);
  const [{ value }] = session.parameters;
  value.set([1, 0, 0, 1]);
  const large = linearSession(heed, { rows: 4096, inputs: 4096, outputs: 1 });
  assert.equal(value.length, 0, "growth emptied the old view");
  session.run();
  assert.deepEqual(Array.from(session.output), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(Array.from(session.parameters[0].value), [1, 0, 0, 1]);
  large.dispose();
  session.dispose();
});

test("what linear cannot take is refused in a sentence", async () => {
  const heed = await load();
  const x = { data: new Float32Array(6), shape: [2, 3] };
  const weight = { data: new Float32Array(15), shape: [5, 3] };
  const where = "heed/layers.linear";
  assertRefused(
    () => linear(undefined, x, { weight }),
    TypeError,
    `${where}: heed must be made by load() of heed, of the same version as heed/layers; got undefined.`,
  );
  assertRefused(
    () => linear(heed, x, { weight }),
    RangeError,
    `${where}: weight must have the shape [3, outputs] in the layout "in-out", 3 being the columns of x; its ` +
      `shape is [5, 3]. If it is stored the other way round, say layout: "out-in".`,
  );
  assertRefused(
    () => linear(heed, x, { weight, layout: "out-in", bias: [1, 2] }),
    RangeError,
    `${where}: bias must have the shape [5], one number per output; its shape is [2].`,
  );
  assertRefused(
    () => linear(heed, x, { weight: [1, 2] }),
    RangeError,
    `${where}: weight must be a matrix; its shape is [2].`,
  );
  assertRefused(
    () => linear(heed, x, { weight, layout: "out-in", activation: "tanh" }),
    TypeError,
    /linear: activation must be "relu", "gelu", "gelu-tanh" or "silu"; got the string "tanh"/,
  );
  assertRefused(
    () => linear(heed, x, { wieght: weight }),
    TypeError,
    /there is no weight named "wieght"; did you mean weight\?/,
  );
  assertRefused(
    () => linearSession(heed, { rows: 0, inputs: 1, outputs: 1 }),
    RangeError,
    `heed/layers.linearSession: rows must be an integer from 1 to 1073741824; got the number 0.`,
  );
  const plain = linearSession(heed, { rows: 1, inputs: 1, outputs: 1 });
  assertRefused(() => plain.backward(), Error, /session\.backward: this heed\/layers\.linearSession has no gradients/);
  plain.dispose();
  assertRefused(() => plain.run(), Error, /session\.run: this heed\/layers\.linearSession was used after dispose\(\)/);
});
