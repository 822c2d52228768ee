// Three graphs with which onnxruntime computes attention: its own MultiHeadAttention, ONNX's Attention, and the plain
// operators that an exporter writes without these two.
import { modelDim } from "../../../web/measure/shapes.mjs";
import { encodeModel, node } from "./onnx-model.mjs";

const longs = (...numbers) => ({ shape: [numbers.length], data: BigInt64Array.from(numbers, BigInt) });
const scalar = (number) => ({ shape: [], data: Float32Array.of(number) });

// q, k, v → joined, and weights where they are kept. Heads are side by side, or a single head is in each batch.
const BLOCKS = {
  MultiHeadAttention: ({ heads, causal, keep }) => {
    // its fourth output, where there is one, is not the weights after softmax
    if (keep) return undefined;
    const attributes = { num_heads: heads, unidirectional: causal ? 1 : 0 };
    return { nodes: [node("MultiHeadAttention", ["q", "k", "v"], ["joined"], attributes, "com.microsoft")] };
  },
  Attention: ({ heads, causal, keep }) => {
    // mode 3: the fourth output is what softmax gave
    const kept = keep ? { qk_matmul_output_mode: 3 } : {};
    const attributes = { q_num_heads: heads, kv_num_heads: heads, is_causal: causal ? 1 : 0, ...kept };
    return {
      nodes: [node("Attention", ["q", "k", "v"], ["joined", "", "", ...(keep ? ["weights"] : [])], attributes)],
    };
  },
  decomposed: ({ heads, dim, batch, causal }) => {
    const split = (name) =>
      heads === 1
        ? []
        : [
            node("Reshape", [name, "split"], [`${name}_rows`]),
            node("Transpose", [`${name}_rows`], [`${name}_heads`], { perm: [0, 2, 1, 3] }),
          ];
    const head = (name) => (heads === 1 ? name : `${name}_heads`);
    const turn = heads === 1 ? [0, 2, 1] : [0, 1, 3, 2];
    return {
      constants: {
        scale: scalar(1 / Math.sqrt(dim)),
        ...(heads > 1 && { split: longs(batch, -1, heads, dim), join: longs(batch, -1, heads * dim) }),
      },
      nodes: [
        ...["q", "k", "v"].flatMap(split),
        node("Mul", [head("q"), "scale"], ["q_scaled"]),
        node("Transpose", [head("k")], ["k_turned"], { perm: turn }),
        node("MatMul", ["q_scaled", "k_turned"], ["scores"]),
        ...(causal ? [node("Add", ["scores", "mask"], ["logits"])] : []),
        node("Softmax", [causal ? "logits" : "scores"], ["weights"], { axis: -1 }),
        node("MatMul", ["weights", head("v")], [heads === 1 ? "joined" : "mixed"]),
        ...(heads === 1
          ? []
          : [
              node("Transpose", ["mixed"], ["mixed_rows"], { perm: [0, 2, 1, 3] }),
              node("Reshape", ["mixed_rows", "join"], ["joined"]),
            ]),
      ],
      usesMask: causal,
    };
  },
};

export const GRAPHS = Object.keys(BLOCKS);

/** 0 where key j <= query i, else a number whose exp is 0. */
function causalMask(tokens) {
  const mask = new Float32Array(tokens * tokens);
  for (let i = 0; i < tokens; i++) mask.fill(-1e9, i * tokens + i + 1, (i + 1) * tokens);
  return mask;
}

// With more tokens the mask takes a gigabyte.
const LONGEST_MASK = 4096;

/**
 * The model of one graph for a shape, its feeds and its results; undefined where the graph cannot compute the shape.
 */
export function attentionModel(graph, shape, { q, k, v }) {
  const { heads: batch, queries, keys, dim, causal, keep } = shape;
  const block = BLOCKS[graph]({ heads: 1, dim, batch, causal, keep });
  if (!block || (block.usesMask && keys > LONGEST_MASK)) return undefined;
  const shapes = { q: [batch, queries, dim], k: [batch, keys, dim], v: [batch, keys, dim] };
  // (heads, queries, keys), or with the axis of one head for Attention
  const weights = graph === "Attention" ? [batch, 1, queries, keys] : [batch, queries, keys];
  const mask = block.usesMask ? { mask: { data: causalMask(keys), shape: [keys, keys] } } : {};
  return {
    model: encodeModel({
      ...block,
      constants: { ...block.constants, ...mask },
      inputs: shapes,
      outputs: { joined: shapes.q, ...(keep && { weights }) },
    }),
    feeds: { q: { data: q, shape: shapes.q }, k: { data: k, shape: shapes.k }, v: { data: v, shape: shapes.v } },
    results: { output: "joined", ...(keep && { weights: "weights" }) },
  };
}

/**
 * A step of decoding. Wasm has no memory that stays with onnxruntime, so the past crosses in and out, as in a decode
 * loop.
 */
export function cacheModel(graph, { heads, keys, dim }, { q, k, v }) {
  if (graph !== "Attention") return undefined; // one graph is enough
  const kinds = { num_heads: heads, kv_num_heads: heads };
  const inputs = ["q", "k", "v", "past_k", "past_v", "length", "total"];
  const outputs = ["joined", "present_k", "present_v"];
  const [row, past, present] = [
    [1, 1, heads * dim],
    [1, heads, keys - 1, dim],
    [1, heads, keys, dim],
  ];
  const some = (data, from, to) => ({
    data: Float32Array.from({ length: heads * (to - from) * dim }, (_, at) => {
      const head = Math.floor(at / ((to - from) * dim));
      return data[(head * keys + from) * dim + (at % ((to - from) * dim))];
    }),
    shape: to - from === 1 ? row : past,
  });
  return {
    model: encodeModel({
      nodes: [node("GroupQueryAttention", inputs, outputs, kinds, "com.microsoft")],
      constants: {
        length: { shape: [1], data: Int32Array.of(keys - 1) },
        total: { shape: [1], data: Int32Array.of(keys) },
      },
      inputs: { q: row, k: row, v: row, past_k: past, past_v: past },
      outputs: { joined: row, present_k: present, present_v: present },
    }),
    feeds: {
      q: { data: q, shape: row },
      k: some(k, keys - 1, keys),
      v: some(v, keys - 1, keys),
      past_k: some(k, 0, keys - 1),
      past_v: some(v, 0, keys - 1),
    },
    results: { output: "joined" },
  };
}

/** The same for the layer: four projections around the block. The weights are part of the model, as in real use. */
export function layerModel(graph, shape, { x, query, key, value, output }) {
  const { heads, queries: tokens, dim } = shape;
  const width = modelDim(shape);
  const block = BLOCKS[graph]({ heads, dim, batch: 1, causal: false, keep: false });
  const weight = (data) => ({ data, shape: [width, width] });
  const rows = [1, tokens, width];
  const project = (from, by, to) => node("MatMul", [from, by], [to]);
  return {
    model: encodeModel({
      nodes: [
        project("x", "query", "q"),
        project("x", "key", "k"),
        project("x", "value", "v"),
        ...block.nodes,
        project("joined", "projection", "output"),
      ],
      constants: {
        ...block.constants,
        query: weight(query),
        key: weight(key),
        value: weight(value),
        projection: weight(output),
      },
      inputs: { x: rows },
      outputs: { output: rows },
    }),
    feeds: { x: { data: x, shape: rows } },
    results: { output: "output" },
  };
}
