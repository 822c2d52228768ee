// What the oracles of models are made of, in double precision, one loop per symbol: products, norms, attention; and the
// parts of rows. It shares nothing with heed.
import { ACTIVATIONS } from "../layers/oracle.mjs";

const NAMES = {
  ...{ gelu: "gelu", gelu_new: "gelu-tanh", gelu_pytorch_tanh: "gelu-tanh", gelu_fast: "gelu-tanh", relu: "relu" },
  ...{ silu: "silu", swish: "silu" },
};

export const activate = (rows, name) => rows.map((row) => row.map(ACTIVATIONS[NAMES[name]]));
export const sum = (a, b) => a.map((row, i) => row.map((one, c) => one + b[i][c]));

/** x · W (+ b), of a matrix [outputs, inputs], or [inputs, outputs] of Conv1D. */
export function times(x, { shape, values }, bias, isConv = false) {
  const [inputs, outputs] = isConv ? shape : [shape[1], shape[0]];
  return x.map((row) =>
    Float64Array.from({ length: outputs }, (_, j) => {
      let total = bias ? bias.values[j] : 0;
      for (let k = 0; k < inputs; k++) total += row[k] * values[isConv ? k * outputs + j : j * inputs + k];
      return total;
    }),
  );
}

export function layerNorm(x, gain, bias, epsilon) {
  return x.map((row) => {
    const mean = row.reduce((total, one) => total + one, 0) / row.length;
    const variance = row.reduce((total, one) => total + (one - mean) ** 2, 0) / row.length;
    const shift = (c) => (bias ? bias.values[c] : 0);
    return row.map((one, c) => ((one - mean) / Math.sqrt(variance + epsilon)) * gain.values[c] + shift(c));
  });
}

export function rmsNorm(x, gain, epsilon) {
  return x.map((row) => {
    const mean = row.reduce((total, one) => total + one * one, 0) / row.length;
    return row.map((one, c) => (one / Math.sqrt(mean + epsilon)) * gain.values[c]);
  });
}

/** Sums rows of the same name. A part is { name, rows }. */
export const merged = (parts) =>
  Array.from(new Set(parts.map(({ name }) => name)), (name) => ({
    name,
    rows: parts.filter((one) => one.name === name).reduce((all, { rows }) => sum(all, rows), zeros(parts[0].rows)),
  }));
const zeros = (rows) => rows.map((row) => new Float64Array(row.length));

/** What each part of the rows x becomes after a norm that has the factor of x; its bias is a part as well. */
export function frozen(parts, x, { gain, bias = undefined, epsilon, name = "", mean = bias !== undefined }) {
  const average = (row) => (mean ? row.reduce((total, one) => total + one, 0) / row.length : 0);
  const factors = x.map((row) => {
    const middle = average(row);
    return 1 / Math.sqrt(row.reduce((total, one) => total + (one - middle) ** 2, 0) / row.length + epsilon);
  });
  const behind = parts.map((part) => ({
    name: part.name,
    rows: part.rows.map((row, i) => row.map((one, c) => (one - average(row)) * factors[i] * gain.values[c])),
  }));
  return merged(bias ? [...behind, constant(x, name, bias)] : behind);
}

export const constant = (x, name, bias) => ({ name, rows: x.map(() => Float64Array.from(bias.values)) });

/** What each head writes by itself. */
export const headParts = (joined, layer, { heads, dim, through }) =>
  Array.from({ length: heads }, (_, h) => ({
    name: `head ${layer}.${h}`,
    rows: through(joined.map((row) => row.map((one, c) => (Math.floor(c / dim) === h ? one : 0)))),
  }));

export const rowOf = ({ shape, values }, at) => Float64Array.from(values.subarray(at * shape[1], (at + 1) * shape[1]));

/**
 * `sees(i, j)`: whether token i attends to token j. `distance(h, j - i)` is added to a scaled score. Returns the joined
 * heads, the weights, [heads][i][j], and the scores without distances, of tokens that are not seen as well. `tiled`
 * takes the heads of keys one after another, which is a mistake.
 */
export function attention(
  q,
  k,
  v,
  { heads, kvHeads, dim, scale, sees, distance = (_head, _away) => 0, tiled = false },
) {
  const joined = q.map(() => new Float64Array(heads * dim));
  const raw = [];
  const weights = Array.from({ length: heads }, (_, h) => {
    raw.push([]);
    const kv = tiled ? h % kvHeads : Math.floor(h / (heads / kvHeads));
    return q.map((query, i) => {
      const scores = k.map((key, j) => {
        let dot = 0;
        for (let c = 0; c < dim; c++) dot += query[h * dim + c] * key[kv * dim + c];
        (raw[h][i] ??= []).push(dot * scale);
        return sees(i, j) ? dot * scale + distance(h, j - i) : -Infinity;
      });
      const most = Math.max(...scores);
      const powers = scores.map((score) => Math.exp(score - most));
      const all = powers.reduce((total, power) => total + power, 0);
      const row = powers.map((power) => power / all);
      row.forEach((weight, j) => {
        for (let c = 0; c < dim; c++) joined[i][h * dim + c] += weight * v[j][kv * dim + c];
      });
      return row;
    });
  });
  return { joined, weights, scores: raw };
}
