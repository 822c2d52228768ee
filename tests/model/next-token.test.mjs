// Why this next token: rows between layers read by a lens, and a logit as the sum of what the parts of a model wrote.
import assert from "node:assert/strict";
import { BERT, CONFIGS, ELECTRA, GEMMA3, GPT2, GPT_NEOX, LLAMA } from "./configs.mjs";
import { makeTensors } from "./make.mjs";
import { frozen, times } from "./oracle-parts.mjs";
import { textbookModel } from "./oracle.mjs";
import { assertClose, assertRefused, nameOf, openOf, testEach, tokensFor, total } from "./support.mjs";

/** The bound of every part, of every sum and of every probability. */
const BOUND = 1e-4;
const KEEP = ["joined", "stages", "weights", "v"];

const dot = (a, b) => total(a.map((one, at) => one * b[at]));

/** A model of the tests, a run of it, and what the textbook says. */
async function casesOf(heed, { config, meant = config, options = {}, tokens = 9 }) {
  const tensors = makeTensors(meant, options);
  const prefix = options.prefix === undefined ? {} : { prefix: options.prefix };
  const ids = tokensFor(tokens);
  const model = await openOf(heed, config, tensors);
  return { model, ids, tensors, textbook: textbookModel(meant, tensors, ids, prefix) };
}

/** From the rows after the last norm to logit(of) − logit(against), or to logit(of) − the mean. */
function directionOf({ weight: { shape, values } }, of, against) {
  const [vocab, columns] = shape;
  const row = (id) => values.subarray(id * columns, (id + 1) * columns);
  const mean = Float64Array.from({ length: columns }, (_, c) => total(range(vocab).map((id) => row(id)[c])) / vocab);
  const other = against === undefined ? mean : row(against);
  return Float64Array.from(row(of), (one, c) => one - other[c]);
}
const range = (count) => Array.from({ length: count }, (_, at) => at);

/** What each part adds, by its name. `mistake` is a wrong way to take rows through the last norm. */
function expectedParts({ end: { x, parts, last, output } }, { token, of, against }, mistake = undefined) {
  const direction = directionOf(output, of, against);
  const behind = mistake ? mistake(parts, x, last) : frozen(parts, x, { ...last, name: "bias" });
  return new Map(behind.map(({ name, rows }) => [name, dot(Array.from(rows[token]), direction)]));
}

const softmax = (logits) => {
  const most = logits.reduce((larger, one) => Math.max(larger, one));
  const powers = Array.from(logits, (one) => Math.exp(one - most));
  const all = total(powers);
  return powers.map((power) => power / all);
};

const WRITERS = Object.entries(CONFIGS).filter(
  ([, { config }]) => !/bert|electra|mpnet/.test(config.model_type) && config.model_type !== "camembert",
);

for (const [name, given] of WRITERS)
  testEach(`${name}: every part of a logit is the textbook's, and they sum to it`, async (heed) => {
    const { model, ids, textbook } = await casesOf(heed, given);
    const run = model.run(ids, { keep: KEEP });
    const { vocab } = model.facts;
    for (const place of [
      { token: ids.length - 1, of: 7, against: 30 },
      { token: 3, of: 60, against: 0 },
      { token: 0, of: 5 },
    ]) {
      const { parts, total: found } = model.logitParts(run, place);
      const expected = expectedParts(textbook, place);
      const names = parts.map(nameOf);
      assert.deepEqual(names.toSorted(), Array.from(expected.keys()).toSorted(), name);
      const values = parts.map(({ value }) => value);
      assertClose(
        values,
        names.map((one) => expected.get(one)),
        "parts",
        BOUND,
      );
      const logits = run.logits.data.subarray(place.token * vocab, (place.token + 1) * vocab);
      const other = place.against === undefined ? total(logits) / vocab : logits[place.against];
      assertClose([total(values), found], [logits[place.of] - other, logits[place.of] - other], "sum", BOUND);
      for (const part of parts) {
        assert.equal(part.byToken?.length, part.kind === "head" ? ids.length : undefined);
        if (part.kind === "feedForward") {
          const [data, width] = [run.layers[part.layer].stages.feedForward.data, model.facts.modelDim];
          assert.deepEqual(Array.from(part.row), Array.from(data.subarray(place.token * width).subarray(0, width)));
        }
        if (part.kind !== "head" && part.kind !== "bias")
          assertClose([dot(Array.from(part.row), part.by)], [part.value], "products", 1e-9);
        // GPT-2's biases are those of one matrix, and of one norm.
        if (part.kind === "bias" && name === "gpt2")
          assertClose([dot(Array.from(part.row), part.by)], [part.value], "products of biases", 1e-9);
        if (part.kind !== "head") continue;
        assertClose([total(part.byToken)], [part.value], "by token", 1e-5);
        assert.ok(part.byToken.slice(place.token + 1).every((one) => one === 0));
      }
    }
    model.dispose();
  });

