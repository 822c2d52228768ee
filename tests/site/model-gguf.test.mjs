// A model in GGUF, as the viewer takes it: which of the files it is, how much of it fits into memory, what the worker
// reads of it, and how the worker reads it where it may not read files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { textbookModel } from "../model/oracle.mjs";
import { dist } from "../model/support.mjs";
import { byteLevel, ggufBeside, ggufLlama, idsOf } from "./own-models.mjs";
import { siteModule } from "./runs.mjs";

const { ggufAmong } = await siteModule("pages/model/running/gguf-files.ts");
const { fittingLayers } = await siteModule("pages/model/running/fitting-layers.ts");
const { askable, bytesOf } = await siteModule("pages/model/running/asked-file.ts");
const { MODEL_METHODS: worker } = await siteModule("pages/model/running/model-worker.ts");

const BLOB = `sha256-${"0123456789abcdef".repeat(4)}`;
const model = (name, extra = 0) =>
  ggufBeside({ "general.architecture": "llama", ...(name ? { "general.name": name } : {}) }, 1 + extra);

/** Files as a browser names them, by their paths. */
const filesOf = (contents) =>
  Object.entries(contents).map(([path, content]) =>
    Object.defineProperty(new File([content], path.split("/").at(-1)), "webkitRelativePath", { value: path }),
  );

async function among(contents) {
  const found = await ggufAmong(filesOf(contents));
  return found && { ...found, files: found.files.map(({ name }) => name) };
}

test("a GGUF file is known by how it begins, whatever its name is, and by nothing else", async () => {
  const bytes = model("Some Model");
  for (const name of ["a.gguf", "a.bin", "weights", BLOB])
    assert.deepEqual((await among({ [name]: bytes })).files, [name]);
  assert.equal(
    await among({ "a.npz": "PK", "b.json": "{}", "c.safetensors": "", "config.json": '{"layers": 3}' }),
    undefined,
  );
  // What is called so goes to the reader, which says what it is.
  assert.deepEqual((await among({ "a.gguf": "version https://git-lfs.github.com/spec/v1" })).files, ["a.gguf"]);
});

test("a file is called by its name, and a blob of Ollama by what its keys say", async () => {
  assert.equal((await among({ "a-Q4_K_M.gguf": model("Some Model") })).name, "a-Q4_K_M.gguf");
  assert.equal((await among({ [BLOB]: model("Some\nModel") })).name, "Some Model");
  assert.equal((await among({ [BLOB]: model() })).name, "sha256-0123456789ab…");
});

test("of a folder the largest model is taken, and what else lies there is named", async () => {
  const folder = {
    "models/maker/one/small.gguf": model("", 1),
    "models/maker/one/large.gguf": model("", 4),
    "models/maker/one/mmproj-f16.gguf": ggufBeside({ "general.architecture": "clip" }, 9),
    "models/maker/one/lora.gguf": ggufBeside({ "general.architecture": "llama", "general.type": "adapter" }, 8),
    "models/maker/one/words.gguf": ggufBeside({ "general.architecture": "llama", "general.extra": "x".repeat(99) }, 0),
    "models/maker/one/README.md": "# A model",
  };
  const { files, name, passed } = await among(folder);
  assert.deepEqual([files, name], [["large.gguf"], "large.gguf"]);
  assert.deepEqual(passed, [
    "small.gguf",
    "mmproj-f16.gguf (reads pictures)",
    "lora.gguf (an adapter)",
    "words.gguf (a vocabulary)",
  ]);
});

test("without a model each other file says what it is", async () => {
  const cases = {
    "reads pictures": { "general.architecture": "qwen2", "general.type": "mmproj" },
    "is an adapter": { "general.architecture": "llama", "adapter.type": "lora" },
  };
  for (const [sentence, keys] of Object.entries(cases))
    await assert.rejects(among({ "one.gguf": ggufBeside(keys) }), new RegExp(`one\\.gguf” .*${sentence}`));
  await assert.rejects(among({ "one.gguf": ggufBeside({ "general.architecture": "llama" }, 0) }), /only a vocabulary/);
});

test("the parts of a split model are one model, and a part that is missing is named", async () => {
  const part = (number) => `a/big-0000${number}-of-00003.gguf`;
  const parts = { [part(2)]: model("", 2), [part(1)]: model("", 2), [part(3)]: model("", 2) };
  const { files, name, passed } = await among({ ...parts, "a/one.gguf": model("", 4) });
  assert.deepEqual(
    files,
    [1, 2, 3].map((number) => part(number).slice(2)),
  );
  assert.deepEqual([name, passed], ["big.gguf", ["one.gguf"]]);
  delete parts[part(2)];
  await assert.rejects(among(parts), /model-missing/);
  // Where another model is larger, nothing is missing.
  assert.deepEqual((await among({ ...parts, "a/one.gguf": model("", 9) })).files, ["one.gguf"]);
});

const manifest = (...layers) =>
  JSON.stringify({
    schemaVersion: 2,
    config: {},
    layers: layers.map(([kind, digest]) => ({
      mediaType: `application/vnd.ollama.image.${kind}`,
      digest,
      size: 2019377376,
    })),
  });

test("a manifest of Ollama names the blob of its model, and with that blob beside it the blob is taken", async () => {
  const digest = BLOB.replace("-", ":");
  const list = manifest(["template", `sha256:${"f".repeat(64)}`], ["model", digest]);
  await assert.rejects(among({ latest: list }), (error) => {
    assert.match(error.message, new RegExp(`latest” is a manifest of Ollama.*${BLOB} .?2\\.02 GB`));
    return true;
  });
  const larger = `sha256-${"e".repeat(64)}`;
  const blobs = { [BLOB]: model("The one"), [larger]: model("Another", 9) };
  assert.equal((await among({ latest: list, ...blobs })).name, "The one");
  assert.equal((await among(blobs)).name, "Another");
  await assert.rejects(among({ latest: manifest(["tensor", digest]) }), /not a GGUF file/);
});

