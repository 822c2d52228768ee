// What a run keeps and what it changes.
import assert from "node:assert/strict";
import {
  CONFIGS,
  BERT,
  ELECTRA,
  GEMMA3,
  GPT2,
  GPT_NEO,
  GPT_NEOX,
  LLAMA,
  MODERNBERT,
  MPNET,
  QWEN3,
} from "./configs.mjs";
import { safetensors } from "./files.mjs";
import { makeTensors } from "./make.mjs";
import { assertClose, assertRefused, openModel, openOf, testEach, tokensFor, train } from "./support.mjs";

const ALL = ["q", "k", "v", "raw", "scores", "logits", "weights", "lse", "joined", "stages"];
const FAMILIES = {
  ...{ GPT2, LLAMA, QWEN3, BERT, GPT_NEOX, GPT_NEO, ELECTRA, MPNET },
  GEMMA3: { ...GEMMA3, num_hidden_layers: 2, sliding_window_pattern: 2 },
  MODERNBERT: { ...MODERNBERT, num_hidden_layers: 2, global_attn_every_n_layers: 2 },
};

/** The same test for a model of each family. */
const testFamilies = (sentence, body) =>
  testEach(sentence, async (heed) => {
    for (const [name, config] of Object.entries(FAMILIES)) {
      const model = await openOf(heed, config);
      await body(model, { name, config, heed });
      model.dispose();
    }
  });

testFamilies("what is kept changes no bit of anything else, and has its shape", (model, { name }) => {
  const ids = tokensFor(9);
  const { heads, kvHeads, dim, modelDim } = model.facts;
  const plain = model.run(ids);
  const kept = model.run(ids, { keep: ALL });
  assert.deepEqual(kept.logits.data, plain.logits.data, name);
  assert.deepEqual(kept.output.data, plain.output.data);
  assert.deepEqual(plain.layers, [{}, {}]);
  const square = [heads, 9, 9];
  const shapes = { q: [heads, 9, dim], k: [kvHeads, 9, dim], v: [kvHeads, 9, dim], lse: [heads, 9] };
  Object.assign(shapes, { raw: square, scores: square, logits: square, weights: square, joined: [9, heads * dim] });
  for (const layer of kept.layers) {
    for (const [matrix, shape] of Object.entries(shapes)) assert.deepEqual(layer[matrix].shape, shape, matrix);
    for (const stage of Object.values(layer.stages)) assert.deepEqual(stage.shape, [9, modelDim]);
  }
  const some = model.run(ids, { keep: ["weights"], layers: [1], logits: "last" });
  assert.deepEqual(Object.keys(some.layers[0]), []);
  assert.deepEqual(some.layers[1].weights.data, kept.layers[1].weights.data);
  assert.deepEqual(some.logits.shape, [1, 61]);
  assertClose(some.logits.data, Array.from(plain.logits.data.subarray(8 * 61)), "the last row", 1e-5);
  assert.equal(model.run(ids, { logits: "none" }).logits, undefined);
});

testFamilies("raw is q·kᵀ of the kept rows, and joined is weights times v", (model, { name }) => {
  const ids = tokensFor(7);
  const { heads, kvHeads, dim } = model.facts;
  for (const { q, k, v, raw, weights, joined } of model.run(ids, { keep: ALL }).layers)
    for (let h = 0; h < heads; h++) {
      const kv = Math.floor(h / (heads / kvHeads));
      for (let i = 0; i < 7; i++) {
        for (let j = 0; j < 7; j++) {
          let dot = 0;
          for (let c = 0; c < dim; c++) dot += q.data[(h * 7 + i) * dim + c] * k.data[(kv * 7 + j) * dim + c];
          assert.ok(Math.abs(dot - raw.data[(h * 7 + i) * 7 + j]) < 1e-3, `${name}: raw`);
        }
        for (let c = 0; c < dim; c++) {
          let mixed = 0;
          for (let j = 0; j < 7; j++) mixed += weights.data[(h * 7 + i) * 7 + j] * v.data[(kv * 7 + j) * dim + c];
          assert.ok(Math.abs(mixed - joined.data[i * heads * dim + h * dim + c]) < 1e-4, `${name}: joined`);
        }
      }
    }
});

testFamilies(
  "the parts of a layer sum to its output where norms stand first, and heads to attention",
  (model, { name, config }) => {
    const ids = tokensFor(6);
    const { heads, dim, modelDim } = model.facts;
    const run = model.run(ids, { keep: ["joined", "stages"] });
    for (const [number, { stages, joined }] of run.layers.entries()) {
      const { outputWeight, outputBias, layout } = model.layer(number);
      // A norm within the sum is between the two.
      for (let i = 0; i < (name === "GEMMA3" ? 0 : 6); i++)
        for (let c = 0; c < modelDim; c++) {
          let sum = outputBias ? outputBias.data[c] : 0;
          for (let h = 0; h < heads * dim; h++)
            sum +=
              joined.data[i * heads * dim + h] *
              outputWeight.data[layout === "out-in" ? c * heads * dim + h : h * modelDim + c];
          assert.ok(Math.abs(sum - stages.attention.data[i * modelDim + c]) < 1e-4, `${name}: heads`);
        }
      if ([BERT, ELECTRA, MPNET].includes(config)) continue;
      const sums = stages.input.data.map((one, at) => one + stages.attention.data[at] + stages.feedForward.data[at]);
      assertClose(stages.output.data, sums, `${name}: stages`, 1e-5);
    }
    assert.deepEqual(run.layers[1].stages.input.data, run.layers[0].stages.output.data);
  },
);

