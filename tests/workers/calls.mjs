// Calls of heed/workers as an app makes them. Pages, workers and programs of every engine run this module, so it
// imports nothing. It reports what it saw, as plain data.

/** Numbers from −1 to 1 that are the same in every engine. */
function tensorOf(shape, seed = 1) {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 31 - 1;
  return { data: Float32Array.from({ length: shape.reduce((count, extent) => count * extent, 1) }, next), shape };
}

const three = (shape) => [1, 2, 3].map((seed) => tensorOf(shape, seed));

/** Each is worth workers: 100 million operations or more. */
function workOf() {
  const [q, k, v] = three([3, 512, 64]);
  const [queryWeight, keyWeight, valueWeight] = three([128, 128]);
  const weights = { queryWeight, keyWeight, valueWeight, outputWeight: tensorOf([128, 128], 4), heads: 4 };
  const [x, dOutput] = three([512, 128]);
  return {
    attention: (heed) => heed.attention(q, k, v),
    "attention, causal": (heed) => heed.attention(q, k, v, { causal: true, keep: ["weights"] }),
    attentionBackward: (heed) => heed.attentionBackward(q, k, v, q),
    selfAttention: (heed) => heed.selfAttention(x, { ...weights, keep: ["weights"] }),
    selfAttentionBackward: (heed) => heed.selfAttentionBackward(x, dOutput, weights),
    "a layer": (heed) => (heed.layer ? heed.layer(weights).run(x) : heed.selfAttention(x, weights)),
  };
}

/** The names of the results whose bits differ. */
function differing(actual, expected) {
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  const bits = ({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length);
  return Array.from(names).filter((name) => {
    if (!actual[name] || !expected[name]) return true;
    const [a, b] = [bits(actual[name].data), bits(expected[name].data)];
    return a.length !== b.length || a.some((word, at) => word !== b[at]);
  });
}

function wordFor(parts) {
  const expected = parts.map((_, at) => `${at + 1}/${parts.length}`);
  if (parts.length === 0 || parts.join() !== expected.join()) return parts.join(" ");
  return parts.length === 1 ? "one" : "several";
}

const messageOf = (promise) =>
  promise.then(
    () => null,
    (error) => `${error.name}: ${error.message}`,
  );

/** Aborts a call after its first part, and makes the call again. */
async function abort(pool, plain, wrong) {
  const [q, k, v] = three([1, 2048, 64]);
  const controller = new AbortController();
  const onProgress = (done, of) => done < of && controller.abort();
  const error = await messageOf(pool.attention(q, k, v, { signal: controller.signal, onProgress }));
  if (differing(await pool.attention(q, k, v), plain.attention(q, k, v)).length) wrong.push("after the abort");
  return error?.split(":")[0] ?? null;
}

/**
 * What two workers give:
 *   isolated  whether the page is cross-origin isolated; null outside pages
 *   workers, reason   as the handle says after the calls
 *   wrong     the calls whose bits are not those of the plain call
 *   parts     "one" or "several", if onProgress counted the parts from 1 to the last; else what it was told
 *   aborted   the name of the error of a call that was aborted after its first part
 *   shared    whether sharedResults gave shared memory, or the error
 *   disposed  the error of a call after dispose()
 */
export async function callsOf({ load, openWorkers }, options) {
  const plain = await load();
  const pool = await openWorkers({ workers: 2, ...options });
  const wrong = [];
  for (const [name, call] of Object.entries(workOf())) {
    if (differing(await call(pool), await call(plain)).length) wrong.push(name);
  }
  const [q, k, v] = three([3, 512, 64]);
  const parts = [];
  await pool.attention(q, k, v, { onProgress: (done, of) => parts.push(`${done}/${of}`) });
  const aborted = await abort(pool, plain, wrong);
  let shared;
  try {
    const { output } = await pool.attention(q, k, v, { sharedResults: true });
    if (differing({ output }, plain.attention(q, k, v)).length) wrong.push("shared results");
    shared = output.data.buffer instanceof SharedArrayBuffer;
  } catch (error) {
    shared = `${error.name}: ${error.message}`;
  }
  const { workers, reason = null } = pool;
  await pool.dispose();
  const disposed = await messageOf(pool.attention(q, k, v));
  return {
    isolated: globalThis.crossOriginIsolated ?? null,
    workers,
    reason,
    wrong,
    parts: wordFor(parts),
    aborted,
    shared,
    disposed,
  };
}

const DISPOSED = "Error: heed.attention: the workers are disposed of. openWorkers() starts new ones.";

/** What the report of callsOf must be where there are workers. `shared` and `isolated` are left to the caller. */
export const ON_WORKERS = {
  workers: 2,
  reason: null,
  wrong: [],
  parts: "several",
  aborted: "AbortError",
  disposed: DISPOSED,
};

/** What must come out without workers. A call on the calling thread is one part, and cannot be aborted. */
export const ON_THIS_THREAD = { workers: 0, wrong: [], parts: "one", aborted: null, disposed: DISPOSED };
