// Each error of heed/layers and heed/train begins with the call that the user made, whatever that call is made of.
import assert from "node:assert/strict";
import test from "node:test";
import { assertCode } from "../lib/codes.mjs";
import { layers, load, tensor, testEach, train } from "./support.mjs";

const { embedding, languageModel, linearSession } = layers;
const floats = (count) => new Float32Array(count).fill(0.5);
const MODEL = { vocab: 5, modelDim: 4, heads: 2, tokens: 3, layers: 1, batch: 1, backward: true };
const BLOCK = {
  ...{ batch: 1, tokens: 3, modelDim: 4, heads: 2, hidden: 4, activation: "relu", norm: "rms", biases: false },
  ...{ attention: { kvHeads: 1 }, backward: true },
};
const LINEAR = { rows: 2, inputs: 3, outputs: 2 };
const SHARED = { layout: "out-in", biases: true, backward: true };

/** Every call that takes options: how it is made, and options that it takes. Each option is here. */
const CALLS = {
  "heed/layers.linear": [
    (heed, options) => layers.linear(heed, [[1, 2]], options),
    { weight: [[1], [2]], bias: [1], layout: "in-out", activation: "relu" },
  ],
  "heed/layers.linearSession": [
    layers.linearSession,
    { ...LINEAR, ...SHARED, activation: "gelu", weightOf: undefined },
  ],
  "heed/layers.storedWeights": [
    layers.storedWeights,
    { shape: [1, 2], type: "float32", layout: "in-out", bytes: new Uint8Array(8) },
  ],
  "heed/layers.feedForward": [
    (heed, options) => layers.feedForward(heed, [[1]], options),
    {
      hidden: { weight: [[1]] },
      gate: { weight: [[1]] },
      output: { weight: [[1]] },
      activation: "silu",
      layout: "out-in",
    },
  ],
  "heed/layers.feedForwardSession": [
    layers.feedForwardSession,
    { rows: 2, inputs: 3, hidden: 4, outputs: 2, activation: "relu", ...SHARED },
  ],
  "heed/layers.layerNorm": [
    (heed, options) => layers.layerNorm(heed, [[1, 2]], options),
    { gain: [1, 1], bias: [0, 0], epsilon: 1e-5 },
  ],
  "heed/layers.layerNormSession": [
    layers.layerNormSession,
    { rows: 2, dim: 2, epsilon: 0.1, biases: true, backward: true },
  ],
  "heed/layers.rmsNorm": [(heed, options) => layers.rmsNorm(heed, [[1, 2]], options), { gain: [1, 1], epsilon: 1e-5 }],
  "heed/layers.rmsNormSession": [layers.rmsNormSession, { rows: 2, dim: 2, epsilon: 0.1, backward: true }],
  "heed/layers.embedding": [(_, options) => embedding(options), { vocab: 2, modelDim: 2 }],
  "heed/layers.embeddingSession": [
    layers.embeddingSession,
    { rows: 2, vocab: 2, modelDim: 2, positions: 2, backward: true },
  ],
  "heed/layers.crossEntropySession": [layers.crossEntropySession, { rows: 2, classes: 2, backward: true }],
  "heed/layers.chain": [
    (heed, options) => layers.chain([linearSession(heed, LINEAR)], options),
    { residual: false, shared: true },
  ],
  "heed/layers.transformerBlock": [layers.transformerBlock, BLOCK],
  "heed/layers.languageModel": [
    languageModel,
    { ...BLOCK, vocab: 5, layers: 1, positions: true, tied: true, seed: 1, weightsOf: undefined },
  ],
  "heed/layers.decoder": [
    (heed, options) => layers.decoder(heed, languageModel(heed, MODEL), options),
    { weights: true, tokenizer: undefined },
  ],
  "decoder.generate": [
    (heed, options) => layers.decoder(heed, languageModel(heed, MODEL)).generate([1], options),
    {
      maxTokens: 3,
      ends: [1],
      signal: undefined,
      stop: undefined,
      keep: ["weights"],
      heads: { 0.1: 0 },
      temperature: 0.5,
      topK: 2,
      topP: 0.5,
      seed: 1,
    },
  ],
  "heed/layers.saveModel": [
    (heed, options) => void layers.saveModel(languageModel(heed, MODEL), options),
    { optimiser: undefined, random: undefined },
  ],
  "heed/layers.loadModel": [
    (heed, options) => layers.loadModel(heed, layers.saveModel(languageModel(heed, MODEL)), options).model,
    { batch: 2, tokens: 2, backward: true },
  ],
  "heed/train.adam": [
    (_, options) => train.adam([train.parameter("w", floats(2))], options),
    {
      learningRate: 0.1,
      beta1: 0.9,
      beta2: 0.9,
      epsilon: 0.1,
      weightDecay: 0.1,
      clip: 1,
      state: undefined,
    },
  ],
  "heed/train.sgd": [
    (_, options) => train.sgd([train.parameter("w", floats(2))], options),
    { learningRate: 0.1, momentum: 0.9, state: undefined },
  ],
  "heed/train.microBatches": [
    (heed, options) => train.microBatches(heed, languageModel(heed, MODEL), options),
    { parts: 2, workers: undefined },
  ],
  "heed/train.warmupCosine": [(_, options) => train.warmupCosine(options), { peak: 1, end: 0.1, warmup: 1, steps: 4 }],
  "heed/train.sample": [
    (_, options) => train.sample(floats(3), train.seededRandom(1), options),
    { temperature: 0.5, topK: 2, topP: 0.5 },
  ],
  "heed/train.probabilities": [
    (_, options) => train.probabilities(floats(3), options),
    { temperature: 0.5, topK: 2, topP: 0.5 },
  ],
};

