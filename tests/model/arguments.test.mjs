// What every public call of a model makes of wrong arguments: it takes them, or refuses them at the call, in a
// sentence that names this call and nothing inside it.
import assert from "node:assert/strict";
import test from "node:test";
import { BERT, GPT2, LLAMA } from "./configs.mjs";
import { safetensors } from "./files.mjs";
import { makeTensors } from "./make.mjs";
import { assertCode } from "../lib/codes.mjs";
import { messageOf, STEERED, STEERING_VALUES, steersIn } from "../lib/steering.mjs";
import { assertRefused, load, openModel, testEach } from "./support.mjs";

const heed = await load({ flavour: "simd" });
const weights = safetensors(makeTensors(GPT2));
const tokenizer = { encode: () => [1, 2], decode: () => "a" };
const model = await openModel(heed, { config: GPT2, weights, tokenizer });
const bert = await openModel(heed, { config: BERT, weights: safetensors(makeTensors(BERT)) });
const ids = [1, 2, 3];
const kept = model.run(ids, { keep: ["joined", "stages", "weights", "v"] });
const place = { layer: 1, head: 0, query: 2, key: 1 };

const ODD = [
  ...[null, true, NaN, -1, 0.5, 1e300, 7n, "", "a", "1", Symbol("s"), Symbol.iterator],
  ...[[], [null], [Symbol("s")], [[1]], {}, { length: 3 }, () => {}, new Date(0), new Map(), Object(1), /x/],
  ...[new Float32Array(3), new DataView(new ArrayBuffer(8)), new ArrayBuffer(8), Promise.resolve(), globalThis],
  ...[{ data: null, shape: null }, { data: new Float32Array(8), shape: [8] }, Object.create(null)],
];

const ofRun = ["keep", "layers", "logits", "heads", "feedForward", "rows", "cut", "patch", "from", "types"].concat(
  ...["onLayer", "signal", "onProgress"],
);
const ofGenerate = ["maxTokens", "temperature", "topK", "topP", "seed", "stop", "keep", "heads", "feedForward"].concat(
  ...["rows", "ends", "signal"],
);
const each = (names, call) => Object.fromEntries(names.map((name) => [name, (one) => call({ [name]: one })]));
const named = (call, options) => Object.entries(options).map(([name, run]) => [`${name} of ${call}`, run]);
const layersWith = (name, one) => [
  { ...kept.layers[0], [name]: one },
  { ...kept.layers[1], [name]: one },
];
const PATCH = { layer: 0, head: 0, from: kept };
const ROW = { layer: 0, token: 1, from: kept };
const CUT = { layer: 0, head: 0, query: 1, key: 0 };

/** The places of a run that a call reads. */
const ofKept = (call) => [
  ["run", call],
  ...Object.keys(kept).map((name) => [`${name} of the run`, (one) => call({ ...kept, [name]: one })]),
  ...["stages", "joined", "weights", "v"].map((name) => [
    `${name} of the run's layers`,
    (one) => call({ ...kept, layers: layersWith(name, one) }),
  ]),
];

