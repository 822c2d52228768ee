// The textbook's loops in double precision for some rows of a shape, and the distance of a result from them.
import { modelDim } from "./shapes.mjs";

// The number of rows that are checked. The first and the last are among them; the others are spread over heads and
// queries.
const SAMPLED_ROWS = 24;

function sampledRows({ heads, queries }) {
  const all = heads * queries;
  const count = Math.min(SAMPLED_ROWS, all);
  return Array.from({ length: count }, (_, i) => Math.round((i * (all - 1)) / Math.max(1, count - 1)));
}

/**
 * softmax(q·kᵀ / √dim) of one query against the rows of k that it sees, from `from` to before `to`; 0 for the others.
 * `slope` is taken off for each step of distance from `at`, and `sink` is one more logit without a value.
 */
function weightsOf(q, qAt, k, kAt, { from = 0, to, at = 0, slope = 0, sink = -Infinity }, dim) {
  const weights = new Float64Array(to);
  let largest = sink;
  for (let j = from; j < to; j++) {
    let sum = 0;
    for (let c = 0; c < dim; c++) sum += q[qAt + c] * k[kAt + j * dim + c];
    weights[j] = sum / Math.sqrt(dim) - slope * Math.abs(at - j);
    largest = Math.max(largest, weights[j]);
  }
  let total = Math.exp(sink - largest);
  for (let j = from; j < to; j++) total += weights[j] = Math.exp(weights[j] - largest);
  return { weights: weights.map((weight) => weight / total), lse: largest + Math.log(total) };
}

/** Which keys query i of a head sees, and how. */
/** @param {Record<string, any>} shape @param {number} head @param {number} i */
function ruleOf({ heads, keys, causal, options = {} }, head, i) {
  const { window, alibi, sink } = options;
  return {
    from: window ? Math.max(0, i - window.left) : 0,
    to: Math.min(keys, causal ? i + 1 : keys, window ? i + window.right + 1 : keys),
    at: i,
    // the slopes of a number of heads that is a power of two
    slope: alibi ? 2 ** ((-8 * (head + 1)) / heads) : 0,
    sink,
  };
}

/** Rows (heads, rows, dim) turned by their positions, or turned back; as they are without rotary. */
function turned(rows, { dim, queries, options }, back = 1, first = 0) {
  const pairs = options?.rotary?.pairs;
  if (!pairs) return rows;
  const result = Float64Array.from(rows);
  for (let row = 0; row < rows.length / dim; row++)
    for (let pair = 0; pair < dim / 2; pair++) {
      const [one, two] = pairs === "halves" ? [pair, pair + dim / 2] : [2 * pair, 2 * pair + 1];
      const angle = back * ((first + row) % queries) * 10000 ** ((-2 * pair) / dim);
      const [x, y] = [rows[row * dim + one], rows[row * dim + two]];
      result[row * dim + one] = Math.cos(angle) * x - Math.sin(angle) * y;
      result[row * dim + two] = Math.sin(angle) * x + Math.cos(angle) * y;
    }
  return result;
}

function mix(weights, v, vAt, dim) {
  const output = new Float64Array(dim);
  weights.forEach((weight, j) => {
    for (let c = 0; c < dim; c++) output[c] += weight * v[vAt + j * dim + c];
  });
  return output;
}

function attentionRows(shape, inputs) {
  const { queries, keys, dim } = shape;
  const [q, k] = [turned(inputs.q, shape), turned(inputs.k, shape)];
  return sampledRows(shape).map((row) => {
    const head = Math.floor(row / queries);
    const rule = ruleOf(shape, head, row % queries);
    const { weights, lse } = weightsOf(q, row * dim, k, head * keys * dim, rule, dim);
    const output = mix(weights, inputs.v, head * keys * dim, dim);
    return { at: row * dim, output, weightsAt: row * keys, weights, lseAt: row, lse: [lse] };
  });
}

/** rows · weight, (count, width) · (width, width) */
function project(rows, count, weight, width) {
  const product = new Float64Array(count * width);
  for (let i = 0; i < count; i++)
    for (let c = 0; c < width; c++) {
      const x = rows[i * width + c];
      for (let o = 0; o < width; o++) product[i * width + o] += x * weight[c * width + o];
    }
  return product;
}

