// What the tests of heed/workers share: pools that cut even tiny calls, random calls, and comparison to the last bit.
import assert from "node:assert/strict";
import { drawKeyMask } from "../lib/gradient-problems.mjs";
import { collector, dist, flavours, load, randomOf } from "../lib/support.mjs";

export const { openWorkers } = await import(new URL("workers.js", dist).href);
export { collector, dist, load, randomOf };

/**
 * heed/workers with other limits: below `least` a call is computed here, and a chunk has about `chunk`, in flops.
 * Workers end after `rest` milliseconds without a call.
 */
export function openWith(limits, options = {}) {
  return openWorkers({
    ...options,
    [Symbol.for("heed.workers.limits")]: { least: 0, perNumber: 0, chunk: 1e9, rest: 1e4, ...limits },
  });
}

export const runnable = flavours();

/** Runs the body with a pool, and closes it whatever happens. */
export async function withPool(limits, options, body) {
  const pool = await openWith(limits, options);
  try {
    return await body(pool);
  } finally {
    await pool.dispose();
  }
}

/** The same names, shapes and bits. NaN is NaN, whatever its payload. */
export function assertSameBits(actual, expected, what) {
  assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort(), `${what}: names`);
  for (const name in expected) {
    assert.deepEqual(actual[name].shape, expected[name].shape, `${what}: shape of ${name}`);
    const at = firstDifference(actual[name].data, expected[name].data);
    if (at < 0) continue;
    assert.fail(`${what}: ${name}[${at}] is ${actual[name].data[at]}, ${expected[name].data[at]} expected`);
  }
}

function firstDifference(actual, expected) {
  const [a, b] = [bitsOf(actual), bitsOf(expected)];
  return a.findIndex((bits, at) => bits !== b[at] && !(Number.isNaN(actual[at]) && Number.isNaN(expected[at])));
}

