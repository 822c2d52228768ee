// GGUF files that do not open: each throws an error that names what is asked.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { assertCode } from "../lib/codes.mjs";
import { BERT, LLAMA, QWEN2 } from "./configs.mjs";
import { ggufOf, keysOf, storedAs } from "./gguf-writer.mjs";
import { makeTensors } from "./make.mjs";
import { bytesOf, load, loadApart, openModel, randomOf, readGguf } from "./support.mjs";

const heed = await load({ flavour: "simd" });
const SIZES = { hidden_size: 64, intermediate_size: 64, head_dim: 16 };

function partsOf(config, options = {}) {
  const { tensors } = storedAs(config, makeTensors(config, options), () => "Q8_0", randomOf(3));
  return { keys: keysOf(config), tensors };
}

const qwen = partsOf({ ...QWEN2, ...SIZES }, { biases: true });
const llama = partsOf({ ...LLAMA, ...SIZES });
const good = ggufOf(qwen);

/** Reading or opening throws an error with this message. */
async function refused(file, message) {
  const open = async () => openModel(heed, await readGguf(file instanceof Uint8Array ? file : ggufOf(file)));
  await assert.rejects(open, (/** @type {Error} */ error) => {
    assert.match(error.message, message);
    assert.match(error.message, /^heed\/(gguf\.readGguf|model\.openModel): [^]+\.$/);
    assert.ok(error instanceof RangeError, error.stack);
    assertCode(error);
    return true;
  });
}

async function allRefused(cases) {
  for (const [file, message] of cases) await refused(file, message);
}

const withTensor = (name, change) => ({
  ...qwen,
  tensors: qwen.tensors.map((one) => (one.name === name ? { ...one, ...change } : one)),
});
const without = (name) => ({ ...qwen, tensors: qwen.tensors.filter((one) => one.name !== name) });
const withMore = (name, of = qwen) => ({
  ...of,
  tensors: [...of.tensors, { name, type: "F32", shape: [8], bytes: new Uint8Array(32) }],
});
const withKeys = (keys) => ({ ...qwen, keys: { ...qwen.keys, ...keys } });
const lacking = (key) => ({
  ...qwen,
  keys: Object.fromEntries(Object.entries(qwen.keys).filter(([name]) => name !== key)),
});
const whereIs = (text, of = good) => Buffer.from(of).indexOf(text);
/** The file with other bytes in the place of some. */
const changed = (at, values, of = good) => {
  const copy = of.slice();
  copy.set(values, at);
  return copy;
};
const NAME = "blk.0.ffn_down.weight";

