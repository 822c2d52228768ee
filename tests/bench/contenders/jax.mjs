// jax-js on its wasm backend, under jit, which keeps the compiled kernels from call to call. Attention is written with
// matmul. jax-js's own dotProductAttention returns no weights, is no faster, and its einsum needs iterator helpers that
// Node 20 does not have.
import { modelDim } from "../../../web/measure/shapes.mjs";

// (heads, queries, dim), (heads, keys, dim) twice → output and weights. As usual in jax-js, the arguments are consumed.
function attention({ numpy: np, nn }, dim, q, k, v, visible) {
  const scores = np.matmul(q.mul(1 / Math.sqrt(dim)), np.matrixTranspose(k));
  const weights = nn.softmax(visible ? np.where(visible, scores, -1e9) : scores, -1);
  return [np.matmul(weights.ref, v), weights];
}

function prepareAttention(jax, shape, { q, k, v }) {
  const { heads, queries, keys, dim, causal, keep } = shape;
  const { numpy: np } = jax;
  const array = (data, rows) => np.array(data).reshape([heads, rows, dim]);
  const run = jax.jit((a, b, c) => {
    const visible = causal ? np.tri(queries, keys, 0, { dtype: np.bool }) : undefined;
    const [output, weights] = attention(jax, dim, a, b, c, visible);
    if (keep) return [output, weights];
    weights.dispose();
    return [output];
  });
  const call = () => {
    const [output, weights] = run(array(q, queries), array(k, keys), array(v, keys));
    return { output: output.dataSync(), weights: weights?.dataSync() };
  };
  return { call, dispose: () => run.dispose?.() };
}

// Keys and values stay in jax-js's memory. The step of a real loop would also write the new ones there.
function prepareCache(jax, { heads, keys, dim }, { q, k, v }) {
  const array = (data, rows) => jax.numpy.array(data).reshape([heads, rows, dim]);
  const [pastKeys, pastValues] = [array(k, keys), array(v, keys)];
  const run = jax.jit((a, b, c) => {
    const [output, weights] = attention(jax, dim, a, b, c);
    weights.dispose();
    return output;
  });
  return {
    call: () => ({ output: run(array(q, 1), pastKeys.ref, pastValues.ref).dataSync() }),
    dispose: () => [pastKeys, pastValues].forEach((past) => past.dispose()),
  };
}

// The weights of a layer are uploaded once, as in real use.
function prepareLayer(jax, shape, { x, query, key, value, output }) {
  const { heads, queries: tokens, dim } = shape;
  const width = modelDim(shape);
  const { numpy: np } = jax;
  const projections = [query, key, value, output].map((data) => np.array(data).reshape([width, width]));
  const run = jax.jit((rows, byQuery, byKey, byValue, byOutput) => {
    const split = (weight) => np.transpose(np.matmul(rows.ref, weight).reshape([tokens, heads, dim]), [1, 0, 2]);
    const [mixed, weights] = attention(jax, dim, split(byQuery), split(byKey), split(byValue));
    rows.dispose();
    weights.dispose();
    return np.matmul(np.transpose(mixed, [1, 0, 2]).reshape([tokens, width]), byOutput);
  });
  return {
    call: () => ({
      output: run(np.array(x).reshape([tokens, width]), ...projections.map((weight) => weight.ref)).dataSync(),
    }),
    dispose: () => projections.forEach((weight) => weight.dispose()),
  };
}

/** `settings`: modules, version, alone (true: it gets no threads). */
export async function open(settings) {
  if (settings.alone) delete globalThis.Worker; // otherwise it starts a worker for every core
  const jax = await import(settings.modules["@jax-js/jax"]);
  await jax.init("wasm");
  jax.defaultDevice("wasm");
  return {
    label: "jax-js",
    version: settings.version,
    caches: ["float32"],
    prepare: (shape, inputs) =>
      (shape.cache ? prepareCache : shape.kind === "layer" ? prepareLayer : prepareAttention)(jax, shape, inputs),
  };
}
