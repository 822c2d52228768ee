import assert from "node:assert/strict";
import test from "node:test";
import { assertRefused, loadApart, randomOf, train } from "./support.mjs";

const { adam, parameter, parametersOf, sgd } = train;

/** Two parameters, and slopes for a number of steps. */
function problem(steps) {
  const { normal } = randomOf(1);
  const draw = (length) => Float32Array.from({ length }, normal);
  const parameters = [parameter("first", draw(5)), parameter("second", draw(3))];
  return { parameters, slopes: Array.from({ length: steps }, () => parameters.map(({ value }) => draw(value.length))) };
}

/** Runs an optimiser over the slopes beside a textbook that is told each slope and answers with the move in float64. */
function assertFollows(makeOptimiser, makeTextbook) {
  const { parameters, slopes } = problem(50);
  const expected = parameters.map(({ value }) => Float64Array.from(value));
  const textbooks = expected.map((values) => Array.from(values, makeTextbook));
  const optimiser = makeOptimiser(parameters);
  slopes.forEach((slope, step) => {
    parameters.forEach(({ gradient }, place) => gradient.set(slope[place]));
    optimiser.step();
    expected.forEach((values, place) =>
      values.forEach((_, i) => (values[i] += textbooks[place][i](slope[place][i], step + 1))),
    );
    parameters.forEach(({ value, gradient }, place) => {
      assert.deepEqual(gradient, slope[place], "the gradient stays as it is");
      value.forEach((x, i) =>
        assert.ok(Math.abs(x - expected[place][i]) < 5e-6, `step ${step + 1}: ${x}, ${expected[place][i]} expected`),
      );
    });
  });
  assert.equal(optimiser.steps, 50);
}

test("sgd goes down the slope, with and without momentum", () => {
  assertFollows(
    (parameters) => sgd(parameters, { learningRate: 0.1 }),
    () => (slope) => -0.1 * slope,
  );
  assertFollows(
    (parameters) => sgd(parameters, { learningRate: 0.05, momentum: 0.9 }),
    () => {
      let velocity = 0;
      return (slope) => -0.05 * (velocity = 0.9 * velocity + slope);
    },
  );
});

test("adam does what its paper says", () => {
  for (const given of [{}, { learningRate: 0.02, beta1: 0.8, beta2: 0.99, epsilon: 1e-3 }]) {
    const { learningRate = 0.001, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8 } = given;
    assertFollows(
      (parameters) => adam(parameters, given),
      () => {
        let [m, v] = [0, 0];
        return (slope, t) => {
          m = beta1 * m + (1 - beta1) * slope;
          v = beta2 * v + (1 - beta2) * slope ** 2;
          return (-learningRate * (m / (1 - beta1 ** t))) / (Math.sqrt(v / (1 - beta2 ** t)) + epsilon);
        };
      },
    );
  }
});

test("both find the lowest point of a bowl", () => {
  for (const make of [
    (parameters) => sgd(parameters, { learningRate: 0.1 }),
    (parameters) => adam(parameters, { learningRate: 0.1 }),
  ]) {
    const bowl = parameter("bowl", Float32Array.of(3, -4));
    const optimiser = make([bowl]);
    for (let step = 0; step < 500; step++) {
      bowl.gradient.set([bowl.value[0] - 1, 2 * (bowl.value[1] + 2)]);
      optimiser.step();
    }
    assert.ok(Math.abs(bowl.value[0] - 1) < 1e-3 && Math.abs(bowl.value[1] + 2) < 1e-3, String(bowl.value));
  }
});

/** Each optimiser, for parameters and a state. */
const KINDS = {
  sgd: (parameters, state) => sgd(parameters, { learningRate: 0.1, momentum: 0.9, state }),
  adam: (parameters, state) => adam(parameters, { learningRate: 0.1, clip: 1, state }),
};

test("an optimiser made with the state of another one goes on to the same bits", () => {
  const moved = ({ parameters, slopes }, optimiser, from, to) => {
    for (const slope of slopes.slice(from, to)) {
      parameters.forEach(({ gradient }, place) => gradient.set(slope[place]));
      optimiser.step();
    }
  };
  for (const [kind, make] of Object.entries(KINDS)) {
    const [whole, half] = [problem(30), problem(30)];
    moved(whole, make(whole.parameters), 0, 30);
    const first = make(half.parameters);
    moved(half, first, 0, 17);
    const state = first.state();
    const clone = structuredClone(state);
    const [{ tensors, ...numbers }, rest] = [clone, half.parameters.map(({ value }) => value.slice())];
    const stored = tensors.map((one) => ({ ...one, value: new Float32Array(one.value.length) }));
    const texts = { numbers: JSON.stringify(numbers) };
    const { metadata } = train.loadSafetensors(train.saveSafetensors(tensors, texts), stored);
    moved(half, first, 17, 30);
    for (const from of [state, clone, { ...JSON.parse(metadata.numbers), tensors: stored }]) {
      half.parameters.forEach(({ value }, place) => value.set(rest[place]));
      const second = make(half.parameters, from);
      assert.equal(second.steps, 17);
      moved(half, second, 17, 30);
      half.parameters.forEach(({ name, value }, at) =>
        assert.deepEqual(value, whole.parameters[at].value, kind + name),
      );
      assert.equal(second.state().steps, 30);
    }
    assert.equal(state.steps, 17, "a state is a copy");
  }
});

