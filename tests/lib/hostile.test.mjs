// Objects that are not options, weights or tensors; lists that are far too long; numbers that formulas cannot
// take. Every one throws an error that says why, at once.
import assert from "node:assert/strict";
import test from "node:test";
import { assertCode } from "./codes.mjs";
import { messageOf, STEERED, STEERING_VALUES, steersIn } from "./steering.mjs";
import { dist, load, tensor } from "./support.mjs";

const [lib, layers, rotary, train, workers] = await Promise.all(
  ["heed", "layers", "rotary", "train", "workers"].map((name) => import(new URL(`${name}.js`, dist))),
);
const { alibiSlopes, fromTorch, mergeAttention, mergeAttentionBackward, row } = lib;
const heed = await load();
const t = (...shape) => ({ data: new Float32Array(shape.reduce((a, b) => a * b, 1)).fill(1), shape });

/** Built-in objects, and primitives in a box. None of them holds options or numbers as its properties. */
const EXOTIC = {
  Date: () => new Date(0),
  RegExp: () => /x/,
  Map: () => new Map([["causal", true]]),
  Set: () => new Set(),
  WeakMap: () => new WeakMap(),
  Promise: () => Promise.resolve({}),
  Error: () => new Error("x"),
  URL: () => new URL("https://example.org"),
  ArrayBuffer: () => new ArrayBuffer(16),
  SharedArrayBuffer: () => new SharedArrayBuffer(16),
  DataView: () => new DataView(new ArrayBuffer(16)),
  "an empty Float32Array": () => new Float32Array(0),
  "an empty Uint8Array": () => new Uint8Array(0),
  "a boxed number": () => Object(2),
  "a boxed string": () => Object("halves"),
  "a boxed boolean": () => Object(true),
  "a boxed bigint": () => Object(5n),
  "a boxed symbol": () => Object(Symbol("s")),
  generator: () => (function* () {})(),
  "a function": () => () => {},
  globalThis: () => globalThis,
  Math: () => Math,
  arguments: () =>
    (function () {
      return arguments;
    })(),
};

const x = t(2, 2);
const three = [x, x, x];
const sizes = { queries: 2, keys: 2, dim: 2 };
const cached = (call) => (one) => {
  const cache = heed.cache({ dim: 2, capacity: 4 });
  try {
    call(cache, one);
  } finally {
    cache.dispose();
  }
};
const option =
  (name, given = {}) =>
  (one) =>
    heed.attention(...three, { ...given, [name]: one });
const layerSession = { tokens: 2, modelDim: 2 };
const weights = { queryWeight: x, keyWeight: x, valueWeight: x };
const plainLayer = () => layers.linearSession(heed, { rows: 2, inputs: 2, outputs: 2 });

