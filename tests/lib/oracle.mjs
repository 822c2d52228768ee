// Attention as a textbook has it: one loop per symbol, in double precision. Everything is (batch, heads, rows,
// columns).

/**
 * inputs: { q, k, v } as { data, shape } of rank 4. allowed(b, h, i, j) and bias(b, h, i, j) are functions, and so is
 * sink(h), the logit without a value.
 * @typedef {(b: number, h: number, i: number, j: number) => any} OfPair
 * @param {Record<string, any>} inputs
 * @param {{ scale?: number, softcap?: number, softmax?: boolean, allowed?: OfPair, bias?: OfPair,
 *   sink?: (h: number) => number }} options
 */
export function textbookAttention(
  { q, k, v },
  { scale, softcap = 0, softmax = true, allowed = () => true, bias = () => 0, sink = () => -Infinity },
) {
  const [batch, heads, queries, dim] = q.shape;
  const [, kvHeads, keys, valueDim] = v.shape;
  const matrix = () => new Float64Array(batch * heads * queries * keys);
  const result = {
    raw: matrix(),
    scores: matrix(),
    logits: matrix(),
    weights: matrix(),
    lse: new Float64Array(batch * heads * queries),
    output: new Float64Array(batch * heads * queries * valueDim),
  };
  const element = (tensor, b, h, i, c) =>
    tensor.data[((b * tensor.shape[1] + h) * tensor.shape[2] + i) * tensor.shape[3] + c];
  for (let b = 0; b < batch; b++) {
    for (let h = 0; h < heads; h++) {
      const source = Math.floor(h / (heads / kvHeads));
      for (let i = 0; i < queries; i++) {
        const row = ((b * heads + h) * queries + i) * keys;
        const may = Array.from({ length: keys }, (_, j) => allowed(b, h, i, j) && bias(b, h, i, j) !== -Infinity);
        for (let j = 0; j < keys; j++) {
          let dot = 0;
          for (let c = 0; c < dim; c++) dot += element(q, b, h, i, c) * element(k, b, source, j, c);
          result.raw[row + j] = dot;
          const scaled = dot * scale;
          result.scores[row + j] = softcap > 0 ? softcap * Math.tanh(scaled / softcap) : scaled;
          result.logits[row + j] = may[j] ? result.scores[row + j] + bias(b, h, i, j) : -Infinity;
        }
        const logits = result.logits.subarray(row, row + keys);
        const [divided, lse] = softmaxOf(logits, may, sink(h));
        const weights = softmax ? divided : logits.map((logit, j) => (may[j] ? logit : 0));
        result.weights.set(weights, row);
        result.lse[row / keys] = lse;
        for (let c = 0; c < valueDim; c++) {
          let sum = 0;
          for (let j = 0; j < keys; j++) if (may[j]) sum += weights[j] * element(v, b, source, j, c);
          result.output[((b * heads + h) * queries + i) * valueDim + c] = sum;
        }
      }
    }
  }
  return result;
}

/** The weights, and the log of the sum that they were divided by. */
function softmaxOf(logits, may, sink) {
  const largest = logits.reduce((most, logit, j) => (may[j] ? Math.max(most, logit) : most), sink);
  if (largest === -Infinity) return [new Float64Array(logits.length), -Infinity];
  const powers = logits.map((logit, j) => (may[j] ? Math.exp(logit - largest) : 0));
  const sum = powers.reduce((total, power) => total + power, Math.exp(sink - largest));
  return [powers.map((power) => power / sum), largest + Math.log(sum)];
}

/** x·W + b for x (batch, rows, in) and W (in, out), split into heads: (batch, heads, rows, out / heads). */
export function textbookProjection(x, weight, bias, heads) {
  const [batch, rows, inputs] = x.shape;
  const outputs = weight.shape[1];
  const dim = outputs / heads;
  const data = new Float64Array(batch * rows * outputs);
  for (let b = 0; b < batch; b++) {
    for (let i = 0; i < rows; i++) {
      for (let o = 0; o < outputs; o++) {
        let sum = bias ? bias.data[o] : 0;
        for (let c = 0; c < inputs; c++) sum += x.data[(b * rows + i) * inputs + c] * weight.data[c * outputs + o];
        data[((b * heads + Math.floor(o / dim)) * rows + i) * dim + (o % dim)] = sum;
      }
    }
  }
  return { data, shape: [batch, heads, rows, dim] };
}

/** (batch, heads, rows, dim) to (batch, rows, heads · dim). */
export function sideBySide({ data, shape: [batch, heads, rows, dim] }) {
  const joined = new Float64Array(data.length);
  for (let b = 0; b < batch; b++) {
    for (let h = 0; h < heads; h++) {
      for (let i = 0; i < rows; i++) {
        for (let c = 0; c < dim; c++)
          joined[((b * rows + i) * heads + h) * dim + c] = data[((b * heads + h) * rows + i) * dim + c];
      }
    }
  }
  return { data: joined, shape: [batch, rows, heads * dim] };
}

/**
 * A layer: projections, `attend` on the heads, the heads side by side, and the output projection where there is one.
 * `tensors` are named as heed's; what they have as q, k, v and joined is added to those, for their gradients.
 */
export function textbookLayer(tensors, heads, kvHeads, attend) {
  const { x, context = x } = tensors;
  const project = (input, name, count) =>
    textbookProjection(input, tensors[`${name}Weight`], tensors[`${name}Bias`], count);
  const moved = (name, { data, shape }) => ({
    data: data.map((one, at) => one + (tensors[name]?.data[at] ?? 0)),
    shape,
  });
  const q = moved("q", project(x, "query", heads));
  const k = moved("k", project(context, "key", kvHeads));
  const v = moved("v", project(context, "value", kvHeads));
  const found = attend({ q, k, v });
  const [batch, , rows] = q.shape;
  const joined = moved("joined", sideBySide({ data: found.output, shape: [batch, heads, rows, v.shape[3]] }));
  const output = tensors.outputWeight ? project(joined, "output", 1).data : joined.data;
  return { ...found, q: q.data, k: k.data, v: v.data, joined: joined.data, output };
}

/**
 * Rotary position embedding of x (batch, heads, rows, columns): pair number n of `dims` columns turns by position ·
 * base^(−2n/dims), where position(b, i) is that of row i of batch b.
 */
export function textbookRotation({ data, shape }, { pairs, dims = shape[3], base = 10000, factor = 1 }, position) {
  const [, heads, rows, columns] = shape;
  const turned = Float64Array.from(data);
  for (let row = 0; row < data.length / columns; row++) {
    for (let n = 0; n < dims / 2; n++) {
      const angle = position(Math.floor(row / rows / heads), row % rows) * base ** ((-2 * n) / dims);
      const [one, two] = pairs === "halves" ? [n, n + dims / 2] : [2 * n, 2 * n + 1];
      const [x1, x2] = [data[row * columns + one], data[row * columns + two]];
      turned[row * columns + one] = factor * (Math.cos(angle) * x1 - Math.sin(angle) * x2);
      turned[row * columns + two] = factor * (Math.sin(angle) * x1 + Math.cos(angle) * x2);
    }
  }
  return { data: turned, shape };
}
