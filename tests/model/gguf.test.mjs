// Models out of GGUF files of our own, in every architecture and every type, against loops in double precision.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { open as openHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { BERT, DISTILBERT, GPT2, LLAMA, QWEN2, QWEN3 } from "./configs.mjs";
import { BLOCKS } from "./gguf-blocks.mjs";
import { ggufOf, keysOf, storedAs } from "./gguf-writer.mjs";
import { makeTensors } from "./make.mjs";
import { textbookModel } from "./oracle.mjs";
import { load, openModel, randomOf, readGguf, testEach, tokensFor } from "./support.mjs";

const BOUND = 1e-4;
const started = await load({ flavour: "simd" });

/** The same model with rows of 64 or 256 columns: blocks of 32, or of 256. */
function sized(config, columns = 64) {
  if (config.n_embd) return { ...config, n_embd: columns, n_inner: columns };
  if (config.dim) return { ...config, dim: columns, hidden_dim: columns };
  const head = config.rms_norm_eps ? { head_dim: columns / 4 } : {};
  return { ...config, hidden_size: columns, intermediate_size: columns, ...head };
}

/** A file, and what it stands for. Tables of positions and of types stay in F32. */
function fileOf(config, type, { options = {}, file = {}, keys = {} } = {}) {
  const prefix = /bert/.test(config.model_type) ? { prefix: "", head: false } : {};
  const biases = config.model_type === "qwen2" ? { biases: true } : {};
  // Of wide rows the logits would be in the hundreds.
  const tables = (config.hidden_size ?? config.n_embd ?? config.dim) > 64 ? 0.2 : 0.8;
  const made = makeTensors(config, { tables, ...prefix, ...biases, ...options });
  const typeOf = (name) => (/^(position_embd|token_types)/.test(name) ? "F32" : type);
  const { tensors, meant } = storedAs(config, made, typeOf, randomOf(1));
  return { bytes: ggufOf({ keys: { ...keysOf(config), ...keys }, tensors, ...file }), meant, tensors };
}

const flat = (nested) => (typeof nested === "number" ? [nested] : Array.from(nested, flat).flat());

function farthest(found, nested) {
  const expected = flat(nested);
  assert.equal(found.length, expected.length);
  return Math.max(...expected.map((one, at) => Math.abs(found[at] - one)));
}

/** Logits, rows and every weight are those of the textbook. */
function assertTextbook(model, config, meant, ids, what = "") {
  const prefix = config.rms_norm_eps ? "model." : "";
  const expected = textbookModel(config, meant, ids, { prefix });
  const run = model.run(ids, { keep: ["weights"] });
  if (expected.logits.length > 0) assert.ok(farthest(run.logits.data, expected.logits) <= BOUND, `${what} logits`);
  assert.ok(farthest(run.output.data, expected.rows) <= BOUND, `${what} rows`);
  for (const [at, layer] of run.layers.entries())
    assert.ok(farthest(layer.weights.data, expected.weights[at]) <= BOUND, `${what} weights of layer ${at}`);
}

/** Opens a file, and closes the model afterwards. */
async function withModel(file, use, more = {}) {
  const model = await openModel(started, { ...(await readGguf(file)), ...more });
  try {
    await use(model);
  } finally {
    model.dispose();
  }
}

const ARCHITECTURES = { gpt2: GPT2, llama: LLAMA, qwen2: QWEN2, qwen3: QWEN3, bert: BERT, distilbert: DISTILBERT };

for (const [name, plain] of Object.entries(ARCHITECTURES))
  testEach(`${name}: every logit and every weight is the textbook's, in every type`, async (heed) => {
    for (const [type, [numbers]] of Object.entries(BLOCKS)) {
      const config = sized(plain, numbers === 256 ? 256 : 64);
      const { bytes, meant } = fileOf(config, type);
      const model = await openModel(heed, await readGguf(bytes));
      assertTextbook(model, config, meant, tokensFor(9, 7), type);
      model.dispose();
    }
  });

test("biases of query and key change places with their rows", async () => {
  const config = sized(LLAMA);
  const { bytes, meant } = fileOf(config, "Q8_0", { options: { biases: true, outputBias: true, mlpBias: true } });
  await withModel(bytes, (model) => assertTextbook(model, config, meant, tokensFor(8, 7)));
});

