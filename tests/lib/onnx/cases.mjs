// ONNX's tests as calls of heed.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readNode, readTensor } from "./protobuf.mjs";

export const PREFIX = "test_";

export const caseNames = (folder) =>
  readdirSync(folder)
    .filter((name) => /^test_(attention|rotary_embedding|tensorscatter)/.test(name) && !name.endsWith("_expanded"))
    .map((name) => name.slice(PREFIX.length))
    .sort();

/** { type, attributes, inputs, outputs }: the tensors by their names in ONNX. The files skip what is left out. */
export function readCase(folder, name) {
  const where = join(folder, PREFIX + name);
  const node = readNode(join(where, "model.onnx"));
  const tensors = (names, what) =>
    Object.fromEntries(
      names.filter(Boolean).map((one, at) => [one, readTensor(join(where, "test_data_set_0", `${what}_${at}.pb`))]),
    );
  return { ...node, inputs: tensors(node.inputs, "input"), outputs: tensors(node.outputs, "output") };
}

/** [batch, rows, heads · columns] as [batch, heads, rows, columns]. Other tensors stay as they are. */
export function withHeads(tensor, heads) {
  if (tensor.shape.length === 4) return tensor;
  const [batch, rows, width] = tensor.shape;
  const columns = width / heads;
  const data = tensor.data.slice();
  tensor.data.forEach((value, at) => {
    const [b, row, head] = [
      Math.floor(at / (rows * width)),
      Math.floor(at / width) % rows,
      Math.floor(at / columns) % heads,
    ];
    data[((b * heads + head) * rows + row) * columns + (at % columns)] = value;
  });
  return { ...tensor, data, shape: [batch, heads, rows, columns] };
}

/** The rows of `past` before those of `more`: both [batch, heads, rows, columns]. */
function appended(past, more) {
  if (!past) return more;
  const [batch, heads, rows, columns] = more.shape;
  const [before, after] = [past.shape[2] * columns, rows * columns];
  const data = new more.data.constructor(batch * heads * (before + after));
  for (let head = 0; head < batch * heads; head++) {
    data.set(past.data.subarray(head * before, (head + 1) * before), head * (before + after));
    data.set(more.data.subarray(head * after, (head + 1) * after), head * (before + after) + before);
  }
  return { ...more, data, shape: [batch, heads, past.shape[2] + rows, columns] };
}

/** attn_mask up to the number of keys: ONNX reads a mask that is too short as "may not attend". */
function padded({ data, shape }, keys) {
  const columns = shape.at(-1);
  const hidden = typeof data[0] === "boolean" ? false : -Infinity;
  const longer = Array.from({ length: (data.length / columns) * keys }, (_, at) =>
    at % keys < columns ? data[Math.floor(at / keys) * columns + (at % keys)] : hidden,
  );
  return { data: hidden === false ? longer : Float32Array.from(longer), shape: [...shape.slice(0, -1), keys] };
}

/** Booleans say who may attend, numbers are added. */
function maskOf(mask, keys) {
  if (!mask) return {};
  const { data, shape } = mask.shape.at(-1) < keys ? padded(mask, keys) : mask;
  return typeof data[0] === "boolean"
    ? { mask: { data: Uint8Array.from(data), shape } }
    : { bias: { ...mask, data, shape } };
}

/** The position of the first query: after the past keys, or so that the last query meets the last key that counts. */
function offsetOf({ past_key: past, nonpad_kv_seqlen: lengths }, queries) {
  if (lengths) return lengths.data.map((length) => length - queries);
  return past?.shape[2] ?? 0;
}

/** What heed keeps for each qk_matmul_output_mode of ONNX 1.20. Mode 0 is scaled, and heed's raw is not. */
const KEPT = ["raw", "logits", "scores", "weights"];

/** { q, k, v, options, kept } for heed.attention. */
export function attentionCall({ inputs, attributes }) {
  const { q_num_heads: heads, kv_num_heads: kvHeads, is_causal: causal, softcap } = attributes;
  const q = withHeads(inputs.Q, heads);
  const k = appended(inputs.past_key, withHeads(inputs.K, kvHeads));
  const v = appended(inputs.past_value, withHeads(inputs.V, kvHeads));
  const [, , queries, dim] = q.shape;
  const scale = attributes.scale ?? 1 / Math.sqrt(dim);
  const options = {
    ...maskOf(inputs.attn_mask, k.shape[2]),
    ...(causal && { causal: { offset: offsetOf(inputs, queries) } }),
    ...(inputs.nonpad_kv_seqlen && { keyLengths: inputs.nonpad_kv_seqlen.data }),
    ...(softcap && { softcap }),
    scale,
  };
  return { q, k, v, options, kept: KEPT[attributes.qk_matmul_output_mode ?? 0] };
}

/** { x, rotary, positions }, with a position for each row of each batch. */
export function rotaryCall({ inputs, attributes }) {
  const { input, cos_cache: cos, sin_cache: sin, position_ids: ids } = inputs;
  const x = withHeads(input, attributes.num_heads);
  const [batch, , rows] = x.shape;
  const table = ({ data, shape }) => ({ data, shape: [data.length / shape.at(-1), shape.at(-1)] });
  const rotary = {
    pairs: attributes.interleaved ? "interleaved" : "halves",
    dims: attributes.rotary_embedding_dim || x.shape[3],
    cos: table(cos),
    sin: table(sin),
  };
  // Without position_ids the tables have a row for each row of each batch.
  const positions = { data: ids?.data ?? Array.from({ length: batch * rows }, (_, at) => at), shape: [batch, rows] };
  return { x, rotary, positions };
}

/**
 * { present_key, present_value } of a cache that took the past rows and then the new ones. Each token sees itself
 * alone, so the output is the stored values. Query i is row i of the identity, so raw q·kᵀ has the keys in its columns.
 */
export function presentOfCache(heed, { inputs, attributes }) {
  const { past_key: pastKey, past_value: pastValue } = inputs;
  const [k, v] = [inputs.K, inputs.V].map((one) => withHeads(one, attributes.kv_num_heads));
  const [batch, heads, past, dim] = pastKey.shape;
  const valueDim = pastValue.shape[3];
  const tokens = past + k.shape[2];
  const type = pastKey.type ?? "float32";
  const cache = heed.cache({ batch, heads, dim, valueDim, capacity: tokens, type, window: { left: 0 } });
  cache.append(pastKey, pastValue);
  cache.append(k, v);
  const identity = Float32Array.from({ length: batch * heads * tokens * dim }, (_, at) => {
    const [row, column] = [Math.floor(at / dim) % tokens, at % dim];
    return Number(row === column);
  });
  const { output, raw } = cache.attend({ data: identity, shape: [batch, heads, tokens, dim] }, { keep: ["raw"] });
  cache.dispose();
  const keys = Float32Array.from({ length: batch * heads * tokens * dim }, (_, at) => {
    const [head, token, column] = [Math.floor(at / dim / tokens), Math.floor(at / dim) % tokens, at % dim];
    return raw.data[(head * tokens + column) * tokens + token];
  });
  return { present_key: { data: keys, shape: [batch, heads, tokens, dim] }, present_value: output };
}
