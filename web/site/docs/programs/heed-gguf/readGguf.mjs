import { readGguf } from "heed/gguf";
import { load } from "heed";
import { openModel } from "heed/model";

// A Llama of one layer and two heads that knows four tokens. Real ones come as files: readGguf(file).
const bytes = [];
const number = (value, size) => bytes.push(...new Uint8Array(BigUint64Array.of(BigInt(value)).buffer, 0, size));
const text = (value) => (number(value.length, 8), bytes.push(...new TextEncoder().encode(value)));
const [U32, F32, TEXT] = [4, 6, 8];
const keys = { "general.architecture": "llama", "llama.block_count": 1, "llama.embedding_length": 4 };
Object.assign(keys, { "llama.feed_forward_length": 4, "llama.attention.head_count": 2, "llama.context_length": 8 });
const tensors = { token_embd: [4, 4], output_norm: [4], "blk.0.attn_norm": [4], "blk.0.ffn_norm": [4] };
for (const name of ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"])
  tensors[`blk.0.${name}`] = [4, 4];

// The head: how many tensors and keys there are. Then the keys, the table of tensors, and their numbers.
bytes.push(...new TextEncoder().encode("GGUF"));
number(3, 4);
number(Object.keys(tensors).length, 8);
number(Object.keys(keys).length + 1, 8);
for (const [key, value] of Object.entries(keys)) {
  text(key);
  number(typeof value === "string" ? TEXT : U32, 4);
  if (typeof value === "string") text(value);
  else number(value, 4);
}
text("llama.attention.layer_norm_rms_epsilon");
number(F32, 4);
bytes.push(...new Uint8Array(Float32Array.of(1e-5).buffer));
let end = 0;
for (const [name, shape] of Object.entries(tensors)) {
  text(`${name}.weight`);
  number(shape.length, 4);
  for (const extent of shape) number(extent, 8);
  number(0, 4); // float32
  number(end, 8);
  end += shape.length === 2 ? 64 : 32;
}
while (bytes.length % 32) bytes.push(0);
bytes.push(...new Uint8Array(Float32Array.from({ length: end / 4 }, (_, at) => Math.sin(at * at)).buffer));

const gguf = await readGguf(Uint8Array.from(bytes));
console.log(gguf.about.architecture, gguf.about.types);
// llama { F32: 560 }
console.log(gguf.config.num_attention_heads, gguf.config.tie_word_embeddings, gguf.tokenizerJson);
// 2 true undefined

const model = await openModel(await load(), gguf);
const { layers } = model.run([0, 2, 1], { keep: ["weights"] });
console.log(Array.from(layers[0].weights.data.subarray(6, 9), (weight) => weight.toFixed(3)).join(" "));
// 0.466 0.367 0.167
model.dispose();
