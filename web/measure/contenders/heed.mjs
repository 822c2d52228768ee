// heed itself, through its package alone. "kernel" is a session, whose buffers stay in wasm memory. "call" takes typed
// arrays and returns new ones. Backward's "call" runs forward first, and that time counts too.
import { modelDim } from "../shapes.mjs";
import { arraysOf, callOf, optionsOf } from "./heed-calls.mjs";

function openAttention(heed, shape, { q, k, v }) {
  const { heads, queries, keys, dim } = shape;
  const session = heed.session({ heads, queries, keys, dim, ...optionsOf(shape) });
  session.q.set(q);
  session.k.set(k);
  session.v.set(v);
  return session;
}

function openBackward(heed, shape, inputs) {
  const { heads, queries, keys, dim } = shape;
  const { keep, ...options } = optionsOf(shape);
  const session = heed.session({ heads, queries, keys, dim, ...options, backward: true });
  for (const [name, data] of Object.entries(inputs)) session[name].set(data);
  session.run();
  return session;
}

function openLayer(heed, shape, { x, query, key, value, output }) {
  const { heads, queries: tokens } = shape;
  const session = heed.selfAttentionSession({ tokens, modelDim: modelDim(shape), heads, output: true });
  session.x.set(x);
  session.queryWeight.set(query);
  session.keyWeight.set(key);
  session.valueWeight.set(value);
  session.outputWeight.set(output);
  return session;
}

/** A step with the last token, again and again. */
function openCache(heed, { heads, keys, dim, cache: type }, { q, k, v }) {
  const cache = heed.cache({ heads, dim, capacity: keys, type });
  const rows = (data, count) => ({ data, shape: [heads, count, dim] });
  const newest = (data) =>
    rows(
      Float32Array.from({ length: heads * dim }, (_, at) => data[lastRow(at, dim, keys)]),
      1,
    );
  cache.append(rows(k, keys), rows(v, keys));
  const tokens = [rows(q, 1), newest(k), newest(v)];
  const step = () => {
    cache.truncate(keys - 1);
    return arraysOf({ output: cache.step(...tokens).output });
  };
  return { step, dispose: () => cache.dispose() };
}

/** Where a number of the last rows (heads, dim) is in (heads, keys, dim). */
const lastRow = (at, dim, keys) => (Math.floor(at / dim) * keys + keys - 1) * dim + (at % dim);

const openingOf = ({ kind, backward }) => (kind === "layer" ? openLayer : backward ? openBackward : openAttention);

/** `settings.package` is the address of the built package's entry, `settings.flavour` the flavour of the core. */
export async function open(settings) {
  const { load } = await import(settings.package);
  return openWith(load, settings.flavour);
}

/** The same with the package's load(). */
export async function openWith(load, flavour) {
  const heed = await load({ flavour });
  return {
    label: `heed ${flavour}`,
    version: heed.version,
    hasGradients: true,
    caches: ["float32", "float16"],
    prepare(shape, inputs) {
      if (shape.cache) return prepareCache(heed, shape, inputs);
      const { method, given, options } = callOf(shape, inputs);
      let session; // opened late, so that a call is measured without its memory
      const opened = () => (session ??= openingOf(shape)(heed, shape, inputs));
      return {
        kernel: shape.backward ? () => opened().backward() : () => opened().run(),
        result: () =>
          shape.backward
            ? { dq: session.dq, dk: session.dk, dv: session.dv }
            : { output: session.output, weights: session.weights, lse: session.lse },
        call: () => arraysOf(heed[method](...given, options)),
        /** The size of the wasm memory, which grows and never shrinks. */
        memoryBytes: () => memoryOf(heed),
        dispose: () => session?.dispose(),
      };
    },
  };
}

function prepareCache(heed, shape, inputs) {
  const { step, dispose } = openCache(heed, shape, inputs);
  let result;
  return { kernel: () => (result = step()), result: () => result, call: step, dispose };
}

function memoryOf(heed) {
  const smallest = heed.session({ queries: 1, keys: 1, dim: 1 });
  const bytes = smallest.output.buffer.byteLength;
  smallest.dispose();
  return bytes;
}