test("adam in the core and in JavaScript take each other's state; a disposed one gives none", async () => {
  const { heed } = await loadApart();
  const session = heed.selfAttentionSession({ tokens: 2, modelDim: 4, backward: true });
  const parameters = parametersOf(session);
  const core = adam(heed, parameters);
  for (const { gradient } of parameters) gradient.forEach((_, i) => (gradient[i] = i / 7 - 1));
  core.step();
  const state = core.state();
  assert.deepEqual(
    state.tensors.map(({ name, shape }) => `${name} ${shape}`),
    ["mean", "square"].flatMap((part) => ["query", "key", "value"].map((one) => `${part}.${one}Weight 4,4`)),
  );
  assert.ok(Math.abs(state.tensors[1].value[0] + 0.1) < 1e-7 && Math.abs(state.tensors[4].value[0] - 0.001) < 1e-9);
  const here = adam(parameters, { state });
  assert.deepEqual(here.state(), state);
  assert.deepEqual(adam(heed, parameters, { state: here.state() }).state(), state);
  core.dispose();
  assert.throws(() => core.state(), /dispose\(\)/);
});

test("a state that belongs to something else is refused in a sentence", () => {
  const { parameters } = problem(0);
  const state = KINDS.adam(parameters).state();
  const [first, ...others] = state.tensors;
  const where = "heed/train.adam";
  const mustBe = 'state.tensors[0] must be "mean.first" with 5 numbers; got the string';
  const same = "A state is for the parameters that it was made of.";
  for (const [more, message] of [
    [KINDS.sgd(parameters).state(), `${where}: ${mustBe} "velocity.first" with 5. ${same}`],
    [{ steps: -1 }, `${where}: state.steps must be an integer from 0 to 9007199254740991; got the number -1.`],
    [{ products: [] }, `${where}: state.products[0] must be a finite number, 0 or more; got undefined.`],
    [{ products: [1, -2] }, `${where}: state.products[1] must be a finite number, 0 or more; got the number -2.`],
    [{ tensors: state.tensors.slice(0, 3) }, `${where}: state.tensors[3] must be a plain object; got undefined.`],
    [{ tensors: [...state.tensors, first] }, `${where}: state.tensors must have the length 4; got the number 5.`],
    [{ tensors: null }, `${where}: state.tensors[0] must be a plain object; got undefined.`],
    [{ tensors: [...others, first] }, `${where}: ${mustBe} "mean.second" with 3. ${same}`],
    [
      { tensors: [{ ...first, value: new Float32Array(3) }, ...others] },
      `${where}: ${mustBe} "mean.first" with 3. ${same}`,
    ],
    [
      { tensors: [{ ...first, value: [1] }, ...others] },
      `${where}: state.tensors[0].value must be a Float32Array; got an array.`,
    ],
    [{ tensors: [null, ...others] }, `${where}: state.tensors[0] must be a plain object; got null.`],
  ])
    assert.throws(() => KINDS.adam(parameters, { ...state, ...more }), { message });
  for (const wrong of [null, 5, "x", []])
    assert.throws(() => KINDS.sgd(parameters, wrong), /^\w+: heed\/train\.sgd: state must be a plain object; got /);
});

test("parameters of a session are its weights and biases, also after the memory has grown", async () => {
  const { heed } = await loadApart();
  const session = heed.selfAttentionSession({ tokens: 2, modelDim: 4, output: 3, biases: true, backward: true });
  const parameters = parametersOf(session);
  assert.deepEqual(
    parameters.map(({ name, value }) => [name, value.length]),
    [
      ["queryWeight", 16],
      ["keyWeight", 16],
      ["valueWeight", 16],
      ["outputWeight", 12],
      ["queryBias", 4],
      ["keyBias", 4],
      ["valueBias", 4],
      ["outputBias", 3],
    ],
  );
  const optimiser = sgd(parameters, { learningRate: 0.5 });
  heed.session({ queries: 1, keys: 2 ** 20, dim: 16 }).dispose();
  for (const { gradient } of parameters) gradient.fill(1);
  optimiser.step();
  assert.ok(session.queryWeight.every((x) => x === -0.5) && session.outputBias.every((x) => x === -0.5));
  const plain = heed.session({ queries: 2, keys: 2, dim: 2, backward: true });
  assert.deepEqual(
    parametersOf(plain, ["q", "v"]).map(({ name }) => name),
    ["q", "v"],
  );
});

