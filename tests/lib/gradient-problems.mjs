// Random problems for the gradients: arguments of a call with any mix of options, and the same thing as a textbook
// computes it in float64, so that its central differences tell what the gradient must be.
import { textbookLayer } from "./oracle.mjs";
import { attend } from "./rules.mjs";
import { gradientName, product, transposed } from "./support.mjs";

const ROWS = [1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129];
const COLUMNS = [1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 64];
const MOST_PRODUCTS = 6e4;

/** What a random generator picks out of a list. */
export const pick = (random, list) => list[random.integer(0, list.length - 1)];

/** Rotary with positions for each row of each batch. */
export function drawRotary(random, { batch, queries, keys, dim }) {
  const positions = (rows) => Array.from({ length: batch * rows }, () => random.integer(-4, 40) / 2);
  return {
    pairs: pick(random, ["halves", "interleaved"]),
    dims: 2 * random.integer(1, Math.floor(dim / 2)),
    base: pick(random, [10000, 50]),
    factor: pick(random, [1, 1.5]),
    positions: { queries: positions(queries), keys: positions(keys) },
  };
}

/** Padding in front and after, with holes: one list for all batches, or one for each. It may hide all keys. */
export function drawKeyMask(random, { batch, keys }) {
  const row = () => {
    const [first, end] = [random.integer(0, Math.floor(keys / 2)), random.integer(Math.floor(keys / 2), keys)];
    return Array.from({ length: keys }, (_, j) => Number(j >= first && j < end && random.uniform() < 0.9));
  };
  return random.uniform() < 0.3 ? row() : Array.from({ length: batch }, row);
}

/** Options of heed for the shape of the scores, and the tensors among them. */
function drawOptions(random, { batch, heads, queries, keys, dim, rank }) {
  const maybe = (chance, draw) => (random.uniform() < chance ? draw() : undefined);
  const extents = [batch, heads, queries, keys];
  const some = (least) =>
    extents.map((extent) => (random.uniform() < 0.5 ? extent : 1)).slice(random.integer(4 - rank, least));
  const perBatch = (draw) => (random.uniform() < 0.5 ? draw() : Array.from({ length: batch }, draw));
  const drawn = {
    scale: pick(random, [undefined, "none", "sqrt-dmodel", 0.3, -0.7]),
    normalize: maybe(0.2, () => "none"),
    softcap: maybe(0.3, () => pick(random, [1, 4, 30])),
    causal: maybe(0.3, () => ({ offset: perBatch(() => random.integer(-2, keys)) })),
    keyLengths: maybe(0.3, () => perBatch(() => random.integer(0, keys))),
    mask: maybe(0.3, () => {
      const shape = some(3);
      return { data: Uint8Array.from({ length: product(shape) }, () => (random.uniform() < 0.7 ? 1 : 0)), shape };
    }),
    rotary: dim > 1 ? maybe(0.3, () => drawRotary(random, { batch, queries, keys, dim })) : undefined,
    bias: maybe(0.4, () => random.tensorOf(some(3), () => (random.uniform() < 0.1 ? -Infinity : random.normal()))),
    keyMask: maybe(0.2, () => drawKeyMask(random, { batch, keys })),
  };
  return Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined));
}

function drawSizes(random) {
  for (;;) {
    const kvHeads = random.integer(1, 2);
    const sizes = {
      batch: random.integer(1, 2),
      heads: kvHeads * random.integer(1, 2),
      kvHeads,
      queries: pick(random, ROWS),
      keys: pick(random, ROWS),
      dim: pick(random, COLUMNS),
      valueDim: pick(random, COLUMNS),
    };
    const { batch, heads, queries, keys, dim, valueDim } = sizes;
    if (batch * heads * queries * keys * (dim + valueDim) <= MOST_PRODUCTS) return sizes;
  }
}

/**
 * `inputs` are what there is a gradient for, under the name that it has in the result, less its d. `moves` are added to
 * what is between input and output: the gradients of that can be kept, under the same names.
 */
export function attentionProblem(random) {
  const { batch, heads, kvHeads, queries, keys, dim, valueDim } = drawSizes(random);
  const inputs = {
    q: random.tensorOf([batch, heads, queries, dim]),
    k: random.tensorOf([batch, kvHeads, keys, dim]),
    v: random.tensorOf([batch, kvHeads, keys, valueDim]),
  };
  const dOutput = random.tensorOf([batch, heads, queries, valueDim]);
  const { bias, ...options } = drawOptions(random, { batch, heads, queries, keys, dim, rank: 4 });
  if (bias) inputs.bias = bias;
  return {
    inputs,
    dOutput,
    options,
    gradients: (heed, keep) =>
      heed.attentionBackward(inputs.q, inputs.k, inputs.v, dOutput, { ...options, bias, ...keep }),
    forward: (given) => attend(given, { ...options, bias: given.bias }, { batch, heads, dim }).output,
  };
}