testEach("the projections of a layer are those that heed.selfAttention takes", async (heed) => {
  for (const config of [GPT2, BERT, { ...LLAMA, num_key_value_heads: 4 }]) {
    const model = await openOf(heed, config);
    const { layers } = model.run(tokensFor(5), { keep: ["v", "weights", "stages"] });
    const weights = model.layer(1);
    assert.equal(weights.heads, 4);
    // BERT's norms come later, so its attention takes the rows of the layer as they are.
    if (config === BERT) assert.deepEqual(layers[1].stages.read.data, layers[1].stages.input.data);
    // Llama turns q and k by their positions.
    if (config.model_type !== "llama") {
      const causal = config === GPT2;
      const found = heed.selfAttention(layers[1].stages.read, { ...weights, causal, keep: ["v", "weights"] });
      assertClose(found.weights.data, Array.from(layers[1].weights.data), "weights", 1e-5);
      assertClose(found.v.data, Array.from(layers[1].v.data), "v", 1e-5);
      assertClose(found.output.data, Array.from(layers[1].stages.attention.data), "output", 1e-5);
    }
    model.dispose();
  }
});

/** The names of W_O. */
const OUTPUTS = [
  ...["attn.c_proj", "self_attn.o_proj", "attention.output.dense", "attention.dense", "attn.attention.out_proj"],
  ...["attention.attn.o", "attn.Wo"],
].map((name) => name.replaceAll(".", "\\."));

testEach("a head that is switched off gives what a model without its rows of W_O gives: every head", async (heed) => {
  for (const config of Object.values(FAMILIES)) {
    const tensors = makeTensors(config);
    const model = await openOf(heed, config, tensors);
    const ids = tokensFor(6);
    const { heads, dim } = model.facts;
    for (let layer = 0; layer < 2; layer++)
      for (let head = 0; head < heads; head++) {
        const name = Object.keys(tensors).find((one) =>
          new RegExp(`\\b${layer}\\.(${OUTPUTS.join("|")})\\.weight$`).test(one),
        );
        const { shape, values } = tensors[name];
        const zeroed = values.map((one, at) => {
          const input = config === GPT2 ? Math.floor(at / shape[1]) : at % shape[1];
          return Math.floor(input / dim) === head ? 0 : one;
        });
        const without = await openOf(heed, config, { ...tensors, [name]: { shape, values: zeroed } });
        const off = model.run(ids, { heads: { [`${layer}.${head}`]: 0 } });
        assertClose(
          off.logits.data,
          Array.from(without.run(ids).logits.data),
          `${config.model_type} ${layer}.${head}`,
          2e-5,
        );
        without.dispose();
      }
    model.dispose();
  }
});

testFamilies("a head's output is multiplied, replaced by its mean, or by numbers", (model) => {
  const ids = tokensFor(5);
  const { dim, heads } = model.facts;
  const joinedOf = (change) => model.run(ids, { heads: { 1.2: change }, keep: ["joined"] }).layers[1].joined.data;
  const plain = joinedOf(1);
  const columns = (data, row) => Array.from(data.subarray(row * heads * dim + 2 * dim, row * heads * dim + 3 * dim));
  const double = joinedOf(2);
  const mean = joinedOf("mean");
  const put = joinedOf(Array.from({ length: dim }, (_, c) => c));
  const each = joinedOf({ data: Float32Array.from({ length: 5 * dim }, (_, at) => at), shape: [5, dim] });
  for (let row = 0; row < 5; row++) {
    assert.deepEqual(
      columns(double, row),
      columns(plain, row).map((one) => Math.fround(2 * one)),
    );
    assert.deepEqual(
      columns(put, row),
      Array.from({ length: dim }, (_, c) => c),
    );
    assert.deepEqual(
      columns(each, row),
      Array.from({ length: dim }, (_, c) => row * dim + c),
    );
    assert.deepEqual(columns(mean, row), columns(mean, 0));
  }
  const expected = columns(plain, 0).map((_, c) =>
    [0, 1, 2, 3, 4].reduce((sum, row) => sum + columns(plain, row)[c] / 5, 0),
  );
  assertClose(columns(mean, 0), expected, "mean");
  assert.deepEqual(plain.subarray(0, dim), double.subarray(0, dim), "other heads stay");
});

testFamilies(
  "an edge that is cut weighs 0, its row sums to 1 over the rest, and nothing else in the layer changes",
  (model) => {
    const ids = tokensFor(8);
    const { heads } = model.facts;
    const plain = model.run(ids, { keep: ["weights"] });
    const cut = model.run(ids, { keep: ["weights"], cut: [{ layer: 0, head: 1, query: 5, key: 3 }] });
    for (let h = 0; h < heads; h++)
      for (let i = 0; i < 8; i++) {
        const row = (run) => Array.from(run.layers[0].weights.data.subarray((h * 8 + i) * 8, (h * 8 + i + 1) * 8));
        if (h !== 1 || i !== 5) assert.deepEqual(row(cut), row(plain));
        else {
          assert.equal(row(cut)[3], 0);
          const rest = 1 - row(plain)[3];
          assertClose(
            row(cut),
            row(plain).map((one, j) => (j === 3 ? 0 : one / rest)),
            "the row",
            1e-5,
          );
        }
      }
    assert.notDeepEqual(cut.logits.data, plain.logits.data);
    const all = model.run(ids, {
      keep: ["weights"],
      cut: [
        { layer: 1, key: 2 },
        { layer: 1, head: 0 },
      ],
    }).layers[1].weights;
    for (let h = 0; h < heads; h++)
      for (let i = 0; i < 8; i++) {
        assert.equal(all.data[(h * 8 + i) * 8 + 2], 0);
        if (h === 0) assert.equal(all.data[(h * 8 + i) * 8], 0);
      }
  },
);