test("what cannot be learned is refused in a sentence", async () => {
  const { heed } = await loadApart();
  const session = heed.session({ queries: 2, keys: 2, dim: 2, backward: true });
  const short = heed.session({ queries: 2, keys: 2, dim: 2, keyLengths: 1, backward: true });
  assertRefused(
    () => parametersOf(session),
    TypeError,
    "heed/train.parametersOf: this session has no weights; " +
      'name the inputs that are learned, as in parametersOf(session, ["q"]).',
  );
  assertRefused(
    () => parametersOf(session, ["x"]),
    TypeError,
    'heed/train.parametersOf: the session has no input named "x".',
  );
  assertRefused(
    () => parametersOf(short, ["keyLengths"]),
    TypeError,
    "heed/train.parametersOf: the session has no dKeyLengths, so keyLengths cannot be learned.",
  );
  const odd = { name: "w", value: new Float32Array(2), gradient: new Float32Array(3) };
  assertRefused(
    () => adam([odd]),
    RangeError,
    "heed/train.adam: w has 2 numbers and a gradient of 3; both must have the same length.",
  );
  assertRefused(
    () => adam(session),
    TypeError,
    /^heed\/train\.adam: parameters must be an array, as parametersOf\(session\) gives; got a Session\.$/,
  );
  assertRefused(
    () => sgd([null], { learningRate: 1 }),
    TypeError,
    "heed/train.sgd: parameters[0] must be a plain object; got null.",
  );
  assertRefused(
    () => sgd([{ ...odd, value: [1, 2] }], { learningRate: 1 }),
    TypeError,
    "heed/train.sgd: the value of parameters[0] must be a Float32Array; got an array.",
  );
  assertRefused(
    () => parameter("w", [1, 2]),
    TypeError,
    "heed/train.parameter: value must be a Float32Array; got an array.",
  );
  for (const shape of [[1.5, 2], [-1, -3], ["3"], [3n], "3", null, Object.assign([], { 1: 3 })]) {
    assertRefused(
      () => parameter("w", new Float32Array(3), shape),
      TypeError,
      /^heed\/train\.parameter: shape must be an array of integers, 0 or greater; got /,
    );
  }
  const value = new Float32Array(3);
  for (const shape of [null, 5, Object.assign([], { 1: 3 }), Symbol("s"), new Map()]) {
    const saved = train.saveSafetensors([{ name: "w", value }]);
    for (const call of [train.saveSafetensors, (tensors) => train.loadSafetensors(saved, tensors)])
      assertRefused(
        () => call([{ name: "w", value, shape }]),
        RangeError,
        /w must have the shape of its 3 numbers; got/,
      );
  }
  for (const wrong of [
    Array(1),
    [null],
    [Symbol("s")],
    [{}],
    [{ value: [1] }],
    [{ value, shape: 5 }],
    [{ value, shape: null }],
  ])
    assertRefused(
      () => train.initialise(wrong, train.seededRandom(1)),
      TypeError,
      /^heed\/train\.initialise: (the \w+ of )?parameters\[0\] must be an? /,
    );
  assertRefused(
    () => parametersOf(),
    TypeError,
    "heed/train.parametersOf: session must be a session or a layer; got undefined.",
  );
  assertRefused(
    () => parametersOf(session, "q"),
    TypeError,
    'heed/train.parametersOf: names must be an array of the session\'s inputs; got the string "q".',
  );
  assertRefused(
    () => sgd([]),
    TypeError,
    "heed/train.sgd: options must be a plain object, as { learningRate, momentum, state }; got undefined.",
  );
  assertRefused(
    () => sgd({ params: [], lr: 1 }),
    TypeError,
    "heed/train.sgd: parameters must be an array, as parametersOf(session) gives; got an object with the keys " +
      "params, lr.",
  );
  assertRefused(
    () => sgd([], { rate: 1 }),
    TypeError,
    'heed/train.sgd: there is no option named "rate"; write learningRate; the number stays.',
  );
  assertRefused(
    () => sgd([], {}),
    TypeError,
    "heed/train.sgd: learningRate must be a finite number above 0; got undefined.",
  );
  assertRefused(
    () => sgd([], { learningRate: 1, momentum: 1 }),
    RangeError,
    "heed/train.sgd: momentum must be from 0 to below 1; got the number 1.",
  );
  assertRefused(
    () => adam([], { learningRate: -1 }),
    RangeError,
    "heed/train.adam: learningRate must be a finite number above 0; got the number -1.",
  );
  assertRefused(
    () => adam([], { beta1: NaN }),
    RangeError,
    "heed/train.adam: beta1 must be from 0 to below 1; got NaN.",
  );
  assertRefused(
    () => adam([], { amsgrad: true }),
    TypeError,
    'heed/train.adam: there is no option named "amsgrad"; leave it out; this is Adam as Kingma and Ba have it.',
  );
  assertRefused(
    () => adam([], { lr: 1 }),
    TypeError,
    'heed/train.adam: there is no option named "lr"; write learningRate; the number stays.',
  );
  assertRefused(
    () => adam([], { warmth: 1 }),
    TypeError,
    'heed/train.adam: there is no option named "warmth". The known ones are learningRate, beta1, beta2, epsilon, ' +
      "weightDecay, clip and state.",
  );
});
