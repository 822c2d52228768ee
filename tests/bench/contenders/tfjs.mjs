// TensorFlow.js on its wasm backend. Its matrix product is fast (XNNPACK) only for two plain matrices; a batch or a
// transposed operand takes a loop that is twelve times slower. So heads are computed one by one, and k is transposed by
// a separate operation. The scale is applied to q, which is smaller than the scores. Queries are computed in portions,
// so that the scores stay in the caches.
import { modelDim } from "../../../web/measure/shapes.mjs";

// Scores of one portion: 2²⁰ numbers, 4 MB. No size from 2¹⁸ to 2²⁴ is faster, and the backend cannot hold 16384²
// numbers.
const PORTION = 2 ** 20;

/** One head: q (queries, dim), k, v (keys, dim). `take` gets the output (and weights) of each portion of queries. */
function attendHead(tf, { queries, keys, dim, keep }, q, k, v, mask, take) {
  const scaled = tf.mul(q, 1 / Math.sqrt(dim));
  if (queries === 1) {
    // k · qᵀ: transposing the single query is free
    const weights = tf.softmax(tf.reshape(tf.matMul(k, tf.reshape(scaled, [dim, 1])), [1, keys]));
    return take(0, tf.matMul(weights, v), keep ? weights : undefined);
  }
  const transposed = tf.transpose(k);
  const rows = Math.max(1, Math.min(queries, Math.floor(PORTION / keys)));
  for (let i = 0; i < queries; i += rows)
    tf.tidy(() => {
      const count = Math.min(rows, queries - i);
      const part = (matrix, columns) => (count === queries ? matrix : tf.slice(matrix, [i, 0], [count, columns]));
      const scores = tf.matMul(part(scaled, dim), transposed);
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

// The weights of a layer are uploaded once, as in real use.
function prepareLayer(tf, shape, { x, query, key, value, output }) {
  const { heads, queries: tokens } = shape;
  const width = modelDim(shape);
  const [byQuery, byKey, byValue, byOutput] = [query, key, value, output].map((data) =>
    tf.tensor2d(data, [width, width]),
  );
  const attend = (q, k, v) => {
    let attended;
    attendHead(tf, shape, q, k, v, undefined, (_, out) => (attended = tf.keep(out)));
    return attended;
  };
  const call = () =>
    tf.tidy(() => {
      const rows = tf.tensor2d(x, [tokens, width]);
      const [q, k, v] = [byQuery, byKey, byValue].map((weight) => tf.split(tf.matMul(rows, weight), heads, 1));
      const outputs = q.map((_, head) => attend(q[head], k[head], v[head]));
      const result = { output: tf.matMul(tf.concat(outputs, 1), byOutput).dataSync() };
      tf.dispose(outputs);
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
    // A mask of 16384² numbers takes a gigabyte.
    refuses: (shape) => (shape.causal && shape.keys > 4096 ? "its causal mask would take a gigabyte" : undefined),
    prepare: (shape, inputs) => (shape.kind === "layer" ? prepareLayer : prepareAttention)(tf, shape, inputs),
  };
}