const bitsOf = ({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length);

/** A random call of attention, forward or backward: the name of the function and its arguments. */
export function randomAttention(random, backward) {
  const { integer, uniform } = random;
  const chance = (p) => uniform() < p;
  const rank = integer(2, 4);
  const [batch, groups, perGroup] = [
    rank === 4 ? integer(1, 3) : 1,
    ...(rank > 2 ? [integer(1, 3), integer(1, 3)] : [1, 1]),
  ];
  const heads = groups * perGroup;
  const queries = chance(0.15) ? integer(1, 3) : integer(4, 90);
  const keys = chance(0.06) ? integer(513, 600) : chance(0.4) ? queries : integer(1, 90);
  const [dim, valueDim] = [integer(1, 18), integer(1, 18)];
  const last = (shape) => shape.slice(4 - rank);
  const q = numbers(random, last([batch, heads, queries, dim]));
  const k = numbers(random, last([batch, groups, keys, dim]));
  const v = numbers(random, last([batch, groups, keys, valueDim]));
  const options = randomOptions(random, { batch, heads, queries, keys, rank, dim });
  if (!backward) {
    options.keep = kept(random, ["raw", "scores", "logits", "weights", "lse"], 0.25, options);
    return { name: "attention", args: [q, k, v, options] };
  }
  options.keep = ["dWeights", "dScores"].filter(() => chance(0.3));
  addDLse(random, options, last([batch, heads, queries]));
  return {
    name: "attentionBackward",
    args: [q, k, v, numbers(random, last([batch, heads, queries, valueDim])), options],
  };
}

/** A random call of a layer. */
export function randomLayer(random, backward) {
  const { integer, uniform, tensorOf } = random;
  const chance = (p) => uniform() < p;
  const batched = chance(0.5);
  const [batch, kvHeads, perGroup] = [batched ? integer(1, 3) : 1, integer(1, 4), integer(1, 2)];
  const heads = kvHeads * perGroup;
  const [tokens, modelDim, dim, valueDim] = [integer(1, 60), integer(1, 24), integer(1, 9), integer(1, 9)];
  const hasContext = chance(0.3);
  const [keys, contextDim] = hasContext ? [integer(1, 60), integer(1, 24)] : [tokens, modelDim];
  const last = (shape) => shape.slice(batched ? 0 : 1);
  const outIn = chance(0.5);
  const weight = (rows, columns) => tensorOf(outIn ? [columns, rows] : [rows, columns]);
  const weights = { heads, kvHeads, layout: outIn ? "out-in" : "in-out" };
  weights.queryWeight = weight(modelDim, heads * dim);
  weights.keyWeight = weight(contextDim, kvHeads * dim);
  weights.valueWeight = weight(contextDim, kvHeads * valueDim);
  const outputDim = chance(0.7) ? integer(1, 20) : 0;
  if (outputDim) weights.outputWeight = weight(heads * valueDim, outputDim);
  if (chance(0.5)) weights.queryBias = tensorOf([heads * dim]);
  if (chance(0.5)) weights.keyBias = tensorOf([kvHeads * dim]);
  if (chance(0.5)) weights.valueBias = tensorOf([kvHeads * valueDim]);
  if (outputDim && chance(0.5)) weights.outputBias = tensorOf([outputDim]);
  const x = numbers(random, last([batch, tokens, modelDim]));
  const isPlain = chance(0.1) && !hasContext;
  const seenHeads = isPlain ? 1 : heads;
  const options = randomOptions(random, { batch, heads: seenHeads, queries: tokens, keys, rank: 4, dim });
  if (hasContext) options.context = numbers(random, last([batch, keys, contextDim]));
  const own = isPlain ? undefined : weights;
  if (isPlain) {
    delete options.mask;
    delete options.bias;
    delete options.rotary;
  }
  if (!backward) {
    options.keep = kept(random, ["q", "k", "v", "raw", "scores", "logits", "weights", "lse", "joined"], 0.2, options);
    return { name: "selfAttention", args: [x, { ...own, ...options }] };
  }
  options.keep = ["dWeights", "dScores", "dq", "dk", "dv", "dJoined"].filter(() => chance(0.3));
  addDLse(random, options, batched ? [batch, seenHeads, tokens] : seenHeads === 1 ? [tokens] : [heads, tokens]);
  const columns = isPlain ? modelDim : outputDim || heads * valueDim;
  const dOutput = numbers(random, last([batch, tokens, columns]));
  return { name: "selfAttentionBackward", args: [x, dOutput, { ...own, ...options }] };
}

/** Some of the names. Without softmax there is no lse. */
function kept({ uniform }, names, chance, { normalize }) {
  return names.filter((name) => uniform() < chance && (name !== "lse" || normalize !== "none"));
}

function addDLse(random, options, shape) {
  if (random.uniform() < 0.3 && options.normalize !== "none") options.dLse = numbers(random, shape);
}

/** Mostly normal numbers; sometimes with NaN and Infinity among them. */
function numbers({ tensorOf, uniform, integer, normal }, shape) {
  const tensor = tensorOf(shape);
  if (uniform() < 0.15) {
    const odd = [NaN, Infinity, -Infinity, 1e30, 0];
    for (let n = integer(1, 4); n > 0; n--) tensor.data[integer(0, tensor.data.length - 1)] = odd[integer(0, 4)];
  }
  if (uniform() < 0.1) return { data: Uint16Array.from(tensor.data, () => integer(0, 0x4400)), shape, type: "float16" };
  return uniform() < 0.1 ? { data: Float64Array.from(tensor.data, () => normal()), shape } : tensor;
}

function randomOptions({ uniform, integer, normal, tensorOf }, { batch, heads, queries, keys, rank, dim }) {
  const chance = (p) => uniform() < p;
  const options = {};
  const repeated = () => {
    const shape = [batch, heads, queries, keys].slice(4 - rank).map((extent) => (chance(0.35) ? 1 : extent));
    return shape.slice(chance(0.3) ? integer(0, shape.length - 1) : 0);
  };
  const perBatch = (draw) => (chance(0.5) ? draw() : Array.from({ length: batch }, draw));
  if (chance(0.3)) {
    const { shape, data } = tensorOf(repeated(), uniform);
    options.mask = { shape, data: Uint8Array.from(data, (one) => Number(one < 0.8)) };
  }
  if (chance(0.3)) options.bias = tensorOf(repeated(), () => (chance(0.1) ? -Infinity : normal()));
  if (chance(0.25)) options.keyLengths = perBatch(() => integer(0, keys));
  addPositions({ uniform, integer, normal }, options, { heads, queries, keys, perBatch });
  if (batch === 1 && chance(0.2)) {
    const starts = (rows) => [0, ...[0, 0, 0].map(() => integer(0, rows)).sort((a, b) => a - b)];
    const offset = integer(-8, 8);
    delete options.keyLengths;
    options.sequences = { queries: starts(queries), keys: starts(keys) };
    for (const name of ["causal", "window", "alibi"]) if (options[name]) options[name] = { ...options[name], offset };
  }
  if (chance(0.2)) {
    const documents = (rows) => Array.from({ length: batch * rows }, () => integer(0, 2));
    options.documents = { queries: documents(queries), keys: documents(keys) };
  }
  if (chance(0.2)) options.keyMask = drawKeyMask({ uniform, integer }, { batch, keys });
  if (chance(0.2)) options.softcap = 0.5 + 3 * uniform();
  if (chance(0.2)) options.scale = normal();
  if (chance(0.1)) options.normalize = "none";
  else if (chance(0.25))
    options.sink = chance(0.5) ? normal() : Array.from({ length: heads }, () => (chance(0.2) ? -Infinity : normal()));
  if (dim > 1 && chance(0.3)) {
    const { causal, window, alibi, sequences } = options;
    const isPlaced = causal || (sequences ? window || alibi : queries === keys);
    const follows = isPlaced && chance(0.5);
    options.rotary = follows
      ? { pairs: "halves", dims: 2 * integer(1, Math.floor(dim / 2)) }
      : randomRotary({ uniform, integer, tensorOf }, { batch, queries, keys, dim });
  }
  return options;
}

/** Causal order, a window and ALiBi, which share one diagonal. */
function addPositions({ uniform, integer, normal }, options, { heads, queries, keys, perBatch }) {
  const chance = (p) => uniform() < p;
  const diagonal =
    queries === keys && chance(0.5) ? {} : { offset: perBatch(() => integer(-queries, Math.max(keys, 8))) };
  if (chance(0.4)) options.causal = "offset" in diagonal ? diagonal : true;
  if (chance(0.3)) {
    const left = chance(0.7) ? integer(0, keys) : undefined;
    const right = left === undefined || chance(0.7) ? integer(0, keys) : undefined;
    options.window = { left, right, ...diagonal };
  }
  if (chance(0.25)) {
    const slopes = Array.from({ length: heads }, () => (chance(0.2) ? 0 : normal()));
    options.alibi = { slopes: chance(0.5) || slopes, ...diagonal };
  }
}

/** Rotary with positions, or with tables too. */
function randomRotary({ uniform, integer, tensorOf }, { batch, queries, keys, dim }) {
  const positions = (rows) => Array.from({ length: batch * rows }, () => integer(0, 29));
  const dims = 2 * integer(1, Math.floor(dim / 2));
  const tables = uniform() < 0.5 ? { cos: tensorOf([30, dims / 2]), sin: tensorOf([30, dims / 2]) } : {};
  return {
    pairs: uniform() < 0.5 ? "halves" : "interleaved",
    dims,
    ...tables,
    positions: { queries: positions(queries), keys: positions(keys) },
  };
}