testEach("a forgotten gain, a factor of each part and a mean that stays give other parts", async (heed) => {
  const mistakes = {
    "a forgotten gain": (parts, x, last) =>
      frozen(parts, x, { ...last, gain: { values: last.gain.values.map(() => 1) } }),
    "a norm that is not frozen": (parts, x, last) =>
      parts.flatMap((part) => frozen([part], part.rows, { ...last, bias: undefined, mean: !!last.mean })),
    "a mean that stays": (parts, x, last) => frozen(parts, x, { ...last, mean: !last.mean, name: "bias" }),
  };
  for (const given of [CONFIGS.gpt2, CONFIGS.llama, CONFIGS.gemma3_text]) {
    const { model, ids, textbook } = await casesOf(heed, given);
    const place = { token: 5, of: 7, against: 30 };
    const { parts } = model.logitParts(model.run(ids, { keep: KEEP }), place);
    for (const [name, mistake] of Object.entries(mistakes)) {
      const expected = expectedParts(textbook, place, mistake);
      const apart = Math.max(...parts.map((part) => Math.abs(part.value - (expected.get(nameOf(part)) ?? 0))));
      assert.ok(apart > 100 * BOUND, `${name}: ${apart}`);
    }
    model.dispose();
  }
});

testEach("a head's part by token is what the value of each token adds", async (heed) => {
  for (const [given, names] of [
    [CONFIGS.gpt2, (layer) => `h.${layer}.attn.c_proj.weight`],
    [CONFIGS.llama, (layer) => `model.layers.${layer}.self_attn.o_proj.weight`],
  ]) {
    const { model, ids, tensors, textbook } = await casesOf(heed, given);
    const place = { token: 8, of: 7, against: 30 };
    const { parts } = model.logitParts(model.run(ids, { keep: KEEP }), place);
    const { heads, kvHeads, dim } = model.facts;
    const { x, last, output } = textbook.end;
    for (const { kind, layer, head, byToken } of parts) {
      if (kind !== "head") continue;
      const kv = Math.floor(head / (heads / kvHeads));
      const written = ids.map((_, token) => {
        const joined = new Float64Array(heads * dim);
        for (let c = 0; c < dim; c++)
          joined[head * dim + c] =
            textbook.weights[layer][head][8][token] * textbook.splits[layer].v[token][kv * dim + c];
        const rows = times([joined], tensors[names(layer)], undefined, given === CONFIGS.gpt2);
        const [part] = frozen([{ name: "one", rows }], [x[8]], { ...last, bias: undefined, mean: !!last.mean });
        return dot(Array.from(part.rows[0]), directionOf(output, 7, 30));
      });
      assertClose(byToken, written, `${layer}.${head}`, BOUND);
    }
    model.dispose();
  }
});

testEach("a head that the run changed has no parts by token, and neither has a run without weights", async (heed) => {
  const model = await openOf(heed, GPT2);
  const ids = tokensFor(8);
  const headsOf = (options) =>
    model
      .logitParts(model.run(ids, { keep: KEEP, ...options }), { of: 3, against: 4 })
      .parts.filter(({ kind }) => kind === "head");
  const changed = headsOf({ heads: { 0.2: 0, 1.1: 0.5 } });
  const without = changed.filter(({ byToken }) => byToken === undefined).map(nameOf);
  assert.deepEqual(without, ["head 0.2", "head 1.1"]);
  assert.equal(changed[2].value, 0);
  // An edge that is cut changes the weights, and so the parts by token.
  const cut = headsOf({ cut: [{ layer: 1, key: 2 }] }).filter(({ layer }) => layer === 1);
  assert.ok(cut.every(({ byToken }) => byToken[2] === 0));
  assert.ok(headsOf({ keep: ["joined", "stages"] }).every(({ byToken }) => byToken === undefined));
  model.dispose();
});