testFamilies("a head's output of another text is put in, for all tokens or for some", (model) => {
  const [ids, others] = [tokensFor(6), tokensFor(6, 4)];
  const { dim, heads } = model.facts;
  const [plain, other] = [ids, others].map((one) => model.run(one, { keep: ["joined"] }));
  const patched = model.run(ids, { keep: ["joined"], patch: [{ layer: 1, head: 3, from: other }] });
  const some = model.run(ids, { keep: ["joined"], patch: [{ layer: 1, head: 3, from: other, rows: [2] }] });
  for (let i = 0; i < 6; i++)
    for (let at = 0; at < heads * dim; at++) {
      const [is, was, from] = [patched, plain, other].map((run) => run.layers[1].joined.data[i * heads * dim + at]);
      const isHead = Math.floor(at / dim) === 3;
      assert.equal(is, isHead ? from : was);
      assert.equal(some.layers[1].joined.data[i * heads * dim + at], isHead && i === 2 ? from : was);
    }
  const same = model.run(ids, { patch: [{ layer: 0, head: 1, from: plain }] });
  assert.deepEqual(same.logits.data, plain.logits.data, "a patch of its own changes nothing");
});

/** The name of the last matrix of a feed-forward, without `.weight`. */
const DOWNS = ["mlp.c_proj", "mlp.down_proj", "output.dense", "mlp.dense_4h_to_h", "mlp.Wo"].map((name) =>
  name.replaceAll(".", "\\."),
);

testFamilies(
  "a feed-forward that is off gives what a model with zeros in its output weights and bias gives",
  async (model, { config, heed }) => {
    const tensors = makeTensors(config);
    const ids = tokensFor(6);
    for (let layer = 0; layer < 2; layer++) {
      const names = Object.keys(tensors).filter((one) =>
        new RegExp(`\\b${layer}\\.(${DOWNS.join("|")})\\.(weight|bias)$`).test(one),
      );
      const zeros = names.map((name) => [name, { ...tensors[name], values: tensors[name].values.map(() => 0) }]);
      const without = await openOf(heed, config, { ...tensors, ...Object.fromEntries(zeros) });
      const off = model.run(ids, { feedForward: { [layer]: 0 } });
      assert.deepEqual(off.changed, [layer]);
      assertClose(off.logits.data, Array.from(without.run(ids).logits.data), `${config.model_type} ${layer}`, 2e-5);
      without.dispose();
    }
  },
);

testFamilies("what a feed-forward adds is multiplied, replaced by its mean, or by numbers", (model) => {
  const ids = tokensFor(6);
  const { modelDim } = model.facts;
  const fedBy = (options) => model.run(ids, { keep: ["stages"], ...options }).layers[1].stages.feedForward.data;
  const plain = fedBy({});
  assert.deepEqual(
    fedBy({ feedForward: { 1: 0.5 } }),
    plain.map((one) => one * 0.5),
  );
  const mean = Float32Array.from(
    { length: modelDim },
    (_, c) => ids.reduce((sum, _id, token) => sum + plain[token * modelDim + c], 0) / 6,
  );
  const means = fedBy({ feedForward: { 1: "mean" } });
  for (let token = 0; token < 6; token++)
    assertClose(means.subarray(token * modelDim, (token + 1) * modelDim), Array.from(mean), "the mean", 1e-5);
  const numbers = { data: plain.map((one) => one + 1), shape: [6, modelDim] };
  assert.deepEqual(fedBy({ feedForward: { 1: numbers } }), numbers.data);
  assert.deepEqual(fedBy({ feedForward: { 1: mean } }).subarray(modelDim, 2 * modelDim), mean);
});

testFamilies("a row that is put in from the same run changes no bit", (model, { name }) => {
  const ids = tokensFor(6);
  const plain = model.run(ids, { keep: ["stages"] });
  for (const layer of [-1, 0, 1]) {
    for (const token of [undefined, 0, 5]) {
      const rows = [{ layer, token, from: plain }];
      assert.deepEqual(model.run(ids, { rows }).logits.data, plain.logits.data, `${name} ${layer}`);
      assert.deepEqual(model.run(ids, { rows, from: plain }).logits.data, plain.logits.data, `${name} ${layer}`);
    }
    assert.deepEqual(model.run(ids, { rows: [{ layer, token: 1, from: plain }] }).changed, [layer]);
  }
});

