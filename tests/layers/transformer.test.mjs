// A language model of public layers: its gradients, its decoder, its files, and the optimiser in the core.
import assert from "node:assert/strict";
import test from "node:test";
import { textbookLanguageModel } from "./oracle.mjs";
import { assertClose, assertRefused, layers, load, loadApart, randomOf, testEach, train } from "./support.mjs";

const {
  chain,
  decoder,
  embeddingSession,
  languageModel,
  layerNormSession,
  linearSession,
  loadModel,
  saveModel,
  transformerBlock,
} = layers;
const { adam, fillBatch, lettersOf, parametersOf, seededRandom } = train;
const SIZES = { vocab: 7, modelDim: 8, heads: 2, layers: 2, batch: 2, tokens: 5 };

/** A batch of tokens by chance. */
function fill(model, seed = 3) {
  const draw = seededRandom(seed);
  for (const ids of [model.ids, model.targets]) for (let i = 0; i < ids.length; i++) ids[i] = draw.integer(7);
  model.targets[1] = -1;
}

/** Who sees whom in each layer, as options of attention and as a rule. */
const SIGHTS = [
  [{ window: { left: 0, right: 2 }, causal: false }, (i, j) => j >= i && j <= i + 2],
  [undefined, (i, j) => j <= i],
  [{ window: { left: 1 } }, (i, j) => j <= i && j >= i - 1],
];

testEach("each layer of a language model attends as its own entry of the list says", (heed) => {
  const attention = SIGHTS.map(([options]) => options);
  const model = languageModel(heed, { ...SIZES, layers: 3, biases: true, attention, seed: 1 });
  shake(model);
  fill(model);
  model.run();
  const expected = textbookLanguageModel(model, (layer, i, j) => SIGHTS[layer][1](i, j));
  assertClose(model.logits, expected, "logits", 2e-5, 2e-5);
  assert.deepEqual(model.options.attention, [SIGHTS[0][0], {}, SIGHTS[2][0]]);
  const again = languageModel(heed, { ...model.options, batch: 1, weightsOf: model });
  again.run({ ids: [Array.from(model.ids.subarray(5))] });
  assertClose(again.logits, model.logits.subarray(35), "a model of the same options");
  for (const one of [again, model]) one.dispose();
});

test("a list of attentions that does not fit is refused in a sentence", async () => {
  const heed = await load();
  const where = "heed/layers.languageModel";
  for (const attention of [[], [{}], [{}, {}, {}]])
    assertRefused(
      () => languageModel(heed, { ...SIZES, attention }),
      RangeError,
      `${where}: attention must be a plain object, or an array of one for each layer; got an array of ` +
        `${attention.length}, and layers is 2.`,
    );
  for (const [one, message] of [
    [5, `${where}: attention[1] must be a plain object; got the number 5.`],
    [{ heads: 2 }, /attention\[1\] must leave heads out/],
    [{ scale: NaN }, /attention\[1\]: scale must be/],
  ])
    assert.throws(() => languageModel(heed, { ...SIZES, attention: [{}, one] }), { message });
});

/** Weights of a size at which nothing is linear. */
function shake(model, seed = 4) {
  const draw = seededRandom(seed);
  for (const { value } of model.parameters) for (let i = 0; i < value.length; i++) value[i] += draw.normal() / 3;
}

/** Models that a decoder reads. */
const KINDS = [
  {},
  { biases: true, activation: "gelu-tanh" },
  { norm: "rms", positions: false, tied: false, activation: "relu", attention: { rotary: { pairs: "halves" } } },
  { attention: [{ window: { left: 1 } }, { kvHeads: 1, rotary: { pairs: "interleaved" } }] },
];

testEach("the gradient of every parameter is the slope of the loss", (heed) => {
  for (const kind of KINDS) {
    const model = languageModel(heed, { ...SIZES, ...kind, backward: true, seed: 1 });
    shake(model);
    fill(model);
    model.run();
    model.backward();
    const lossAt = () => {
      model.run();
      return model.losses.reduce((sum, one) => sum + one, 0) / 9;
    };
    const draw = seededRandom(5);
    for (const { name, shape, value, gradient } of model.parameters) {
      assert.equal(
        shape.reduce((product, one) => product * one, 1),
        value.length,
        name,
      );
      // The slope along the gradient is its length; along another direction, the product of both.
      const kept = gradient.slice();
      const start = value.slice();
      const along = Float64Array.from(kept, (one) => one + draw.normal() * 0.02);
      const length = Math.hypot(...along);
      const step = 1e-3 / length;
      const at = (by) => {
        for (let i = 0; i < value.length; i++) value[i] = start[i] + by * along[i];
        return lossAt();
      };
      const slope = (at(step) - at(-step)) / (2 * step);
      value.set(start);
      const expected = kept.reduce((sum, one, i) => sum + one * along[i], 0);
      assert.ok(
        Math.abs(slope - expected) <= 4e-3 * Math.abs(expected) + 4e-4 * length,
        `${name}: ${slope}, ${expected}`,
      );
    }
    model.dispose();
  }
});