testEach("a model in blocks takes the bytes of its file, and generates by its cache as it runs", async (heed) => {
  for (const type of ["Q4_0", "Q6_K", "Q5_K"]) {
    const { bytes, tensors } = fileOf(sized(LLAMA, 256), type);
    const model = await openModel(heed, await readGguf(bytes));
    const stored = tensors.reduce((sum, one) => sum + one.bytes.length, 0);
    assert.equal(model.facts.bytes, stored);
    const ids = tokensFor(6, 7);
    for await (const { id, logits } of model.generate(ids, { maxTokens: 5, ends: [] })) {
      const whole = model.run(ids, { logits: "last" });
      assert.ok(farthest(logits, Array.from(whole.logits.data)) <= BOUND);
      ids.push(id);
    }
    model.dispose();
  }
});

test("the projections of a layer come out as floats, whatever lies in the file", async () => {
  for (const config of [sized(LLAMA), sized(GPT2)]) {
    const { bytes, meant } = fileOf(config, "Q5_1");
    const isGpt2 = config.model_type === "gpt2";
    const expected = meant[isGpt2 ? "h.1.attn.c_attn.weight" : "model.layers.1.self_attn.q_proj.weight"].values;
    await withModel(bytes, (model) => {
      const { queryWeight, outputWeight, layout } = model.layer(1);
      assert.equal(layout, "out-in");
      assert.deepEqual(
        [queryWeight.shape, outputWeight.shape],
        [
          [64, 64],
          [64, 64],
        ],
      );
      for (let output = 0; output < 64; output += 7)
        for (let input = 0; input < 64; input += 5) {
          const at = isGpt2 ? input * 192 + output : output * 64 + input;
          assert.equal(queryWeight.data[output * 64 + input], expected[at]);
        }
    });
  }
});