test("files of other kinds are named, and what to do", () =>
  allRefused([
    [bytesOf("PK\u0003\u0004 and so on, a long file"), /is a zip file, such as PyTorch's/],
    [bytesOf(""), /^heed\/gguf\.readGguf: the file has 0 bytes\.$/],
    [bytesOf("version https://git-lfs.github.com/spec/v1\noid"), /is a pointer of Git LFS/],
    [bytesOf('\u0010\0\0\0\0\0\0\0{"a":1}         '), /is a safetensors file: openModel\(\) of heed\/model opens it/],
    [bytesOf("tjgg\u0003\0\0\0\0\0\0\0"), /is of a format before GGUF \(ggml, ggmf or ggjt\)/],
    [bytesOf('{"schemaVersion":2,"layers":[]}'), /is JSON, such as a manifest of Ollama/],
    [bytesOf("hello"), /is not a GGUF file: it does not begin with the letters GGUF/],
  ]));

test("heads that lie are refused before anything is allocated", () => {
  const twice = ggufOf(withKeys({ "general.namf": "a" }));
  const list = ggufOf(withKeys({ "general.list": { type: "u32", value: [9, 9] } }));
  const most = [0, 0, 0, 0, 0, 0, 0, 16];
  return allRefused([
    [changed(4, [4]), /is GGUF version 4; heed reads the versions 2 and 3/],
    [changed(4, [1]), /is GGUF version 1/],
    [changed(4, [0, 0, 0, 3]), /is big-endian; heed reads little-endian files/],
    [changed(8, most), /the number of tensors is 1152921504606846976, more than the .* bytes that follow/],
    [changed(16, most), /the number of keys is 1152921504606846976, more than/],
    [changed(24, most), /the length of the name of key 1 is 1152921504606846976, more than/],
    [good.subarray(0, 20), /is cut off or damaged: the number of tensors is 26, .* the file ends at byte 20/],
    [good.subarray(0, 300), /is cut off/],
    [good.subarray(0, good.length - 1), /is cut off: the tensor ".*" of shape .* ends beyond the end of the file/],
    [changed(whereIs("general.architecture") + 20, [77]), /has general\.architecture of the type 77/],
    [changed(whereIs("general.list", list) + 16, [9], list), /has general\.list as an array of arrays/],
    [changed(whereIs("general.namf", twice), bytesOf("general.name"), twice), /has the key general\.name twice/],
    [withKeys({ "general.alignment": 48 }), /key general\.alignment, which must be a power of two; it is 48/],
    [withKeys({ "general.alignment": "a" }), /general\.alignment, which must be a power of two; it is a\./],
  ]);
});

test("a table that lies is refused by the name of the tensor", () => {
  const axes = whereIs(NAME) + NAME.length;
  const scales = qwen.tensors.find(({ name }) => name === NAME).bytes.slice();
  scales.set([0, 0x7e], 34 * 5);
  return allRefused([
    [changed(axes, [5]), /the tensor "blk\.0\.ffn_down\.weight" has 5 axes; a tensor has 1 to 4/],
    [changed(axes, [0]), /has 0 axes/],
    [changed(axes + 4, [0]), /"blk\.0\.ffn_down\.weight" has the shape \[64, 0\], which holds nothing/],
    [changed(axes + 4, [64, 0, 0, 0, 0, 0, 1]), /has the shape \[64, 281474976710720\], more than the .* of the file/],
    [changed(axes + 12, [0, 0, 0, 0, 0, 0, 0, 255]), /has the shape \[18374686479671623680, 64\], more than/],
    [
      withTensor(NAME, { type: 17 }),
      /"blk\.0\.ffn_down\.weight" of type IQ2_XS; heed reads F32, F16, BF16, .* and Q6_K/,
    ],
    [withTensor(NAME, { type: 99 }), /"blk\.0\.ffn_down\.weight" of type 99; heed reads/],
    [
      withTensor(NAME, { shape: [64, 40] }),
      /"blk\.0\.ffn_down\.weight" of type Q8_0 with rows of 40, not a multiple of the 32/,
    ],
    [
      withTensor(NAME, { shape: [32, 64] }),
      /"blk\.0\.ffn_down\.weight" of the shape \[32, 64\]; the keys need \[64, 64\]/,
    ],
    [withTensor(NAME, { offset: 8 * 2 ** 30 }), /is cut off: the tensor "blk\.0\.ffn_down\.weight" .* ends beyond/],
    [withTensor(NAME, { offset: 5 }), /"blk\.0\.ffn_down\.weight" at byte 5 of its data, not a multiple of 32/],
    [withTensor(NAME, { offset: 0 }), /says that the tensors ".*" and ".*" share bytes/],
    [without(NAME), /the weights have no tensor "blk\.0\.ffn_down\.weight"/],
    [without("blk.0.attn_norm.weight"), /have no tensor "blk\.0\.attn_norm\.weight"/],
    [without("blk.0.attn_q.weight"), /have no tensor "blk\.0\.attn_q\.weight", which a qwen2 has/],
    [without("token_embd.weight"), /have no tensor "token_embd\.weight"/],
    [withTensor("blk.0.ffn_up.weight", { name: NAME }), /has the tensor "blk\.0\.ffn_down\.weight" twice/],
    [withMore("blk.0.attn_sinks.weight"), /has the tensor "blk\.0\.attn_sinks\.weight", which is not part of a qwen2/],
    [
      withMore("blk.7.attn_norm.weight"),
      /have "blk\.7\.attn_norm\.weight", which a model with these keys does not have/,
    ],
    [withMore("rope_freqs.weight", llama), /"rope_freqs\.weight" with a number that is not above 0/],
    [withTensor(NAME, { bytes: scales }), /have "blk\.0\.ffn_down\.weight" with a scale that is NaN or .*, in row 2/],
  ]);
});

test("keys that are missing, wrong or foreign are named", () => {
  const key = (name, value) => withKeys({ [`qwen2.${name}`]: value });
  const scaling = (type, more = {}) => withKeys({ "qwen2.rope.scaling.type": type, ...more });
  return allRefused([
    [lacking("general.architecture"), /has no key general\.architecture/],
    [lacking("qwen2.block_count"), /has no key qwen2\.block_count/],
    [lacking("qwen2.attention.layer_norm_rms_epsilon"), /has no key qwen2\.attention\.layer_norm_rms_epsilon/],
    [key("block_count", "two"), /has the key qwen2\.block_count, which must be an integer, 0 or greater; it is "two"/],
    [key("block_count", 3), /have no tensor "blk\.2\.attn_q\.weight"/],
    [key("block_count", 0), /qwen2\.block_count must be a positive integer; got the number 0/],
    [key("attention.head_count", [4, 2]), /qwen2\.attention\.head_count, which must be one number for all/],
    [key("attention.head_count_kv", 3), /qwen2\.attention\.head_count_kv must divide 4, the heads; got 3/],
    [key("embedding_length", 32), /"token_embd\.weight" of the shape \[61, 64\]; the keys need \[any, 32\]/],
    [key("vocab_size", 60), /have 61 rows of tokens; the keys say qwen2\.vocab_size 60/],
    [key("attention.value_length", 8), /qwen2\.attention\.value_length, which is 8; heed takes the keys' length/],
    [key("rope.dimension_count", 8), /qwen2\.rope\.dimension_count, which is 8; heed turns whole heads, of 16/],
    [key("expert_count", 8), /qwen2\.expert_count, which is 8; a mixture of experts does not open/],
    [key("final_logit_softcapping", 30.5), /qwen2\.final_logit_softcapping, which is 30\.5/],
    [key("attention.sliding_window", 16), /qwen2\.attention\.sliding_window, which is 16/],
    [key("attention.scale", 0.5), /qwen2\.attention\.scale, which is 0\.5; heed scales by 1\/√16/],
    [key("attention.causal", false), /qwen2\.attention\.causal, which is false; a qwen2 looks back/],
    [scaling("spiral"), /qwen2\.rope\.scaling\.type, which is "spiral"; heed has none, linear, yarn and longrope/],
    [scaling("longrope"), /qwen2\.rope\.scaling\.type, which is longrope, without the tensors/],
    [scaling("yarn", { "qwen2.rope.scaling.factor": -1.5 }), /qwen2\.rope\.scaling\.factor must be a number above 0/],
    [withKeys({ "general.architecture": "mamba" }), /which is "mamba"; heed opens llama, qwen2, .* and bert/],
    [withKeys({ "general.architecture": "qwen2moe" }), /is "qwen2moe", a mixture of experts; heed opens/],
    [withKeys({ "general.type": "mmproj" }), /is an mmproj, the part that reads pictures/],
    [withKeys({ "general.architecture": "clip" }), /is an mmproj/],
    [withKeys({ "general.type": "adapter" }), /is an adapter \(LoRA\)/],
    [{ ...qwen, tensors: [] }, /has no tensors, only a vocabulary/],
    [withKeys({ "split.count": 2 }), /is part 1 of 2 \(split\.count\)/],
    [{ ...qwen, keys: keysOf(BERT) }, /has the tensor ".*", which is not part of a bert/],
  ]);
});

test("a text for a tokenizer that heed does not read is refused by its key, and numbers run", async () => {
  const tokens = Array.from({ length: 61 }, (_, n) => `t${n}`);
  const known = { model: "gpt2", pre: "qwen2", tokens, merges: ["t 1"] };
  const cases = /** @type {[Record<string, any>, RegExp][]} */ ([
    [{}, /the key tokenizer\.ggml\.model is missing\./],
    [{ ...known, model: "rwkv" }, /tokenizer\.ggml\.model is "rwkv"; heed has llama, gpt2 and bert\./],
    [{ model: "gpt2" }, /tokenizer\.ggml\.tokens is missing\./],
    [{ ...known, tokens: tokens.slice(1) }, /tokenizer\.ggml\.tokens has 60 tokens, and the model 61 rows of them\./],
    [{ ...known, tokens: tokens.with(1, "t0") }, /tokenizer\.ggml\.tokens has "t0" twice, as 0 and 1\./],
    [{ model: "gpt2", tokens }, /tokenizer\.ggml\.merges is missing\./],
    [{ ...known, merges: ["t1"] }, /tokenizer\.ggml\.merges holds "t1", which is not a pair\./],
    [{ ...known, pre: "viking" }, /tokenizer\.ggml\.pre is "viking", which heed does not know\./],
    [{ ...known, model: "llama" }, /tokenizer\.ggml\.scores is missing\./],
  ]);
  for (const [keys, message] of cases) {
    const named = Object.fromEntries(Object.entries(keys).map(([key, value]) => [`tokenizer.ggml.${key}`, value]));
    const model = await openModel(heed, await readGguf(ggufOf(withKeys(named))));
    assert.throws(
      () => model.run("a text"),
      (/** @type {Error} */ error) => {
        assert.match(error.message, /^model\.run: the file has no tokenizer that heed reads: /);
        assert.match(error.message, / Give openModel\(\) a tokenizer, or write token numbers\.$/);
        assert.match(error.message, message);
        return true;
      },
    );
    assert.equal(model.run([1, 2, 3]).ids.length, 3);
    model.dispose();
  }
});

test("what is no file at all is refused by its kind", async () => {
  for (const given of [undefined, null, 5, {}, new Date(), { byteLength: -1, slice: () => 1 }, []])
    await assert.rejects(readGguf(/** @type {any} */ (given)), {
      name: "TypeError",
      message: /^heed\/gguf\.readGguf: .*(must be a Blob.*got |is empty)/,
    });
  const ending = { byteLength: 2 ** 20, slice: (from, to) => good.slice(from, Math.min(to, 100)) };
  await assert.rejects(readGguf(ending), /^RangeError: heed\/gguf\.readGguf: the file ended while it was read\.$/);
  await assert.rejects(readGguf("/no/such/file.gguf"), { code: "ENOENT" });
});

test("a file in deep folders is called by its own name", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "a-folder-with-a-name-of-more-than-forty-letters-"));
  const file = path.join(folder, "empty.gguf");
  writeFileSync(file, "");
  await assert.rejects(readGguf(file), /^RangeError: heed\/gguf\.readGguf: "empty\.gguf" has 0 bytes/);
  rmSync(folder, { recursive: true });
});