testFamilies("rows of another run are put in: one behind a layer, or all, and then its logits follow", (model) => {
  const [ids, others] = [tokensFor(6), tokensFor(6, 4)];
  const [plain, other] = [ids, others].map((one) => model.run(one, { keep: ["stages"] }));
  const { modelDim } = model.facts;
  for (const layer of [-1, 0, 1]) {
    const rowsOf = ({ layers }) => (layer < 0 ? layers[0].stages.input : layers[layer].stages.output).data;
    const whole = model.run(ids, { rows: [{ layer, from: other }] });
    assert.deepEqual(whole.logits.data, other.logits.data);
    const some = model.run(ids, { keep: ["stages"], rows: [{ layer, token: 2, from: other }] });
    const [is, was, from] = [some, plain, other].map(rowsOf);
    const expected = was.map((one, at) => (Math.floor(at / modelDim) === 2 ? from[at] : one));
    assert.deepEqual(is, expected);
    const add = Float32Array.from({ length: modelDim }, (_, c) => c / modelDim);
    const added = rowsOf(model.run(ids, { keep: ["stages"], rows: [{ layer, add }] }));
    assert.deepEqual(
      added,
      was.map((one, at) => one + add[at % modelDim]),
    );
    const numbers = rowsOf(model.run(ids, { keep: ["stages"], rows: [{ layer, token: 4, numbers: add }] }));
    assert.deepEqual(numbers.subarray(4 * modelDim, 5 * modelDim), add);
  }
  const shorter = model.run(others.slice(0, 3), { keep: ["stages"] });
  assert.ok(model.run(ids, { rows: [{ layer: 0, token: 2, from: shorter }] }).logits);
});

testFamilies("a run from another one has the same bits as a whole run", (model, { name }) => {
  const ids = tokensFor(7);
  const plain = model.run(ids, { keep: ["stages", "weights"] });
  const changes = [
    { heads: { "1.0": 0 } },
    { cut: [{ layer: 1, head: 2, query: 3, key: 1 }] },
    { heads: { 0.3: "mean" } },
    { feedForward: { 1: "mean" } },
    { rows: [{ layer: 0, token: 2, add: new Float32Array(model.facts.modelDim).fill(0.5) }] },
    {
      heads: { "1.0": 0 },
      feedForward: { 1: 2 },
      cut: [{ layer: 1, head: 2, query: 3, key: 1 }],
      rows: [{ layer: -1, token: 2, numbers: new Float32Array(model.facts.modelDim).fill(0.5) }],
    },
  ];
  for (const change of changes) {
    const whole = model.run(ids, { ...change, keep: ["weights"] });
    const short = model.run(ids, { ...change, from: plain, keep: ["weights"] });
    assert.deepEqual(short.logits.data, whole.logits.data, name);
    assert.deepEqual(short.layers[1].weights.data, whole.layers[1].weights.data);
  }
});

testEach("a run from one with changes keeps none of them: it is refused where it would", async (heed) => {
  const model = await openOf(heed, LLAMA);
  const ids = tokensFor(6);
  const keep = ["stages"];
  const [early, late] = ["0.1", "1.1"].map((name) => model.run(ids, { keep, heads: { [name]: 0 } }));
  assert.deepEqual([early.changed, late.changed], [[0], [1]]);
  const change = { heads: { "1.0": 0 } };
  for (const options of [change, {}])
    assertRefused(
      () => model.run(ids, { ...options, from: early }),
      RangeError,
      "model.run: from must be a run without changes in layers before 1, which are taken from it; " +
        "it changed layer 0. Give a run without changes, or leave from out and give all changes.",
    );
  assertRefused(() => model.run(ids, { ...change, from: structuredClone(early) }), RangeError, /it changed layer 0/);
  // Its layers before the first change are those of a plain run.
  assert.deepEqual(model.run(ids, { ...change, from: late }).logits.data, model.run(ids, change).logits.data);
  model.dispose();
});

testEach("a run from one with rows put in before the first layer is refused", async (heed) => {
  const model = await openOf(heed, LLAMA);
  const ids = tokensFor(6);
  const rows = [{ layer: -1, token: 0, add: new Float32Array(model.facts.modelDim).fill(1e-6) }];
  const from = model.run(ids, { keep: ["stages"], rows });
  for (const options of [{ heads: { 0.1: 0 } }, { heads: { 1.1: 0 } }])
    assertRefused(() => model.run(ids, { ...options, from }), RangeError, /it changed layer -1/);
  model.dispose();
});

testEach("a run from one of other types or of another model is refused", async (heed) => {
  const [bert, other, narrow] = await Promise.all(
    [BERT, BERT, { ...BERT, hidden_size: 16 }].map((config, at) =>
      openOf(heed, config, makeTensors(config, { seed: 1 + at })),
    ),
  );
  const ids = tokensFor(6);
  const types = [0, 0, 0, 1, 1, 1];
  const keep = ["stages"];
  const plain = bert.run(ids, { keep });
  const pair = bert.run(ids, { keep, types });
  const change = { heads: { "1.0": 0 } };
  assert.deepEqual(
    bert.run(ids, { ...change, types, from: pair }).logits.data,
    bert.run(ids, { ...change, types }).logits.data,
  );
  const sentence = /from must be a run of this model, with the same types; its rows before the first layer differ/;
  const refuse = (options) => assertRefused(() => bert.run(ids, { ...change, ...options }), RangeError, sentence);
  refuse({ from: pair });
  refuse({ from: plain, types });
  refuse({ from: other.run(ids, { keep }) });
  refuse({ from: narrow.run(ids, { keep }) });
  // Where the first layer was not kept, its width still tells.
  refuse({ from: narrow.run(ids, { keep, layers: [1] }) });
  for (const model of [bert, other, narrow]) model.dispose();
});