testEach("add: true adds up batches: two halves give the gradients of the whole", (heed) => {
  const whole = languageModel(heed, { ...SIZES, biases: true, backward: true, seed: 1 });
  const half = languageModel(heed, { ...SIZES, biases: true, batch: 1, backward: true, weightsOf: whole });
  fill(whole);
  whole.targets[1] = 2;
  whole.run();
  whole.backward();
  for (const [at, add] of [
    [0, false],
    [1, true],
  ]) {
    half.ids.set(whole.ids.subarray(5 * at, 5 * at + 5));
    half.targets.set(whole.targets.subarray(5 * at, 5 * at + 5));
    half.run();
    half.backward({ add, of: 10 });
  }
  for (const [place, { name, gradient }] of whole.parameters.entries())
    assertClose(half.parameters[place].gradient, gradient, name, 1e-6, 1e-5);
  assertRefused(() => half.backward({ sum: true }), TypeError, /model\.backward: there is no option named "sum"/);
  assertRefused(
    () => half.run([1, 2]),
    TypeError,
    /model\.run: inputs must be a plain object, as \{ ids, targets \}; got/,
  );
  for (const one of [whole, half]) one.dispose();
  const session = heed.session({ queries: 2, keys: 2, dim: 2, backward: true });
  session.run();
  assertRefused(() => session.backward({ add: true }), TypeError, /session\.backward: add must be left out/);
  session.dispose();
});

testEach("a row that does not count has no gradient, whatever its logits are", (heed) => {
  const session = layers.crossEntropySession(heed, { rows: 2, classes: 3, backward: true });
  for (const value of [NaN, Infinity, -Infinity]) {
    session.x.set([value, value, 2, 1, 2, 3]);
    session.targets.set([-1, 2]);
    session.run();
    session.backward();
    assert.deepEqual([...session.dx.subarray(0, 3)], [0, 0, 0], `${value}`);
    assert.ok(session.dx.subarray(3).every(Number.isFinite));
  }
  session.dispose();
});

testEach("without any answer a loss is NaN, every gradient is 0, and nothing throws", (heed) => {
  const model = languageModel(heed, { ...SIZES, backward: true });
  fill(model);
  const gradients = () => model.parameters.flatMap(({ gradient }) => [...gradient]);
  model.run();
  model.backward();
  const first = gradients();
  assert.ok(first.some((one) => one !== 0));
  model.targets.fill(-1);
  model.run();
  assert.ok(Number.isNaN(model.loss));
  for (const of of [undefined, 0, 3]) {
    model.backward({ of });
    assert.ok(gradients().every((one) => one === 0));
  }
  adam(heed, model.parameters, { clip: 1 }).step();
  assert.ok(model.parameters.every(({ value }) => value.every(Number.isFinite)));
  fill(model);
  assertRefused(
    () => model.backward({ of: 0 }),
    RangeError,
    /^model\.backward: of must be the number of targets in all batches/,
  );
  model.dispose();
});

testEach("layers that share memory compute what layers that copy compute", (heed) => {
  const drawn = randomOf(7);
  const made = (shared) => {
    const norm = layerNormSession(heed, { rows: 3, dim: 4, backward: true });
    const up = linearSession(heed, { rows: 3, inputs: 4, outputs: 6, activation: "gelu", backward: true });
    const down = linearSession(heed, { rows: 3, inputs: 6, outputs: 4, biases: true, backward: true });
    return chain([norm, chain([up, down], { shared })], { shared, residual: true });
  };
  const [one, other] = [made(false), made(true)];
  const numbers = one.parameters.map(({ value }) => drawn.tensorOf([value.length]).data);
  for (const net of [one, other]) {
    for (const [place, { value }] of net.parameters.entries()) value.set(numbers[place]);
    net.x.set(Float32Array.from({ length: 12 }, (_, at) => Math.sin(at)));
    net.run();
    net.dOutput.set(Float32Array.from({ length: 12 }, (_, at) => Math.cos(at)));
    net.backward();
  }
  assertClose(other.output, one.output, "output");
  assertClose(other.dx, one.dx, "dx");
  for (const [place, { name, gradient }] of one.parameters.entries())
    assertClose(other.parameters[place].gradient, gradient, name);
  assertRefused(
    () =>
      chain([linearSession(heed, { rows: 1, inputs: 1, outputs: 1, activation: "relu" })], {
        shared: true,
        residual: true,
      }),
    TypeError,
    /the last one must have weights and no activation/,
  );
});

const FOUR_SLOPES = { data: Float32Array.of(0.5, 0.25, 0.125, 1), shape: [4] };
/** Attention that a decoder reads, of four heads. */
const ATTENTIONS = [
  { kvHeads: 1 },
  { kvHeads: 2, sink: -0.5 },
  { sink: { data: Float32Array.of(1, -2, -Infinity, 0), shape: [4] }, window: { left: 2 } },
  { kvHeads: 2, rotary: { pairs: "interleaved", base: 100 }, window: { left: 1 }, sink: 0.25 },
  { kvHeads: 1, alibi: true, softcap: 2 },
  { alibi: { slopes: FOUR_SLOPES }, scale: "sqrt-dmodel", layout: "out-in" },
  { kvHeads: 2, dim: 6, valueDim: 5, layout: "out-in", rotary: { pairs: "halves", dims: 4 }, scale: 0.7 },
];