/** (tokens, heads·dim) → (heads, tokens, dim) */
function splitHeads(rows, heads, dim) {
  const width = heads * dim,
    tokens = rows.length / width;
  const split = new Float64Array(rows.length);
  for (let t = 0; t < tokens; t++)
    for (let h = 0; h < heads; h++)
      for (let c = 0; c < dim; c++) split[(h * tokens + t) * dim + c] = rows[t * width + h * dim + c];
  return split;
}

function layerRows(shape, { x, query, key, value, output }) {
  const { heads, queries: tokens, dim } = shape;
  const width = modelDim(shape);
  const [q, k, v] = [query, key, value].map((weight) => splitHeads(project(x, tokens, weight, width), heads, dim));
  return sampledRows({ heads: 1, queries: tokens }).map((row) => {
    const joined = [];
    for (let h = 0; h < heads; h++) {
      const first = h * tokens * dim;
      joined.push(...mix(weightsOf(q, first + row * dim, k, first, { to: tokens }, dim).weights, v, first, dim));
    }
    return { at: row * width, output: project(joined, 1, output, width) };
  });
}

// dq is checked row by row. A row of dk or dv depends on all of q, so these are checked by their sums: Σ_j dv_j = Σ_i
// dO_i, since weights sum to 1, and Σ dk ∘ k = Σ dq ∘ q, since both are Σ dS ∘ S.
function gradientRows(shape, inputs) {
  const { queries, keys, dim } = shape;
  const { v, dOutput } = inputs;
  const [q, k] = [turned(inputs.q, shape), turned(inputs.k, shape)];
  const rows = sampledRows(shape).map((row) => {
    const head = Math.floor(row / queries),
      first = head * keys * dim;
    const { weights } = weightsOf(q, row * dim, k, first, ruleOf(shape, head, row % queries), dim);
    const slopes = weights.map((_, j) => {
      let sum = 0;
      for (let c = 0; c < dim; c++) sum += dOutput[row * dim + c] * v[first + j * dim + c];
      return sum;
    });
    const mean = weights.reduce((sum, weight, j) => sum + weight * slopes[j], 0);
    const dScores = weights.map((weight, j) => (weight * (slopes[j] - mean)) / Math.sqrt(dim));
    return { at: row * dim, dq: turned(mix(dScores, k, first, dim), shape, -1, row % queries) };
  });
  return { rows, q: inputs.q, k: inputs.k, dim, dvSums: columnSums(dOutput, dim) };
}

function columnSums(rows, columns) {
  const sums = new Float64Array(columns);
  rows.forEach((x, at) => (sums[at % columns] += x));
  return sums;
}

const dot = (a, b) => a.reduce((sum, x, at) => sum + x * b[at], 0);

function gradientError({ rows, q, k, dim, dvSums }, { dq, dk, dv }) {
  const ofRows = Math.max(...rows.map((row) => largestDifference(dq, row.at, row.dq)));
  // the error of a sum of n numbers is √n times the error of one
  const ofInnerProduct = Math.abs(dot(Float64Array.from(dk), k) - dot(Float64Array.from(dq), q)) / Math.sqrt(dk.length);
  const ofSums = largestDifference(columnSums(dv, dim), 0, dvSums) / Math.sqrt(dv.length / dim);
  return Math.max(ofRows, Number.isNaN(ofInnerProduct) ? Infinity : ofInnerProduct, ofSums);
}

/** The right values of the sampled rows: of the output and the weights, or of the gradients. */
export function expectedRows(shape, inputs) {
  if (shape.backward) return gradientRows(shape, inputs);
  return shape.kind === "layer" ? layerRows(shape, inputs) : attentionRows(shape, inputs);
}

function largestDifference(got, at, want) {
  let largest = 0;
  want.forEach((number, i) => {
    const difference = Math.abs(got[at + i] - number);
    // NaN counts as an infinite error
    largest = difference <= largest ? largest : Number.isNaN(difference) ? Infinity : difference;
  });
  return largest;
}

/** The largest difference over the sampled rows. */
export function largestError(rows, result) {
  if (rows.dvSums) return gradientError(rows, result);
  const { output, weights, lse } = result;
  return Math.max(
    ...rows.map((row) =>
      Math.max(
        largestDifference(output, row.at, row.output),
        weights ? largestDifference(weights, row.weightsAt, row.weights) : 0,
        lse ? largestDifference(lse, row.lseAt, row.lse) : 0,
      ),
    ),
  );
}

// Every contender computes in float32, and outputs are of order 1 or less. A larger error means that the contender
// computes something else, or with less precision.
export const LARGEST_ALLOWED = 1e-4;