export function layerProblem(random) {
  const { batch, heads, kvHeads, queries, keys, dim, valueDim } = drawSizes(random);
  const crossed = random.uniform() < 0.4;
  const [modelDim, contextDim, outputDim] = [
    pick(random, COLUMNS),
    pick(random, COLUMNS),
    random.uniform() < 0.5 ? pick(random, COLUMNS) : 0,
  ];
  const keyed = crossed ? contextDim : modelDim;
  const weight = (rows, columns) => random.tensorOf([rows, columns], () => random.normal() / Math.sqrt(rows));
  const inputs = {
    x: random.tensorOf([batch, queries, modelDim]),
    queryWeight: weight(modelDim, heads * dim),
    keyWeight: weight(keyed, kvHeads * dim),
    valueWeight: weight(keyed, kvHeads * valueDim),
  };
  if (crossed) inputs.context = random.tensorOf([batch, keys, contextDim]);
  if (outputDim) inputs.outputWeight = weight(heads * valueDim, outputDim);
  for (const name of ["query", "key", "value", "output"]) {
    const weighted = inputs[`${name}Weight`];
    if (weighted && random.uniform() < 0.5) inputs[`${name}Bias`] = random.tensorOf([weighted.shape[1]]);
  }
  const dOutput = random.tensorOf([batch, queries, outputDim || heads * valueDim]);
  const { bias, ...options } = drawOptions(random, {
    batch,
    heads,
    queries,
    keys: crossed ? keys : queries,
    dim,
    rank: 4,
  });
  if (bias) inputs.bias = bias;
  const layout = pick(random, ["in-out", "out-in"]);
  const zeros = (...shape) => ({ data: new Float64Array(product(shape)), shape });
  const keyRows = crossed ? keys : queries;
  return {
    inputs,
    moves: {
      q: zeros(batch, heads, queries, dim),
      k: zeros(batch, kvHeads, keyRows, dim),
      v: zeros(batch, kvHeads, keyRows, valueDim),
      joined: zeros(batch, queries, heads * valueDim),
    },
    dOutput,
    options,
    gradients(heed, keep) {
      const { x, context, bias: scoreBias, ...weights } = inputs;
      const laid = (name, tensor) => (layout === "out-in" && tensor.shape.length === 2 ? transposed(tensor) : tensor);
      const given = Object.fromEntries(Object.entries(weights).map(([name, tensor]) => [name, laid(name, tensor)]));
      const result = heed.selfAttentionBackward(x, dOutput, {
        ...given,
        heads,
        kvHeads,
        layout,
        ...options,
        context,
        bias: scoreBias,
        ...keep,
      });
      for (const name of Object.keys(weights)) result[gradientName(name)] = laid(name, result[gradientName(name)]);
      return result;
    },
    forward: (given) =>
      textbookLayer(given, heads, kvHeads, (heard) =>
        attend(heard, { ...options, bias: given.bias }, { batch, dim }, modelDim),
      ).output,
  };
}

/** Σ output ∘ dOutput. */
function lossOf({ forward, dOutput }, inputs) {
  return forward(inputs).reduce((sum, value, at) => sum + value * dOutput.data[at], 0);
}

/** The derivative of the loss along a direction of one input or move, by central differences in float64. */
export function directional(problem, name, direction, step = 1e-5) {
  const given = { ...problem.inputs, ...problem.moves };
  const lossAt = (by) => {
    const { data, shape } = given[name];
    return lossOf(problem, {
      ...given,
      [name]: { data: Float64Array.from(data, (value, at) => value + by * direction[at]), shape },
    });
  };
  return (lossAt(step) - lossAt(-step)) / (2 * step);
}

export const norm = (numbers) => Math.sqrt(numbers.reduce((sum, value) => sum + value * value, 0));

/** ‖actual − expected‖ / ‖expected‖; where that is 0, ‖actual‖. */
export function relativeError(actual, expected) {
  return norm(Array.from(expected, (value, at) => actual[at] - value)) / (norm(expected) || 1);
}