testEach("a decoder has the logits of the model at each token, and follows its weights", async (heed) => {
  for (const kind of [...KINDS, ...ATTENTIONS.map((attention) => ({ heads: 4, biases: true, attention }))]) {
    const model = languageModel(heed, { ...SIZES, ...kind, batch: 1, backward: true, seed: 1 });
    shake(model);
    fill(model);
    const reader = decoder(heed, model, { weights: true });
    for (let again = 0; again < 2; again++) {
      shake(model, again);
      model.run();
      reader.reset();
      for (let at = 0; at < 5; at++) {
        assertClose(reader.step(model.ids[at]), model.logits.subarray(7 * at, 7 * at + 7), `token ${at}`, 2e-5, 2e-5);
        assert.deepEqual(
          reader.weights.map(({ shape }) => shape),
          Array(2).fill([kind.heads ?? 2, 1, at + 1]),
        );
      }
    }
    assertRefused(() => reader.step(0), RangeError, /has 5 positions, and all are taken/);
    const take = async (options) => {
      const ids = [];
      for await (const { id } of reader.generate([1], { temperature: 0.9, topK: 5, topP: 0.95, seed: 6, ...options }))
        ids.push(id);
      return ids;
    };
    const found = await take({ maxTokens: 40 });
    assert.equal(found.length, 40);
    assert.deepEqual(await take({ maxTokens: 40 }), found);
    assert.deepEqual(await take({ maxTokens: 40, ends: [found[3]] }), found.slice(0, found.indexOf(found[3]) + 1));
    reader.dispose();
    model.dispose();
  }
});

testEach("a decoder reads and gives text, keeps weights and changes heads, as an opened model does", async (heed) => {
  const { encode, decode, letters } = lettersOf("abcdefg");
  const model = languageModel(heed, { ...SIZES, vocab: letters.length, batch: 1 });
  shake(model);
  const reader = decoder(heed, model, { tokenizer: { encode, decode } });
  const take = async (given, options) => {
    const all = [];
    for await (const one of reader.generate(given, { maxTokens: 9, temperature: 2, seed: 3, ...options }))
      all.push(one);
    return all;
  };
  const whole = await take("ab");
  assert.deepEqual(
    whole.map(({ id }) => id),
    (await take([0, 1])).map(({ id }) => id),
  );
  const written = whole.map(({ text }) => text).join("");
  assert.equal(written, decode(whole.map(({ id }) => id)));
  const stop = written.slice(3, 5);
  const stopped = (await take("ab", { stop: ["never", stop] })).map(({ text }) => text).join("");
  assert.equal(stopped, written.slice(0, written.indexOf(stop) + 2));
  assert.deepEqual(whole[0].layers, []);
  const [first, second] = await take("ab", { keep: ["weights"] });
  assert.deepEqual(
    first.layers.map(({ weights }) => weights.shape),
    [
      [2, 1, 2],
      [2, 1, 2],
    ],
  );
  assert.deepEqual(second.layers[0].weights.shape, [2, 1, 3]);
  // A head that is off is a head without its rows of the output weight.
  const [off] = await take("abc", { heads: { "1.0": 0, 0.1: 0.5 } });
  const [zeros] = await take("abc", { heads: { "1.0": new Float32Array(SIZES.modelDim / 2), 0.1: 0.5 } });
  assert.deepEqual(zeros.logits, off.logits);
  for (const [layer, head, factor] of [
    [1, 0, 0],
    [0, 1, 0.5],
  ]) {
    const { outputWeight } = model.blocks[layer].layers[0].layers[1];
    const rows = outputWeight.subarray((head * outputWeight.length) / 2, ((head + 1) * outputWeight.length) / 2);
    rows.set(rows.map((one) => one * factor));
  }
  const [cut] = await take("abc");
  assertClose(off.logits, cut.logits, "the logits without the rows", 1e-6, 1e-5);
  const refused = (given, options, code, message) =>
    assert.throws(
      () => reader.generate(given, options),
      (error) => error.code === code && message.test(error.message),
    );
  refused("a", { heads: { "2.0": 0 } }, "value", /heads names "2.0", and the model has 2 layers/);
  refused("a", { heads: { 1.2: 0 } }, "value", /heads names "1.2", and layer 1 has 2 heads/);
  refused(
    "a",
    { heads: { 1.1: [1] } },
    "value",
    /heads\["1.1"\] must be a finite number, or \d numbers; got 1 numbers/,
  );
  refused("a", { heads: { 1: 0 } }, "type", /heads takes names "layer.head"/);
  refused("a", { keep: ["scores"] }, "type", /keep must be \[\] or \["weights"\]/);
  refused("a", { stop: "" }, "type", /stop must be a string of one character or more/);
  refused("", {}, "shape", /ids must hold at least one token/);
  assert.throws(() => decoder(heed, model).generate("a"), /a string needs a tokenizer. Give decoder\(\) one/);
  assert.throws(() => decoder(heed, model, { tokenizer: "a" }), /tokenizer must be an object with encode/);
  for (const one of [reader, model]) one.dispose();
});

testEach("run() of a language model writes ids and targets, and checks them as those that were written", (heed) => {
  const model = languageModel(heed, SIZES);
  fill(model);
  const [ids, targets] = [model.ids.slice(), model.targets.slice()];
  model.run();
  const losses = model.losses.slice();
  model.ids.fill(0);
  model.targets.fill(-1);
  model.run({ ids: Array.from(ids), targets });
  assert.deepEqual(model.losses.slice(), losses);
  const where = "model.run";
  assertRefused(
    () => model.run({ ids: [1] }),
    RangeError,
    `${where}: ids must have 10 numbers, as its view has; got 1.`,
  );
  assertRefused(() => model.run({ ids: ids.fill(7) }), RangeError, /ids\[0\] must be from 0 to 6/);
  assertRefused(() => model.run({ answers: targets }), TypeError, /there is no input named "answers"/);
  model.dispose();
});