testFamilies("logits of some rows are those of all rows", (model, { name }) => {
  const ids = tokensFor(9);
  const all = model.run(ids).logits.data;
  const { vocab } = model.facts;
  for (const rows of [[4], [7, 2, 7], Array.from(ids.keys())]) {
    const { logits } = model.run(ids, { logits: rows });
    assert.deepEqual(logits.shape, [rows.length, vocab], name);
    assertClose(
      logits.data,
      rows.flatMap((row) => Array.from(all.subarray(row * vocab, (row + 1) * vocab))),
      `${name}: rows ${rows}`,
      1e-5,
    );
  }
});

testEach("a discriminator judges the tokens whose logits are asked for, and other models judge none", async (heed) => {
  const model = await openOf(heed, ELECTRA, makeTensors(ELECTRA, { head: "discriminator" }));
  const generator = await openOf(heed, ELECTRA);
  const ids = tokensFor(7);
  const all = model.run(ids);
  assert.deepEqual([all.replaced.shape, all.logits, model.facts.head], [[7], undefined, false]);
  const some = model.run(ids, { logits: [5, 2] }).replaced;
  assertClose(some.data, [all.replaced.data[5], all.replaced.data[2]], "rows", 1e-5);
  assertClose(model.run(ids, { logits: "last" }).replaced.data, [all.replaced.data[6]], "the last row", 1e-5);
  assert.equal(model.run(ids, { logits: "none" }).replaced, undefined);
  assert.equal(generator.run(ids).replaced, undefined);
  const first = await openOf(heed, ELECTRA, makeTensors(ELECTRA, { head: "discriminator" }), { layers: 1 });
  assert.equal(first.run(ids).replaced, undefined, "it reads the rows of the last layer");
  for (const one of [model, generator, first]) one.dispose();
});

testFamilies(
  "a run with progress is a promise with the same bits; it tells each layer, and ends by its signal",
  async (model) => {
    const ids = tokensFor(7);
    const told = [];
    const run = await model.run(ids, { onProgress: (done, of) => told.push([done, of]) });
    assert.deepEqual(run.logits.data, model.run(ids).logits.data);
    assert.deepEqual(told, [
      [1, 2],
      [2, 2],
    ]);
    const abort = new AbortController();
    const reason = new Error("enough");
    const ended = model.run(ids, { signal: abort.signal, onProgress: () => abort.abort(reason) });
    await assert.rejects(ended, reason);
  },
);

testEach("generation takes changes of heads, ends at an end, and at the last position", async (heed) => {
  const model = await openOf(heed, { ...GPT2, eos_token_id: 5 });
  const take = async (ids, options) => {
    const all = [];
    for await (const one of model.generate(ids, options)) all.push(one);
    return all;
  };
  const ids = tokensFor(4);
  const plain = await take(ids, { maxTokens: 5, ends: [] });
  const changed = await take(ids, { maxTokens: 1, heads: { 0.1: 0 }, keep: ["joined", "q", "k", "v"] });
  const whole = model.run(ids, { heads: { 0.1: 0 }, logits: "last", keep: ["joined", "q", "k", "v"] });
  assertClose(changed[0].logits, Array.from(whole.logits.data), "a changed head", 2e-5);
  for (const name of ["joined", "q", "k", "v"])
    assertClose(changed[0].layers[1][name].data, Array.from(whole.layers[1][name].data), name, 1e-5);
  assert.equal(plain.length, 5);
  const until = await take(ids, { maxTokens: 5, ends: [plain[2].id] });
  assert.equal(until.at(-1).id, plain[2].id);
  assert.ok(until.length <= 3);
  const long = await take(tokensFor(46), { maxTokens: 10, ends: [] });
  assert.equal(long.length, 3, "48 positions: two more are read, and one follows");
  const seeds = await Promise.all(
    [1, 1, 2].map((seed) => take(ids, { maxTokens: 12, temperature: 1.5, seed, ends: [] })),
  );
  const [first, again, other] = seeds.map((all) => all.map(({ id }) => id).join(" "));
  assert.equal(first, again);
  assert.notEqual(first, other);
  const top = await take(ids, { maxTokens: 12, temperature: 1.5, topK: 1, seed: 9, ends: [] });
  const greedy = await take(ids, { maxTokens: 12, ends: [] });
  assert.deepEqual(
    top.map(({ id }) => id),
    greedy.map(({ id }) => id),
  );
  const abort = new AbortController();
  const stream = model.generate(ids, { signal: abort.signal });
  await stream.next();
  abort.abort(new Error("enough"));
  await assert.rejects(stream.next(), /enough/);
  model.dispose();
});

