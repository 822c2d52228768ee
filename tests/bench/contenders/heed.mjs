// heed itself, through its package alone. "kernel" is a session, whose buffers stay in wasm memory. "call" takes typed
// arrays and returns new ones. Backward's "call" runs forward first, and that time counts too.
import { modelDim } from "../measure/shapes.mjs";

function openAttention(heed, shape, { q, k, v }) {
  const { heads, queries, keys, dim, causal, keep } = shape;
  const options = { causal, keep: keep ? ["weights"] : [] };
  const tensor = (data, rows) => ({ data, shape: [heads, rows, dim] });
  const call = () => {
    const { output, weights } = heed.attention(tensor(q, queries), tensor(k, keys), tensor(v, keys), options);
    return { output: output.data, weights: weights?.data };
  };
  const openSession = () => {
    const session = heed.session({ heads, queries, keys, dim, ...options });
    session.q.set(q);
    session.k.set(k);
    session.v.set(v);
    return session;
  };
  return { openSession, call };
}

function openBackward(heed, shape, inputs) {
  const { heads, queries, keys, dim, causal } = shape;
  const tensor = (data, rows) => ({ data, shape: [heads, rows, dim] });
  const call = () => {
    const { q, k, v, dOutput } = inputs;
    const { dq, dk, dv } = heed.attentionBackward(
      tensor(q, queries),
      tensor(k, keys),
      tensor(v, keys),
      tensor(dOutput, queries),
      { causal },
    );
    return { dq: dq.data, dk: dk.data, dv: dv.data };
  };
  const openSession = () => {
    const session = heed.session({ heads, queries, keys, dim, causal, backward: true });
    for (const [name, data] of Object.entries(inputs)) session[name].set(data);
    session.run();
    return session;
  };
  return { openSession, call };
}

const openingOf = ({ kind, backward }) => (kind === "layer" ? openLayer : backward ? openBackward : openAttention);

function openLayer(heed, shape, inputs) {
  const { heads, queries: tokens } = shape;
  const width = modelDim(shape);
  const square = (data) => ({ data, shape: [width, width] });
  const { x, query, key, value, output } = inputs;
  const weights = { query: square(query), key: square(key), value: square(value), output: square(output), heads };
  const call = () => ({ output: heed.selfAttention({ data: x, shape: [tokens, width] }, weights).output.data });
  const openSession = () => {
    const session = heed.selfAttentionSession({ tokens, modelDim: width, heads, output: true });
    session.x.set(x);
    session.queryWeight.set(query);
    session.keyWeight.set(key);
    session.valueWeight.set(value);
    session.outputWeight.set(output);
    return session;
  };
  return { openSession, call };
}

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
    prepare(shape, inputs) {
      const { openSession, call } = openingOf(shape)(heed, shape, inputs);
      let session; // opened late, so that a call is measured without its memory
      const opened = () => (session ??= openSession());
      return {
        kernel: shape.backward ? () => opened().backward() : () => opened().run(),
        result: () =>
          shape.backward
            ? { dq: session.dq, dk: session.dk, dv: session.dv }
            : { output: session.output, weights: session.weights },
        call,
        /** The size of the wasm memory, which grows and never shrinks. */
        memoryBytes: () => memoryOf(heed),
        dispose: () => session?.dispose(),
      };
    },
  };
}

function memoryOf(heed) {
  const smallest = heed.session({ queries: 1, keys: 1, dim: 1 });
  const bytes = smallest.output.buffer.byteLength;
  smallest.dispose();
  return bytes;
}
