import { load } from "heed";
import { openModel } from "heed/model";

// A GPT-2 of one layer and two heads that knows six tokens. Real ones come as files: weights: [file].
const config = { model_type: "gpt2", n_layer: 1, n_head: 2, n_embd: 4, n_positions: 8 };
const shapes = { "wte.weight": [6, 4], "wpe.weight": [8, 4], "ln_f.weight": [4], "ln_f.bias": [4] };
const block = { ln_1: [4], "attn.c_attn": [4, 12], "attn.c_proj": [4, 4], ln_2: [4] };
Object.assign(block, { "mlp.c_fc": [4, 16], "mlp.c_proj": [16, 4] });
for (const [name, shape] of Object.entries(block)) {
  shapes[`h.0.${name}.weight`] = shape;
  shapes[`h.0.${name}.bias`] = shape.slice(-1);
}

// A safetensors file: the length of its header, the header, the numbers.
const header = {};
let end = 0;
for (const [name, shape] of Object.entries(shapes)) {
  const from = end;
  end += 4 * shape.reduce((count, extent) => count * extent);
  header[name] = { dtype: "F32", shape, data_offsets: [from, end] };
}
const json = new TextEncoder().encode(JSON.stringify(header));
const numbers = Float32Array.from({ length: end / 4 }, (_, at) => Math.sin(at * at));
const file = new Blob([BigUint64Array.of(BigInt(json.length)), json, numbers]);

// Any object with encode and decode is a tokenizer.
const words = ["we", "you", "see", "each", "head", "here"];
const tokenizer = {
  encode: (line) => line.split(" ").map((word) => words.indexOf(word)),
  decode: (ids) => ids.map((id) => words[id]).join(" "),
};

const model = await openModel(await load(), { config, tokenizer, weights: file });
const { family, layers, heads, vocab } = model.facts;
console.log(family, layers, heads, vocab);
// gpt2 1 2 6
const tokens = model.tokens("each you head");
console.log(tokens.map(({ id }) => id).join(" "));
// 3 1 4

// Every weight of every head, for these tokens: [heads, tokens, tokens]
const run = model.run("each you head", { keep: ["weights"] });
console.log(run.layers[0].weights.shape, run.logits.shape);
// [ 2, 3, 3 ] [ 3, 6 ]
console.log(Array.from(run.layers[0].weights.data.subarray(6, 9), (weight) => weight.toFixed(3)).join(" "));
// 0.264 0.206 0.530

// Switch a head off: how the logits of the next token change
const off = model.run(tokens, { heads: { "0.1": 0 }, logits: "last" });
console.log(Array.from(off.logits.data, (one, id) => (one - run.logits.data[2 * vocab + id]).toFixed(2)).join(" "));
// -0.02 -0.07 -0.22 0.12 0.04 0.16

// Why the last token looks at the first in head 1: the parts of query and key, and their sum beside the score
const written = model.run(tokens, { keep: ["joined", "stages"] });
const { parts, pairs, score } = model.scoreParts(written, { layer: 0, head: 1, query: 2, key: 0 });
console.log(parts.map(({ kind }) => kind).join(" "));
// token position bias
console.log(score.toFixed(3), pairs.data.reduce((sum, one) => sum + one).toFixed(3));
// 1.919 1.919

// What the row after layer 0 reads as, and what brought "you" rather than "we"
const [{ top }] = model.lens(written, { tokens: [2], layers: [0], top: 1 });
console.log(words[top[0].id]);
// you
const brought = model.logitParts(written, { of: 1, against: 0 });
console.log(brought.parts.map(({ kind, head = "" }) => kind + head).join(" "));
// token position head0 head1 bias feedForward bias
console.log(brought.total.toFixed(3), brought.parts.reduce((sum, { value }) => sum + value, 0).toFixed(3));
// 1.104 1.104

// The projections of a layer, for heed.selfAttention
console.log(model.layer(0).queryWeight.shape);
// [ 4, 4 ]

for await (const { id, text, probabilities } of model.generate(tokens, { maxTokens: 3 })) {
  console.log(id, text, probabilities[id].toFixed(3));
}
// 1  you 0.363
// 1  you 0.584
// 1  you 0.449
model.dispose();
