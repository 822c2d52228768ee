// What does not open: foreign, broken and hostile files, each with a message that says what was given and what to do.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { BERT, CONFIGS, DISTILBERT, GPT2, LLAMA, MISTRAL, QWEN2, QWEN3, ROBERTA } from "./configs.mjs";
import { ELECTRA, GEMMA3, GPT_NEO, GPT_NEOX, MODERNBERT, MPNET, OWN } from "./configs.mjs";
import { safetensors } from "./files.mjs";
import { makeTensors } from "./make.mjs";
import { assertCode } from "../lib/codes.mjs";
import { bytesOf, load, loadApart, openModel, testEach } from "./support.mjs";
import test from "node:test";
import { runInNewContext } from "node:vm";

const heed = await load({ flavour: "simd" });
const good = safetensors(makeTensors(GPT2));
const open = (config, weights = good, more = {}) => openModel(heed, { config, weights, ...more });

/** Opening throws an error with this message, and the next model opens. */
async function refused(opening, message, Kind = RangeError) {
  await assert.rejects(opening, (/** @type {Error} */ error) => {
    assert.match(error.message, message);
    assert.match(error.message, /^heed\/model\.openModel: .*\.$/s);
    assert.ok(error instanceof Kind, `a ${Kind.name}, not ${error.stack}`);
    assertCode(error);
    return true;
  });
}