/** Every place of the entries that takes an object, or a number that a box could stand for. */
const PLACES = {
  "options of attention": (one) => heed.attention(...three, one),
  "options of attentionBackward": (one) => heed.attentionBackward(...three, x, one),
  "options of selfAttention": (one) => heed.selfAttention(x, one),
  "options of selfAttentionBackward": (one) => heed.selfAttentionBackward(x, x, one),
  "options of session": (one) => heed.session(one),
  "options of selfAttentionSession": (one) => heed.selfAttentionSession(one),
  "options of cache": (one) => heed.cache(one),
  "options of step": cached((cache, one) => cache.step(...three, one)),
  "options of append": cached((cache, one) => cache.append(x, x, one)),
  "options of attend": cached((cache, one) => (cache.append(x, x), cache.attend(x, one))),
  "the length of truncate": cached((cache, one) => cache.truncate(one)),
  "from of reorder": cached((cache, one) => cache.reorder(one)),
  weights: (one) => heed.selfAttention(x, one),
  "weights, backward": (one) => heed.selfAttentionBackward(x, x, one),
  queryWeight: (one) => heed.selfAttention(x, { ...weights, queryWeight: one }),
  queryBias: (one) => heed.selfAttention(x, { ...weights, queryBias: one }),
  heads: (one) => heed.selfAttention(x, { ...weights, heads: one }),
  layout: (one) => heed.selfAttention(x, { ...weights, layout: one }),
  context: (one) => heed.selfAttention(x, { context: one }),
  q: (one) => heed.attention(one, x, x),
  "the data of q": (one) => heed.attention({ data: one, shape: [2, 2] }, x, x),
  "the shape of q": (one) => heed.attention({ data: x.data, shape: one }, x, x),
  "a row of q": (one) => heed.attention([[1, 2], one], x, x),
  "a number of q": (one) => heed.attention([[1, one]], x, x),
  "an input of run()": (one) => heed.session(sizes).run({ q: one }),
  "inputs of run()": (one) => heed.session(sizes).run(one),
  "dims of a session": (one) => heed.session({ ...sizes, dim: one }),
  "backward of a session": (one) => heed.session({ ...sizes, backward: one }),
  "output of a layer's session": (one) => heed.selfAttentionSession({ ...layerSession, output: one }),
  "ring of a cache": (one) => heed.cache({ dim: 2, capacity: 4, ring: one }),
  ...Object.fromEntries(
    ["scale", "normalize", "causal", "window", "mask", "bias", "alibi", "sink", "keyLengths", "sequences"].map(
      (name) => [name, option(name)],
    ),
  ),
  ...Object.fromEntries(
    ["keyMask", "documents", "softcap", "rotary", "keep", "axes"].map((name) => [name, option(name)]),
  ),
  dLse: (one) => heed.attentionBackward(...three, x, { dLse: one }),
  "causal.offset": (one) => option("causal")({ offset: one }),
  "window.left": (one) => option("window")({ left: one }),
  "alibi.slopes": (one) => option("alibi")({ slopes: one }),
  "sequences.queries": (one) => option("sequences")({ queries: one }),
  "documents.queries": (one) => option("documents")({ queries: one, keys: [1, 1] }),
  "rotary.pairs": (one) => option("rotary")({ pairs: one }),
  "rotary.positions": (one) => option("rotary")({ pairs: "halves", positions: one }),
  "rotary.positions.keys": (one) => option("rotary")({ pairs: "halves", positions: { keys: one } }),
  "rotary.base": (one) => option("rotary")({ pairs: "halves", base: one }),
  "rotary.frequencies": (one) => option("rotary")({ pairs: "halves", frequencies: one }),
  "data of tensor": (one) => tensor(one),
  "shape of tensor": (one) => tensor([1, 2], one),
  "tensor of row": (one) => row(one),
  "place of row": (one) => row(x, one),
  "parts of mergeAttention": (one) => mergeAttention(one),
  "a part of mergeAttention": (one) => mergeAttention([one]),
  "dOutput of mergeAttentionBackward": (one) =>
    mergeAttentionBackward([heed.attention(...three, { keep: ["lse"] })], one),
  stateDict: (one) => fromTorch(one, { heads: 1 }),
  "options of fromTorch": (one) => fromTorch({ in_proj_weight: t(6, 2) }, one),
  "prefix of fromTorch": (one) => fromTorch({ in_proj_weight: t(6, 2) }, { heads: 1, prefix: one }),
  "heads of alibiSlopes": (one) => alibiSlopes(one),
  "weights of linear": (one) => layers.linear(heed, x, one),
  "weights of layerNorm": (one) => layers.layerNorm(heed, x, one),
  "weights of feedForward": (one) => layers.feedForward(heed, x, one),
  "hidden of feedForward": (one) =>
    layers.feedForward(heed, x, { hidden: one, output: { weight: x }, activation: "relu" }),
  "options of linearSession": (one) => layers.linearSession(heed, one),
  "options of layerNormSession": (one) => layers.layerNormSession(heed, one),
  "options of feedForwardSession": (one) => layers.feedForwardSession(heed, one),
  "options of embedding": (one) => layers.embedding(one),
  "layers of chain": (one) => layers.chain(one),
  "files of loadModel": (one) => layers.loadModel(heed, one),
  "config of loadModel": (one) => layers.loadModel(heed, { config: one }),
  "state of adam": (one) => train.adam([], { state: one }),
  "a layer of chain": (one) => layers.chain([one]),
  "options of chain": (one) => layers.chain([plainLayer()], one),
  "the session of distanceBias": (one) => layers.distanceBias(one),
  "the heed of linear": (one) => layers.linear(one, x, { weight: x }),
  "the rotary of rotate": (one) => rotary.rotate(x, one),
  "positions of rotate": (one) => rotary.rotate(x, { pairs: "halves" }, one),
  "options of rotaryFrequencies": (one) => rotary.rotaryFrequencies(one),
  scaling: (one) => rotary.rotaryFrequencies({ dims: 4, scaling: one }),
  "scaling.type": (one) => rotary.rotaryFrequencies({ dims: 4, scaling: { type: one, factor: 2 } }),
  "scaling.factor": (one) => rotary.rotaryFrequencies({ dims: 4, scaling: { type: "linear", factor: one } }),
  "parameters of sgd": (one) => train.sgd(one, { learningRate: 1 }),
  "a parameter of sgd": (one) => train.sgd([one], { learningRate: 1 }),
  "options of sgd": (one) => train.sgd([], one),
  "options of adam": (one) => train.adam([], one),
  "names of parametersOf": (one) => train.parametersOf(heed.session({ ...sizes, backward: true }), one),
  "the name of a parameter": (one) => train.parameter(one, new Float32Array(2)),
  "the value of a parameter": (one) => train.parameter("w", one),
  "the seed of random": (one) => train.seededRandom(one),
  "logits of softmaxCrossEntropy": (one) => train.softmaxCrossEntropy(one, [0]),
  "answers of softmaxCrossEntropy": (one) => train.softmaxCrossEntropy(new Float32Array(2), one),
};

