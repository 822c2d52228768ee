// Times GGUF files in the shapes of Qwen2.5-0.5B with random weights: Q4_K_M, in the types that such a file has, and
// bfloat16. Opening, memory above that of an empty process, the heads of 20 tokens, and tokens a second. Each file is
// opened in processes of its own, which take turns. After the build:
//
//   node tests/bench/own-gguf.mjs
//   node tests/bench/own-gguf.mjs dist ../other/dist      builds in turns
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BLOCKS, randomBlocks } from "../model/gguf-blocks.mjs";
import { ggufOf, keysOf, nameOf } from "../model/gguf-writer.mjs";
import { shapesOf } from "../model/make.mjs";
import { randomOf } from "../lib/support.mjs";

const LAYERS = 24;
const CONFIG = {
  ...{ model_type: "qwen2", vocab_size: 151936, hidden_size: 896, num_hidden_layers: LAYERS, num_attention_heads: 14 },
  ...{ num_key_value_heads: 2, intermediate_size: 4864, rms_norm_eps: 1e-6, rope_theta: 1e6 },
  ...{ tie_word_embeddings: true, max_position_embeddings: 32768 },
};
const TURNS = 3;

/** The type of a tensor in a Q4_K_M file: where a row is no multiple of 256, Q4_K is Q5_0 and Q6_K is Q8_0. */
function typeInMix(name) {
  const layer = Number(/^blk\.(\d+)\./.exec(name)?.[1]);
  const finer = layer < LAYERS / 8 || layer >= (7 * LAYERS) / 8 || (layer - LAYERS / 8) % 3 === 2;
  if (/ffn_down/.test(name)) return finer ? "Q6_K" : "Q4_K";
  return /token_embd/.test(name) || (/attn_v/.test(name) && finer) ? "Q8_0" : "Q5_0";
}
const MIXES = { q4_k_m: typeInMix, bf16: () => "BF16" };

const random = randomOf(1);
const drawn = new Map();
/** Some bytes of a type, which are repeated. */
function piece(type) {
  const count = 2 ** 16;
  if (type === "BF16" && !drawn.has(type)) {
    const number = () => (0x3c80 + random.integer(0, 255)) | (random.integer(0, 1) << 15);
    drawn.set(type, new Uint8Array(Uint16Array.from({ length: count }, number).buffer));
  }
  if (!drawn.has(type)) drawn.set(type, randomBlocks(type, count, 0.03, random));
  return drawn.get(type);
}

function writeFile(file, typeOf) {
  let end = 0;
  const tensors = Object.entries(shapesOf(CONFIG, { biases: true })).map(([hf, shape]) => {
    const name = nameOf("qwen2", hf);
    const type = shape.length === 1 ? "F32" : typeOf(name);
    const [numbers, bytes] = BLOCKS[type];
    const size = (shape.reduce((product, extent) => product * extent) / numbers) * bytes;
    const offset = end;
    end = Math.ceil((offset + size) / 32) * 32;
    return { name, type, shape, bytes: new Uint8Array(0), offset, size };
  });
  const to = openSync(file, "w");
  const head = ggufOf({ keys: keysOf(CONFIG), tensors });
  writeSync(to, head);
  for (const { type, shape, offset, size } of tensors) {
    const bytes = type === "F32" ? new Uint8Array(new Float32Array(shape[0]).fill(1).buffer) : piece(type);
    for (let at = 0; at < size; at += bytes.length)
      writeSync(to, bytes, 0, Math.min(bytes.length, size - at), head.length + offset + at);
  }
  closeSync(to);
}

const since = (start) => performance.now() - start;
/** Milliseconds of all threads, which other work on the machine does not add to. */
const busy = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const least = (times) => Math.min(...times);

/** Prints a line of JSON: seconds, megabytes, milliseconds, and those of the processor. */
async function measure(file, dist) {
  const open = (name) => import(pathToFileURL(path.resolve(dist, name)).href);
  const [{ load }, { openModel }, { readGguf }] = [
    await open("heed.js"),
    await open("model.js"),
    await open("gguf.js"),
  ];
  const heed = await load();
  const before = process.resourceUsage().maxRSS;
  const opening = performance.now();
  const model = await openModel(heed, await readGguf(file));
  const seconds = since(opening) / 1000;
  const ids = Array.from({ length: 20 }, (_, at) => (at * 7919 + 13) % CONFIG.vocab_size);
  const [reading, working] = [performance.now(), busy()];
  model.run(ids, { keep: ["weights"], logits: "none" });
  const heads = [since(reading), busy() - working];
  const above = (process.resourceUsage().maxRSS - before) / 1000;
  const steps = [];
  let [last, worked] = [performance.now(), busy()];
  for await (const { id } of model.generate(ids, { maxTokens: 14, ends: [] })) {
    if (id >= 0) steps.push([since(last), busy() - worked]);
    [last, worked] = [performance.now(), busy()];
  }
  const token = [0, 1].map((at) => least(steps.slice(1).map((step) => step[at])));
  console.log(JSON.stringify({ flavour: heed.flavour, seconds, above, heads, token }));
}

const ms = ([all, busyMs]) => `${all.toFixed(0)} ms (${busyMs.toFixed(0)} ms of the processor)`;

const [mode, ...words] = process.argv.slice(2);
if (mode === "--one") await measure(words[0], words[1]);
else {
  const dists = [mode, ...words].filter((one) => one !== undefined);
  if (dists.length === 0) dists.push(fileURLToPath(new URL("../../dist", import.meta.url)));
  const folder = mkdtempSync(path.join(tmpdir(), "heed-own-gguf-"));
  const fileOf = (mix) => path.join(folder, `${mix}.gguf`);
  try {
    for (const [mix, typeOf] of Object.entries(MIXES)) writeFile(fileOf(mix), typeOf);
    const runs = Object.keys(MIXES).flatMap((mix) => dists.map((dist) => ({ mix, dist })));
    for (let turn = 0; turn < TURNS; turn++)
      for (const { mix, dist } of runs) {
        const args = [...process.execArgv, fileURLToPath(import.meta.url), "--one", fileOf(mix), dist];
        const one = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
        console.log(
          `${dist} ${mix}, ${one.flavour}: a file of ${(statSync(fileOf(mix)).size / 1e6).toFixed(0)} MB, opened in ` +
            `${one.seconds.toFixed(1)} s, ${one.above.toFixed(0)} MB above start; the heads of 20 tokens ` +
            `${ms(one.heads)}; ${(1000 / one.token[0]).toFixed(1)} tokens/s, a token ${ms(one.token)}`,
        );
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