testEach("generation changes feed-forwards and rows of every token, and refuses what is of one run", async (heed) => {
  for (const config of [GPT2, GPT_NEOX, GEMMA3]) {
    const model = await openOf(heed, config);
    const ids = tokensFor(4);
    const { modelDim } = model.facts;
    const add = Float32Array.from({ length: modelDim }, (_, c) => Math.cos(c));
    const changes = {
      heads: { 0.1: 0 },
      feedForward: { 0: 0, 1: Float32Array.from(add, (one) => one / 2) },
      rows: [
        { layer: -1, add },
        { layer: 0, add },
      ],
    };
    const text = ids.slice();
    for await (const { id, logits } of model.generate(ids, { maxTokens: 4, ends: [], ...changes })) {
      const whole = model.run(text, { logits: "last", ...changes });
      assertClose(logits, Array.from(whole.logits.data), config.model_type, 5e-5);
      text.push(id);
    }
    assert.equal(text.length, 8);
    const refuse = (options, sentence) => assertRefused(() => model.generate(ids, options), TypeError, sentence);
    refuse({ feedForward: { 1: "mean" } }, /feedForward\["1"\] cannot be "mean" here/);
    refuse({ rows: [{ layer: 0, token: 1, add }] }, /no part of rows\[0\] named "token"/);
    refuse({ rows: [{ layer: 0, from: model.run(ids) }] }, /no part of rows\[0\] named "from"/);
    for (const name of ["cut", "patch", "from"]) refuse({ [name]: [] }, new RegExp(`no option named "${name}"`));
    model.dispose();
  }
});

testEach("a model that is disposed of while it writes or runs says so", async (heed) => {
  const open = () => openOf(heed, GPT2);
  const ids = tokensFor(3);
  const gone = (name) => new RegExp(`^Error: model.${name}: the model was used after dispose\\(\\)`);
  const [writing, unbegun, running] = [await open(), await open(), await open()];
  const steps = writing.generate(ids, { ends: [] });
  await steps.next();
  writing.dispose();
  await assert.rejects(steps.next(), gone("generate"));
  assert.deepEqual(await steps.next(), { done: true, value: undefined });
  const never = unbegun.generate(ids);
  unbegun.dispose();
  await assert.rejects(never.next(), gone("generate"));
  await assert.rejects(running.run(ids, { onProgress: () => running.dispose() }), gone("run"));
});

testEach("draws follow the probabilities within topK and topP", async (heed) => {
  const model = await openOf(heed, GPT2);
  const ids = tokensFor(3);
  const [first] = (await Array.fromAsync?.(model.generate(ids, { maxTokens: 1 }))) ?? [
    (await model.generate(ids, { maxTokens: 1 }).next()).value,
  ];
  const order = Array.from(first.probabilities.keys()).sort((a, b) => first.probabilities[b] - first.probabilities[a]);
  const counts = new Map();
  for (let seed = 0; seed < 300; seed++) {
    const { value } = await model.generate(ids, { maxTokens: 1, temperature: 1, topK: 3, seed }).next();
    counts.set(value.id, (counts.get(value.id) ?? 0) + 1);
  }
  const three = order.slice(0, 3);
  const all = three.reduce((sum, id) => sum + first.probabilities[id], 0);
  for (const id of counts.keys()) assert.ok(three.includes(id));
  // The seeds are fixed, so the counts are, too. 300 draws of three tokens stray by less than a ninth.
  for (const id of three) assert.ok(Math.abs((counts.get(id) ?? 0) / 300 - first.probabilities[id] / all) < 0.11);
  const share = first.probabilities[order[0]] + first.probabilities[order[1]] / 2;
  for (let seed = 0; seed < 50; seed++) {
    const { value } = await model.generate(ids, { maxTokens: 1, temperature: 1, topP: share, seed }).next();
    assert.ok(order.slice(0, 2).includes(value.id));
  }
  model.dispose();
});

/** A draw as its definition has it: topK of all tokens, and topP of these, drawn in the order of their numbers. */
function drawn(logits, { temperature, topK = Infinity, topP = 1, seed }) {
  const most = Math.max(...logits);
  const shares = Float64Array.from(logits, (one) => Math.exp((one - most) / temperature));
  const ids = Array.from(shares.keys()).sort((a, b) => logits[b] - logits[a] || a - b);
  ids.length = Math.min(topK, ids.length);
  const all = ids.reduce((sum, id) => sum + shares[id], 0);
  let [count, share] = [0, 0];
  while (count < ids.length && (count === 0 || share < topP * all * (1 - 1e-12))) share += shares[ids[count++]];
  const kept = ids.slice(0, count).sort((a, b) => a - b);
  let left = train.seededRandom(seed).uniform() * share;
  return kept.find((id) => (left -= shares[id]) < 0) ?? kept.findLast((id) => shares[id] > 0);
}

testEach("each draw is that of the definition, of equal tokens the first", async (heed) => {
  const config = { ...GPT2, n_layer: 1, vocab_size: 700 };
  const tensors = makeTensors(config, { tables: 0.2 });
  // Every third token has the logit of the one before it, and the last hundred have one logit.
  const { values } = tensors["wte.weight"];
  for (let id = 1; id < 700; id++) if (id % 3 === 0 || id > 600) values.copyWithin(id * 32, (id - 1) * 32, id * 32);
  const model = await openOf(heed, config, tensors);
  const settings = [{ topK: 1 }, { topK: 3 }, { topK: 40 }, { topK: 650 }, { topK: 5000 }, { topP: 0.001 }].concat([
    { topP: 0.5 },
    { topP: 0.95 },
    { topP: 1 - 1e-9 },
    { topK: 40, topP: 0.6 },
    {},
  ]);
  for (const one of settings)
    for (const temperature of [0.02, 1, 100, 1e17])
      for (let seed = 0; seed < 6; seed++) {
        const options = { ...one, temperature, seed };
        const { value } = await model.generate([seed * 90 + 3, 650], { ...options, maxTokens: 1 }).next();
        assert.equal(value.id, drawn(value.logits, options), JSON.stringify(options));
      }
  model.dispose();
});

