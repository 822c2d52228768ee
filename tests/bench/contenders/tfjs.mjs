// TensorFlow.js on its wasm backend. Its matrix product is fast (XNNPACK) only for two plain matrices: a batch, or an operand
// read transposed, goes to a loop twelve times slower. So heads are taken one by one and k is transposed by an operation of
// its own; the scale goes onto q, which is smaller than the scores; and queries are taken in portions, so that the scores
// stay near the caches.
import { modelDim } from "../measure/shapes.mjs";

// Scores of one portion: 1 M numbers, 4 MB. Of 2¹⁸ to 2²⁴ none is faster, and 16384² numbers are more than the backend can hold.
const PORTION = 2 ** 20;

/** One head: q (queries, dim), k, v (keys, dim) → `take` gets the output (and weights) of each portion of queries. */
function attendHead(tf, { queries, keys, dim, keep }, q, k, v, mask, take) {
  const scaled = tf.mul(q, 1 / Math.sqrt(dim));
  if (queries === 1) {
    // k · qᵀ: the single query is what gets turned
    const weights = tf.softmax(tf.reshape(tf.matMul(k, tf.reshape(scaled, [dim, 1])), [1, keys]));
    return take(0, tf.matMul(weights, v), keep ? weights : undefined);
  }
  const turned = tf.transpose(k);
  const rows = Math.max(1, Math.min(queries, Math.floor(PORTION / keys)));
  for (let i = 0; i < queries; i += rows)
    tf.tidy(() => {
      const count = Math.min(rows, queries - i);
      const part = (matrix, columns) => (count === queries ? matrix : tf.slice(matrix, [i, 0], [count, columns]));
      const scores = tf.matMul(part(scaled, dim), turned);
      const weights = tf.softmax(mask ? tf.add(scores, part(mask, keys)) : scores);
      take(i, tf.matMul(weights, v), keep ? weights : undefined);
    });
}

function causalMask(tf, tokens) {
  const mask = new Float32Array(tokens * tokens);
  for (let i = 0; i < tokens; i++) mask.fill(-1e9, i * tokens + i + 1, (i + 1) * tokens);
  return tf.tensor2d(mask, [tokens, tokens]);
}

function prepareAttention(tf, shape, { q, k, v }) {
  const { heads, queries, keys, dim, causal, keep } = shape;
  const mask = causal ? causalMask(tf, keys) : undefined;
  const rows = (data, head, count) =>
    tf.tensor2d(data.subarray(head * count * dim, (head + 1) * count * dim), [count, dim]);
  const attend = (head, output, weights) =>
    tf.tidy(() =>
      attendHead(
        tf,
        shape,
        rows(q, head, queries),
        rows(k, head, keys),
        rows(v, head, keys),
        mask,
        (first, out, kept) => {
          output.set(out.dataSync(), (head * queries + first) * dim);
          if (kept) weights.set(kept.dataSync(), (head * queries + first) * keys);
        },
      ),
    );
  const call = () => {
    const output = new Float32Array(heads * queries * dim);
    const weights = keep ? new Float32Array(heads * queries * keys) : undefined;
    for (let head = 0; head < heads; head++) attend(head, output, weights);
    return { output, weights };
  };
  return { call, dispose: () => mask?.dispose() };
}

// The weights of a layer are uploaded once, as in use.
function prepareLayer(tf, shape, { x, query, key, value, output }) {
  const { heads, queries: tokens, dim } = shape;
  const width = modelDim(shape);
  const [byQuery, byKey, byValue, byOutput] = [query, key, value, output].map((data) =>
    tf.tensor2d(data, [width, width]),
  );
  const attend = (q, k, v) => {
    let context;
    attendHead(tf, shape, q, k, v, undefined, (_, out) => (context = tf.keep(out)));
    return context;
  };
  const call = () =>
    tf.tidy(() => {
      const rows = tf.tensor2d(x, [tokens, width]);
      const [q, k, v] = [byQuery, byKey, byValue].map((weight) => tf.split(tf.matMul(rows, weight), heads, 1));
      const contexts = q.map((_, head) => attend(q[head], k[head], v[head]));
      const result = { output: tf.matMul(tf.concat(contexts, 1), byOutput).dataSync() };
      tf.dispose(contexts);
      return result;
    });
  return { call, dispose: () => tf.dispose([byQuery, byKey, byValue, byOutput]) };
}

const plainModule = (module) => module.default ?? module; // CommonJS in Node

/** `settings`: modules, version, wasmPaths. */
export async function open(settings) {
  const tf = plainModule(await import(settings.modules["@tensorflow/tfjs-core"]));
  const wasm = plainModule(await import(settings.modules["@tensorflow/tfjs-backend-wasm"]));
  wasm.setThreadsCount(1);
  if (settings.wasmPaths) wasm.setWasmPaths(settings.wasmPaths);
  await tf.setBackend("wasm");
  await tf.ready();
  return {
    label: "tfjs-backend-wasm",
    version: settings.version,
    // A mask of 16384² numbers is a gigabyte by itself.
    refuses: (shape) => (shape.causal && shape.keys > 4096 ? "its causal mask would take a gigabyte" : undefined),
    prepare: (shape, inputs) => (shape.kind === "layer" ? prepareLayer : prepareAttention)(tf, shape, inputs),
  };
}