test("configurations of other models are refused by what they say", async () => {
  const nearest = new Map(
    Object.entries({ gemma2: "gemma3_text", qwen2_moe: "qwen2", albert: "bert", gpt_neo_x: "gpt_neox" }),
  );
  const near = (type) => (nearest.has(type) ? `, nearest to ${nearest.get(type)}` : "");
  for (const type of [...["bloom", "t5", "phi3", "mamba", "constructor", "__proto__"], ...nearest.keys()])
    await refused(
      open({ ...GPT2, model_type: type }),
      new RegExp(`model_type is "${type}"${near(type)}; heed opens gpt2, .*roberta`),
    );
  await refused(open({ n_layer: 2 }), /model_type is missing/);
  await refused(open({ peft_type: "LORA" }), /peft_type says that this is an adapter/);
  await refused(open("{"), /config must be JSON; it is not: [^.]*\.$/);
  await refused(
    openModel(heed, "./gpt2"),
    /options must be an object { config, tokenizer, weights }; got the string .* read the file, and give its content/,
    TypeError,
  );
  await refused(open("./gpt2/config.json"), /config must be JSON.* heed opens no paths .*: read the file, and give/);
  await refused(open([1]), /config must be an object, or its JSON as a string; got an array/, TypeError);
  await refused(open(undefined), /config must be an object.*got undefined/, TypeError);
  await refused(open(GPT2, good, { onProgress: 5 }), /onProgress must be a function; got the number 5/, TypeError);
  /** @type {[object, RegExp][]} */
  const wrong = [
    [{ ...GPT2, quantization_config: {} }, /quantization_config says that it is quantised/],
    [{ ...GPT2, activation_function: "quick_gelu" }, /activation_function is "quick_gelu"; heed has gelu/],
    [{ ...GPT2, n_layer: 2.5 }, /n_layer must be a positive integer; got the number 2.5/],
    [{ ...GPT2, n_layer: "2" }, /n_layer must be a positive integer; got the string "2"/],
    [{ ...GPT2, n_head: 3 }, /n_head must divide n_embd, 32; got 3/],
    [{ ...GPT2, n_head: undefined }, /n_head must divide n_embd, 32; got 12, the default/],
    [{ ...GPT2, n_head: 5, n_embd: null }, /n_head must divide n_embd, 768, the default; got 5/],
    [{ ...GPT2, n_head: undefined, num_attention_heads: 3 }, /num_attention_heads must divide n_embd, 32; got 3/],
    [{ ...GPT2, n_embd: 2 ** 40 }, /n_embd must be a positive integer/],
    [{ ...GPT2, layer_norm_epsilon: -1 }, /layer_norm_epsilon must be a number above 0/],
    [{ ...GPT2, add_cross_attention: true }, /add_cross_attention is true; heed opens models that read one text/],
    [{ ...GPT2, n_layer: 3 }, /have no tensor "h.2.attn.c_attn.weight"/],
    [{ ...GPT2, n_layer: 1 }, /have "h.1.*which a model with this config.json does not have/],
    [{ ...GPT2, n_embd: 64 }, /have "wte.weight" of the shape \[61, 32\]; config.json needs \[any, 64\]/],
    [{ ...GPT2, vocab_size: 60 }, /have 61 rows of tokens; config.json says vocab_size 60/],
    [LLAMA, /have no tensor "layers.0.self_attn.q_proj.weight", which a llama has; they begin with/],
  ];
  for (const [config, message] of wrong) await refused(open(config), message);
});

test("what a family of its own would need is refused", async () => {
  const files = new Map(
    [LLAMA, MISTRAL, QWEN3, BERT, ROBERTA, GPT_NEOX, GPT_NEO, MPNET, GEMMA3, OWN].map((config) => [
      config,
      safetensors(makeTensors(config)),
    ]),
  );
  /** @type {[any, object, RegExp][]} */
  const wrong = [
    [
      LLAMA,
      { rope_parameters: { full_attention: { rope_type: "linear" } } },
      /full_attention is for only some of the layers/,
    ],
    [LLAMA, { num_local_experts: 8 }, /num_local_experts is the number 8; a mixture of experts/],
    [LLAMA, { rope_scaling: { type: "mrope" } }, /rope_scaling.rope_type|type is "mrope"; heed has default, linear/],
    [LLAMA, { rope_scaling: { type: "linear" } }, /rope_scaling.factor must be a number above 0; got undefined/],
    [LLAMA, { rope_scaling: "linear" }, /rope_scaling must be an object/],
    [LLAMA, { partial_rotary_factor: 0.5 }, /partial_rotary_factor is the number 0.5; heed turns whole heads/],
    [LLAMA, { num_key_value_heads: 3 }, /num_key_value_heads must divide 4/],
    [LLAMA, { num_attention_heads: 3 }, /num_attention_heads must divide 32, the outputs of the query .*; got 3\.$/],
    [
      LLAMA,
      { num_attention_heads: 1, num_key_value_heads: null },
      /num_key_value_heads must .*; got the number 0\.5, as/,
    ],
    [LLAMA, { head_dim: 16 }, /q_proj.weight" of the shape \[32, 32\]; config.json needs \[64, 32\]/],
    [LLAMA, { hidden_act: "relu2" }, /hidden_act is "relu2"/],
    [LLAMA, { intermediate_size: 45 }, /needs \[45, 32\]/],
    [MISTRAL, { layer_types: ["sliding_attention"] }, /layer_types must have a word for each of the 2 layers/],
    [
      MISTRAL,
      { layer_types: ["chunked_attention", "full_attention"] },
      /layer_types holds the string "chunked_attention"/,
    ],
    [MISTRAL, { sliding_window: 0 }, /sliding_window must be a positive integer/],
    [QWEN3, { model_type: "llama" }, /[qk]_norm.weight", which a model with this config.json does not have/],
    [BERT, { position_embedding_type: "relative_key" }, /position_embedding_type is the string "relative_key"/],
    [BERT, { is_decoder: true }, /is_decoder is true/],
    [BERT, { max_position_embeddings: 512 }, /needs \[512, 32\]/],
    [BERT, { model_type: "distilbert" }, /have no tensor "transformer.layer.0.attention.q_lin.weight"/],
    [ROBERTA, { tie_word_embeddings: false }, /have no tensor "lm_head.decoder.weight"/],
    [GPT_NEOX, { rotary_pct: 0.1 }, /rotary_pct must give rotary an even number of columns, 16 at most; it gives 1/],
    [GPT_NEOX, { rotary_pct: 1.5 }, /rotary_pct must give rotary an even number of columns, 16 at most; it gives 24/],
    [GPT_NEO, { attention_types: [[["global"], 1]] }, /attention_types must have a word for each of the 2 layers/],
    [GPT_NEO, { attention_types: [[["local"], 2 ** 40]] }, /attention_types must have a word for each of the 2 layers/],
    [GPT_NEO, { attention_types: "global" }, /attention_types must have a word for each of the 2 layers/],
    [
      GPT_NEO,
      { attention_layers: ["global", "sparse"] },
      /attention_layers holds the string "sparse"; heed has global/,
    ],
    [MPNET, { relative_attention_num_buckets: 30 }, /relative_attention_num_buckets must be divisible by 4; got 30/],
    [MPNET, { relative_attention_num_buckets: 16 }, /attention_bias.weight" of the shape \[32, 4\]; config.json needs/],
    [GEMMA3, { attn_logit_softcapping: 50 }, /attn_logit_softcapping is the number 50; heed caps no scores/],
    [GEMMA3, { use_bidirectional_attention: true }, /use_bidirectional_attention is true; heed opens it as a model/],
    [OWN, { attention: { alibi: true } }, /attention must have causal, .* dim and no more/],
    [OWN, { attention: [{}] }, /or be an array of such for each layer/],
    [OWN, { attention: [{}, { causal: false }] }, /an array of such for each layer, with the same causal/],
  ];
  for (const [config, change, message] of wrong)
    await refused(open({ ...config, ...change }, files.get(config)), message);
  const turned = { ...OWN, attention: { rotary: { pairs: "both" } } };
  await refused(open(turned, files.get(OWN)), /pairs must be "halves" or "interleaved"; got the string/, TypeError);
});

test("files of other kinds are named, and how to save them", async () => {
  /** @type {[string, RegExp][]} */
  const wrong = [
    ["version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n", /is a pointer of Git LFS/],
    [
      "PK\u0003\u0004 and so on, a long file",
      /is a zip file.*\. Two lines of Python make it of this file:\nimport torch, .*\nst\.save_file\(.*\)\nThen give/,
    ],
    ["GGUF\u0003\0\0\0\0\0\0\0\0\0\0\0", /is a GGUF file\. Write openModel\(heed, await readGguf\(file\)\)/],
    ["\u0089HDF\r\n\u001a\n", /is an HDF5 file/],
    ["\u0080\u0002}q\u0000", /is a pickle of Python.*\nst\.save_file\(.*"pytorch_model\.bin", weights_only=True/s],
    ["<!DOCTYPE html><html>", /is a web page/],
    ['{"weights":{}}', /is JSON/],
    ["", /is cut off, or is not a safetensors file: its header takes 8 bytes, and there is room for 0 bytes/],
    ["abc", /is cut off, or is not a safetensors file/],
  ];
  for (const [text, message] of wrong) await refused(open(GPT2, bytesOf(text)), message);
  await refused(
    open(GPT2, "model.safetensors"),
    /weights must be a Blob.*got the string .* heed opens no paths/,
    TypeError,
  );
  await refused(open(GPT2, Promise.resolve(good)), /got a Promise \(await is missing\)/, TypeError);
  await refused(open(GPT2, []), /weights must be a file, or an array of files; it is empty/, TypeError);
});

test("bytes of another realm are taken too, as a test runner's are", async () => {
  const foreign = runInNewContext("(bytes) => Uint8Array.from(bytes).buffer");
  const model = await open(foreign(bytesOf(JSON.stringify(GPT2))), foreign(good));
  assert.equal(model.facts.family, "gpt2");
  model.dispose();
});

test("headers that lie and files that are cut off are refused before anything is read", async () => {
  const tensors = makeTensors(GPT2);
  const file = (header) => safetensors(tensors, { header });
  const nothing = { dtype: "F32", shape: [0], data_offsets: [0, 0] };
  const latin = Uint8Array.of(8, 0, 0, 0, 0, 0, 0, 0, ...bytesOf('{"\u00e9":1} '));
  /** @type {[Uint8Array, RegExp][]} */
  const wrong = [
    [good.subarray(0, good.length - 1), /is cut off: the tensor "wte.weight"|is cut off: the tensor/],
    [
      good.subarray(0, 100),
      /is cut off, or is not a safetensors file: its header takes [\d,]+ bytes, and there is room for 92/,
    ],
    [Uint8Array.of(255, 255, 255, 255, 255, 255, 255, 127, 123), /is cut off, or is not a safetensors file/],
    [bytesOf("\u0002\0\0\0\0\0\0\0{]"), /has a header that is not a JSON object: ./],
    [bytesOf("\u0002\0\0\0\0\0\0\0[]"), /has a header that is not a JSON object: it is a list/],
    [latin, /has a header that is not a JSON object: .*(utf-8|encoded)/i],
    [file((header) => (header.twice = header["wpe.weight"])), /the tensors ".*" and ".*" share bytes/],
    [
      file((header) => (header["wte.weight"].shape = [61, 33])),
      /shape \[61, 33\] and type F32 has 7808 bytes, not 8052/,
    ],
    [
      file((header) => (header["wte.weight"].shape = [-61, -32])),
      /has no dtype, shape and data_offsets for the tensor "wte/,
    ],
    [file((header) => (header["wte.weight"].data_offsets = [0, 2 ** 60])), /has no dtype|is cut off/],
    [file((header) => (header["wte.weight"].data_offsets = [8, 0])), /"wte.weight" of shape .* has -8 bytes, not 7808/],
    [file((header) => (header["wte.weight"] = null)), /has no dtype, shape and data_offsets/],
    [file((header) => (header["wte.weight"].dtype = "F64")), /bytes, not/],
    [file((header) => (header["wte.weight"].dtype = "NF4")), /of the type NF4, as quantised models have it/],
    [file((header) => (header["wte.weight"].dtype = "I32")), /of the type I32, as quantised models have it/],
    [file((header) => delete header["h.1.attn.c_attn.weight"]), /have no tensor "h.1.attn.c_attn.weight"/],
    [file((header) => (header["h.0.mlp.c_fc.qweight"] = nothing)), /hold "h.0.mlp.c_fc.qweight": quantised/],
    [file((header) => (header["base.lora_A.weight"] = nothing)), /an adapter \(LoRA\)/],
    [file((header) => (header["h.0.crossattention.q"] = nothing)), /which a model with this config.json does not have/],
  ];
  for (const [weights, message] of wrong) await refused(open(GPT2, weights), message);
  await refused(open(GPT2, [good, good]), /the tensor ".*" is in both file 1 of the weights and file 2/);
  const names = Object.keys(tensors);
  const part = (from, to) =>
    safetensors(Object.fromEntries(names.slice(from, to).map((name) => [name, tensors[name]])));
  const named = (bytes, name) => new File([bytes], name);
  const shards = [
    named(part(0, 9), "model-00001-of-00003.safetensors"),
    named(part(20), "model-00003-of-00003.safetensors"),
  ];
  const map = Object.fromEntries(names.map((name, at) => [name, at < 9 ? "a.safetensors" : "b.safetensors"]));
  const index = bytesOf(JSON.stringify({ metadata: {}, weight_map: map }));
  await refused(
    open(GPT2, [index, part(0, 9)]),
    /the index of the weights names .*b\.safetensors.*, which is not among/,
  );
  (await open(GPT2, [index, part(0, 9), part(9)])).dispose();
  if (typeof File === "function") await refused(open(GPT2, shards), /have 3 files; number 2 is missing/);
});

test("a model that would not fit is refused before it is read", async () => {
  const config = {
    ...LLAMA,
    hidden_size: 2 ** 15,
    head_dim: 8,
    intermediate_size: 8,
    num_hidden_layers: 1,
    vocab_size: 2 ** 15,
  };
  const read = [];
  const header = {};
  let at = 0;
  for (const [name, { shape }] of Object.entries({
    "embed_tokens.weight": { shape: [2 ** 15, 2 ** 15] },
    "layers.0.input_layernorm.weight": { shape: [2 ** 15] },
    ...Object.fromEntries(
      [
        ["q", 32],
        ["k", 16],
        ["v", 16],
      ].map(([one, rows]) => [`layers.0.self_attn.${one}_proj.weight`, { shape: [rows, 2 ** 15] }]),
    ),
    "layers.0.self_attn.o_proj.weight": { shape: [2 ** 15, 32] },
    "layers.0.post_attention_layernorm.weight": { shape: [2 ** 15] },
    "layers.0.mlp.gate_proj.weight": { shape: [8, 2 ** 15] },
    "layers.0.mlp.up_proj.weight": { shape: [8, 2 ** 15] },
    "layers.0.mlp.down_proj.weight": { shape: [2 ** 15, 8] },
    "norm.weight": { shape: [2 ** 15] },
    "lm_head.weight": { shape: [2 ** 15, 2 ** 15] },
  })) {
    const bytes = 4 * shape.reduce((product, extent) => product * extent, 1);
    header[name] = { dtype: "F32", shape, data_offsets: [at, at + bytes] };
    at += bytes;
  }
  const text = JSON.stringify(header);
  const begin = bytesOf(String.fromCharCode(text.length & 255, text.length >> 8) + "\0\0\0\0\0\0" + text);
  class Huge extends Blob {
    get size() {
      return begin.length + at;
    }
    slice(from, to) {
      read.push(to - from);
      return new Blob([begin.slice(from, to)]);
    }
  }
  await refused(
    open(config, new Huge()),
    /the weights take .* GB.*3,758,096,384 bytes \(3.5 GB\) is the most that opens/,
  );
  assert.ok(
    read.every((bytes) => bytes <= begin.length),
    "only the header was read",
  );
});

test("a file that ends while it is read, and a reading that is ended, give all memory back", async () => {
  const { heed: apart, memory } = await loadApart();
  const tensors = makeTensors({ ...GPT2, n_embd: 512, n_inner: 512 });
  const file = safetensors(tensors);
  const config = { ...GPT2, n_embd: 512, n_inner: 512 };
  (await openModel(apart, { config, weights: file })).dispose();
  const before = memory.buffer.byteLength;
  const abort = new AbortController();
  for (let round = 0; round < 20; round++) {
    let left = 12;
    const signal = {
      get aborted() {
        return left-- <= 0;
      },
      reason: new Error("enough"),
    };
    await assert.rejects(openModel(apart, { config, weights: file, signal }), /enough/);
  }
  abort.abort(new Error("early"));
  await assert.rejects(openModel(apart, { config, weights: file, signal: abort.signal }), /early/);
  assert.equal(memory.buffer.byteLength, before);
  const told = [];
  const model = await openModel(apart, { config, weights: file, onProgress: (done, of) => told.push([done, of]) });
  assert.deepEqual(told.at(-1), [model.facts.bytes, model.facts.bytes]);
  model.dispose();
});

testEach("weights that are not finite are named by their layer", async (started) => {
  const tensors = makeTensors(GPT2);
  tensors["h.1.mlp.c_proj.bias"].values[3] = NaN;
  const model = await openModel(started, { config: GPT2, weights: safetensors(tensors) });
  assert.throws(() => model.run([1, 2]), /model\.run: layer 1 gives NaN or Infinity/);
  await assert.rejects(model.generate([1, 2]).next(), /model\.generate: layer 1 gives NaN/);
  model.dispose();
  for (const [name, part] of [
    ["ln_f.bias", "the last norm"],
    ["lm_head.weight", "the head"],
  ]) {
    const untied = { ...GPT2, tie_word_embeddings: false };
    const others = makeTensors(untied);
    others[name].values[3] = NaN;
    const bad = await openModel(started, { config: untied, weights: safetensors(others) });
    assert.throws(() => bad.run([1, 2]), new RegExp(`model\\.run: ${part} gives NaN or Infinity`));
    await assert.rejects(bad.generate([1, 2]).next(), new RegExp(`model\\.generate: ${part} gives NaN`));
    bad.dispose();
  }
});

const ATTENTION_BIASES = { biases: true, outputBias: true };
/** Models whose config promises what the file has; in the others it is silent, or their family always has it. */
const PROMISED = {
  "llama with the biases of its config": {
    config: { ...LLAMA, attention_bias: true, mlp_bias: true },
    options: { ...ATTENTION_BIASES, mlpBias: true },
  },
  "qwen3 with the biases of its config": { config: { ...QWEN3, attention_bias: true }, options: ATTENTION_BIASES },
};

/** What a model opens without, and why. */
const OPTIONAL = [
  [
    /^(lm_head|embed_out|head)\.weight$/,
    "the head of a model that generates is this one tensor: the model opens and has no head",
  ],
];

test("a model that lacks a tensor of its family does not open: each, in one layer and in all", async () => {
  for (const [name, { config, options, meant = config }] of Object.entries({ ...CONFIGS, ...PROMISED })) {
    const tensors = makeTensors(meant, options);
    const kinds = Object.keys(tensors).map((tensor) => tensor.replace(/\.\d+\./, ".N."));
    for (const lost of new Set([...Object.keys(tensors), ...kinds])) {
      const isLost = (tensor) => tensor === lost || tensor.replace(/\.\d+\./, ".N.") === lost;
      const rest = Object.entries(tensors).filter(([tensor]) => !isLost(tensor));
      if (rest.length === Object.keys(tensors).length || OPTIONAL.some(([optional]) => optional.test(lost))) continue;
      const [first] = Object.keys(tensors).filter(isLost);
      const said = await open(config, safetensors(Object.fromEntries(rest))).then(
        () => "nothing",
        (/** @type {Error} */ error) => error.message,
      );
      const newer = first.replace("gamma", "weight").replace("beta", "bias");
      const [, named = ""] = /have no tensor "(.*?)"/.exec(said) ?? [];
      assert.ok(newer === named || (named && newer.endsWith(`.${named}`)), `${name} without ${lost}: ${said}`);
    }
  }
});

test("a head opens with a bias that it shares under either name, and may be absent as a whole", async () => {
  for (const [config, bias, second, head] of [
    [BERT, "cls.predictions.bias", "cls.predictions.decoder.bias", /^cls\./],
    [ROBERTA, "lm_head.bias", "lm_head.decoder.bias", /^lm_head\./],
    [DISTILBERT, "vocab_projector.bias", "vocab_projector.bias", /^vocab_/],
    [LLAMA, undefined, undefined, /^lm_head\./],
    [MPNET, "lm_head.bias", "lm_head.decoder.bias", /^lm_head\./],
    [ELECTRA, "generator_lm_head.bias", "generator_lm_head.bias", /^generator_/],
    [MODERNBERT, "decoder.bias", "decoder.bias", /^(head|decoder)\./],
  ]) {
    const tensors = makeTensors(config);
    const { [bias]: shared, ...rest } = tensors;
    const headless = Object.fromEntries(Object.entries(tensors).filter(([name]) => !head.test(name)));
    const logits = [];
    for (const [one, hasHead] of [
      [tensors, true],
      [shared ? { ...rest, [second]: shared } : tensors, true],
      [shared ? { ...tensors, [second]: shared } : tensors, true],
      [headless, false],
    ]) {
      const model = await open(config, safetensors(one));
      assert.equal(model.facts.head, hasHead);
      const run = model.run([1, 2, 3]);
      if (hasHead) logits.push(run.logits.data);
      model.dispose();
    }
    assert.deepEqual(logits[1], logits[0]);
    assert.deepEqual(logits[2], logits[0]);
  }
});

/** The families of the sentence that refuses another one. */
async function familiesThatOpen() {
  const message = await open({ ...GPT2, model_type: "none" }).catch((error) => error.message);
  return /heed opens (.+)\.$/.exec(message)[1].split(/, | and /);
}

test("the guide lists each family that opens, and no other", async () => {
  const guide = readFileSync(new URL("../../web/site/docs/own-model.md", import.meta.url), "utf8");
  const [, table] = /<!-- families:begin -->(.*)<!-- families:end -->/s.exec(guide);
  const listed = Array.from(table.matchAll(/^\| \S.* \| `(\S+)` \|$/gm), ([, type]) => type);
  assert.deepEqual(listed, await familiesThatOpen());
});

test("each family that opens is among the models of which a tensor is left out", async () => {
  const families = await familiesThatOpen();
  const tried = new Set(Object.values(CONFIGS).map(({ config }) => config.model_type));
  assert.ok(families.length >= 8);
  assert.deepEqual(
    families.filter((family) => !tried.has(family)),
    [],
  );
});

test("a tensor for which the config has no place is refused, and what models hold beside theirs is not", async () => {
  const row = { shape: [32], values: new Float64Array(32) };
  const table = { shape: [61, 32], values: new Float64Array(61 * 32) };
  /** @type {[any, object | undefined, string, object?][]} */
  const foreign = [
    [LLAMA, {}, "model.norm.bias"],
    [LLAMA, {}, "lm_head.bias"],
    [{ ...LLAMA, attention_bias: false }, {}, "model.layers.0.self_attn.q_proj.bias"],
    [LLAMA, {}, "model.layers.1.self_attn.q_proj.bias"],
    [MISTRAL, {}, "model.layers.0.self_attn.o_proj.bias"],
    [QWEN2, { biases: true }, "model.layers.0.self_attn.o_proj.bias"],
    [BERT, {}, "bert.embeddings.projection.weight"],
    [BERT, { prefix: "" }, "embeddings.projection.weight"],
    [BERT, {}, "cls.predictions.transform.gate.weight"],
    [GPT2, {}, "ln_e.weight", { prefix: "transformer." }],
    [GPT2, {}, "wte.bias"],
    [GPT_NEOX, {}, "gpt_neox.layers.0.attention.q_norm.weight"],
    [GPT_NEO, {}, "transformer.h.0.attn.attention.q_proj.bias"],
    [ELECTRA, {}, "electra.embeddings_project.norm.weight"],
    [{ ...ELECTRA, embedding_size: 32 }, {}, "electra.embeddings_project.bias"],
    [MPNET, {}, "mpnet.embeddings.token_type_embeddings.weight"],
    [MODERNBERT, {}, "model.layers.0.attn_norm.weight"],
    [{ ...MODERNBERT, decoder_bias: false }, {}, "decoder.bias"],
    [{ ...GEMMA3, attention_bias: false }, {}, "model.layers.0.self_attn.q_proj.bias"],
    [OWN, {}, "h.0.gate.weight"],
  ];
  for (const [config, options, name, more = {}] of foreign) {
    const tensors = { ...makeTensors(config, { ...options, ...more }), [`${more.prefix ?? ""}${name}`]: row };
    await refused(open(config, safetensors(tensors)), new RegExp(`have ".*${name}", which .* does not have`));
  }
  /** @type {[any, object, string[]][]} */
  const known = [
    [LLAMA, {}, ["model.rotary_emb.inv_freq", "model.layers.0.self_attn.rotary_emb.inv_freq", "score.weight"]],
    [GPT2, {}, ["h.0.attn.bias", "h.1.attn.masked_bias", "multiple_choice_head.summary.bias"]],
    [
      BERT,
      {},
      ["bert.embeddings.position_ids", "bert.pooler.dense.bias", "cls.seq_relationship.bias", "classifier.bias"],
    ],
    [BERT, { prefix: "", head: false }, ["embeddings.token_type_ids", "pooler.dense.bias", "qa_outputs.bias"]],
    [GPT_NEOX, {}, ["bias", "masked_bias", "rotary_emb.inv_freq"].map((name) => `gpt_neox.layers.0.attention.${name}`)],
    [GPT_NEO, {}, ["bias", "masked_bias"].map((name) => `transformer.h.0.attn.attention.${name}`)],
    [MPNET, {}, ["mpnet.pooler.dense.bias", "mpnet.embeddings.position_ids"]],
    [MODERNBERT, { head: false }, ["head.dense.weight", "head.norm.weight", "classifier.weight"]],
  ];
  for (const [config, options, names] of known) {
    const more = Object.fromEntries(names.map((name) => [name, row]));
    (await open(config, safetensors({ ...makeTensors(config, options), ...more }))).dispose();
  }
  for (const [config, name] of [
    [BERT, "cls.predictions.decoder.weight"],
    [ROBERTA, "lm_head.decoder.weight"],
    [DISTILBERT, "vocab_projector.weight"],
    [GPT2, "lm_head.weight"],
  ])
    (await open(config, safetensors({ ...makeTensors(config), [name]: table }))).dispose();
});

test("tokens and layers are numbers, not what JavaScript would take for one", async () => {
  const model = await open(GPT2);
  for (const id of ["1", "", true, null, undefined, [1]])
    assert.throws(() => model.run(/** @type {any} */ ([2, id])), /ids must hold numbers from 0 to 60, .*; got/);
  assert.deepEqual(Array.from(model.run(BigInt64Array.of(2n, 3n)).ids), [2, 3]);
  for (const layer of ["1", "length", 0.5, -1, 2])
    assert.throws(() => model.run([2], { layers: /** @type {any} */ ([layer]) }), /each of layers must be from 0 to/);
  model.dispose();
});

test("a tokenizer is any object with encode and decode, and one of another model is refused", async () => {
  const words = ["<s>", "a", "b", " c", "\ufffd", "é"];
  const tokenizer = {
    encode: (text) => ({ ids: [0, ...Array.from(text, (letter) => Math.max(1, words.indexOf(letter)))] }),
    decode: (ids, options) =>
      ids.map((id) => (id === 0 && options?.skip_special_tokens ? "" : (words[id] ?? "?"))).join(""),
  };
  const model = await open(GPT2, good, { tokenizer });
  assert.deepEqual(model.tokens("ab"), [
    { id: 0, text: "<s>", special: true },
    { id: 1, text: "a", special: false },
    { id: 2, text: "b", special: false },
  ]);
  for (const given of ["ab", model.tokens("ab"), [0, 1, 2], Int32Array.of(0, 1, 2)])
    assert.deepEqual(model.run(given).ids, [0, 1, 2]);
  model.dispose();
  const without = await open(GPT2, good);
  const none = /the model was opened without a tokenizer. Give openModel\(\) one, or write token numbers/;
  assert.throws(() => without.run("ab"), none);
  assert.throws(() => without.generate("ab"), none);
  assert.throws(() => without.generate([1], { stop: "a" }), /stop needs the text, and the model was opened without/);
  without.dispose();
  const list = await open(GPT2, good, { tokenizer: { ...tokenizer, encode: () => BigInt64Array.of(1n, 2n) } });
  assert.deepEqual(
    list.tokens("x").map(({ id }) => id),
    [1, 2],
  );
  list.dispose();
  const other = await open(GPT2, good, { tokenizer: { ...tokenizer, encode: () => [61] } });
  assert.throws(() => other.tokens("x"), /gives token 61, and the model has 61. It is the tokenizer of another model/);
  other.dispose();
  const json = { version: "1.0", model: { type: "BPE" } };
  await refused(
    open(GPT2, good, { tokenizer: json }),
    /tokenizer must be an object with encode.*tokenizer.json is read by/,
    TypeError,
  );
  await refused(
    open(GPT2, good, { tokeniser: tokenizer }),
    /no option named "tokeniser"; did you mean tokenizer/,
    TypeError,
  );
});

test("generated letters of several tokens appear when they are whole", async () => {
  // Each token is a byte of a letter; the model repeats what it is made to repeat.
  const bytes = [0xc3, 0xa9, 0xe2, 0x82, 0xac, 0x61];
  const decode = (ids) => new TextDecoder().decode(Uint8Array.from(ids, (id) => bytes[id % bytes.length]));
  const model = await open(GPT2, good, { tokenizer: { encode: () => [0], decode } });
  const ids = [5];
  let text = "a";
  for await (const one of model.generate(ids, { maxTokens: 20, temperature: 3, seed: 4 })) {
    ids.push(one.id);
    text += one.text;
    assert.ok(!one.text.includes("\ufffd") || ids.length === 21 || decode(ids).includes("\ufffd"));
  }
  assert.equal(text, decode(ids));
  model.dispose();
});

test("a text ends after the token that completes a stop string, and nothing is held back", async () => {
  const decode = (ids) => ids.map((id) => `${id};`).join("");
  const model = await open(GPT2, good, { tokenizer: { encode: () => [0], decode } });
  const take = async (options) => {
    const all = [];
    for await (const one of model.generate([5], { temperature: 3, seed: 4, ends: [], ...options })) all.push(one);
    return all;
  };
  const whole = (await take({ maxTokens: 12 })).map(({ text }) => text);
  // The end of one token and the begin of the next.
  const across = `${whole[5].at(-1)}${whole[6][0]}`;
  const first = whole.findIndex((_, at) =>
    whole
      .slice(0, at + 1)
      .join("")
      .includes(across),
  );
  for (const [stop, count] of [
    [whole[2], whole.indexOf(whole[2]) + 1],
    [across, first + 1],
    [["none of it", whole.slice(0, 4).join("")], 4],
    ["none of it", 12],
  ])
    assert.deepEqual(
      (await take({ maxTokens: 12, stop })).map(({ text }) => text),
      whole.slice(0, count),
      JSON.stringify(stop),
    );
  for (const stop of ["", [], ["a", ""], 7, [7]])
    assert.throws(
      () => model.generate([5], { stop }),
      /stop must be a string of one character or more, or an array of them; got/,
    );
  model.dispose();
});

// As Llama 2, TinyLlama and Mistral have it: a sign for the space, bytes for letters, and the first space taken off.
const STRIPPING = {
  ...{ version: "1.0", added_tokens: [], normalizer: null, pre_tokenizer: null, post_processor: null },
  model: { type: "BPE", unk_token: "<unk>", fuse_unk: true, byte_fallback: true, merges: [] },
  decoder: {
    type: "Sequence",
    decoders: [
      { type: "Replace", pattern: { String: "\u2581" }, content: " " },
      ...["ByteFallback", "Fuse"].map((type) => ({ type })),
      { type: "Strip", content: " ", start: 1, stop: 0 },
    ],
  },
};
const METASPACE = { type: "Metaspace", replacement: "\u2581", prepend_scheme: "always", split: true };
const PIECES = ["<unk>", "\u2581", "<0xC3>", "<0xA9>", "<0xE2>", "<0x82>", "<0xAC>", "\u2581cat", "sat", "\u2581é"];

test("what is generated grows the given text, where a decoder takes off the first space", async () => {
  const pieces = Array.from({ length: 61 }, (_, id) => PIECES[id] ?? `${id % 2 ? "\u2581" : ""}${id}`);
  const vocab = Object.fromEntries(pieces.map((piece, id) => [piece, id]));
  for (const decoder of [STRIPPING.decoder, METASPACE]) {
    const json = { ...STRIPPING, decoder, model: { ...STRIPPING.model, vocab } };
    const library = new Tokenizer(json, {});
    const decode = (ids) => library.decode(ids, { clean_up_tokenization_spaces: false });
    const model = await open(GPT2, good, { tokenizer: library });
    for (let seed = 0; seed < 12; seed++) {
      const given = [7, 11 + seed];
      const all = given.slice();
      let text = decode(given);
      for await (const one of model.generate(given, { maxTokens: 30, temperature: 2, seed })) {
        all.push(one.id);
        text += one.text;
      }
      assert.equal(text, decode(all), `seed ${seed}`);
    }
    model.dispose();
  }
});

test("a letter in which the given text ends comes whole", async () => {
  const bytes = [0xc3, 0xa9, 0x61];
  const decode = (ids) => new TextDecoder().decode(Uint8Array.from(ids, (id) => bytes[id % 3]));
  const model = await open(GPT2, good, { tokenizer: { encode: () => [0], decode } });
  const pieces = new Set();
  for (let seed = 0; seed < 9; seed++)
    pieces.add((await model.generate([2, 0], { maxTokens: 1, temperature: 1000, seed }).next()).value.text);
  assert.deepEqual([...pieces].toSorted(), ["a", "é", "\ufffd"].toSorted());
  model.dispose();
});