/** No option takes one of these. */
const NEVER = [null, Symbol("s"), new Map(), 5n, () => undefined];
/** Some options take these. */
const WORSE = [-1, 0.5, NaN, 2 ** 40, "", "x", [], {}, [1], true, 3, { data: 1 }, new Float32Array(2), [Array(1)]];

/** What the call throws, if it throws. */
function thrownBy(call) {
  try {
    call()?.dispose?.();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** Some functions are values of learningRate, or of a residual that is not a layer. */
const TAKES_FUNCTIONS = ["learningRate"];

test("the error of a wrong option begins with the call that has it", async () => {
  const heed = await load();
  for (const [what, [call, options]] of Object.entries(CALLS)) {
    const where = what.split(",")[0];
    assert.equal(
      thrownBy(() => call(heed, options)),
      undefined,
      what,
    );
    const check = (name, given, isRefused) => {
      const error = thrownBy(() => call(heed, given));
      if (error === undefined) assert.ok(!isRefused, `${what} took ${name}: ${String(given?.[name])}`);
      else assert.ok(error.message.startsWith(`${where}: `), `${what}, ${name}: ${error.message}`);
    };
    for (const given of [null, 5, [], new Map(), () => undefined]) check("its options", given, true);
    assert.match(
      thrownBy(() => call(heed, 5)).message,
      /(options|weights) must be a plain object, as \{ \w+.* \}; got/,
      what,
    );
    check("nonsense", { ...options, nonsense: 1 }, true);
    for (const name in options) {
      for (const value of NEVER)
        check(name, { ...options, [name]: value }, !(typeof value === "function" && TAKES_FUNCTIONS.includes(name)));
      for (const value of WORSE) check(name, { ...options, [name]: value }, false);
    }
  }
});

test("the error of a wrong heed begins with the call that was given it", async () => {
  const heed = await load();
  const model = languageModel(heed, MODEL);
  for (const wrong of [null, {}, 5, model]) {
    const calls = Object.fromEntries(
      Object.entries(CALLS).filter(([, [call]]) => call.length === 2 && call.name !== ""),
    );
    for (const [where, [call, options]] of Object.entries({
      ...calls,
      "heed/layers.decoder": [(given) => layers.decoder(given, model)],
      "heed/layers.linear": [(given) => layers.linear(given, [[1]], { weight: [[1]] })],
      "heed/layers.feedForward": [(given) => layers.feedForward(given, [[1]], CALLS["heed/layers.feedForward"][1])],
      "heed/layers.layerNorm": [(given) => layers.layerNorm(given, [[1]])],
      "heed/train.adam": [(given) => train.adam(given, [train.parameter("w", floats(2))])],
      "heed/train.microBatches": [(given) => train.microBatches(given, model, { parts: 1 })],
    }))
      assert.match(thrownBy(() => call(wrong, options)).message, new RegExp(`^${where}: heed must be`), where);
  }
  model.dispose();
});

testEach("the parts of a model and of a block name the call that made them", (heed) => {
  const attention = { scale: Symbol("s") };
  for (const [where, call, options] of [
    ["heed/layers.transformerBlock", layers.transformerBlock, BLOCK],
    ["heed/layers.languageModel", languageModel, MODEL],
  ]) {
    assert.match(
      thrownBy(() => call(heed, { ...options, attention })).message,
      new RegExp(`^${where}: attention: scale`),
    );
    assert.equal(
      thrownBy(() => call(heed, { ...options, attention: {}, heads: 3 })).message,
      `${where}: modelDim must be divisible by heads; modelDim is 4, heads is 3.`,
    );
    for (const name of ["batch", "tokens", "modelDim", "heads", "output", "biases", "backward"])
      assert.match(
        thrownBy(() => call(heed, { ...options, attention: { [name]: 2 } })).message,
        new RegExp(`^${where}: attention must leave ${name} out`),
      );
    for (const wrong of [null, 5, [], new Map(), () => 1, "x"])
      assert.match(
        thrownBy(() => call(heed, { ...options, attention: wrong })).message,
        new RegExp(`^${where}: attention must be a plain object(, or an array of one for each layer)?; got `),
      );
  }
  const model = languageModel(heed, MODEL);
  const block = model.blocks[0];
  const parts = [model.embedding, model.norm, model.head, block, ...block.layers, ...block.layers[0].layers];
  const named = /^model\.\w+: /;
  model.ids[0] = 99;
  assert.match(thrownBy(() => model.run()).message, named);
  assert.match(thrownBy(() => model.backward({ add: 5 })).message, named);
  for (const of of [null, -1, 0.5, Symbol("s"), []])
    assert.match(thrownBy(() => model.backward({ of })).message, named, String(of));
  const reader = layers.decoder(heed, model);
  assert.match(thrownBy(() => reader.step(9)).message, /^decoder\.step: id/);
  reader.dispose();
  for (const use of ["step", "reset", "generate"])
    assert.match(
      thrownBy(() => reader[use]({})).message,
      new RegExp(`^decoder\\.${use}: this heed/layers\\.decoder was used`),
    );
  model.dispose();
  for (const part of [model, ...parts])
    for (const use of ["run", "backward"]) {
      const sentence = new RegExp(
        `^model\\.${use}: this heed/layers\\.languageModel(: attention)? was used after dispose`,
      );
      assert.match(thrownBy(() => part[use]()).message, sentence);
    }
  for (const [call, where] of [
    [() => layers.decoder(heed, model), "decoder"],
    [() => layers.saveModel(model), "saveModel"],
    [() => languageModel(heed, { ...MODEL, weightsOf: model }), "languageModel"],
  ])
    assert.match(thrownBy(call).message, new RegExp(`^heed/layers\\.${where}: \\w+ was used after dispose\\(\\)`));
});

test("each call that takes a model refuses anything else", async () => {
  const heed = await load();
  const model = languageModel(heed, { ...MODEL, seed: false });
  for (const wrong of [null, 5, [], new Map(), () => 1, { blocks: null }, { blocks: [] }, heed, model.blocks[0]])
    for (const [where, call] of [
      ["decoder: model", () => layers.decoder(heed, wrong)],
      ["saveModel: model", () => layers.saveModel(wrong)],
      ["languageModel: weightsOf", () => languageModel(heed, { ...MODEL, weightsOf: wrong })],
    ])
      assert.match(thrownBy(call).message, new RegExp(`^heed/layers\\.${where} must be made by languageModel; got `));
  const { config } = layers.saveModel(model);
  for (const weights of [null, new Uint8Array(3), "x"])
    assert.match(
      thrownBy(() => layers.loadModel(heed, { config, weights })).message,
      /^heed\/layers\.loadModel: weights: /,
    );
  model.dispose();
});

/** What no argument is, or few are. */
const KINDS = [
  ...[
    null,
    undefined,
    Symbol("s"),
    5n,
    "x",
    "",
    NaN,
    -1,
    1.5,
    true,
    [],
    Array(1),
    [null],
    [Symbol("s")],
    {},
    new Map(),
  ],
  ...[() => 1, new Float32Array(2), new Uint8Array(0), Object.create(null), new Proxy({}, {}), new Date()],
  ...[{ length: 2 }, { length: Symbol("s") }, { length: -1 }, { shape: 1, value: 2 }],
];

test("an argument of any kind is taken, or refused in a sentence of heed", async () => {
  const heed = await load();
  const [F, draw, model] = [floats(4), train.seededRandom(1), languageModel(heed, MODEL)];
  const [words, reader] = [embedding({ vocab: 2, modelDim: 2 }), layers.decoder(heed, model)];
  const letters = train.lettersOf("abc");
  const [stored, text] = [layers.storedWeights(heed, { shape: [2, 2] }), new Int32Array(9)];
  const bias = tensor(new Float32Array(4), [2, 2]);
  const distances = layers.distanceBias(heed.selfAttentionSession({ tokens: 2, modelDim: 2, bias }));
  const [empty, state] = [train.saveSafetensors([]), train.adam([]).state()];
  const files = layers.saveModel(model, { random: draw });
  model.run();
  const calls = [
    ...[(x) => train.softmaxCrossEntropy(x, [1]), (x) => train.softmaxCrossEntropy(F, x)],
    ...[(x) => train.softmaxCrossEntropy(F, [1], x), (x) => train.initialise(x, draw), (x) => train.initialise([], x)],
    ...[(x) => train.initialise([], draw, x), (x) => train.initialise([x], draw), train.lettersOf, letters.encode],
    ...[letters.decode, (x) => train.fillBatch(x, text, draw), (x) => train.fillBatch(model, x, draw)],
    ...[(x) => train.fillBatch(model, text, x), train.adam, (x) => train.adam([x]), (x) => train.adam(heed, x)],
    ...[(x) => train.sgd([x], { learningRate: 1 }), (x) => train.microBatches(heed, x, { parts: 1 })],
    ...[(x) => train.parameter(x, F), (x) => train.parameter("a", x), (x) => train.parameter("a", F, x)],
    ...[train.parametersOf, (x) => train.parametersOf(model, x), (x) => train.parametersOf(model, undefined, x)],
    ...[
      train.seededRandom,
      draw.integer,
      draw.fillNormal,
      (x) => draw.fillUniform(F, x),
      (x) => draw.fillXavier(F, x, 1),
    ],
    ...[train.saveSafetensors, (x) => train.saveSafetensors([x]), (x) => train.saveSafetensors([], x)],
    ...[(x) => train.loadSafetensors(x, []), (x) => train.loadSafetensors(empty, x), train.probabilities],
    ...[(x) => train.sample(F, x), (x) => train.sample(x, draw), layers.chain, (x) => layers.chain([x])],
    ...[(x) => words.read(x, F), (x) => words.read([1, 1], x), (x) => words.add(x, F), (x) => words.backward([1], x)],
    ...[
      reader.step,
      reader.generate,
      (x) => reader.generate([1], x),
      ...["ends", "stop", "keep", "heads", "signal"].map((name) => (x) => reader.generate([1], { [name]: x })),
      (x) => reader.generate([1], { heads: { 0.1: x } }),
      (x) => layers.decoder(heed, model, { tokenizer: x }),
      (x) => model.backward(x),
    ],
    ...[(x) => layers.distanceBias(x), distances.place, (x) => distances.place(0, x), layers.saveModel],
    ...[(x) => layers.saveModel(model, x), (x) => layers.saveModel(model, { optimiser: x, random: x })],
    ...[(x) => layers.loadModel(x, files), (x) => layers.loadModel(heed, x), (x) => layers.loadModel(heed, files, x)],
    ...Object.keys(files).map((name) => (x) => layers.loadModel(heed, { ...files, [name]: x })),
    ...Object.keys(files.config).map((name) => (x) => {
      layers.loadModel(heed, { ...files, config: { ...files.config, [name]: x } }).model.dispose();
    }),
    ...[(x) => layers.loadModel(heed, files, { tokens: x }), (x) => layers.loadModel(heed, files, { batch: x })],
    ...[(x) => train.sgd([], { learningRate: 1, state: x }), (x) => train.adam([], { state: x })],
    ...["steps", "products", "tensors"].map((name) => (x) => train.adam([], { state: { ...state, [name]: x } })),
    ...[(x) => layers.languageModel(heed, { ...MODEL, attention: [x] }), stored.write, stored.rows],
    ...[(x) => stored.write(new Uint8Array(1), x), (x) => layers.storedWeights(heed, { shape: [2, x] })],
    ...[(x) => layers.linear(heed, x, { weight: [[1]] }), (x) => layers.layerNorm(heed, x)],
  ];
  for (const call of calls)
    for (const kind of KINDS) {
      const error = thrownBy(() => void call(kind));
      if (error === undefined) continue;
      assertCode(error, call);
      assert.match(error.message, /^(heed(\/[a-z]+)?|[a-z]+)\.\w+: /, `${call}`);
    }
});
