// Writes GGUF files: of any keys and tensors, and of the small models that make.mjs makes.
import { decoded, randomBlocks } from "./gguf-blocks.mjs";

const IDS = { F32: 0, F16: 1, Q4_0: 2, Q4_1: 3, Q5_0: 6, Q5_1: 7, Q8_0: 8, Q4_K: 12, Q5_K: 13, Q6_K: 14, BF16: 30 };
/** The types of values: their number, their bytes, and how one is written. */
const VALUES = {
  u8: [0, 1, "setUint8"],
  i8: [1, 1, "setInt8"],
  u16: [2, 2, "setUint16"],
  i16: [3, 2, "setInt16"],
  u32: [4, 4, "setUint32"],
  i32: [5, 4, "setInt32"],
  f32: [6, 4, "setFloat32"],
  bool: [7, 1, "setUint8"],
  string: [8],
  u64: [10, 8, "setBigUint64"],
  i64: [11, 8, "setBigInt64"],
  f64: [12, 8, "setFloat64"],
};

class Writer {
  parts = [];
  length = 0;
  bytes(part) {
    this.parts.push(part);
    this.length += part.length;
  }
  number(type, value) {
    const [, size, set] = VALUES[type];
    const view = new DataView(new ArrayBuffer(size));
    view[set](0, size === 8 && type !== "f64" ? BigInt(value) : Number(value), true);
    this.bytes(new Uint8Array(view.buffer));
  }
  text(value) {
    const bytes = new TextEncoder().encode(value);
    this.number("u64", bytes.length);
    this.bytes(bytes);
  }
  value(type, value) {
    if (type === "string") this.text(value);
    else this.number(type, value);
  }
  padTo(multiple) {
    this.bytes(new Uint8Array((multiple - (this.length % multiple)) % multiple));
  }
  whole() {
    const all = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

/** The type of a value that does not say it. */
const typeFor = (value) =>
  typeof value === "string" ? "string" : typeof value === "boolean" ? "bool" : Number.isInteger(value) ? "u32" : "f32";

/**
 * A file. A key is a value, a list, or `{ type, value }`; a tensor has its extents as heed has them, the last one runs
 * fastest.
 *
 * @param {{ keys: Record<string, any>, tensors: { name: string, type: string | number, shape: number[],
 *   bytes: Uint8Array, offset?: number }[], version?: number, alignment?: number }} file
 */
export function ggufOf({ keys, tensors, version = 3, alignment = undefined }) {
  const all = { ...keys, ...(alignment === undefined ? {} : { "general.alignment": alignment }) };
  const step = alignment ?? 32;
  const head = new Writer();
  head.bytes(new TextEncoder().encode("GGUF"));
  head.number("u32", version);
  head.number("u64", tensors.length);
  head.number("u64", Object.keys(all).length);
  for (const [key, given] of Object.entries(all))
    writeKey(head, key, Object(given).type ? /** @type {any} */ (given) : { value: given });
  const data = new Writer();
  for (const { name, type, shape, bytes, offset } of tensors) {
    data.padTo(step);
    head.text(name);
    head.number("u32", shape.length);
    for (const extent of shape.toReversed()) head.number("u64", extent);
    head.number("u32", typeof type === "number" ? type : IDS[type]);
    head.number("u64", offset ?? data.length);
    data.bytes(bytes);
  }
  head.padTo(step);
  head.bytes(data.whole());
  return head.whole();
}

function writeKey(head, key, { type = undefined, value }) {
  head.text(key);
  const inner = type ?? typeFor(Array.isArray(value) ? (value[0] ?? "") : value);
  if (!Array.isArray(value)) {
    head.number("u32", VALUES[inner][0]);
    head.value(inner, value);
    return;
  }
  head.number("u32", 9);
  head.number("u32", VALUES[inner][0]);
  head.number("u64", value.length);
  for (const one of value) head.value(inner, one);
}

const LLAMA = [
  [/^model\.embed_tokens/, "token_embd"],
  [/^model\.norm/, "output_norm"],
  [/^lm_head/, "output"],
  [/^model\.layers\.(\d+)\.input_layernorm/, "blk.$1.attn_norm"],
  [/^model\.layers\.(\d+)\.post_attention_layernorm/, "blk.$1.ffn_norm"],
  [/^model\.layers\.(\d+)\.self_attn\.([qkv])_proj/, "blk.$1.attn_$2"],
  [/^model\.layers\.(\d+)\.self_attn\.o_proj/, "blk.$1.attn_output"],
  [/^model\.layers\.(\d+)\.self_attn\.([qk])_norm/, "blk.$1.attn_$2_norm"],
  [/^model\.layers\.(\d+)\.mlp\.(\w+)_proj/, "blk.$1.ffn_$2"],
];
const EMBEDDINGS = [
  [/^embeddings\.word_embeddings/, "token_embd"],
  [/^embeddings\.position_embeddings/, "position_embd"],
  [/^embeddings\.token_type_embeddings/, "token_types"],
  [/^embeddings\.LayerNorm/, "token_embd_norm"],
];
/** How llama.cpp calls the tensors of transformers. */
const NAMES = {
  ...{ llama: LLAMA, qwen2: LLAMA, qwen3: LLAMA },
  gpt2: [
    [/^wte/, "token_embd"],
    [/^wpe/, "position_embd"],
    [/^ln_f/, "output_norm"],
    [/^lm_head/, "output"],
    [/^h\.(\d+)\.ln_1/, "blk.$1.attn_norm"],
    [/^h\.(\d+)\.ln_2/, "blk.$1.ffn_norm"],
    [/^h\.(\d+)\.attn\.c_attn/, "blk.$1.attn_qkv"],
    [/^h\.(\d+)\.attn\.c_proj/, "blk.$1.attn_output"],
    [/^h\.(\d+)\.mlp\.c_fc/, "blk.$1.ffn_up"],
    [/^h\.(\d+)\.mlp\.c_proj/, "blk.$1.ffn_down"],
  ],
  bert: [
    ...EMBEDDINGS,
    [/^encoder\.layer\.(\d+)\.attention\.self\.(q|k|v)\w+/, "blk.$1.attn_$2"],
    [/^encoder\.layer\.(\d+)\.attention\.output\.dense/, "blk.$1.attn_output"],
    [/^encoder\.layer\.(\d+)\.attention\.output\.LayerNorm/, "blk.$1.attn_output_norm"],
    [/^encoder\.layer\.(\d+)\.intermediate\.dense/, "blk.$1.ffn_up"],
    [/^encoder\.layer\.(\d+)\.output\.dense/, "blk.$1.ffn_down"],
    [/^encoder\.layer\.(\d+)\.output\.LayerNorm/, "blk.$1.layer_output_norm"],
  ],
  distilbert: [
    ...EMBEDDINGS,
    [/^transformer\.layer\.(\d+)\.attention\.([qkv])_lin/, "blk.$1.attn_$2"],
    [/^transformer\.layer\.(\d+)\.attention\.out_lin/, "blk.$1.attn_output"],
    [/^transformer\.layer\.(\d+)\.sa_layer_norm/, "blk.$1.attn_output_norm"],
    [/^transformer\.layer\.(\d+)\.ffn\.lin1/, "blk.$1.ffn_up"],
    [/^transformer\.layer\.(\d+)\.ffn\.lin2/, "blk.$1.ffn_down"],
    [/^transformer\.layer\.(\d+)\.output_layer_norm/, "blk.$1.layer_output_norm"],
  ],
};

/** What llama.cpp calls a tensor of transformers. */
export function nameOf(family, name) {
  const [pattern, replaced] = NAMES[family].find(([one]) => one.test(name));
  return name.replace(pattern, replaced);
}

/** The keys of an architecture, what a config.json calls them, and their type where that is not a whole number. */
const KEYS = {
  block_count: ["num_hidden_layers", "n_layer", "n_layers"],
  embedding_length: ["hidden_size", "n_embd", "dim"],
  feed_forward_length: ["intermediate_size", "n_inner", "hidden_dim"],
  context_length: ["max_position_embeddings", "n_positions"],
  "attention.head_count": ["num_attention_heads", "n_head", "n_heads"],
  "attention.head_count_kv": ["num_key_value_heads"],
  "attention.key_length": ["head_dim"],
  "attention.value_length": ["head_dim"],
  "rope.freq_base": ["rope_theta"],
  "attention.layer_norm_rms_epsilon": ["rms_norm_eps"],
  "attention.layer_norm_epsilon": ["layer_norm_eps", "layer_norm_epsilon"],
};

/** The keys of a model with this config. */
export function keysOf(config) {
  const family = config.model_type;
  const architecture = family === "distilbert" ? "bert" : family;
  const keys = { "general.architecture": architecture, "general.type": "model", "general.name": `a small ${family}` };
  for (const [key, names] of Object.entries(KEYS)) {
    const name = names.find((one) => config[one] !== undefined);
    const value = config[name];
    if (name !== undefined) keys[`${architecture}.${key}`] = /freq|eps/.test(key) ? { type: "f32", value } : value;
  }
  // Where a DistilBERT says no epsilon, it is this one.
  if (family === "distilbert") keys["bert.attention.layer_norm_epsilon"] = { type: "f32", value: 1e-12 };
  return keys;
}

/**
 * The tensors of a model as llama.cpp stores them, with random blocks for its matrices, and what the blocks stand for.
 *
 * @param {Record<string, any>} config
 * @param {Record<string, import("./files.mjs").TestTensor>} made
 * @param {(name: string) => string} typeOf the type of a matrix by its name in the file
 * @param {any} random
 */
export function storedAs(config, made, typeOf, random) {
  const family = config.model_type;
  const tensors = [];
  /** @type {Record<string, import("./files.mjs").TestTensor>} */
  const meant = {};
  for (const [name, { shape, values }] of Object.entries(made)) {
    const inFile = nameOf(family, name);
    const isConv = family === "gpt2" && /\.c_(attn|proj|fc)\.weight$/.test(name);
    const turned = /** @type {any} */ (isConv ? shape.toReversed() : shape);
    const type = shape.length === 1 ? "F32" : typeOf(inFile);
    const size = Math.sqrt(values.reduce((sum, one) => sum + one * one, 0) / values.length);
    const bytes = type === "F32" ? f32(values) : blocksFor(type, values.length, size, random);
    const stored = decoded(type, bytes);
    const heads = /attn_q\./.test(inFile) ? config.num_attention_heads : config.num_key_value_heads;
    const isPaired = family === "llama" && /attn_[qk]\./.test(inFile);
    const numbers = isConv ? transposed(stored, turned) : isPaired ? unpaired(stored, turned, heads) : stored;
    meant[name] = { shape, values: numbers };
    tensors.push({ name: inFile, type, shape: turned, bytes });
  }
  return { tensors, meant };
}

const f32 = (values) => new Uint8Array(Float32Array.from(values).buffer);

function blocksFor(type, count, size, random) {
  if (type !== "F16" && type !== "BF16") return randomBlocks(type, count, size, random);
  const power = Math.round(Math.log2(size));
  const upper = type === "F16" ? () => ((power + 14) << 2) | random.integer(0, 3) : () => (power + 126) >> 1;
  const number = () => [random.integer(0, 127), upper() | (0x80 * random.integer(0, 1))];
  return Uint8Array.from(Array.from({ length: count }, number).flat());
}

function transposed(values, [rows, columns]) {
  return Float64Array.from({ length: values.length }, (_, n) => values[(n % rows) * columns + Math.floor(n / rows)]);
}

/** Row 2i + j of a head in the file is row j · dim / 2 + i. */
function unpaired(values, [rows, columns = 1], heads) {
  const dim = rows / heads;
  const to = new Float64Array(values.length);
  for (let head = 0; head < heads; head++)
    for (let i = 0; i < dim / 2; i++)
      for (const j of [0, 1])
        for (let c = 0; c < columns; c++)
          to[(head * dim + (j * dim) / 2 + i) * columns + c] = values[(head * dim + 2 * i + j) * columns + c];
  return to;
}
