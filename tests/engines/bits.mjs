// A few dozen random calls, forward and backward, with every option. Every engine runs this module and reports the bits
// of all results. It imports nothing, and it draws numbers with +, −, · and integers alone: engines differ in Math.log
// and Math.cos.

const CALLS = 48;
const SEED = 12;

const ROWS = [1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33, 64, 65, 130, 700]; // keys are packed in blocks of 512
const COLUMNS = [1, 2, 3, 5, 8, 16, 31, 32, 64];
const MOST_PRODUCTS = 2e6;

// ---- random numbers -------------------------------------------------------------------------------------------------

function randomOf(seed) {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  // The sum of twelve has mean 6 and variance 1, and it is exact.
  const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, x) => sum + x) - 6;
  const integer = (from, to) => from + Math.floor(uniform() * (to - from + 1));
  const pick = (list) => list[integer(0, list.length - 1)];
  const maybe = (chance, draw) => (uniform() < chance ? draw() : undefined);
  const tensor = (shape, draw = normal) => ({
    data: Float32Array.from({ length: shape.reduce((count, extent) => count * extent, 1) }, draw),
    shape,
  });
  return { uniform, normal, integer, pick, maybe, tensor };
}

// ---- random calls ---------------------------------------------------------------------------------------------------

function drawSizes({ integer, pick }) {
  for (;;) {
    const kvHeads = integer(1, 2);
    const sizes = {
      batch: integer(1, 2),
      kvHeads,
      heads: kvHeads * integer(1, 2),
      queries: pick(ROWS),
      keys: pick(ROWS),
      dim: pick(COLUMNS),
      valueDim: pick(COLUMNS),
    };
    const { batch, heads, queries, keys, dim, valueDim } = sizes;
    if (batch * heads * queries * keys * (dim + valueDim) <= MOST_PRODUCTS) return sizes;
  }
}

/** Each option is absent in some calls. A mask or bias is repeated along some axes. */
function drawOptions({ uniform, normal, integer, pick, maybe, tensor }, { batch, heads, queries, keys }) {
  const some = () => [batch, heads, queries, keys].map((extent) => (uniform() < 0.5 ? extent : 1));
  const perBatch = (draw) => (uniform() < 0.5 ? draw() : Array.from({ length: batch }, draw));
  const mask = () => {
    const { data, shape } = tensor(some(), () => Number(uniform() < 0.7));
    return { data: Uint8Array.from(data), shape };
  };
  const drawn = {
    scale: pick([undefined, "none", "sqrt-dmodel", 0.25, -0.75]),
    normalize: maybe(0.2, () => "none"),
    softcap: maybe(0.3, () => pick([1, 4, 30])),
    causal: maybe(0.3, () => ({ offset: perBatch(() => integer(-2, keys)) })),
    keyLengths: maybe(0.3, () => perBatch(() => integer(0, keys))),
    mask: maybe(0.3, mask),
    bias: maybe(0.4, () => tensor(some(), () => (uniform() < 0.1 ? -Infinity : normal()))),
    keyMask: maybe(0.2, () => Array.from({ length: batch }, () => Array.from({ length: keys }, () => uniform() < 0.8))),
  };
  return Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined));
}

const PAIRS = ["raw", "scores", "logits", "weights"];
const PAIR_GRADIENTS = ["dWeights", "dScores"];
const LAYER_GRADIENTS = [...PAIR_GRADIENTS, "dq", "dk", "dv", "dJoined"];

/** A call gives { name: tensor } with all that heed can return: results, kept matrices and gradients. */
function drawAttention(random) {
  const { batch, heads, kvHeads, queries, keys, dim, valueDim } = drawSizes(random);
  const q = random.tensor([batch, heads, queries, dim]);
  const k = random.tensor([batch, kvHeads, keys, dim]);
  const v = random.tensor([batch, kvHeads, keys, valueDim]);
  const dOutput = random.tensor([batch, heads, queries, valueDim]);
  const options = drawOptions(random, { batch, heads, queries, keys });
  return (heed) => ({
    ...heed.attention(q, k, v, { ...options, keep: PAIRS }),
    alone: heed.attention(q, k, v, options).output, // keeping nothing takes other loops
    ...heed.attentionBackward(q, k, v, dOutput, { ...options, keep: PAIR_GRADIENTS }),
  });
}

