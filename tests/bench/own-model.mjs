// Times heed/model with random weights in real sizes: opening, the first atlas, decoding beside a pure read of the same
// bytes, and with topK; a text of 128 tokens beside its matrices alone; a head's switch beside a run from its layer on;
// and peak memory. Each model has a process of its own. After the build:
//
//   node tests/bench/own-model.mjs                 all models
//   node tests/bench/own-model.mjs gpt2 minilm     some
//   node --experimental-wasm-relaxed-simd tests/bench/own-model.mjs    the other flavour, in Node before 24
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openAsBlob, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { shapesOf } from "../model/make.mjs";

const dist = new URL("../../dist/", import.meta.url);
const llama = { rms_norm_eps: 1e-5, hidden_act: "silu", tie_word_embeddings: true, max_position_embeddings: 2048 };
const bert = { max_position_embeddings: 512, type_vocab_size: 2, vocab_size: 30522, hidden_act: "gelu" };
const CONFIGS = {
  gpt2: { model_type: "gpt2", vocab_size: 50257, n_embd: 768, n_layer: 12, n_head: 12, n_positions: 1024 },
  smollm: {
    ...{ model_type: "llama", vocab_size: 49152, hidden_size: 576, num_hidden_layers: 30, num_attention_heads: 9 },
    ...{ num_key_value_heads: 3, intermediate_size: 1536, torch_dtype: "bfloat16", ...llama },
  },
  minilm: {
    ...{ model_type: "bert", hidden_size: 384, num_hidden_layers: 6, num_attention_heads: 12 },
    ...{ intermediate_size: 1536, ...bert },
  },
  bert: {
    ...{ model_type: "bert", hidden_size: 768, num_hidden_layers: 12, num_attention_heads: 12 },
    ...{ intermediate_size: 3072, ...bert },
  },
  pythia: {
    ...{ model_type: "gpt_neox", vocab_size: 50304, hidden_size: 512, num_hidden_layers: 6, num_attention_heads: 8 },
    ...{ intermediate_size: 2048, max_position_embeddings: 2048, rotary_pct: 0.25, tie_word_embeddings: false },
    torch_dtype: "float16",
  },
  tinystories: {
    ...{ model_type: "gpt_neo", vocab_size: 50257, hidden_size: 768, num_layers: 4, num_heads: 16, window_size: 256 },
    ...{ attention_types: [[["global", "local"], 2]], max_position_embeddings: 2048, intermediate_size: null },
  },
  gemma: {
    ...{ model_type: "gemma3_text", vocab_size: 262144, hidden_size: 640, num_hidden_layers: 18, head_dim: 256 },
    ...{ num_attention_heads: 4, num_key_value_heads: 1, intermediate_size: 2048, max_position_embeddings: 32768 },
    ...{ sliding_window: 512, query_pre_attn_scalar: 256, rms_norm_eps: 1e-6, torch_dtype: "bfloat16" },
  },
  modernbert: {
    ...{
      model_type: "modernbert",
      vocab_size: 50368,
      hidden_size: 768,
      num_hidden_layers: 22,
      num_attention_heads: 12,
    },
    ...{ intermediate_size: 1152, max_position_embeddings: 8192, local_attention: 128 },
  },
};

/** The bits of a float16 below 1 for those of a float32; one below 2⁻¹⁴ becomes 0. */
function halfOf(bits) {
  const power = ((bits >>> 23) & 255) - 112;
  return power <= 0 ? 0 : ((bits >>> 16) & 0x8000) | (power << 10) | ((bits >>> 13) & 1023);
}