/** A file with one to three places of its head, keys or table changed, or cut off. */
function mutated(random, file, head) {
  const copy = random.integer(0, 9) === 0 ? file.slice(0, random.integer(0, head)) : file.slice();
  for (let n = random.integer(1, 3); n > 0 && copy.length > 0; n--) {
    const at = random.integer(0, Math.min(head, copy.length) - 1);
    const kind = random.integer(0, 3);
    if (kind === 0) copy[at] ^= 1 << random.integer(0, 7);
    else if (kind === 1) copy[at] = random.integer(0, 255);
    else if (kind === 2) copy.fill(255, at, at + random.integer(1, 8));
    else copy.copyWithin(at, random.integer(0, head - 1), random.integer(0, head));
  }
  return copy;
}

const TOKENS = ["<unk>", "<s>", "a", "b", "ab", ...Array.from({ length: 56 }, (_, n) => `t${n}`)];
const TOKENIZER = {
  "tokenizer.ggml.model": "llama",
  "tokenizer.ggml.tokens": TOKENS,
  "tokenizer.ggml.scores": { type: "f32", value: TOKENS.map((_, n) => -n) },
  "tokenizer.ggml.token_type": { type: "i32", value: TOKENS.map((_, n) => (n < 2 ? n + 2 : 1)) },
};