testEach("a decoder has the sinks and slopes that its model has when it is made", (heed) => {
  const model = languageModel(heed, { ...SIZES, batch: 1, attention: { sink: 0, alibi: true } });
  shake(model);
  fill(model);
  for (const [place, { layers: all }] of model.blocks.entries()) {
    all[0].layers[1].sink.set([3, -1 - place]);
    all[0].layers[1].alibi.set([2, 0.5 + place]);
  }
  model.run();
  const reader = decoder(heed, model);
  for (let at = 0; at < 5; at++)
    assertClose(reader.step(model.ids[at]), model.logits.subarray(7 * at, 7 * at + 7), `token ${at}`, 2e-5, 2e-5);
  for (const one of [reader, model]) one.dispose();
});

test("a decoder refuses by name the options of attention that it cannot read", async () => {
  const heed = await load();
  const mask = { data: new Uint8Array(25).fill(1), shape: [5, 5] };
  for (const [name, attention] of Object.entries({
    causal: { causal: false },
    mask: { mask },
    keyLengths: { keyLengths: 3 },
    keyMask: { keyMask: [1, 1, 1, 0, 0] },
    normalize: { normalize: "none" },
    "window.offset": { window: { left: 1, offset: 0 } },
    "alibi.offset": { alibi: { offset: 0 } },
    "rotary.positions": { rotary: { pairs: "halves", positions: { queries: [0, 1, 2, 3, 4] } } },
  })) {
    const model = languageModel(heed, { ...SIZES, attention });
    const message = `heed/layers.decoder: it cannot read a model whose attention has ${name}.`;
    assertRefused(() => decoder(heed, model), RangeError, message);
    model.dispose();
  }
  const model = languageModel(heed, { ...SIZES, attention: [{}, { causal: false }] });
  const message = "heed/layers.decoder: it cannot read a model whose attention[1] has causal.";
  assertRefused(() => decoder(heed, model), RangeError, message);
  model.dispose();
});

testEach("weights are not read by a model whose heads have other sizes", (heed) => {
  const model = languageModel(heed, { ...SIZES, attention: { kvHeads: 1 } });
  for (const attention of [{}, { kvHeads: 1, layout: "out-in" }, { kvHeads: 1, dim: 8 }, { kvHeads: 1, valueDim: 2 }])
    assertRefused(
      () => languageModel(heed, { ...SIZES, attention, weightsOf: model }),
      RangeError,
      /languageModel: weightsOf must have attention with the same kvHeads, dim, valueDim, contextDim and outIn/,
    );
  languageModel(heed, { ...SIZES, attention: { kvHeads: 1 }, weightsOf: model }).dispose();
  model.dispose();
});

testEach("a model draws its weights unless its seed is false, so it learns", (heed) => {
  const numbersOf = (more) => {
    const model = languageModel(heed, { ...SIZES, biases: true, ...more });
    const all = model.parameters.filter(({ shape }) => shape.length > 1).map(({ value }) => value.slice());
    model.dispose();
    return all;
  };
  assert.deepEqual(numbersOf({}), numbersOf({ seed: 0 }));
  assert.notDeepEqual(numbersOf({}), numbersOf({ seed: 1 }));
  assert.ok(numbersOf({}).every((value) => value.every((one) => one !== 0)));
  assert.ok(numbersOf({ seed: false }).every((value) => value.every((one) => one === 0)));
  for (const seed of [null, true, 1.5, "1", Symbol("s"), Infinity])
    assert.throws(() => languageModel(heed, { ...SIZES, seed }), /languageModel: seed must be an integer, or false/);
  const model = languageModel(heed, { ...SIZES, backward: true });
  const optimiser = adam(heed, model.parameters, { learningRate: 0.02 });
  fill(model);
  for (let step = 0; step < 60; step++) {
    model.run();
    model.backward();
    optimiser.step();
  }
  assert.ok(model.loss < 1, `${model.loss}`);
  for (const one of [optimiser, model]) one.dispose();
});

testEach(
  "what is made without gradients has parameters too, which are saved and loaded, and no optimiser takes",
  (heed) => {
    const bias = { data: new Float32Array(4), shape: [2, 2] };
    const rows = 2;
    const made = {
      "0.0.gain": transformerBlock(heed, { tokens: 3, modelDim: 4 }),
      "0.table": languageModel(heed, SIZES),
      weight: linearSession(heed, { rows: 1, inputs: 2, outputs: 3, biases: true }),
      gain: layerNormSession(heed, { rows, dim: 2 }),
      table: embeddingSession(heed, { rows, modelDim: 2, vocab: 3 }),
      queryWeight: heed.selfAttentionSession({ tokens: 2, modelDim: 2 }),
      distances: layers.distanceBias(heed.selfAttentionSession({ tokens: 2, modelDim: 2, bias })),
    };
    for (const [name, layer] of Object.entries(made)) {
      const parameters = parametersOf(layer);
      assert.ok(parameters.some((one) => one.name === name));
      for (const one of parameters) assert.equal(one.gradient, undefined, one.name);
      for (const { value } of parameters) seededRandom(1).fillNormal(value);
      const kept = parameters.map(({ value }) => value.slice());
      const bytes = train.saveSafetensors(parameters);
      for (const { value } of parameters) value.fill(0);
      train.loadSafetensors(bytes, parameters);
      assert.deepEqual(
        parameters.map(({ value }) => value.slice()),
        kept,
      );
      for (const [where, make] of Object.entries({
        adam: () => adam(parameters),
        "adam in the core": () => adam(heed, parameters),
        sgd: () => train.sgd(parameters, { learningRate: 1 }),
      }))
        assertRefused(
          make,
          TypeError,
          `heed/train.${where.split(" ")[0]}: ${parameters[0].name} has no gradient. ` +
            "Make the session that has it with backward: true.",
        );
      layer.dispose();
    }
  },
);