/** Writes random numbers, and gains of 1, as safetensors. Returns how many bytes the tensors have. */
function writeModel(file, config) {
  const { torch_dtype: type = "float32" } = config;
  const width = type === "float32" ? 4 : 2;
  const block = Float32Array.from({ length: 2 ** 20 }, (_, at) => 0.035 * Math.sin(at * at + at));
  // The upper bits of a float32 are a bfloat16; a float16 has another range of powers.
  const shorter = { bfloat16: (bits) => bits >>> 16, float16: halfOf };
  const bytesOf = (floats) =>
    Buffer.from(
      type === "float32" ? floats.buffer : Uint16Array.from(new Uint32Array(floats.buffer), shorter[type]).buffer,
    );
  const random = bytesOf(block);
  const header = {};
  let end = 0;
  // Sentence encoders have no head.
  const shapes = shapesOf(config, config.model_type === "bert" ? { prefix: "", head: false } : {});
  for (const [name, shape] of Object.entries(shapes)) {
    const from = end;
    end += width * shape.reduce((product, extent) => product * extent);
    header[name] = {
      dtype: { float32: "F32", float16: "F16", bfloat16: "BF16" }[type],
      shape,
      data_offsets: [from, end],
    };
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const to = openSync(file, "w");
  for (const part of [length, text]) writeSync(to, part);
  for (const [name, { shape, data_offsets: offsets }] of Object.entries(header)) {
    const isGain = shape.length === 1 && name.endsWith("weight");
    if (isGain) writeSync(to, bytesOf(new Float32Array(shape[0]).fill(1)));
    else
      for (let left = offsets[1] - offsets[0]; left > 0; left -= random.length)
        writeSync(to, random.subarray(0, Math.min(left, random.length)));
  }
  closeSync(to);
  return end;
}

/** A module that adds up all vectors of its memory: the pure read. */
function readerOf(bytes) {
  const pages = Math.ceil(bytes / 65536);
  const memory = new WebAssembly.Memory({ initial: pages });
  new Uint8Array(memory.buffer).fill(1);
  const leb = (number) => (number < 128 ? [number] : [(number & 127) | 128, ...leb(number >> 7)]);
  const section = (id, ...body) => [id, ...leb(body.length), ...body];
  const SUMS = 8;
  const loads = Array.from({ length: SUMS }, (_, n) => [
    ...[0x20, 0, 0xfd, 0, 4, ...leb(16 * n), 0x20, 2 + n, 0xfd, 0xe4, 1, 0x21, 2 + n],
  ]).flat();
  const step = [0x20, 0, 0x41, ...[0x80, 1], 0x6a, 0x22, 0, 0x20, 1, 0x49, 0x0d, 0, 0x0b];
  const all = Array.from({ length: SUMS - 1 }, (_, n) => [0x20, 3 + n, 0xfd, 0xe4, 1]).flat();
  const code = [1, SUMS, 0x7b, 0x03, 0x40, ...loads, ...step, 0x20, 2, ...all, 0xfd, 0x1f, 0, 0x0b];
  const module = new WebAssembly.Module(
    Uint8Array.of(
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, 1, 0x60, 2, 0x7f, 0x7f, 1, 0x7d),
      ...section(2, 1, 1, 0x6d, 1, 0x6d, 2, 0, 1),
      ...section(3, 1, 0),
      ...section(7, 1, 1, 0x72, 0, 0),
      ...section(10, 1, ...leb(code.length), ...code),
    ),
  );
  const { r } = new WebAssembly.Instance(module, { m: { m: memory } }).exports;
  const read = /** @type {(from: number, to: number) => number} */ (r);
  return () => read(0, Math.floor(bytes / 128) * 128);
}

const timed = (run) => {
  const since = performance.now();
  run();
  return performance.now() - since;
};
const least = (times) => Math.min(...times);
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

/** Multiplies 128 rows by every matrix of a model's layers, each in weights of its own. */
function matricesOf(heed, { storedWeights, linear }, config) {
  const layout = config.model_type === "gpt2" ? "in-out" : "out-in";
  const type = config.torch_dtype ?? "float32";
  const matrices = Object.entries(shapesOf(config))
    .filter(([name, shape]) => shape.length === 2 && /\b(h|layers|layer)\.\d+\./.test(name))
    .map(([, shape]) => {
      const inputs = shape[layout === "in-out" ? 0 : 1];
      const x = { data: new Float32Array(128 * inputs).fill(0.5), shape: [128, inputs] };
      return { x, weight: storedWeights(heed, { shape, type, layout }) };
    });
  return () => matrices.forEach(({ x, weight }) => linear(heed, x, { weight }));
}

/** The times of the layers from this one on, of a whole run. */
function timeFrom(model, ids, layer) {
  let since = 0;
  const onLayer = (number) => {
    if (number === layer - 1) since = performance.now();
  };
  model.run(ids, { logits: "last", onLayer });
  return performance.now() - since;
}