testEach(
  "the last token is asked about where none is named, and two runs have the same parts in order",
  async (heed) => {
    const model = await openOf(heed, LLAMA);
    const [ids, others] = [tokensFor(8), tokensFor(6, 9)];
    const [run, other] = [ids, others].map((one) => model.run(one, { keep: KEEP }));
    const place = { of: 3, against: 4 };
    const [one, two] = [model.logitParts(run, place), model.logitParts(other, place)];
    assert.deepEqual(one, model.logitParts(run, { ...place, token: 7 }));
    assert.deepEqual(one.parts.map(nameOf), two.parts.map(nameOf));
    const apart = one.parts.map(({ value }, at) => value - two.parts[at].value);
    assertClose([total(apart)], [one.total - two.total], "the difference", BOUND);
    model.dispose();
  },
);

testEach("rows that a run put in are parts of their own, and all parts sum as before", async (heed) => {
  for (const config of [GPT2, LLAMA, GEMMA3, GPT_NEOX]) {
    const model = await openOf(heed, config);
    const ids = tokensFor(8);
    const { modelDim, vocab } = model.facts;
    const other = model.run(tokensFor(8, 9), { keep: ["stages"] });
    const add = Float32Array.from({ length: modelDim }, (_, c) => Math.sin(c));
    const rows = [
      { layer: -1, token: 7, add },
      { layer: 0, token: 7, from: other },
      { layer: 1, token: 2, add },
    ];
    const run = model.run(ids, { keep: [...KEEP, "scores"], rows, heads: { 0.1: 0 }, feedForward: { 1: "mean" } });
    const { parts, total: found } = model.logitParts(run, { of: 3, against: 4 });
    assert.deepEqual(parts.filter(({ kind }) => kind === "row").map(nameOf), ["row", "row 0"]);
    assert.equal(parts.find((part) => nameOf(part) === "head 0.1").value, 0);
    const logits = run.logits.data.subarray(7 * vocab, 8 * vocab);
    assertClose([total(parts.map(({ value }) => value)), found], Array(2).fill(logits[3] - logits[4]), "sum", BOUND);
    const { pairs, score, parts: ofScore } = model.scoreParts(run, { layer: 1, head: 0, query: 7, key: 2 });
    assert.deepEqual(ofScore.filter(({ kind }) => kind === "row").map(nameOf), ["row", "row 0"]);
    assertClose([total(pairs.data)], [score], "score", BOUND);
    model.dispose();
  }
});

for (const [name, given] of Object.entries(CONFIGS))
  testEach(`${name}: the lens reads the rows of each layer as the textbook does`, async (heed) => {
    const { model, ids, textbook } = await casesOf(heed, given);
    const run = model.run(ids, { keep: ["stages"] });
    if (!model.facts.head) {
      assertRefused(() => model.lens(run), TypeError, /model.lens: this model has no logits: it was saved without/);
      return model.dispose();
    }
    const of = range(model.facts.vocab);
    const readings = model.lens(run, { halves: true, of });
    assert.equal(readings.length, textbook.stream.length * ids.length);
    for (const [at, rows] of textbook.stream.entries()) {
      const logits = textbook.read(rows);
      for (const token of ids.keys()) {
        const reading = readings[at * ids.length + token];
        const half = at % 2 === 1 ? "attention" : undefined;
        assert.deepEqual([reading.layer, reading.half, reading.token], [Math.ceil(at / 2) - 1, half, token]);
        const probabilities = softmax(logits[token]);
        assertClose(
          reading.of.map(({ probability }) => probability),
          probabilities,
          `${at}.${token}`,
          BOUND,
        );
        const best = probabilities.toSorted((a, b) => b - a).slice(0, 5);
        assertClose(
          reading.top.map(({ probability }) => probability),
          best,
          "the likeliest",
          BOUND,
        );
        assert.ok(reading.top.every(({ id, probability }) => probability === reading.of[id].probability));
      }
    }
    model.dispose();
  });