testEach("the files of a model hold every number, and give the same model again", (heed) => {
  for (const kind of [{}, { biases: true, activation: "gelu-tanh", hidden: 12 }]) {
    const model = languageModel(heed, { ...SIZES, ...kind, seed: 1, backward: true });
    shake(model);
    const { config, weights, state } = saveModel(model);
    assert.equal(state, undefined);
    assert.deepEqual(
      [config.model_type, config.n_embd, config.n_head, config.n_layer, config.n_positions, config.vocab_size],
      ["gpt2", 8, 2, 2, 5, 7],
    );
    const stored = JSON.parse(JSON.stringify(config));
    const loaded = loadModel(heed, { config: stored, weights: weights.buffer }, { batch: 2, backward: true });
    assert.deepEqual([loaded.optimiser, loaded.random], [undefined, undefined]);
    const { model: other } = loaded;
    assert.deepEqual(other.options, model.options);
    for (const [place, { name, value }] of model.parameters.entries())
      assert.deepEqual(other.parameters[place].value, value, name);
    for (const one of [model, other]) {
      fill(one);
      one.run();
    }
    assert.deepEqual(other.losses, model.losses);
    for (const one of [model, other]) one.dispose();
  }
});

testEach("a file of GPT-2 without a prefix in its names, and with a config of few words, opens too", (heed) => {
  const model = languageModel(heed, { ...SIZES, biases: true, activation: "gelu-tanh", seed: 1 });
  shake(model);
  const { config, weights } = saveModel(model);
  const { names } = train.loadSafetensors(weights, []);
  const shapes = JSON.parse(new TextDecoder().decode(weights.subarray(8, 8 + weights[0] + 256 * weights[1])));
  const tensors = names.map((name) => {
    const { shape } = shapes[name];
    return { name, shape, value: new Float32Array(shape.reduce((product, one) => product * one, 1)) };
  });
  train.loadSafetensors(weights, tensors);
  const bare = train.saveSafetensors(tensors.map((one) => ({ ...one, name: one.name.replace("transformer.", "") })));
  const { n_embd, n_head, n_layer, n_positions, vocab_size } = config;
  const few = { model_type: "gpt2", n_embd, n_head, n_layer, n_positions, vocab_size };
  const { model: other } = loadModel(heed, { config: few, weights: bare });
  for (const [place, { name, value }] of model.parameters.entries())
    assert.deepEqual(other.parameters[place].value, value, name);
  for (const one of [model, other]) one.dispose();
});

testEach("a model that is opened for fewer tokens has the first positions", (heed) => {
  const model = languageModel(heed, { ...SIZES, batch: 1, biases: true, seed: 1 });
  shake(model);
  fill(model);
  model.run();
  const { model: short } = loadModel(heed, saveModel(model), { tokens: 3 });
  short.run({ ids: model.ids.subarray(0, 3) });
  assertClose(short.logits, model.logits.subarray(0, 21), "logits");
  assert.equal(saveModel(short).config.n_positions, 3);
  for (const one of [short, model]) one.dispose();
});

const HALVES = { pairs: "halves" };

/** Models by the family that they fit, in the order in which families are tried. */
const SAVED = {
  gpt2: [{ attention: [{ keep: ["weights"], causal: true }, { window: undefined }] }],
  gpt_neox: [
    { positions: false, biases: true, activation: "gelu", attention: { rotary: HALVES } },
    { positions: false, tied: false, attention: { rotary: { ...HALVES, dims: 2, base: 500 }, keep: ["weights"] } },
    // 6/46 of 46 columns is a little less than 6.
    { positions: false, modelDim: 92, attention: { rotary: { ...HALVES, dims: 6 } } },
  ],
  heed: [
    { norm: "rms", activation: "silu" },
    { norm: "rms", biases: true, positions: false, attention: { rotary: HALVES } },
    { positions: false },
    { tied: false },
    { positions: false, biases: true, attention: { rotary: { pairs: "interleaved" } } },
    { positions: false, attention: { rotary: { ...HALVES, frequencies: Float64Array.of(1, 0.1), factor: 2 } } },
    { attention: [{}, { causal: true, window: { left: 1 }, scale: 0.25, keep: ["weights"] }] },
    { attention: { kvHeads: 1, dim: 6, rotary: HALVES } },
    { attention: { causal: false } },
  ],
};