/** The times of tokens that are generated one after the other. */
async function stepsOf(model, ids, options) {
  const steps = [];
  let since = performance.now();
  for await (const token of model.generate(ids, { maxTokens: 33, ends: [], ...options })) {
    if (token.id >= 0) steps.push(performance.now() - since);
    since = performance.now();
  }
  return steps.slice(1);
}

async function measure(name, file) {
  const { load } = await import(new URL("heed.js", dist).href);
  const { openModel } = await import(new URL("model.js", dist).href);
  const layers = await import(new URL("layers.js", dist).href);
  const config = CONFIGS[name];
  const heed = await load();
  const opening = performance.now();
  const model = await openModel(heed, { config, weights: await openAsBlob(file) });
  const opened = performance.now() - opening;
  const { bytes, causal, vocab } = model.facts;
  const idsOf = (count) => Array.from({ length: count }, (_, at) => (at * 7919 + 13) % vocab);
  const first = timed(() => model.run(idsOf(20), { keep: ["weights"], logits: "last" }));
  const again = least([0, 1, 2].map(() => timed(() => model.run(idsOf(20), { keep: ["weights"], logits: "last" }))));
  const plain = model.run(idsOf(20), { keep: ["stages"], logits: "last" });
  const half = Math.floor(model.facts.layers / 2);
  const change = { heads: { [`${half}.1`]: 0 }, logits: "last" };
  const turns = Array.from({ length: 7 }, () => [
    timed(() => model.run(idsOf(20), { ...change, from: plain })),
    timeFrom(model, idsOf(20), half),
    timed(() => model.run(idsOf(20), change)),
  ]);
  const [switched, rest, whole] = [0, 1, 2].map((at) => least(turns.map((times) => times[at])));
  const prefill = () => timed(() => model.run(idsOf(128), { logits: "none" }));
  prefill();
  const peak = process.resourceUsage().maxRSS / 1024;
  const multiply = matricesOf(heed, layers, config);
  multiply();
  const pairs = [0, 1, 2].map(() => [prefill(), timed(multiply)]);
  const [long, alone] = [0, 1].map((at) => least(pairs.map((times) => times[at])));
  const figures = [
    `${name}, ${heed.flavour}: ${(bytes / 1e6).toFixed(0)} MB of tensors, opened in ${(opened / 1000).toFixed(1)} s`,
    `peak memory ${peak.toFixed(0)} MB (${((peak * 1.048576e6 - 150e6) / bytes).toFixed(2)} × the tensors + 150 MB)`,
    `20 tokens with every weight: first ${first.toFixed(0)} ms, then ${again.toFixed(0)} ms`,
    `128 tokens: ${long.toFixed(0)} ms; linear by the same matrices ${alone.toFixed(0)} ms, ` +
      `so ${((100 * alone) / long).toFixed(0)} % of its speed`,
    `a head of layer ${half} switched off: ${switched.toFixed(0)} ms, ${(switched / rest).toFixed(2)} × a run from ` +
      `that layer on; a whole run ${whole.toFixed(0)} ms`,
  ];
  if (causal) {
    const steps = await stepsOf(model, idsOf(20), {});
    const drawn = await stepsOf(model, idsOf(20), { temperature: 1, topK: 40 });
    const read = readerOf(bytes);
    read();
    const pure = median(Array.from({ length: 9 }, () => timed(read)));
    const step = median(steps);
    const percent = (100 * pure) / step;
    figures.push(
      `decoding: ${step.toFixed(1)} ms a token (least ${least(steps).toFixed(1)}), ` +
        `${(1000 / step).toFixed(1)} ` +
        `tokens/s; a pure read of the same bytes ${pure.toFixed(1)} ms, so ${percent.toFixed(0)} % of it; ` +
        `with topK 40 ${median(drawn).toFixed(1)} ms a token`,
    );
  }
  console.log(figures.join("\n  "));
}

const [mode, name, file] = process.argv.slice(2);
if (mode === "--one") await measure(name, file);
else {
  const folder = mkdtempSync(path.join(tmpdir(), "heed-own-model-"));
  const chosen = process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(CONFIGS);
  try {
    for (const one of chosen) {
      const weights = path.join(folder, `${one}.safetensors`);
      writeModel(weights, CONFIGS[one]);
      const words = [...process.execArgv, fileURLToPath(import.meta.url), "--one", one, weights];
      execFileSync(process.execPath, words, { stdio: "inherit" });
      rmSync(weights);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