/** The weights are small, so that the logits are no larger than a softmax can take without magnifying errors. */
function drawWeights(random, { heads, kvHeads, dim, valueDim }, modelDim, contextDim, outputDim) {
  const layout = random.pick(["in-out", "out-in"]);
  const small = () => random.normal() / 8;
  const weight = (rows, columns) => random.tensor(layout === "in-out" ? [rows, columns] : [columns, rows], small);
  const bias = (columns) => random.maybe(0.5, () => random.tensor([columns]));
  return {
    heads,
    kvHeads,
    layout,
    queryWeight: weight(modelDim, heads * dim),
    keyWeight: weight(contextDim, kvHeads * dim),
    valueWeight: weight(contextDim, kvHeads * valueDim),
    queryBias: bias(heads * dim),
    keyBias: bias(kvHeads * dim),
    valueBias: bias(kvHeads * valueDim),
    ...(outputDim && { outputWeight: weight(heads * valueDim, outputDim), outputBias: bias(outputDim) }),
  };
}

function drawLayer(random) {
  const sizes = drawSizes(random);
  const { batch, heads, queries, valueDim } = sizes;
  const crossed = random.uniform() < 0.4;
  const keys = crossed ? sizes.keys : Math.min(queries, 130);
  const rows = crossed ? queries : keys;
  const modelDim = random.pick(COLUMNS);
  const contextDim = crossed ? random.pick(COLUMNS) : modelDim;
  const outputDim = random.maybe(0.5, () => random.pick(COLUMNS));
  const weights = drawWeights(random, sizes, modelDim, contextDim, outputDim);
  const x = random.tensor([batch, rows, modelDim]);
  const context = crossed ? random.tensor([batch, keys, contextDim]) : undefined;
  const dOutput = random.tensor([batch, rows, outputDim ?? heads * valueDim]);
  const options = { ...drawOptions(random, { batch, heads, queries: rows, keys }), context };
  return (heed) => ({
    ...heed.selfAttention(x, { ...weights, ...options, keep: ["q", "k", "v", "joined", ...PAIRS] }),
    alone: heed.selfAttention(x, { ...weights, ...options }).output,
    ...heed.selfAttentionBackward(x, dOutput, { ...weights, ...options, keep: LAYER_GRADIENTS }),
  });
}

// ---- reports --------------------------------------------------------------------------------------------------------

/** A hash (FNV-1a) of the bits of tensors. WebAssembly leaves the bits of a NaN open, so every NaN counts as one. */
function hashOf(tensors) {
  let hash = 0x811c9dc5;
  for (const { data } of tensors) {
    const bits = new Uint32Array(data.buffer, data.byteOffset, data.length);
    for (let i = 0; i < bits.length; i++)
      hash = Math.imul(hash ^ (Number.isNaN(data[i]) ? 0x7fc00000 : bits[i]), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}

/**
 * The largest difference between two tensors, in parts of the largest number that is expected, or of 1 where all are
 * smaller. Some gradients are 0 but for rounding, so their own size is no measure.
 */
function errorOf(actual, expected) {
  let [error, largest] = [0, 1];
  expected.data.forEach((wanted, i) => {
    if (Number.isFinite(wanted)) largest = Math.max(largest, Math.abs(wanted));
    if (Object.is(actual.data[i], wanted)) return;
    const difference = Math.abs(actual.data[i] - wanted);
    error = Number.isNaN(difference) ? Infinity : Math.max(error, difference);
  });
  return error / largest;
}

/**
 * What an entry of the package computes in this engine: for each flavour { hashes, error }. There is a hash for each
 * call. The error is the largest of all tensors, measured from what simd gives in the same engine.
 */
export async function bitsOf({ flavours, load }) {
  const calls = drawCalls();
  const simd = await load({ flavour: "simd" });
  const expected = calls.map((call) => call(simd));
  const report = {};
  for (const flavour of flavours()) {
    const heed = await load({ flavour });
    const results = calls.map((call) => call(heed));
    const errors = results.flatMap((result, at) =>
      Object.entries(result).map(([name, tensor]) => errorOf(tensor, expected[at][name])),
    );
    report[flavour] = { hashes: results.map((result) => hashOf(Object.values(result))), error: Math.max(...errors) };
  }
  return report;
}

function drawCalls() {
  const random = randomOf(SEED);
  return Array.from({ length: CALLS }, (_, at) => (at % 2 ? drawLayer : drawAttention)(random));
}

/** A hash for each call of all that the call gives but for gradients, which heed/forward does not have. */
export function forwardBitsOf({ attention, selfAttention }) {
  const none = () => ({});
  const heed = { attention, selfAttention, attentionBackward: none, selfAttentionBackward: none };
  return drawCalls().map((call) => hashOf(Object.values(call(heed))));
}

/** The same of both entries of the package, and what heed/forward gives. */
export const bitsOfEntries = async ({ heed, external, forward }) => ({
  both: [await bitsOf(heed), await bitsOf(external)],
  forward: forwardBitsOf(await forward.load()),
});