/** Every place of the methods that takes a value of the user's. */
const PLACES = {
  run: Object.fromEntries([
    ["ids", (one) => model.run(one)],
    ["a token", (one) => model.run([1, one])],
    ["options", (one) => model.run(ids, one)],
    ...named(
      "run",
      each(ofRun, (options) => model.run(ids, options)),
    ),
    ["types of a BERT", (one) => bert.run(ids, { types: one })],
    ["a head", (one) => model.run(ids, { heads: { 0.1: one } })],
    ["a change", (one) => model.run(ids, { patch: [one] })],
    ...Object.keys(PATCH).map((name) => [
      `${name} of a patch`,
      (one) => model.run(ids, { patch: [{ ...PATCH, [name]: one }] }),
    ]),
    ["rows of a patch", (one) => model.run(ids, { patch: [{ ...PATCH, rows: one }] })],
    [
      "what a patch takes",
      (one) => model.run(ids, { patch: [{ ...PATCH, from: { layers: layersWith("joined", one) } }] }),
    ],
    ["a feed-forward", (one) => model.run(ids, { feedForward: { 0: one } })],
    ["a row", (one) => model.run(ids, { rows: [one] })],
    ...Object.keys(ROW).map((name) => [
      `${name} of a row`,
      (one) => model.run(ids, { rows: [{ ...ROW, [name]: one }] }),
    ]),
    ["numbers of a row", (one) => model.run(ids, { rows: [{ layer: 0, numbers: one }] })],
    ["what is added to a row", (one) => model.run(ids, { rows: [{ layer: 0, add: one }] })],
    ["what a row takes", (one) => model.run(ids, { rows: [{ ...ROW, from: { layers: layersWith("stages", one) } }] })],
    ...Object.keys(CUT).map((name) => [
      `${name} of a cut`,
      (one) => model.run(ids, { cut: [{ ...CUT, [name]: one }] }),
    ]),
    ["layers of from", (one) => model.run(ids, { from: { ...kept, layers: one } })],
    ["stages of from", (one) => model.run(ids, { from: { ...kept, layers: layersWith("stages", one) } })],
    ["ids of from", (one) => model.run(ids, { from: { ...kept, ids: one } })],
    ["changed of from", (one) => model.run(ids, { from: { ...kept, changed: one } })],
  ]),
  generate: Object.fromEntries([
    ["ids", (one) => model.generate(one)],
    ["options", (one) => model.generate(ids, one)],
    ...named(
      "generate",
      each(ofGenerate, (options) => model.generate(ids, options)),
    ),
    ["a head", (one) => model.generate(ids, { heads: { 0.1: one } })],
    ["a feed-forward", (one) => model.generate(ids, { feedForward: { 0: one } })],
    ["a row", (one) => model.generate(ids, { rows: [one] })],
    ["what is added to a row", (one) => model.generate(ids, { rows: [{ layer: 0, add: one }] })],
  ]),
  scoreParts: Object.fromEntries([
    ...ofKept((run) => model.scoreParts(run, place)),
    ["options", (one) => model.scoreParts(kept, one)],
    ...named(
      "scoreParts",
      each([...Object.keys(place), "types"], (option) => model.scoreParts(kept, { ...place, ...option })),
    ),
  ]),
  lens: Object.fromEntries([
    ...ofKept((run) => model.lens(run)),
    ["options", (one) => model.lens(kept, one)],
    ...named(
      "lens",
      each(["tokens", "layers", "halves", "top", "of"], (options) => model.lens(kept, options)),
    ),
  ]),
  logitParts: Object.fromEntries([
    ...ofKept((run) => model.logitParts(run, { of: 1 })),
    ["options", (one) => model.logitParts(kept, one)],
    ...named(
      "logitParts",
      each(["of", "token", "against"], (options) => model.logitParts(kept, { of: 1, ...options })),
    ),
  ]),
  layer: { layer: (one) => model.layer(one) },
  tokens: { text: (one) => model.tokens(one) },
};

for (const [method, places] of Object.entries(PLACES)) {
  const sentence = new RegExp(`^model\\.${method}: [^]+[.?]$`);
  test(`model.${method} takes what is odd, or refuses it at the call in a sentence of its own`, async () => {
    for (const [where, call] of Object.entries(places))
      for (const one of ODD) {
        const what = `${where}: ${String(typeof one === "object" ? Object.prototype.toString.call(one) : String(one))}`;
        let given;
        try {
          given = call(one);
        } catch (error) {
          assert.ok(error instanceof TypeError || error instanceof RangeError, `${what}: ${error}`);
          assert.match(error.message, sentence, what);
          continue;
        }
        // A factor of 1e300 gives Infinity, of which the call speaks once it computes.
        const computed = Promise.resolve(method === "generate" ? given.next() : given);
        await computed.catch(({ message }) => assert.match(message, sentence, what));
      }
  });
}