for (const [family, kinds] of Object.entries(SAVED))
  testEach(`what ${family} can be is saved as that, and its files give the same model again`, (heed) => {
    for (const kind of kinds) {
      const model = languageModel(heed, { ...SIZES, ...kind, seed: 1, backward: true });
      shake(model);
      const { config, weights } = saveModel(model);
      assert.equal(config.model_type, family);
      const stored = JSON.parse(JSON.stringify(config));
      const { model: other } = loadModel(heed, { config: stored, weights }, { batch: 2, backward: true });
      for (const one of [model, other]) {
        fill(one);
        one.run();
      }
      assert.deepEqual(other.losses, model.losses, JSON.stringify(kind));
      assert.deepEqual(other.parameters.length, model.parameters.length);
      assert.deepEqual(saveModel(other).weights, weights);
      for (const one of [model, other]) one.dispose();
    }
  });

test("a model that fits no family is not saved, and the sentence names what does not fit", async () => {
  const heed = await load();
  const slopes = { data: new Float32Array([0.5, 0.25]), shape: [2] };
  const cut = { window: { left: 1, offset: 1 } };
  for (const [kind, why] of [
    [{ attention: { alibi: slopes } }, ["attention.alibi", "positions: true", "attention.alibi"]],
    [{ attention: { softcap: 5 } }, ["attention.softcap", "positions: true", "attention.softcap"]],
    [{ attention: cut, norm: "rms" }, ['norm: "rms"', 'norm: "rms"', "attention.window"]],
    [{ attention: { scale: "none" } }, ["attention.scale", "positions: true", "attention.scale"]],
    [
      { attention: [{}, { causal: false }] },
      [
        "attention[1].causal other than true",
        "positions: true",
        "attention[1].causal that differs from the first layer",
      ],
    ],
    [
      { attention: [{ rotary: HALVES }, { rotary: HALVES, kvHeads: 1 }], positions: false },
      ["positions: false", "attention[1].kvHeads", "attention[1].kvHeads that differs from the first layer"],
    ],
    [
      { attention: [{ rotary: HALVES }, { rotary: HALVES, softcap: 1 }], positions: false },
      ["positions: false", "attention[1].softcap", "attention[1].softcap"],
    ],
  ]) {
    const model = languageModel(heed, { ...SIZES, seed: false, ...kind });
    const message =
      `heed/layers.saveModel: model must fit a family; GPT-2 cannot have ${why[0]}, GPT-NeoX cannot have ${why[1]} ` +
      `and heed's own cannot have ${why[2]}. Store its parameters with saveSafetensors of heed/train.`;
    assertRefused(() => saveModel(model), RangeError, message);
    model.dispose();
  }
});

test("the names that PyTorch and GPT-2 have for the sizes of a layer are answered by heed's", async () => {
  const heed = await load();
  for (const [name, meant] of [
    ["d_model", "modelDim"],
    ["n_embd", "modelDim"],
    ["dim_feedforward", "hidden"],
    ["nhead", "heads"],
    ["block_size", "tokens"],
  ])
    for (const call of [transformerBlock, languageModel])
      assertRefused(() => call(heed, { [name]: 8 }), TypeError, new RegExp(`named "${name}"; write ${meant}\\.`));
});