testEach("wrong arguments are refused by a sentence", async (heed) => {
  const model = await openOf(heed, GPT2);
  const bert = await openOf(heed, BERT);
  const bare = await openModel(
    heed,
    CONFIGS["bert without a prefix and a head"].config && {
      config: BERT,
      weights: safetensors(makeTensors(BERT, { prefix: "", head: false })),
    },
  );
  const ids = [1, 2, 3];
  const plain = model.run(ids);
  const refused = [
    [() => model.run(7), TypeError, /ids must be a string, a result of tokens\(\), or numbers; got the number 7/],
    [() => model.run([]), RangeError, /ids must hold at least one token/],
    [() => model.run([1, 61]), RangeError, /ids must hold numbers from 0 to 60.*got 61/],
    [() => model.run([1.5]), RangeError, /got 1.5/],
    [() => model.run(Array(49).fill(1)), RangeError, /at most 48 tokens, .* got 49/],
    [() => model.run(ids, { keep: "weights" }), TypeError, /keep must be an array of .*q.*stages; got the string/],
    [() => model.run(ids, { keep: ["attention"] }), TypeError, /keep must be an array.*got the string "attention"/],
    [() => model.run(ids, { logits: "first" }), TypeError, /logits must be "all", "last", "none" or an array of rows/],
    [() => model.run(ids, { layers: [2] }), RangeError, /each of layers must be from 0 to 1; got the number 2/],
    [() => model.run(ids, { head: {} }), TypeError, /no option named "head"; did you mean heads\?/],
    [() => model.run(ids, { heads: { 2.0: 0, "2.0": 0 } }), TypeError, /heads takes names "layer.head".*got "2"/],
    [() => model.run(ids, { heads: { "2.0": 0 } }), RangeError, /the layer of heads\["2.0"\] must be from 0 to 1/],
    [() => model.run(ids, { heads: { 1.4: 0 } }), RangeError, /the head of heads\["1.4"\] must be from 0 to 3/],
    [() => model.run(ids, { heads: { 1.1: "zero" } }), TypeError, /must be a number, "mean" or numbers/],
    [() => model.run(ids, { heads: { 1.1: false } }), TypeError, /numbers; got false\. Write 0 to switch it off\.$/],
    [() => model.run(ids, { output_attentions: true }), TypeError, /write keep: \["weights"\]/],
    [() => model.run(ids, { heads: { 1.1: NaN } }), RangeError, /must be finite/],
    [() => model.run(ids, { heads: { 1.1: [1, 2] } }), RangeError, /must have the shape \[8\] or \[3, 8\]/],
    [
      () => model.run(ids, { feedForward: { 2: 0 } }),
      RangeError,
      /the layer of feedForward\["2"\] must be from 0 to 1/,
    ],
    [() => model.run(ids, { feedForward: { 0.1: 0 } }), RangeError, /got the string "0.1"/],
    [() => model.run(ids, { feedForward: [] }), TypeError, /feedForward must be an object such as { "5": 0 }/],
    [() => model.run(ids, { feedForward: { 1: [1] } }), RangeError, /must have the shape \[32\] or \[3, 32\]/],
    [() => model.run(ids, { rows: [{ layer: -2, add: [] }] }), RangeError, /rows\[0\].layer must be from -1 to 1; got/],
    [() => model.run(ids, { rows: [{ layer: "0", add: [] }] }), RangeError, /got the string "0"/],
    [() => model.run(ids, { rows: [{ layer: 0, head: 1 }] }), TypeError, /no part of rows\[0\] named "head"/],
    [
      () => model.run(ids, { rows: [{ layer: 0 }] }),
      TypeError,
      /must have one of from, numbers and add; got 0 of them/,
    ],
    [() => model.run(ids, { rows: [{ layer: 0, from: plain, add: [1] }] }), TypeError, /got 2 of them/],
    [
      () => model.run(ids, { rows: [{ layer: 0, token: 3, add: Array(32).fill(0) }] }),
      RangeError,
      /rows\[0\].token must be from 0/,
    ],
    [() => model.run(ids, { rows: [{ layer: 0, add: [1] }] }), RangeError, /rows\[0\].add must have the shape \[32\]/],
    [
      () => model.run(ids, { rows: [{ layer: 1, from: plain }] }),
      TypeError,
      /a run that kept "stages" of layer 1; got/,
    ],
    [() => model.run(ids, { cut: [{ layer: 0, query: 3 }] }), RangeError, /cut\[0\].query must be from 0 to 2; got/],
    [() => model.run(ids, { cut: { layer: 0 } }), TypeError, /cut must be an array/],
    [() => model.run(ids, { cut: [{ layer: 0, heads: 1 }] }), TypeError, /no part of cut\[0\] named "heads"/],
    [
      () => model.run(ids, { patch: [{ layer: 0, head: 0, from: plain }] }),
      TypeError,
      /a run that kept "joined" of layer 0/,
    ],
    [() => model.run(ids, { from: plain, heads: { "1.0": 0 } }), TypeError, /a run that kept "stages" of layer 1/],
    [() => model.run(ids, { types: [0, 0, 0] }), TypeError, /types are for models with token types/],
    [() => bert.run(ids, { types: [0, 2, 0] }), RangeError, /types must hold a number from 0 to 1/],
    [() => bert.run(ids, { types: null }), RangeError, /types must hold a number from 0 to 1 for each of 3 tokens/],
    [() => bert.run(ids, { types: "000" }), RangeError, /types must hold a number from 0 to 1 for each of 3 tokens/],
    [() => bert.generate(ids), TypeError, /bert is not causal, so it cannot continue what it reads/],
    [() => model.generate(ids, { maxTokens: 0 }), RangeError, /maxTokens must be a positive integer/],
    [() => model.generate(ids, { temperature: -1 }), RangeError, /temperature must be a number, 0 or greater/],
    [() => model.generate(ids, { topP: 0 }), RangeError, /topP must be above 0/],
    [() => model.generate(ids, { keep: ["stages"] }), TypeError, /keep must be an array/],
    [() => model.generate(ids, { topK: 0 }), RangeError, /topK must be a positive integer; got the number 0/],
    [
      () => model.generate(ids, { temperature: "1" }),
      RangeError,
      /temperature must be a number, 0 or greater; got the str/,
    ],
    [() => model.generate(ids, { ends: ["a"] }), RangeError, /ends must hold numbers from 0 to 60, .*the string "a"/],
    [() => model.generate(ids, { ends: [61] }), RangeError, /ends must hold numbers from 0 to 60, .*; got 61/],
    [() => model.generate(ids, { ends: 7 }), TypeError, /ends must be an array of token numbers; got the number 7/],
    ...[new AbortController(), true, null].flatMap((signal) =>
      ["generate", "run"].map((name) => [
        () => model[name](ids, { signal }),
        TypeError,
        new RegExp(`model.${name}: signal must be an AbortSignal; got (an AbortController|true|null)`),
      ]),
    ),
    [() => model.generate(ids, { topk: 3 }), TypeError, /no option named "topk"; did you mean topK/],
    [
      () => model.generate(ids, { heads: { 0.1: "mean" } }),
      TypeError,
      /heads\["0.1"\] cannot be "mean" here: a step reads a single token, which is its own mean. Give numbers/,
    ],
    [
      () => model.run(ids, { logits: [3] }),
      RangeError,
      /logits must be "all", "last", "none" or an array of rows, each from 0 to 2; got the number 3/,
    ],
    [() => model.run(ids, { logits: [0, 1.5] }), RangeError, /array of rows, each from 0 to 2; got the number 1.5/],
    [() => model.run(ids, { logits: [undefined] }), RangeError, /each from 0 to 2; got undefined/],
    [() => model.run(ids, { logits: Array(2) }), RangeError, /each from 0 to 2; got undefined/],
    [() => model.run(ids, { onProgress: 5 }), TypeError, /onProgress must be a function; got the number 5/],
    [() => model.run(ids, { logits: [] }), RangeError, /array of rows, each from 0 to 2; got an empty array/],
    [() => model.run(ids, { from: null }), TypeError, /from must be a run that kept "stages" of layer 1; got null/],
    [() => model.run(ids, { from: {} }), TypeError, /from must be a run that kept "stages" of layer 1/],
    [
      () => model.run(ids, { patch: [{ layer: 0, head: 0, from: null }] }),
      TypeError,
      /patch\[0\].from must be a run that kept "joined" of layer 0; got null/,
    ],
    [() => model.tokens("text"), TypeError, /opened without a tokenizer/],
    [() => model.layer(2), RangeError, /layer must be from 0 to 1/],
  ];
  for (const [call, Kind, message] of refused) assertRefused(call, Kind, message);
  const others = model.run([4, 5], { keep: ["joined"] });
  assertRefused(
    () => model.run(ids, { patch: [{ layer: 0, head: 0, from: others }] }),
    RangeError,
    /has 2 tokens, and this text 3/,
  );
  const stages = model.run([4, 5, 6], { keep: ["stages"] });
  assertRefused(() => model.run(ids, { from: stages }), RangeError, /a run of the same tokens/);
  const short = model.run([4, 5], { keep: ["stages"] });
  const rowsOf = (token) => () => model.run(ids, { rows: [{ layer: 0, token, from: short }] });
  const apart =
    "model.run: rows[0].from has 2 tokens, and this text 3. Give texts with the same number of tokens, or name " +
    "the tokens.";
  assertRefused(rowsOf(undefined), RangeError, apart);
  assertRefused(rowsOf(2), RangeError, /rows\[0\].token must be from 0 to 1; got the number 2/);
  const joined = model.run(ids, { keep: ["joined"] });
  assertRefused(
    () => model.run(ids, { patch: [{ layer: 0, head: 0, from: joined, rows: 5 }] }),
    TypeError,
    /patch\[0\].rows must be an array; got the number 5/,
  );
  assert.equal(bare.facts.head, false);
  assert.equal(bare.run(ids).logits, undefined);
  model.dispose();
  model.dispose();
  assert.equal(model.disposed, true);
  assertRefused(() => model.run(ids), Error, /used after dispose\(\)/);
  bert.dispose();
  bare.dispose();
});