test("openModel takes what is odd, or refuses it in a sentence of its own", async () => {
  const good = { config: GPT2, weights };
  const options = ["config", "weights", "tokenizer", "signal", "onProgress"];
  const calls = {
    heed: (one) => openModel(one, good),
    options: (one) => openModel(heed, one),
    ...each(options, (option) => openModel(heed, { ...good, ...option })),
    ...each(Object.keys(GPT2), (option) => openModel(heed, { ...good, config: { ...GPT2, ...option } })),
    "a file": (one) => openModel(heed, { ...good, weights: [one] }),
    "a heed that is none": (one) => openModel({ attention() {}, other: one }, good),
  };
  for (const [where, call] of Object.entries(calls))
    for (const one of ODD) {
      await call(one).then(
        (opened) => opened.dispose(),
        (error) => {
          assert.match(error.message, /^heed\/model\.openModel: [^]+[.?]$/, `${where}, ${typeof one}`);
          assertCode(error, where);
        },
      );
    }
});

test("no message of a model sends what steers a terminal: it shows it", async () => {
  const good = { config: GPT2, weights };
  const tensors = makeTensors(GPT2);
  const header = (change) => openModel(heed, { ...good, weights: safetensors(tensors, { header: change }) });
  const row = tensors["ln_f.bias"];
  const extra = (name, config = GPT2) =>
    openModel(heed, { config, weights: safetensors({ ...makeTensors(config), [name]: row }) });
  const LISTED = { weight_map: { a: STEERED } };
  const calls = {
    "an option": () => openModel(heed, { ...good, [STEERED]: 1 }),
    "an option of run": () => model.run(ids, { [STEERED]: 1 }),
    "a head": () => model.run(ids, { heads: { [STEERED]: 1 } }),
    "a config that is no JSON": () => openModel(heed, { ...good, config: STEERED }),
    "a tensor": () => extra(`h.0.${STEERED}`),
    "a tensor of an adapter": () => extra(`${STEERED}.lora_A.weight`),
    "a prefix": () => openModel(heed, { config: LLAMA, weights: safetensors({ [STEERED]: row }) }),
    "a prefix of all": () =>
      openModel(heed, {
        config: GPT2,
        weights: safetensors(Object.fromEntries([[`${STEERED}.h.0.ln_1.weight`, row]])),
      }),
    "a type of a tensor": () => header((all) => (all["wte.weight"].dtype = STEERED)),
    "a tensor without a shape": () => header((all) => (all[STEERED] = {})),
    "a header that is no JSON": () =>
      openModel(heed, { ...good, weights: Uint8Array.of(4, 0, 0, 0, 0, 0, 0, 0, 0x7b, 0x1b, 0x9b, 0x0d) }),
    "the name of a file": () => openModel(heed, { ...good, weights: new File([], STEERED) }),
    "a file of an index": () => openModel(heed, { ...good, weights: [weights, new Blob([JSON.stringify(LISTED)])] }),
    "a kind of scaling": () => openModel(heed, { config: { ...LLAMA, rope_scaling: { type: STEERED } }, weights }),
    "layers of a scaling": () =>
      openModel(heed, {
        config: { ...LLAMA, rope_scaling: { [STEERED]: {} } },
        weights: safetensors(makeTensors(LLAMA)),
      }),
    "types of layers": () =>
      openModel(heed, {
        config: { ...LLAMA, layer_types: [STEERED, STEERED] },
        weights: safetensors(makeTensors(LLAMA)),
      }),
    ...Object.fromEntries(
      ["model_type", "activation_function", "peft_type", "quantization_config", "n_layer"].map((name) => [
        name,
        () => openModel(heed, { ...good, config: { ...GPT2, [name]: STEERED } }),
      ]),
    ),
  };
  const texts = Object.keys(calls);
  for (const [method, places] of Object.entries(PLACES))
    for (const [what, call] of Object.entries(places))
      for (const [at, one] of STEERING_VALUES.entries())
        calls[`${method}: ${what}, ${at}`] = async () => {
          const given = await call(one);
          if (method === "generate") await given.next();
        };
  let shown = 0;
  for (const [what, call] of Object.entries(calls)) {
    const message = await messageOf(call);
    if (texts.includes(what)) assert.ok(message !== undefined, `${what} was taken`);
    assert.equal(steersIn(message ?? ""), undefined, `${what}: ${JSON.stringify(message)}`);
    shown += message?.includes("\\x1b[2J") ?? false;
  }
  assert.ok(shown > 100, `only ${shown} messages quote it`);
});