/** A folder of its own, which is gone afterwards. */
async function inFolder(use) {
  const folder = mkdtempSync(path.join(tmpdir(), "heed-gguf-"));
  try {
    await use((name) => path.join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a file may be a Blob, bytes, an object that gives its parts, a FileHandle or a path", () =>
  inFolder(async (at) => {
    const config = sized(QWEN2);
    const { bytes, meant } = fileOf(config, "Q8_0");
    const file = at("a model.gguf");
    writeFileSync(file, bytes);
    const handle = await openHandle(file);
    const parts = { byteLength: bytes.length, slice: async (from, to) => bytes.slice(from, to).buffer };
    for (const one of [bytes, bytes.slice().buffer, new Blob([bytes]), new File([bytes], "a"), parts, handle, file])
      await withModel(one, (model) => assertTextbook(model, config, meant, tokensFor(5, 7)));
    await handle.close();
  }));

test("versions 2 and 3, other alignments, lists for heads and counts in any whole type are read alike", async () => {
  const config = sized(LLAMA);
  const lists = {
    "llama.attention.head_count": [4, 4],
    "llama.attention.head_count_kv": { type: "i32", value: [2, 2] },
    "llama.feed_forward_length": { type: "u64", value: 64 },
    "llama.block_count": { type: "u16", value: 2 },
    "llama.context_length": { type: "i64", value: 512 },
    "llama.attention.layer_norm_rms_epsilon": { type: "f64", value: 1e-5 },
    "general.extra": { type: "u8", value: [1, 2, 3] },
    "general.flags": { type: "bool", value: [true, false] },
  };
  for (const more of [
    { file: { version: 2 } },
    { file: { alignment: 64 } },
    { file: { alignment: 1 } },
    { keys: lists },
    { keys: { "llama.vocab_size": 61, "llama.rope.dimension_count": 16, "llama.rope.scaling.type": "none" } },
  ]) {
    const { bytes, meant } = fileOf(config, "Q4_1", more);
    await withModel(bytes, (model) => assertTextbook(model, config, meant, tokensFor(7, 7)));
  }
});

test("a matrix of its own for the output is taken, and without it the table of tokens is", async () => {
  for (const [config, tied] of [
    [{ ...sized(GPT2), tie_word_embeddings: false }, false],
    [{ ...sized(LLAMA), tie_word_embeddings: true }, true],
  ]) {
    const { bytes, meant } = fileOf(config, "Q8_0");
    assert.equal((await readGguf(bytes)).config.tie_word_embeddings, tied);
    await withModel(bytes, (model) => assertTextbook(model, config, meant, tokensFor(4, 7)));
  }
});

/** What llama3's rule divides the frequencies by, as convert_hf_to_gguf.py writes it. */
function divisorsOf({ factor, low_freq_factor: low, high_freq_factor: high, original_max_position_embeddings: old }) {
  return Array.from({ length: 8 }, (_, pair) => {
    const length = 2 * Math.PI * 10000 ** ((2 * pair) / 16);
    if (length < old / high) return 1;
    if (length > old / low) return factor;
    const smooth = (old / length - low) / (high - low);
    return 1 / ((1 - smooth) / factor + smooth);
  });
}

test("rope_freqs divide the frequencies, and scaling by keys is that of config.json", async () => {
  const plain = sized(LLAMA);
  const { tensors, meant } = fileOf(plain, "Q8_0");
  const check = async (keys, more, rope_scaling) => {
    const file = ggufOf({ keys: { ...keysOf(plain), ...keys }, tensors: [...tensors, ...more] });
    await withModel(file, (model) => assertTextbook(model, { ...plain, rope_scaling }, meant, tokensFor(40, 7)));
  };
  const llama3 = { factor: 8, low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 16 };
  const bytes = new Uint8Array(Float32Array.from(divisorsOf(llama3)).buffer);
  const freqs = { name: "rope_freqs.weight", type: "F32", shape: [8], bytes };
  await check({}, [freqs], { rope_type: "llama3", ...llama3 });
  const scaling = (type, more) => ({ "llama.rope.scaling.type": type, ...more });
  const factor = (value) => ({ "llama.rope.scaling.factor": { type: "f32", value } });
  await check(scaling("linear", factor(4)), [], { rope_type: "linear", factor: 4 });
  await check({ "llama.rope.scale_linear": 2.5 }, [], { rope_type: "linear", factor: 2.5 });
  await check(scaling("yarn", { ...factor(4), "llama.rope.scaling.original_context_length": 128 }), [], {
    rope_type: "yarn",
    factor: 4,
    original_max_position_embeddings: 128,
  });
});

test("a model in parts opens when all are given, in any order", async () => {
  const config = sized(QWEN3);
  const { bytes: whole, tensors, meant } = fileOf(config, "Q5_0");
  const part = (no, from, to) =>
    ggufOf({
      keys: {
        ...(no === 0 ? keysOf(config) : {}),
        "split.no": { type: "u16", value: no },
        "split.count": { type: "u16", value: 3 },
        "split.tensors.count": { type: "i32", value: tensors.length },
      },
      tensors: tensors.slice(from, to),
    });
  const parts = [part(0, 0, 0), part(1, 0, 9), part(2, 9)];
  const given = [parts[2], parts[0], new Blob([parts[1]])];
  await withModel(given, (model) => assertTextbook(model, config, meant, tokensFor(6, 7)));
  for (const [files, message] of /** @type {[any, RegExp][]} */ ([
    [parts[1], /is part 2 of 3 \(split\.count\)\. Give all parts as an array/],
    [[parts[0], parts[2]], /is part 1 and 3 of 3/],
    [[parts[0], parts[1], parts[1]], /are not the 3 parts of one model/],
    [[...parts, parts[1]], /is one of 3 parts; got 4 files/],
    [[part(0, 0, 2), part(1, 1, 9), part(2, 9)], /both have the tensor/],
    [[part(0, 0, 0), part(1, 0, 8), part(2, 9)], /says that all parts have \d+ tensors .*; they have/],
    [[whole, whole], /is a whole model; got 2 files/],
  ]))
    await assert.rejects(readGguf(files), { name: "RangeError", message });
});

testEach("the first layers of a model have the heads of the whole one, and no logits", async (heed) => {
  const { bytes } = fileOf({ ...sized(LLAMA), num_hidden_layers: 3 }, "Q4_0");
  const ids = tokensFor(9, 7);
  const open = async (more) => openModel(heed, { ...(await readGguf(bytes)), ...more });
  const [whole, first, all] = [await open({}), await open({ layers: 2 }), await open({ layers: 3 })];
  assert.deepEqual([first.facts.layers, first.facts.head], [2, false]);
  assert.ok(first.facts.bytes < whole.facts.bytes);
  const expected = whole.run(ids, { keep: ["weights", "stages"] });
  const found = first.run(ids, { keep: ["weights"] });
  assert.equal(found.logits, undefined);
  for (const layer of [0, 1]) assert.deepEqual(found.layers[layer].weights.data, expected.layers[layer].weights.data);
  assert.deepEqual(found.output.data, expected.layers[1].stages.output.data, "rows behind the last open layer");
  const message = /^model\.generate: this model has no logits: .* only its first layers were opened\.$/;
  await assert.rejects(async () => first.generate(ids).next(), { name: "TypeError", message });
  assert.deepEqual(all.run(ids).logits.data, expected.logits.data);
  for (const layers of [0, 4, 1.5]) {
    const said = /^heed\/model\.openModel: layers must be an integer from 1 to 3; got the number/;
    await assert.rejects(open({ layers }), { name: "RangeError", message: said });
  }
  for (const model of [whole, first, all]) model.dispose();
});

test("a file of five gigabytes has its right size, and what lies far behind is not read for the first layers", () =>
  inFolder(async (at) => {
    const config = { ...sized(QWEN2), num_hidden_layers: 3 };
    const { tensors } = fileOf(config, "Q8_0");
    const file = at("large.gguf");
    const far = 5 * 2 ** 30;
    // The third layer is five gigabytes after the others, in a file with a hole.
    const moved = tensors.map((one, n) =>
      one.name.startsWith("blk.2.") ? { ...one, bytes: new Uint8Array(0), offset: far + n * 2 ** 20 } : one,
    );
    writeFileSync(file, ggufOf({ keys: keysOf(config), tensors: moved }));
    truncateSync(file, far + 2 ** 26);
    const handle = await openHandle(file);
    for (const one of [file, handle])
      await withModel(
        one,
        (model) => assert.equal(model.run(tokensFor(3, 7), { keep: ["weights"] }).layers.length, 2),
        {
          layers: 2,
        },
      );
    const short = { byteLength: 2 ** 30, slice: (from, to) => readPart(handle, from, to) };
    await assert.rejects(readGguf(short), /is cut off: the tensor "blk\.2\..*" .* ends beyond the end of the file/);
    await handle.close();
  }));

async function readPart(handle, from, to) {
  const { buffer, bytesRead } = await handle.read(new Uint8Array(to - from), 0, to - from, from);
  return buffer.subarray(0, bytesRead);
}

test("openModel given a GGUF file by itself says how it is opened", async () => {
  const { bytes } = fileOf(sized(LLAMA), "Q8_0");
  for (const given of [bytes, new Blob([bytes]), { weights: bytes }, { config: {}, weights: [new Blob([bytes])] }])
    await assert.rejects(openModel(started, /** @type {any} */ (given)), {
      name: "RangeError",
      code: "file",
      message:
        "heed/model.openModel: this is a GGUF file. Write openModel(heed, await readGguf(file)), with readGguf of " +
        "heed/gguf.",
    });
});

test("a file says its name, the bytes of each type and its keys", async () => {
  const { bytes, tensors } = fileOf(sized(LLAMA, 256), "Q4_K", { keys: { "tokenizer.chat_template": "{{ a }}" } });
  const { about, tokenizerJson } = await readGguf(bytes);
  assert.deepEqual([about.name, about.architecture, about.chatTemplate], ["a small llama", "llama", "{{ a }}"]);
  const of = (type) => tensors.filter((one) => one.type === type).reduce((sum, one) => sum + one.bytes.length, 0);
  assert.deepEqual(about.types, { Q4_K: of("Q4_K"), F32: of("F32") });
  assert.equal(about.keys.get("llama.block_count"), 2);
  assert.equal(tokenizerJson, undefined);
  assert.match(
    about.noTokenizer,
    /^heed\/gguf\.readGguf: the file has no tokenizer .*tokenizer\.ggml\.model is missing\.$/,
  );
});