test("changed heads, keys and tables open, or are refused by a sentence, and keep no memory", async () => {
  const random = randomOf(11);
  const { heed: own, memory } = await loadApart();
  const files = [qwen, { ...llama, keys: { ...llama.keys, ...TOKENIZER } }].map((one) => {
    const file = ggufOf(one);
    return { file, head: file.length - one.tensors.reduce((sum, { bytes }) => sum + bytes.length, 0) };
  });
  for (const { file } of files) (await openModel(own, await readGguf(file))).dispose();
  const before = memory.buffer.byteLength;
  let [opened, turnedAway] = [0, 0];
  const rounds = 20_000;
  for (let round = 0; round < rounds; round++) {
    const { file, head } = files[round % 2];
    try {
      const model = await openModel(own, await readGguf(mutated(random, file, head)));
      model.dispose();
      opened++;
    } catch (error) {
      assert.match(error.message, /^heed\/(gguf\.readGguf|model\.openModel): [^]+[.?]$/, error.stack);
      assertCode(error);
      turnedAway++;
    }
  }
  assert.ok(opened > rounds / 20 && turnedAway > rounds / 4, `${opened} opened, ${turnedAway} were refused`);
  assert.equal(memory.buffer.byteLength, before);
  (await openModel(own, await readGguf(good))).dispose();
});