test("numbers of a tokenizer that are none are refused by the call that asked for them", async () => {
  for (const one of [null, undefined, "1", Symbol("s"), -1, 0.5, 61, {}]) {
    const other = await openModel(heed, { config: GPT2, weights, tokenizer: { ...tokenizer, encode: () => [1, one] } });
    assertRefused(() => other.tokens("a"), RangeError, /^model\.tokens: the tokenizer gives token .*another model\.$/);
    other.dispose();
  }
});

test("a head has one name", () => {
  for (const name of ["00.0", "0.00", "01.1", "+1.0", "1.0 ", "0x1.0", "1", "1.0.0", "-1.0", "1e0.0"])
    assertRefused(
      () => model.run(ids, { heads: { [name]: 0 } }),
      TypeError,
      /^model\.run: heads takes names "layer\.head", such as "5\.2"; got "/,
    );
});

test("numbers that no frequencies come of are refused by the call that opens the model", async () => {
  const file = safetensors(makeTensors(LLAMA));
  const scaling = { type: "longrope", short_factor: [1], long_factor: [1] };
  await assert.rejects(openModel(heed, { config: { ...LLAMA, rope_scaling: scaling }, weights: file }), {
    name: "RangeError",
    message: /^heed\/model\.openModel: scaling\.shortFactors must have 4 numbers/,
  });
});

test("memory that ends is named by the call, and the model can be used afterwards", async () => {
  const many = Array(20000).fill(1);
  const file = safetensors(makeTensors(LLAMA));
  const llama = await openModel(heed, { config: LLAMA, weights: file });
  assertRefused(() => llama.run(many, { keep: ["weights"] }), RangeError, /^model\.run: /);
  assert.ok(llama.run(ids).logits);
  llama.dispose();
});

testEach("tokens beyond the context run where positions turn, and are told; a table of positions ends", async (one) => {
  const config = { ...LLAMA, max_position_embeddings: 4 };
  const llama = await openModel(one, { config, weights: safetensors(makeTensors(config)) });
  const wide = await openModel(one, { config: LLAMA, weights: safetensors(makeTensors(config)) });
  const long = [1, 2, 3, 4, 5, 6];
  assert.deepEqual(
    [4, 5, 6].map((count) => llama.run(long.slice(0, count)).beyond),
    [0, 1, 2],
  );
  assert.deepEqual(llama.run(long).logits.data, wide.run(long).logits.data);
  const told = [];
  for await (const { beyond } of llama.generate([1, 2, 3], { maxTokens: 3, ends: [] })) told.push(beyond);
  assert.deepEqual(told, [0, 0, 1]);
  const gpt2 = await openModel(one, { config: GPT2, weights });
  for (const method of ["run", "generate"])
    assertRefused(
      () => gpt2[method](Array(49).fill(1)),
      RangeError,
      `model.${method}: ids must hold at most 48 tokens, because the model has that many positions; got 49. ` +
        "Give a shorter text.",
    );
  for (const opened of [llama, wide, gpt2]) opened.dispose();
});

test("what is changed in a list after a call, or in a run's tokens, changes nothing that is computed", async () => {
  const [keep, layers, logits, types] = [["weights"], [0, 1], [0], [0, 0, 1]];
  const expected = bert.run(ids, { keep, layers, logits, types });
  const running = bert.run(ids, { keep, layers, logits, types, onProgress: () => {} });
  for (const list of [keep, layers, logits, types]) list.length = 0;
  const found = await running;
  assert.deepEqual(found, expected);
  assert.equal(found.layers[1].weights.shape.length, 3);
  assert.throws(() => (found.ids[0] = 5), TypeError);
  assert.throws(() => found.ids.push(5), TypeError);
});