test("files that are not a model's are refused in a sentence", async () => {
  const heed = await load();
  const model = languageModel(heed, { ...SIZES, biases: true, seed: 1 });
  shake(model);
  const { config, weights, state } = saveModel(model, { random: seededRandom(1) });
  const files = { config, weights, state };
  const where = "heed/layers.loadModel";
  for (const [more, Kind, message] of [
    [
      { config: { ...config, model_type: "gpt_neo" } },
      RangeError,
      /config\.model_type must be "gpt2", "gpt_neox" or "heed"; got the string/,
    ],
    [
      { config: { ...config, layer_norm_epsilon: 1e-6 } },
      RangeError,
      /config\.layer_norm_epsilon must be 0\.00001; got/,
    ],
    [
      { config: { ...config, tie_word_embeddings: false } },
      RangeError,
      /config\.tie_word_embeddings must be true; got/,
    ],
    [
      { config: { ...config, activation_function: "tanh" } },
      RangeError,
      /config\.activation_function must be "gelu_new",/,
    ],
    [
      { config: { ...config, n_embd: "8" } },
      TypeError,
      /config\.n_embd must be an integer from 1 to \d+; got the string "8"/,
    ],
    [{ config: { ...config, n_head: 3 } }, RangeError, /modelDim must be divisible by heads/],
    [{ config: { ...config, bias: false } }, RangeError, /weights have numbers in h\.0\.ln_1\.bias; config says/],
    [
      { config: { ...config, n_embd: 16 } },
      RangeError,
      /weights: transformer\.wte\.weight must have the shape \[7, 16\]/,
    ],
    [{ config: "config.json" }, TypeError, /config must be a plain object; got/],
    [{ weights: weights.subarray(0, 900) }, RangeError, /weights: .*(safetensors file|after the end of the file)/],
    [{ weights: null }, TypeError, /weights: bytes must be a Uint8Array or an ArrayBuffer; got null/],
    [{ state: weights }, RangeError, /state must be the bytes that saveModel gave as state; got another file/],
    [{ state: weights.subarray(0, 40) }, RangeError, /state: these are not the bytes of a safetensors file/],
    [{ tokenizer: {} }, TypeError, /there is no file named "tokenizer"/],
  ])
    assertRefused(() => loadModel(heed, { ...files, ...more }), Kind, new RegExp(`^${where}: ${message.source}`));
  const turned = languageModel(heed, { ...SIZES, positions: false, attention: { rotary: HALVES } });
  const { use_parallel_residual: _, hidden_act: __, ...less } = saveModel(turned).config;
  assertRefused(
    () => loadModel(heed, { config: less, weights: NO_TENSORS }),
    RangeError,
    /config\.use_parallel_residual must be false; got undefined/,
  );
  const few = { ...less, use_parallel_residual: false };
  for (const [more, message] of [
    [{ rope_scaling: { type: "linear", factor: 2 } }, /config\.rope_scaling must be null; got/],
    [{ rope_parameters: { rope_type: "linear", factor: 2 } }, /rotary\.dims must be .*; got NaN/],
  ])
    assertRefused(() => loadModel(heed, { config: { ...few, ...more }, weights: NO_TENSORS }), RangeError, message);
  const again = loadModel(heed, { config: few, weights: saveModel(turned).weights });
  assert.equal(again.model.options.activation, "gelu");
  for (const one of [turned, again.model]) one.dispose();
  assertRefused(
    () => loadModel(heed, files, { tokens: 6 }),
    RangeError,
    /tokens must be 5 at most, the positions of con/,
  );
  assertRefused(() => loadModel(heed, files, { layers: 2 }), TypeError, /there is no option named "layers"/);
  const whole = { config, weights };
  const kept = (tensors, texts) => train.saveSafetensors(tensors, texts);
  const value = new Float32Array(1);
  for (const [wrong, message] of [
    [kept([], { "heed training": "{" }), /state must be the bytes that saveModel gave/],
    [kept([{ name: "mean.x", value }], { "heed training": "{}" }), /state must be of this model; it has mean\.x/],
    [
      kept([{ name: "mean.0.table", value }], { "heed training": "{}" }),
      /state: mean\.0\.table must have the shape \[7, 8\]; the file has 1/,
    ],
  ])
    assertRefused(() => loadModel(heed, { ...whole, state: wrong }), RangeError, message);
  for (const [options, message] of [
    [{ optimiser: {} }, /optimiser must be made by adam or sgd of heed\/train; got an object without keys/],
    [{ random: 5 }, /random must be made by seededRandom of heed\/train; got the number 5/],
  ])
    assertRefused(() => saveModel(model, options), TypeError, message);
  model.dispose();
});

testEach("causal stands where attention leaves it undefined", (heed) => {
  const [plain, other] = [{}, { causal: undefined }].map((attention) =>
    languageModel(heed, { ...SIZES, seed: 1, attention }),
  );
  for (const model of [plain, other]) {
    fill(model);
    model.run();
  }
  assert.deepEqual(other.logits, plain.logits);
  for (const model of [plain, other]) model.dispose();
});

testEach("AdamW in the core moves parameters as it does in JavaScript", (heed) => {
  const [one, other] = [0, 1].map(() => languageModel(heed, { ...SIZES, seed: 1, backward: true }));
  const how = { learningRate: (step) => 0.01 / (step + 1), weightDecay: 0.1, clip: 0.5 };
  const [here, core] = [adam(one.parameters, how), adam(heed, other.parameters, how)];
  for (let step = 0; step < 20; step++) {
    for (const model of [one, other]) {
      fill(model, step);
      model.run();
      model.backward();
    }
    here.step();
    core.step();
    assert.ok(Math.abs(here.gradientNorm - core.gradientNorm) <= 1e-4 * here.gradientNorm);
  }
  for (const [place, { name, value }] of one.parameters.entries())
    assertClose(other.parameters[place].value, value, name, 2e-4, 2e-4);
  core.dispose();
  const apart = [train.parameter("w", new Float32Array(2))];
  assertRefused(() => adam(heed, apart), RangeError, /w must be a parameter of a session of the heed that is given/);
  for (const learningRate of [NaN, -1, () => NaN])
    assertRefused(() => adam(apart, { learningRate }).step(), RangeError, /learningRate\S* must be a finite number/);
});

const NO_TENSORS = train.saveSafetensors([]);

/** Calls that are refused after some sessions were made, by what they are. */
const REFUSED_LATE = {
  "heads that do not divide modelDim": ({ heed }) => languageModel(heed, { ...SIZES, modelDim: 64, heads: 3 }),
  "weightsOf of other sizes": ({ heed, model }) => languageModel(heed, { ...SIZES, modelDim: 64, weightsOf: model }),
  "weightsOf of another heed": ({ heed, foreign }) => languageModel(heed, { ...SIZES, weightsOf: foreign }),
  "a seed that is no integer": ({ heed }) => languageModel(heed, { ...SIZES, modelDim: 64, seed: 1.5 }),
  "a block with a wrong option of attention": ({ heed }) =>
    transformerBlock(heed, { tokens: 64, modelDim: 64, attention: { scale: NaN } }),
  "a decoder of a model that sees all": ({ heed, open }) => decoder(heed, open),
  "a decoder of another heed": ({ heed, foreign }) => decoder(heed, foreign),
  "a decoder of a model that is disposed of": ({ heed, gone }) => decoder(heed, gone),
  "a tied layer without gradients of its table": ({ heed, model }) =>
    linearSession(heed, { rows: 64, inputs: 8, outputs: 7, backward: true, weightOf: model.embedding }),
  "a layer tied to a table of another heed": ({ heed, foreign }) =>
    linearSession(heed, { rows: 64, inputs: 8, outputs: 7, weightOf: foreign.embedding }),
  "files whose weights do not fit": ({ heed, model }) =>
    loadModel(heed, { config: saveModel(model).config, weights: NO_TENSORS }),
  "an optimiser in the core with a state that does not fit": ({ heed, trained }) =>
    adam(heed, trained.parameters, { state: { steps: 0, products: [], tensors: [] } }),
  "an optimiser in the core of numbers that lie elsewhere": ({ heed }) =>
    adam(heed, [train.parameter("w", new Float32Array(1000))]),
};