test("a file that ends within its keys, or lies about their lengths, is left to the reader", async () => {
  const whole = model("Some Model");
  for (let end = 4; end < whole.length; end += 3)
    assert.equal((await among({ "a.gguf": whole.subarray(0, end) })).name, "a.gguf");
  for (let at = 8; at < 80; at++) {
    const changed = Buffer.from(whole);
    changed[at] ^= 0xff;
    await among({ [BLOB]: changed }).catch(({ message }) => assert.match(message, /vocabulary/));
  }
});

/** Tensors of these bytes, one after the other. */
function placesOf(sizes) {
  let end = 0;
  return Object.entries(sizes).map(([inFile, size]) => ({ name: "", inFile, from: end, to: (end += size) }));
}

test("as many first layers fit as memory has room for, with the tables before them and nothing behind", () => {
  const sizes = { "token_embd.weight": 30, "output.weight": 40, "output_norm.weight": 1 };
  for (const layer of [0, 1, 2, 3])
    Object.assign(sizes, { [`blk.${layer}.attn_q.weight`]: 6, [`blk.${layer}.ffn_up.weight`]: 4 });
  const fitting = (most) => fittingLayers(placesOf(sizes), most).fitting;
  assert.deepEqual(fittingLayers(placesOf(sizes), 111), { layers: 4, fitting: { layers: 4, bytes: 111 } });
  assert.deepEqual(fitting(110), { layers: 4, bytes: 70 });
  assert.deepEqual(fitting(69), { layers: 3, bytes: 60 });
  assert.deepEqual(fitting(40), { layers: 1, bytes: 40 });
  assert.deepEqual(fitting(39), { layers: 0, bytes: 30 });
});

await worker.begin(await WebAssembly.compile(readFileSync(new URL("simd.wasm", dist))));
const llama = ggufLlama({ layers: 3, keys: { "tokenizer.chat_template": "{{ messages }}" } });
const head = (files) => worker.readHead({ files });
const IDS = idsOf(byteLevel(), "Ġthe Ġcat Ġsat".split(" "));
let readings = 0;

/** The weights of a head, of a text or of tokens. */
async function weightsOf(given, layer, number) {
  const id = readings++;
  const read = await worker.readText({ id, ...given });
  const { answer } = await worker.headOfText({ id, layer, head: number });
  return { read, weights: Array.from(answer) };
}

function assertHead(found, layer, number) {
  const { weights } = textbookModel(llama.config, llama.tensors, IDS, { prefix: "model." });
  const expected = weights[layer][number].flat();
  assert.equal(found.length, expected.length);
  for (const [at, one] of expected.entries()) assert.ok(Math.abs(found[at] - one) < 1e-4);
}

test("the head of a file says types, sizes and the template; its tokenizer cuts, and its heads are exact", async () => {
  const { types, bytes, layers, fitting, chatTemplate, noTokenizer, name } = await head([new Blob([llama.bytes])]);
  assert.deepEqual([types, layers, fitting], [["Q4_K", "Q6_K"], 3, { layers: 3, bytes }]);
  assert.deepEqual([chatTemplate, noTokenizer, name], ["{{ messages }}", undefined, "Small Llama"]);
  assert.equal(await worker.readTokenizer({ tried: "The cat." }), undefined);
  const { facts, hasTokenizer, judges } = await worker.openModel({});
  assert.deepEqual([facts.family, facts.head, hasTokenizer, judges], ["llama", true, true, false]);
  const { read, weights } = await weightsOf({ text: " the cat sat" }, 2, 1);
  assert.deepEqual(read.ids, IDS);
  assertHead(weights, 2, 1);
});

test("the first layers of a model open with the heads of the whole, and without logits", async () => {
  await head([new Blob([llama.bytes])]);
  const { facts } = await worker.openModel({ layers: 2 });
  assert.deepEqual([facts.layers, facts.head], [2, false]);
  assertHead((await weightsOf({ ids: IDS }, 1, 3)).weights, 1, 3);
});

/** Hands a file over, and closes the way to it afterwards: it would keep the test running. */
async function withAskable(file, use) {
  const given = askable(file);
  try {
    await use(given);
  } finally {
    given.port.close();
  }
}

test("a worker that may not read a file gets pieces from the page, or says that the page cannot either", async () => {
  const sent = [];
  const whole = new File([llama.bytes], "a.gguf");
  const slice = (from, to) => (sent.push(to - from), whole.slice(from, to));
  await withAskable({ name: "a.gguf", size: whole.size, slice }, async (given) => {
    await head([given]);
    await worker.openModel({});
    assertHead((await weightsOf({ ids: IDS }, 0, 2)).weights, 0, 2);
    assert.ok(sent.length > 10 && Math.max(...sent) <= 2 ** 24);
  });
  const gone = () => ({ arrayBuffer: async () => Promise.reject(new Error("gone")) });
  await withAskable({ name: "b.gguf", size: 99, slice: gone }, (given) =>
    assert.rejects(async () => bytesOf(given).slice(0, 9), /"b\.gguf" cannot be read/),
  );
});

test("a file whose way to cut a text heed does not know runs on numbers, and says why", async () => {
  const { bytes } = ggufLlama({ keys: { "tokenizer.ggml.pre": "made-up" } });
  const { noTokenizer } = await head([bytes]);
  assert.match(noTokenizer, /tokenizer\.ggml\.pre is "made-up"/);
});