testEach("a lens reads the tokens and layers that are named, in pieces that change nothing", async (heed) => {
  // A table so long that four rows of logits are a piece.
  const config = { ...GPT2, vocab_size: 250_000, n_embd: 8, n_head: 2, n_layer: 1 };
  const model = await openOf(heed, config);
  const ids = tokensFor(5);
  const run = model.run(ids, { keep: ["stages"], logits: "last" });
  const all = model.lens(run, { top: 2, of: [249_999] });
  assert.deepEqual(
    all.map(({ layer, token }) => [layer, token]),
    [-1, 0].flatMap((layer) => range(5).map((token) => [layer, token])),
  );
  const some = model.lens(run, { layers: [0, -1], tokens: [4, 0], top: 2, of: [249_999] });
  assert.deepEqual(some, [all[9], all[5], all[4], all[0]]);
  const [last] = model.lens(run, { layers: [0], tokens: [4], top: 0, of: [9, 3] });
  const expected = softmax(run.logits.data);
  assert.deepEqual(last.top, []);
  assert.deepEqual(
    last.of.map(({ id }) => id),
    [9, 3],
  );
  assertClose(
    last.of.map(({ probability }) => probability),
    [expected[9], expected[3]],
    "the last layer",
    1e-6,
  );
  model.dispose();
});

testEach("what does not fit is refused", async (heed) => {
  const open = [GPT2, BERT, LLAMA, ELECTRA].map((config) => openOf(heed, config));
  const [model, bert, other, electra] = await Promise.all(open);
  const first = await openOf(heed, GPT2, makeTensors(GPT2), { layers: 1 });
  const ids = tokensFor(6);
  const run = model.run(ids, { keep: KEEP });
  const refused = [
    [
      () => model.lens(undefined),
      TypeError,
      /run must have kept "stages" of the layers that the lens reads; got undefined/,
    ],
    [() => model.lens(model.run(ids)), TypeError, /model.lens: run must have kept "stages"/],
    [() => model.lens(model.run(ids, { keep: KEEP, layers: [1] })), TypeError, /a run without layer 0/],
    [() => model.lens(run, { layers: [2] }), RangeError, /each of layers must be from -1 to 1; got the number 2/],
    [() => model.lens(run, { tokens: 3 }), TypeError, /tokens must be an array; got the number 3/],
    [() => model.lens(run, { top: 62 }), RangeError, /top must be from 0 to 61; got the number 62/],
    [() => model.lens(run, { of: [61] }), RangeError, /of must hold numbers from 0 to 60, the model's tokens; got 61/],
    [() => model.lens(run, { halves: 1 }), TypeError, /halves must be true or false/],
    [() => model.lens(run, { layer: 1 }), TypeError, /no option named "layer"; did you mean layers/],
    [() => first.lens(first.run(ids, { keep: KEEP })), TypeError, /or only its first layers were opened/],
    [
      () => first.logitParts(first.run(ids, { keep: KEEP }), { of: 1 }),
      TypeError,
      /model.logitParts: this model has no/,
    ],
    [() => model.logitParts(run), TypeError, /options must be an object { of }/],
    [() => model.logitParts(run, {}), RangeError, /of must be from 0 to 60; got undefined/],
    [
      () => model.logitParts(run, { of: 1, against: -1 }),
      RangeError,
      /against must be from 0 to 60; got the number -1/,
    ],
    [() => model.logitParts(run, { of: 1, token: 6 }), RangeError, /token must be from 0 to 5; got the number 6/],
    [() => model.logitParts(other.run(ids, { keep: KEEP }), { of: 1 }), RangeError, /run must be of this model/],
    [
      () => model.logitParts(model.run(ids, { keep: ["stages"] }), { of: 1 }),
      TypeError,
      /run must have kept "joined" and "stages" of layers 0 to 1; got a run without layer 0/,
    ],
    [
      () => bert.logitParts(bert.run(ids, { keep: KEEP }), { of: 1 }),
      TypeError,
      /the head of bert has an activation, so a logit is not the sum of its parts. Use model.lens./,
    ],
    [() => electra.logitParts(electra.run(ids, { keep: KEEP }), { of: 1 }), TypeError, /the head of electra has/],
  ];
  for (const [call, Kind, sentence] of refused) assertRefused(call, Kind, sentence);
  for (const one of [model, bert, other, electra, first]) one.dispose();
  assertRefused(() => model.lens(run), Error, /model.lens: the model was used after dispose\(\)/);
});