test("what is refused leaves no wasm memory taken", async () => {
  const [{ heed, memory }, { heed: other }] = [await loadApart(), await loadApart()];
  const [model, open, gone] = [{}, { attention: { causal: false } }, {}].map((kind) =>
    languageModel(heed, { ...SIZES, ...kind, seed: 1 }),
  );
  gone.dispose();
  const trained = languageModel(heed, { ...SIZES, backward: true });
  const given = { heed, model, trained, open, gone, foreign: languageModel(other, { ...SIZES, seed: 1 }) };
  for (const [what, call] of Object.entries(REFUSED_LATE)) {
    // The first of its kind may make the memory grow.
    assert.throws(() => call(given), /^\w+: heed/, what);
    const before = memory.buffer.byteLength;
    for (let round = 0; round < 2000; round++) assert.throws(() => call(given));
    assert.equal(memory.buffer.byteLength, before, what);
  }
});

testEach("whoever reads the numbers of another one refuses to, once that one is disposed of", (heed) => {
  const sized = (more) => languageModel(heed, { ...SIZES, backward: true, ...more });
  const [first, table] = [
    sized({ seed: 1 }),
    embeddingSession(heed, { rows: 2, vocab: 7, modelDim: 8, backward: true }),
  ];
  const second = sized({ weightsOf: first });
  const third = sized({ batch: 1, weightsOf: second });
  const tied = linearSession(heed, { rows: 2, inputs: 8, outputs: 7, backward: true, weightOf: table });
  const reader = decoder(heed, first);
  third.run();
  second.dispose();
  third.run();
  for (const one of [first, table]) one.dispose();
  const uses = {
    "the gradients of a model": () => third.backward(),
    "its run": () => third.run(),
    "its weights": () => third.head.weight,
    "the run of a tied layer": () => tied.run(),
    "a model of such weights": () => sized({ weightsOf: third }),
  };
  for (const [what, use] of Object.entries(uses))
    assert.throws(use, /was used after dispose\(\) of the layer whose (table|weight) it reads/, what);
  assertRefused(() => reader.step(1), Error, /was used after dispose\(\)/);
  for (const one of [third, tied, reader]) one.dispose();
  assert.ok(third.disposed);
});

test("what a language model cannot take is refused in a sentence", async () => {
  const heed = await load();
  const model = languageModel(heed, { ...SIZES, backward: true, seed: 1 });
  model.ids[3] = 7;
  assertRefused(() => model.run(), RangeError, /ids\[3\] must be from 0 to 6; got the number 7/);
  model.ids[3] = 0;
  model.targets[2] = -2;
  assertRefused(() => model.run(), RangeError, /targets\[2\] must be from 0 to 6, or -1 for none; got the number -2/);
  assertRefused(() => languageModel(heed, { ...SIZES, dropout: 0.1 }), TypeError, /no option named "dropout"/);
  assertRefused(() => languageModel(heed, { ...SIZES, heads: 3 }), RangeError, /modelDim must be divisible by heads/);
  assertRefused(
    () => languageModel(heed, { ...SIZES, modelDim: 4, weightsOf: model }),
    RangeError,
    /the same modelDim/,
  );
  assertRefused(
    () => transformerBlock(heed, { tokens: 2, modelDim: 2, norm: "batch" }),
    TypeError,
    /norm must be "layer" or "rms"/,
  );
  model.dispose();
  assertRefused(() => model.run(), Error, /after dispose\(\)/);
  assert.equal(model.disposed, true);
});

testEach("an option of attention that is undefined is left out, by the decoder as by its model", (heed) => {
  const attention = { sink: undefined, window: undefined, causal: undefined };
  const model = languageModel(heed, { ...SIZES, vocab: 3, seed: 1, attention });
  const plain = languageModel(heed, { ...SIZES, vocab: 3, seed: 1 });
  const [found, wanted] = [model, plain].map((one) => decoder(heed, one).step(1));
  assert.deepEqual(found, wanted);
});

testEach("a text of one letter is learned without a number that is not finite", (heed) => {
  const letters = lettersOf("a".repeat(100));
  const model = languageModel(heed, { ...SIZES, vocab: 1, backward: true, seed: 1 });
  const optimiser = adam(heed, parametersOf(model));
  for (let step = 0; step < 3; step++) {
    fillBatch(model, letters.encode("a".repeat(100)), seededRandom(1));
    model.run();
    model.backward();
    optimiser.step();
  }
  assert.equal(model.loss, 0);
  assert.ok(model.parameters.every(({ value }) => value.every(Number.isFinite)));
});
