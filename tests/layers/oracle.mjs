// Layers as a textbook writes them, in double precision, one loop per symbol. They share nothing with the core. There
// are no formulas for gradients here: tests take central differences of these functions.
import { sideBySide, textbookAttention as attentionOfHeads, textbookProjection } from "../lib/oracle.mjs";

/** erf by its series for small x, by a continued fraction of erfc for large x. */
export function erf(x) {
  if (x < 0) return -erf(-x);
  if (x < 2.5) {
    let [term, sum] = [x, x];
    for (let n = 1; Math.abs(term) > 1e-18 * Math.abs(sum); n++) {
      term *= (-x * x) / n;
      sum += term / (2 * n + 1);
    }
    return (2 / Math.sqrt(Math.PI)) * sum;
  }
  return 1 - erfc(x);
}

/** 1 − erf(x) for x ≥ 2.5, where the difference itself would lose digits. */
function erfc(x) {
  let fraction = 0;
  for (let n = 120; n >= 1; n--) fraction = n / 2 / (x + fraction);
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + fraction);
}

export const ACTIVATIONS = {
  none: (x) => x,
  relu: (x) => (x > 0 ? x : 0),
  gelu: (x) => (x < -3.6 ? (x / 2) * erfc(-x / Math.SQRT2) : (x / 2) * (1 + erf(x / Math.SQRT2))),
  "gelu-tanh": (x) => x / (1 + Math.exp(-2 * Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))),
  silu: (x) => x / (1 + Math.exp(-x)),
};

/**
 * x (rows, inputs), weight (inputs, outputs) or its transpose, all flat.
 * @param {{ rows: number, inputs: number, outputs: number, layout?: string, activation?: string }} sizes
 * @param {Record<string, any>} tensors
 */
export function textbookLinear({ rows, inputs, outputs, layout, activation = "none" }, { x, weight, bias }) {
  const output = new Float64Array(rows * outputs);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < outputs; j++) {
      let sum = bias ? bias[j] : 0;
      for (let k = 0; k < inputs; k++)
        sum += x[i * inputs + k] * weight[layout === "out-in" ? j * inputs + k : k * outputs + j];
      output[i * outputs + j] = ACTIVATIONS[activation](sum);
    }
  }
  return output;
}

export function textbookLayerNorm({ rows, dim, epsilon = 1e-5 }, { x, gain, bias }) {
  const output = new Float64Array(rows * dim);
  for (let i = 0; i < rows; i++) {
    const row = Array.from(x.slice(i * dim, (i + 1) * dim));
    const mean = row.reduce((sum, one) => sum + one, 0) / dim;
    const variance = row.reduce((sum, one) => sum + (one - mean) ** 2, 0) / dim;
    row.forEach((one, c) => {
      output[i * dim + c] = ((one - mean) / Math.sqrt(variance + epsilon)) * gain[c] + bias[c];
    });
  }
  return output;
}

export function textbookRmsNorm({ rows, dim, epsilon = 1e-5 }, { x, gain }) {
  return Float64Array.from({ length: rows * dim }, (_, at) => {
    const row = Array.from(x.slice(at - (at % dim), at - (at % dim) + dim));
    const square = row.reduce((sum, one) => sum + one ** 2, 0) / dim;
    return (x[at] / Math.sqrt(square + epsilon)) * gain[at % dim];
  });
}

/**
 * Self-attention of one sequence with the weights of a session (in-out), as joined heads. `sees(i, j)`: whether token i
 * attends to token j.
 * @param {{ tokens: number, dim: number, heads: number }} sizes
 */
export function textbookAttention({ tokens, dim, heads }, x, { query, key, value }, sees = (_i, _j) => true) {
  const model = x.length / tokens;
  const [q, k, v] = [query, key, value].map(({ weight, bias }) =>
    textbookProjection(
      { data: x, shape: [1, tokens, model] },
      { data: weight, shape: [model, heads * dim] },
      bias && { data: bias },
      heads,
    ),
  );
  const options = { scale: 1 / Math.sqrt(dim), allowed: (_b, _h, i, j) => sees(i, j) };
  const { output } = attentionOfHeads({ q, k, v }, options);
  return sideBySide({ data: output, shape: [1, heads, tokens, dim] }).data;
}

/**
 * The logits of a languageModel with layer norms, biases, positions and a tied output, from the numbers that it holds.
 * `sees(layer, i, j)`: whether token i attends to token j there.
 */
export function textbookLanguageModel({ options, ids, embedding, blocks, norm }, sees) {
  const { tokens, modelDim: dim, heads, hidden, vocab, activation } = options;
  const sequences = Array.from({ length: ids.length / tokens }, (_, sequence) => {
    let x = Float64Array.from({ length: tokens * dim }, (_, at) => {
      const [i, c] = [Math.floor(at / dim), at % dim];
      return embedding.table[ids[sequence * tokens + i] * dim + c] + embedding.positions[i * dim + c];
    });
    const add = (y) => (x = x.map((one, at) => one + y[at]));
    const normed = ({ gain, bias }) => textbookLayerNorm({ rows: tokens, dim }, { x, gain, bias });
    const linear = (inputs, outputs, given, { weight, bias }, more = {}) =>
      textbookLinear({ rows: tokens, inputs, outputs, ...more }, { x: given, weight, bias });
    blocks.forEach(({ layers: [first, second] }, layer) => {
      const [[before, session], [after, feed]] = [first.layers, second.layers];
      const of = (name) => ({ weight: session[`${name}Weight`], bias: session[`${name}Bias`] });
      const projections = { query: of("query"), key: of("key"), value: of("value") };
      const sizes = { tokens, dim: dim / heads, heads };
      const joined = textbookAttention(sizes, normed(before), projections, (i, j) => sees(layer, i, j));
      add(linear(dim, dim, joined, of("output")));
      const [up, down] = feed.layers;
      add(linear(hidden, dim, linear(dim, hidden, normed(after), up, { activation }), down));
    });
    return linear(dim, vocab, normed(norm), { weight: embedding.table, bias: undefined }, { layout: "out-in" });
  });
  return sequences.flatMap((one) => Array.from(one));
}

/**
 * The slopes of Σ forward(inputs) ∘ dOutput with respect to each number of inputs[name], by central differences in
 * double precision.
 */
export function slopesOf(forward, inputs, name, dOutput) {
  const loss = (values) => {
    const output = forward({ ...inputs, [name]: values });
    let sum = 0;
    for (let i = 0; i < output.length; i++) sum += output[i] * dOutput[i];
    return sum;
  };
  const values = Float64Array.from(inputs[name]);
  return values.map((value, at) => {
    const step = 1e-5 * Math.max(1, Math.abs(value));
    const moved = (by) => loss(values.map((one, i) => (i === at ? one + by : one)));
    return (moved(step) - moved(-step)) / (2 * step);
  });
}