/** What a place takes all the same: an empty Float32Array is a typed array of the right kind. */
const TAKEN = ["the value of a parameter: an empty Float32Array"];

const SENTENCE = /^(heed(\/[a-z]+)?|[a-z]+)\.\w+(: attention)?: [^]+[.?]$/;

function refusalOf(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

for (const [place, call] of Object.entries(PLACES)) {
  test(`${place}: built-in objects and boxed primitives are refused in a sentence`, () => {
    for (const [name, make] of Object.entries(EXOTIC)) {
      const error = refusalOf(() => call(make()));
      if (TAKEN.includes(`${place}: ${name}`)) {
        assert.equal(error, undefined);
        continue;
      }
      assert.ok(error instanceof TypeError || error instanceof RangeError, `${name} was taken`);
      assert.match(error.message, SENTENCE, name);
      assertCode(error, name);
    }
  });
}

const named = (name, more = {}) => ({ name, value: new Float32Array(2), ...more });
const file = (entry) => {
  const header = new TextEncoder().encode(JSON.stringify({ [STEERED]: entry }));
  return new Uint8Array([header.length, header.length >> 8, 0, 0, 0, 0, 0, 0, ...header]);
};
const session = heed.session({ ...sizes, backward: true });

/** Names of layers are one line. */
const CLEAR = STEERED.slice(0, 4);

/** Places of text that takes a text where others take an object. */
const TEXTS = {
  "a name among the options": () => heed.attention(...three, { [STEERED]: 1 }),
  "a name of a window": () => option("window")({ [STEERED]: 1 }),
  "a name among the weights": () => heed.selfAttention(x, { ...weights, [STEERED]: 1 }),
  "a name in stateDict": () => fromTorch({ [STEERED]: x }, { heads: 1 }),
  "a name besides in_proj_weight": () => fromTorch({ in_proj_weight: t(6, 2), [STEERED]: x }, { heads: 1 }),
  "a prefix": () => fromTorch({ [`${STEERED}.in_proj_weight`]: t(6, 2) }, { heads: 1, prefix: `${STEERED}a` }),
  "a prefix that is left out": () => fromTorch({ [`${STEERED}.in_proj_weight`]: t(6, 2) }, { heads: 1 }),
  "a prefix of a layer without a weight": () =>
    fromTorch({ [`${STEERED}k_proj.weight`]: x }, { heads: 1, prefix: STEERED }),
  "another output": () => {
    const state = { [`${CLEAR}.self.query.weight`]: x, [`${CLEAR}.self.key.weight`]: x };
    Object.assign(state, { [`${CLEAR}.self.value.weight`]: x, [`${CLEAR}.output.dense.weight`]: x });
    return fromTorch(state, { heads: 1, prefix: `${CLEAR}.self.` });
  },
  "an address": () => load({ wasm: `file:///${STEERED}` }),
  "the address of a response": () => load({ wasm: { url: STEERED, ok: false, status: 404, arrayBuffer() {} } }),
  "what a server answers": () => load({ wasm: { ok: false, status: 404, statusText: STEERED, arrayBuffer() {} } }),
  "the type of a response": () =>
    load({ wasm: { ok: true, headers: { get: () => STEERED }, arrayBuffer: async () => new ArrayBuffer(8) } }),
  "why a response did not come": () => load({ wasm: Promise.reject(new Error(STEERED)) }),
  "a flavour": () => load({ flavour: STEERED }),
  "an option of workers": () => workers.openWorkers({ [STEERED]: 1 }),
  "a number of workers": () => workers.openWorkers({ workers: STEERED }),
  "why no worker started": async () => {
    const refusing = () => {
      throw new Error(STEERED);
    };
    const limits = { [Symbol.for("heed.workers.limits")]: { least: 1, perNumber: 0, chunk: 1, rest: 1 } };
    const opened = await workers.openWorkers({ workers: 1, script: refusing, ...limits });
    await opened.attention(x, x, x);
    const { reason } = opened;
    await opened.dispose();
    throw new Error(reason);
  },
  "a key of metadata": () => train.saveSafetensors([], { [STEERED]: 1 }),
  "two tensors of a name": () => train.saveSafetensors([named(STEERED), named(STEERED)]),
  "a tensor without numbers": () => train.saveSafetensors([named(STEERED, { value: 1 })]),
  "the shape of a tensor": () => train.saveSafetensors([named(STEERED, { shape: [3] })]),
  "a tensor that a file lacks": () => train.loadSafetensors(file({}), [named(`${STEERED}a`)]),
  "the type of a tensor": () => train.loadSafetensors(file({ dtype: STEERED }), [named(STEERED)]),
  "a shape in a file": () => train.loadSafetensors(file({ dtype: "F32", shape: STEERED }), [named(STEERED)]),
  "a tensor outside its file": () =>
    train.loadSafetensors(file({ dtype: "F32", shape: [2], data_offsets: [0, 99] }), [named(STEERED)]),
  "the name of a tensor in a state": () =>
    train.sgd([train.parameter("w", x.data)], {
      ...{ learningRate: 1, state: { steps: 0, products: [], tensors: [named(STEERED)] } },
    }),
  "the family of a config": () => layers.loadModel(heed, { config: { model_type: STEERED } }),
  "an input of a session": () => train.parametersOf(session, [STEERED]),
  "a parameter of a layer": () => train.parametersOf(plainLayer(), [STEERED]),
  "a parameter of two lengths": () =>
    train.sgd([{ name: STEERED, value: new Float32Array(2), gradient: new Float32Array(1) }], { learningRate: 1 }),
};

test("no message sends what steers a terminal: it shows it", async () => {
  const calls = { ...TEXTS };
  for (const [place, call] of Object.entries(PLACES))
    for (const [at, one] of STEERING_VALUES.entries()) calls[`${place}, ${at}`] = () => call(one);
  let shown = 0;
  for (const [place, call] of Object.entries(calls)) {
    const message = await messageOf(call);
    if (place in TEXTS) assert.ok(message !== undefined, `${place} was taken`);
    assert.equal(steersIn(message ?? ""), undefined, `${place}: ${JSON.stringify(message)}`);
    shown += message?.includes("\\x1b[2J") ?? false;
  }
  assert.ok(shown > 300, `only ${shown} messages quote it`);
});

test("load() refuses built-in objects and boxed primitives as options", async () => {
  // In some engines globalThis is a plain object, with names that are no options.
  const refusal = (name) =>
    name === "globalThis"
      ? /^heed\.load: (options must be|there is no option)/
      : /^heed\.load: options must be a plain object, as \{ flavour, wasm \}; got/;
  for (const [name, make] of Object.entries(EXOTIC))
    await assert.rejects(load(make()), { name: "TypeError", message: refusal(name) }, name);
});

test("an instance of a class, an object without a prototype and one with inherited options are taken", () => {
  class Options {
    causal = true;
  }
  const bare = Object.assign(Object.create(null), { causal: true });
  const inherited = Object.create({ causal: true });
  const frozen = new Proxy(Object.freeze({ causal: true }), {});
  const expected = heed.attention([[1], [2]], [[1], [2]], [[1], [2]], { causal: true }).output.data;
  for (const options of [new Options(), bare, inherited, frozen])
    assert.deepEqual(heed.attention([[1], [2]], [[1], [2]], [[1], [2]], options).output.data, expected);
});

/** An array of a given length, which counts how often an element is read. */
function longArray(element, length = 2 ** 40) {
  const reads = { count: 0 };
  const list = new Proxy([], {
    get(target, name) {
      if (name === "length") return length;
      if (typeof name === "symbol" || !/^\d+$/.test(name)) return target[name];
      reads.count++;
      return element;
    },
    has: () => true,
  });
  return { list, reads };
}

test("a list that is far too long is refused before it is read", () => {
  const lists = {
    "rotary.positions.queries": option("rotary"),
    ...PLACES,
  };
  const places = [
    ["rotary.positions.keys", 0],
    ["rotary.frequencies", 1],
    ["documents", 1],
    ["documents.queries", 1],
    ["keyLengths", 1],
    ["keyMask", 1],
    ["causal.offset", 0],
    ["sequences.queries", 0],
    ["positions of rotate", 0],
    ["the length of truncate", 0],
    ["from of reorder", 0],
    ["alibi", 0.5],
    ["sink", 0],
    ["q", 1],
    ["q", [1, 2]],
    ["mask", true],
    ["mask", [true, true]],
    ["bias", 0],
    ["the data of q", 1],
    ["the shape of q", 1],
    ["data of tensor", 1],
    ["shape of tensor", 1],
  ];
  for (const [place, element] of places) {
    const { list, reads } = longArray(element);
    const error = refusalOf(() => lists[place](list));
    assert.ok(error instanceof TypeError || error instanceof RangeError, `${place} was taken`);
    assert.match(error.message, SENTENCE, place);
    assertCode(error, place);
    assert.ok(reads.count < 100, `${place}: ${reads.count} elements were read`);
  }
  for (const name of ["shortFactors", "longFactors"]) {
    const { list, reads } = longArray(1);
    const scaling = {
      type: "longrope",
      shortFactors: [1, 1],
      longFactors: [1, 1],
      originalLength: 9,
      length: 4,
      [name]: list,
    };
    assert.throws(() => rotary.rotaryFrequencies({ dims: 4, scaling }), /Factors must have 2 numbers above 0/);
    assert.equal(reads.count <= 1, true);
  }
});

test("an array whose length was set to a thousand million is refused, and not walked", () => {
  for (const first of [[1, 2], 1, [[1]], [true, false]]) {
    const long = Object.assign([first], { length: 1e9 });
    for (const place of [
      "q",
      "a row of q",
      "mask",
      "bias",
      "data of tensor",
      "the data of q",
      "weights of layerNorm",
    ]) {
      const error = refusalOf(() => PLACES[place](long));
      assert.ok(error instanceof TypeError || error instanceof RangeError, `${place} was taken`);
    }
  }
});

test("so many heads or columns that no machine has room for their tables are refused", () => {
  assert.equal(alibiSlopes(65536).length, 65536);
  assert.throws(() => alibiSlopes(1e9), {
    name: "RangeError",
    message: "heed.alibiSlopes: heads must be an integer from 1 to 65536; got the number 1000000000.",
  });
  assert.equal(rotary.rotaryFrequencies({ dims: 65536 }).frequencies.length, 32768);
  assert.throws(() => rotary.rotaryFrequencies({ dims: 1e8 }), {
    name: "RangeError",
    message: "heed/rotary.rotaryFrequencies: dims must be an integer from 1 to 65536; got the number 100000000.",
  });
  const wide = { data: new Float32Array(2 ** 18), shape: [1, 2 ** 18] };
  const turned = (options) => heed.attention(wide, wide, [[1]], { rotary: { pairs: "halves", ...options } });
  assert.throws(
    () => turned({}),
    /rotary\.dims must be an even integer from 2 to 65536, and to the 262144 columns of q and k/,
  );
  assert.equal(turned({ dims: 4 }).output.data[0], 1);
});

test("a name or a text of a million letters is refused at once, and shown in part", () => {
  const long = "x".repeat(1e6);
  const calls = [
    () => heed.attention(...three, { [long]: 1 }),
    () => heed.attention(...three, { keep: [long] }),
    () => heed.attention(...three, { window: { [long]: 1 } }),
    () => heed.attention({ [long]: 1 }, x, x),
    () => heed.attention(...three, { [Symbol.toStringTag]: long }),
    () => heed.attention({ data: x.data, shape: [long, 2] }, x, x),
    () => heed.attention({ data: x.data, shape: [1, 1, 1, 1, Symbol("s")] }, x, x),
    () => heed.selfAttention(x, { [long]: x }),
    () => fromTorch({ [long]: x }, { heads: 1 }),
    () => fromTorch({ a: x }, { heads: 1, prefix: long }),
    () => fromTorch({ [`${long}in_proj_weight`]: x }, { heads: 1 }),
    () => fromTorch({ in_proj_weight: t(6, 2), [long]: x }, { heads: 1 }),
    () => train.parametersOf(heed.session({ ...sizes, backward: true }), [long]),
  ];
  for (const call of calls) {
    const error = refusalOf(call);
    assert.match(error?.message ?? "", SENTENCE, String(call));
    assert.ok(error.message.length < 1200, `${call}: ${error.message.length} letters`);
  }
});

test("a name that every object inherits is no hint", () => {
  assert.throws(
    () => heed.attention(...three, { constructor: 1 }),
    /there is no option named "constructor"\. The known/,
  );
  assert.throws(() => heed.selfAttention(x, { constructor: x }), /there is no option named "constructor"\. The known/);
});

test("scalings whose formula cannot be are refused, and none gives NaN", () => {
  const of = (scaling, base) => rotary.rotaryFrequencies({ dims: 8, base, scaling });
  const yarn = { type: "yarn", factor: 4, originalLength: 2048 };
  const llama3 = { type: "llama3", factor: 8, originalLength: 8192 };
  const longrope = { type: "longrope", shortFactors: [1, 1, 1, 1], longFactors: [2, 2, 2, 2], length: 3 };
  const refused = [
    [() => of(yarn, 1), /base must be above 1, with this scaling; got 1\.$/],
    [() => of(yarn, 0.5), /base must be above 1/],
    [
      () => of({ ...yarn, betaFast: 1, betaSlow: 32 }),
      /scaling\.betaFast must be above betaSlow, 32, with this scaling; got 1\.$/,
    ],
    [
      () => of({ ...llama3, lowFactor: 4, highFactor: 1 }),
      /scaling\.highFactor must be above lowFactor, 4, with this scaling; got 1\.$/,
    ],
    [() => of({ ...llama3, lowFactor: 2, highFactor: 2 }), /scaling\.highFactor must be above lowFactor, 2/],
    [() => of({ ...longrope, originalLength: 1, factor: 4 }), /scaling\.originalLength must be above 1/],
    [() => of({ ...longrope, originalLength: 0.5, factor: 4 }), /scaling\.originalLength must be above 1/],
    [
      () => of({ ...longrope, originalLength: 2, longFactors: [1, 1, 0, 1] }),
      /longFactors must have .*; it holds 0\.$/,
    ],
    [() => of({ ...longrope, originalLength: 2, longFactors: [1, 1, 5e-324, 1] }), /must give finite frequencies/],
  ];
  for (const [call, message] of refused) assert.throws(call, { name: "RangeError", message }, String(message));
  for (const base of [1e-100, 0.5, 1, 1.0000001, 2, 1e4, 1e300])
    for (const factor of [1e-300, 0.5, 1, 2, 1e300])
      for (const originalLength of [1e-300, 1, 32, 2048, 1e300])
        for (const type of ["linear", "ntk", "dynamic", "llama3", "yarn"]) {
          const scaling = { type, factor, ...(type !== "linear" && type !== "ntk" && { originalLength }) };
          if (type === "dynamic") scaling.length = 4096;
          const error = refusalOf(() => {
            const found = of(scaling, base);
            assert.ok([...found.frequencies, found.factor].every(Number.isFinite), JSON.stringify([scaling, base]));
          });
          if (error) assert.match(error.message, /^heed\/rotary\.rotaryFrequencies: .*\.$/);
        }
});

test("YaRN keeps pairs that turn often enough, also where all of them do", () => {
  const { frequencies } = rotary.rotaryFrequencies({
    dims: 8,
    base: 10,
    scaling: { type: "yarn", factor: 4, originalLength: 1e9 },
  });
  assert.deepEqual(frequencies, rotary.rotaryFrequencies({ dims: 8, base: 10 }).frequencies);
});

test("no base, no factor, no offset and no position makes NaN of finite q and k", () => {
  const turned = (given, options = {}) =>
    heed.attention(...three, { ...options, rotary: { pairs: "halves", ...given } });
  const extremes = [5e-324, 1e-320, 1e-100, 1e100, 1e200, 1e300, 1.7e308, -1e300];
  for (const number of extremes) {
    const calls = [
      () => turned({ base: number }),
      () => turned({ frequencies: [number] }),
      () => turned({ frequencies: [1e100], positions: { keys: [0, number] } }),
      () => turned({ frequencies: [1e100] }, { causal: { offset: Math.trunc(number) } }),
      () => turned({ factor: number / 1e30 }),
    ];
    for (const call of calls) {
      const error = refusalOf(() => {
        for (const one of call().output.data) assert.ok(!Number.isNaN(one), `${call}: ${number}`);
      });
      if (error) assert.match(error.message, /^heed\.attention: .*\.$/, `${call}: ${number}`);
    }
  }
});

test("the shape of documents and of positions is looked at, given or nested", () => {
  const batch = { data: new Float32Array(2 * 3 * 2).map((_, at) => at), shape: [2, 1, 3, 2] };
  const documents = (one) => heed.attention(batch, batch, batch, { documents: one }).output.data;
  const data = Int32Array.of(1, 1, 2, 1, 2, 2);
  const expected = documents([...data]);
  assert.deepEqual(documents({ data, shape: [2, 3] }), expected);
  assert.deepEqual(documents({ data, shape: [6] }), expected);
  assert.deepEqual(
    documents([
      [1, 1, 2],
      [1, 2, 2],
    ]),
    expected,
  );
  const positions = (one) =>
    heed.attention(batch, batch, batch, { rotary: { pairs: "halves", positions: { queries: one, keys: one } } });
  for (const [call, name] of [
    [documents, "documents"],
    [positions, "rotary\\.positions\\.queries"],
  ]) {
    const refused = (one, message) =>
      assert.throws(() => call(one), { message: new RegExp(`^heed\\.attention: ${name}${message}`) });
    refused(
      { data, shape: [3, 2] },
      " must have the shape \\[2, 3\\], a row of numbers for each batch; got \\[3, 2\\]\\.$",
    );
    refused({ data, shape: [2, 4] }, " has the shape \\[2, 4\\], which needs 8 elements; its data holds 6\\.$");
    refused({ data, shape: "wrong" }, "\\.shape must be an array");
    refused(
      [
        [1, 1],
        [2, 1],
        [2, 2],
      ],
      " must have the shape \\[2, 3\\]",
    );
    refused(
      [
        [1, 1, 2],
        [1, 2],
      ],
      "\\[1\\] must be an array of 3 numbers, as .*\\[0\\] is; got 2\\.$",
    );
    refused([[1, 1, 2], 1, 2, 2], "\\[1\\] must be an array of 3 numbers");
    refused([1, [1, 2], 1, 2, 2, 1], " must hold finite numbers; it holds an array");
    refused({ data: Uint16Array.from(data), shape: [2, 3], type: "float16" }, " must hold plain numbers; got the bits");
  }
});

test("a sink or a slope beyond float32 is refused with the number that was given", () => {
  const beyond = [
    [{ sink: 1e300 }, /sink must hold .*; got the number 1e\+300\.$/],
    [{ sink: [1e300] }, /sink must hold .*; got the number 1e\+300\.$/],
    [{ sink: { data: [1e300], shape: [1] } }, /sink must hold .*; got the number 1e\+300\.$/],
    [{ sink: Infinity }, /sink must hold .*; got Infinity\.$/],
    [{ sink: NaN }, /sink must hold .*; got NaN\.$/],
    [{ alibi: [-1e39] }, /alibi must hold .*; got the number -1e\+39\.$/],
    [{ alibi: { slopes: new Float64Array([1e200]) } }, /alibi must hold .*; got the number 1e\+200\.$/],
  ];
  for (const [options, message] of beyond)
    assert.throws(() => heed.attention(...three, options), { name: "RangeError", message }, String(message));
});

/** Whatever else they look like, they hold no numbers of their own. */
const FORGED = {
  "an object with the prototype of Float32Array": () => Object.create(Float32Array.prototype),
  "an object with the prototype of Uint8Array": () => Object.create(Uint8Array.prototype),
  "a proxy of a Float32Array": () => new Proxy(new Float32Array(2), {}),
  "a proxy of a Uint8Array": () => new Proxy(new Uint8Array(2), {}),
  "an object with the name of Float32Array": () => ({ [Symbol.toStringTag]: "Float32Array", length: 2 }),
};

test("what is no typed array but looks like one is refused in a sentence, wherever numbers are read", () => {
  const places = ["q", "the data of q", "a row of q", "queryWeight", "queryBias", "context", "mask", "bias", "sink"];
  places.push(
    "alibi.slopes",
    "keyLengths",
    "keyMask",
    "sequences.queries",
    "documents.queries",
    "rotary.positions.keys",
  );
  places.push("rotary.frequencies", "data of tensor", "positions of rotate", "dOutput of mergeAttentionBackward");
  places.push("the value of a parameter", "logits of softmaxCrossEntropy", "from of reorder", "the length of truncate");
  const calls = { ...PLACES, "the data of a mask": (one) => option("mask")({ data: one, shape: [2, 1] }) };
  for (const place of [...places, "the data of a mask"])
    for (const [name, make] of Object.entries(FORGED)) {
      const error = refusalOf(() => calls[place](make()));
      assert.ok(error instanceof TypeError || error instanceof RangeError, `${place}: ${name} was taken`);
      assert.match(error.message, SENTENCE, `${place}: ${name}`);
    }
});

test("a typed array keeps its numbers, whatever it says of itself", () => {
  const numbers = () => Float32Array.of(1, 2, 3, 4);
  const odd = {
    "without a prototype": Object.setPrototypeOf(numbers(), null),
    "with another prototype": Object.setPrototypeOf(numbers(), Int8Array.prototype),
    "with another length": Object.defineProperty(numbers(), "length", { value: 2 ** 31 }),
    "with another place": Object.defineProperties(numbers(), { byteOffset: { value: 8 }, length: { value: 2 } }),
    "with another buffer": Object.defineProperties(numbers(), { buffer: { value: 5 }, length: { value: 5 } }),
  };
  const attend = (data) => heed.attention(...Array(3).fill({ data, shape: [2, 2] })).output;
  const turn = (data) => rotary.rotate({ data, shape: [1, 4] }, { pairs: "halves", base: 100 }, [18]);
  for (const [name, data] of Object.entries(odd)) {
    assert.deepEqual(attend(data), attend(numbers()), name);
    assert.deepEqual(turn(data), turn(numbers()), name);
  }
});

test("logits that say another length than they have are refused at once", () => {
  const logits = Object.defineProperty(new Float32Array(4), "length", { value: 2 ** 31 });
  assert.throws(() => train.softmaxCrossEntropy(logits, [0]), {
    name: "RangeError",
    message: "heed/train.softmaxCrossEntropy: logits holds 4 numbers, so its length must be 4; got 2147483648.",
  });
});
