// What the oracles of models are made of, in double precision, one loop per symbol: products, norms, attention; the
// parts of rows; and layers one after another. It shares nothing with heed.
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

function layerNorm(x, gain, bias, epsilon) {
  return x.map((row) => {
    const mean = row.reduce((total, one) => total + one, 0) / row.length;
    const variance = row.reduce((total, one) => total + (one - mean) ** 2, 0) / row.length;
    const shift = (c) => (bias ? bias.values[c] : 0);
    return row.map((one, c) => ((one - mean) / Math.sqrt(variance + epsilon)) * gain.values[c] + shift(c));
  });
}

function rmsNorm(x, gain, epsilon) {
  return x.map((row) => {
    const mean = row.reduce((total, one) => total + one * one, 0) / row.length;
    return row.map((one, c) => (one / Math.sqrt(mean + epsilon)) * gain.values[c]);
  });
}

/** Sums rows of the same name. A part is { name, rows }. */
const merged = (parts) =>
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

const constant = (x, name, bias) => ({ name, rows: x.map(() => Float64Array.from(bias.values)) });

/** What each head writes by itself. */
const headParts = (joined, layer, { heads, dim, through }) =>
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
function attention(q, k, v, { heads, kvHeads, dim, scale, sees, distance = (_head, _away) => 0, tiled = false }) {
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

/** Rows after a norm: { gain, bias, epsilon, mean }. */
export const normed = (x, { gain, bias, epsilon, mean }) =>
  mean ? layerNorm(x, gain, bias, epsilon) : rmsNorm(x, gain, epsilon);

/** Each head of the rows by itself. */
const perHead = (rows, dim, change) =>
  rows.map((row) => {
    const heads = Array.from({ length: row.length / dim }, (_, h) => row.slice(h * dim, (h + 1) * dim));
    return Float64Array.from(change(heads).flatMap((head) => Array.from(head)));
  });

/** What parts of rows become after a norm of each head that has the factor of the whole. */
function frozenHeads(parts, whole, { gain, epsilon }) {
  const dim = gain.values.length;
  const factors = whole.map((row) =>
    row.map((_, c) => {
      const own = row.slice(c - (c % dim), c - (c % dim) + dim);
      return gain.values[c % dim] / Math.sqrt(own.reduce((total, one) => total + one * one, 0) / dim + epsilon);
    }),
  );
  return parts.map(({ name, rows }) => ({
    name,
    rows: rows.map((row, i) => row.map((one, c) => one * factors[i][c])),
  }));
}

/** Turns columns i and i + pairs of each head by the position times the frequency of the pair. */
export const rotating =
  ({ dim, frequencies, factor = 1, interleaved = false }) =>
  (rows) =>
    rows.map((row, position) => {
      const to = Float64Array.from(row);
      for (let head = 0; head < row.length; head += dim)
        for (const [pair, frequency] of frequencies.entries()) {
          const [a, b] = interleaved ? [2 * pair, 2 * pair + 1] : [pair, pair + frequencies.length];
          const [c, s] = [Math.cos(position * frequency) * factor, Math.sin(position * frequency) * factor];
          to[head + a] = row[head + a] * c - row[head + b] * s;
          to[head + b] = row[head + b] * c + row[head + a] * s;
        }
      return to;
    });

export const frequenciesOf = (base, dims) =>
  Array.from({ length: dims / 2 }, (_, pair) => base ** ((-2 * pair) / dims));

/** The same of the first `dims` columns of each head, with plain frequencies. */
export const turning = ({ dim, dims = dim, base, stretch = 1, interleaved = false }) =>
  rotating({ dim, frequencies: frequenciesOf(base, dims).map((one) => one / stretch), interleaved });

/** These rows of a matrix, or numbers of a bias. */
function picked(tensor, numbers) {
  if (tensor === undefined) return undefined;
  const { shape, values } = tensor;
  const columns = shape[1] ?? 1;
  const picking = numbers.flatMap((row) => Array.from(values.subarray(row * columns, (row + 1) * columns)));
  return { shape: [numbers.length, ...shape.slice(1)], values: Float64Array.from(picking) };
}

export const rowsOf = ({ weight, bias }, numbers) => ({ weight: picked(weight, numbers), bias: picked(bias, numbers) });

/** A matrix of Conv1D, [inputs, outputs], as others have it. */
export const turned = ({ shape: [inputs, outputs], values }) => ({
  shape: [outputs, inputs],
  values: values.map((_, i) => values[(i % inputs) * outputs + Math.floor(i / inputs)]),
});

export const range = (from, count) => Array.from({ length: count }, (_, at) => from + at);
export const same = (rows) => rows;

/** What a matrix makes of rows, and of their parts; its bias is a part as well. */
export function projected({ x, parts, name }, { weight, bias }) {
  const own = parts.map((part) => ({ name: part.name, rows: times(part.rows, weight) }));
  return { x: times(x, weight, bias), parts: merged(bias ? [...own, constant(x, name, bias)] : own) };
}

/** What a norm makes of them. Without one they stay. */
export const behind = ({ x, parts, name }, norm) =>
  norm ? { x: normed(x, norm), parts: frozen(parts, x, { ...norm, name }) } : { x, parts };

/**
 * Rows through layers. A layer: { heads, kvHeads, dim, q, k, v, output: { weight, bias }, scale, sees, distance, tiled,
 * turn, headNorms, first and second: norms { before, within, behind }, parallel, feed }.
 */
export function layered({ x, parts, layers, last = undefined }) {
  const [weights, splits, stream] = [[], [], [x]];
  for (const [number, layer] of layers.entries()) {
    const { heads, dim, scale, first, second, headNorms = {}, turn = same } = layer;
    const name = `bias ${number}`;
    const read = behind({ x, parts, name }, first.before);
    const [q, k, v] = ["q", "k", "v"].map((side) => {
      const side0 = projected({ ...read, name }, layer[side]);
      const norm = headNorms[side];
      const rows = norm ? perHead(side0.x, dim, (all) => rmsNorm(all, norm.gain, norm.epsilon)) : side0.x;
      const own = norm ? frozenHeads(side0.parts, side0.x, norm) : side0.parts;
      if (side === "v") return { rows, parts: [] };
      return { rows: turn(rows), parts: own.map((part) => ({ name: part.name, rows: turn(part.rows) })) };
    });
    const seen = attention(q.rows, k.rows, v.rows, layer);
    weights.push(seen.weights);
    splits.push({ scores: seen.scores, scale, v: v.rows, q: q.parts, k: k.parts });
    const through = (rows) => times(rows, layer.output.weight);
    const { bias } = layer.output;
    const added = behind(
      {
        x: times(seen.joined, layer.output.weight, bias),
        parts: [...headParts(seen.joined, number, { heads, dim, through }), ...(bias ? [constant(x, name, bias)] : [])],
        name,
      },
      first.within,
    );
    const between = behind({ x: sum(x, added.x), parts: [...parts, ...added.parts], name }, first.behind);
    stream.push(between.x);
    const source = layer.parallel ? x : between.x;
    const fed = layer.feed(second.before ? normed(source, second.before) : source);
    const feeding = second.within ? normed(fed, second.within) : fed;
    const feedParts = [...between.parts, { name: `feedForward ${number}`, rows: feeding }];
    ({ x, parts } = behind({ x: sum(between.x, feeding), parts: feedParts, name }, second.behind));
    stream.push(x);
  }
  return { rows: last ? normed(x, last) : x, weights, splits, stream, end: { x, parts, last } };
}

/** A model whose output follows its last norm. */
export function withOutput(done, output) {
  const { last } = done.end;
  const read = (rows) => times(normed(rows, last), output.weight, output.bias);
  return { ...done, read, logits: read(done.end.x), end: { ...done.end, output } };
}

/** activation(x·W₁ + b₁)·W₂ + b₂, or with a gate that takes the activation. */
export const feedForward =
  (activation, up, down, gate = undefined) =>
  (x) => {
    const straight = times(x, up.weight, up.bias);
    const active = gate ? activate(times(x, gate.weight, gate.bias), activation) : activate(straight, activation);
    const hidden = gate ? active.map((row, i) => row.map((one, c) => one * straight[i][c])) : active;
    return times(hidden, down.weight, down.bias);
  };

export const tokenRows = (table, ids) => ids.map((id) => rowOf(table, id));
