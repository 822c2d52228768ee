// Which heads of your own model matter for the next token: each one is switched off in turn.
//
//   node own-model.mjs FOLDER 464 3797 3332      a folder with config.json and model.safetensors, and token numbers
//
// Without a folder it makes a Llama of two layers with random weights, which says nothing about language.
import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { load } from "heed";
import { openModel } from "heed/model";
import { seededRandom } from "heed/train";

const [folder, ...numbers] = process.argv.slice(2);
const files = folder
  ? {
      config: await readFile(`${folder}/config.json`, "utf8"),
      weights: await openAsBlob(`${folder}/model.safetensors`),
    }
  : smallModel();
const model = await openModel(await load(), files);
const ids = folder ? numbers.map(Number) : [3, 14, 15, 9, 26];

const plain = model.run(ids, { keep: ["stages"], logits: "last" });
const before = probabilities(plain.logits.data);
const changes = [];
for (let layer = 0; layer < model.facts.layers; layer++)
  for (let head = 0; head < model.facts.heads; head++) {
    // Layers before this one are taken from the plain run.
    const off = model.run(ids, { heads: { [`${layer}.${head}`]: 0 }, from: plain, logits: "last" });
    const after = probabilities(off.logits.data);
    const divergence = before.reduce((sum, p, id) => sum + (p > 0 ? p * Math.log(p / after[id]) : 0), 0);
    changes.push({ name: `${layer}.${head}`, divergence });
  }
changes.sort((a, b) => b.divergence - a.divergence);
console.log(
  changes
    .slice(0, 4)
    .map(({ name, divergence }) => `${name} ${divergence.toFixed(3)}`)
    .join("   "),
);
// 0.0 0.412   0.3 0.342   0.2 0.336   0.1 0.134

const text = [];
for await (const { id } of model.generate(ids, { maxTokens: 6 })) text.push(id);
console.log(text.join(" "));
// 19 24 8 29 29 29
model.dispose();

function probabilities(logits) {
  const most = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - most));
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
}

/** A safetensors file begins with the length of its header; then come the header and the numbers. */
function smallModel() {
  const config = {
    ...{ model_type: "llama", num_hidden_layers: 2, num_attention_heads: 4, num_key_value_heads: 2, hidden_size: 32 },
    ...{ intermediate_size: 48, vocab_size: 30, rms_norm_eps: 1e-5, tie_word_embeddings: true },
  };
  const shapes = { "model.embed_tokens.weight": [30, 32], "model.norm.weight": [32] };
  for (const layer of [0, 1]) {
    const parts = { input_layernorm: [32], post_attention_layernorm: [32], "self_attn.q_proj": [32, 32] };
    Object.assign(parts, { "self_attn.k_proj": [16, 32], "self_attn.v_proj": [16, 32], "self_attn.o_proj": [32, 32] });
    Object.assign(parts, { "mlp.gate_proj": [48, 32], "mlp.up_proj": [48, 32], "mlp.down_proj": [32, 48] });
    for (const [name, shape] of Object.entries(parts)) shapes[`model.layers.${layer}.${name}.weight`] = shape;
  }
  const draw = seededRandom(1);
  const header = {};
  const tensors = [];
  let end = 0;
  for (const [name, shape] of Object.entries(shapes)) {
    const count = shape.reduce((product, extent) => product * extent);
    tensors.push(shape.length === 1 ? new Float32Array(count).fill(1) : draw.fillNormal(new Float32Array(count), 0.3));
    header[name] = { dtype: "F32", shape, data_offsets: [end, end + 4 * count] };
    end += 4 * count;
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  return { config, weights: new Blob([BigUint64Array.of(BigInt(json.length)), json, ...tensors]) };
}
