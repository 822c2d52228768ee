// Attention in JavaScript alone, written with care: typed arrays, no allocation in loops, and both products in tiles of
// two rows by four columns. The eight sums of a tile stay in registers, and each step reads six numbers for them.
import { modelDim } from "../shapes.mjs";

/** scores[row r][j] = (q row r · k row j) · scale for two rows of q and the first `keys` rows of k. */
function scoreRows(q, q0, q1, k, kAt, keys, dim, scale, s0, s1) {
  let j = 0;
  for (; j + 4 <= keys; j += 4) {
    let a0 = 0,
      a1 = 0,
      a2 = 0,
      a3 = 0,
      b0 = 0,
      b1 = 0,
      b2 = 0,
      b3 = 0;
    const k0 = kAt + j * dim,
      k1 = k0 + dim,
      k2 = k1 + dim,
      k3 = k2 + dim;
    for (let c = 0; c < dim; c++) {
      const a = q[q0 + c],
        b = q[q1 + c];
      const x0 = k[k0 + c],
        x1 = k[k1 + c],
        x2 = k[k2 + c],
        x3 = k[k3 + c];
      a0 += a * x0;
      a1 += a * x1;
      a2 += a * x2;
      a3 += a * x3;
      b0 += b * x0;
      b1 += b * x1;
      b2 += b * x2;
      b3 += b * x3;
    }
    s0[j] = a0 * scale;
    s0[j + 1] = a1 * scale;
    s0[j + 2] = a2 * scale;
    s0[j + 3] = a3 * scale;
    s1[j] = b0 * scale;
    s1[j + 1] = b1 * scale;
    s1[j + 2] = b2 * scale;
    s1[j + 3] = b3 * scale;
  }
  for (; j < keys; j++) {
    let a = 0,
      b = 0;
    for (let c = 0; c < dim; c++) {
      a += q[q0 + c] * k[kAt + j * dim + c];
      b += q[q1 + c] * k[kAt + j * dim + c];
    }
    s0[j] = a * scale;
    s1[j] = b * scale;
  }
}

/** scores → weights over the first `visible` keys; 0 from there to `keys`. */
function softmaxRow(scores, visible, keys) {
  let largest = -Infinity,
    total = 0;
  for (let j = 0; j < visible; j++) if (scores[j] > largest) largest = scores[j];
  for (let j = 0; j < visible; j++) total += scores[j] = Math.exp(scores[j] - largest);
  const factor = 1 / total;
  for (let j = 0; j < visible; j++) scores[j] *= factor;
  for (let j = visible; j < keys; j++) scores[j] = 0;
}

/** output row r = Σ_j weights[row r][j] · v row j, for two rows. */
function mixRows(w0, w1, keys, v, vAt, dim, output, o0, o1) {
  let c = 0;
  for (; c + 4 <= dim; c += 4) {
    let a0 = 0,
      a1 = 0,
      a2 = 0,
      a3 = 0,
      b0 = 0,
      b1 = 0,
      b2 = 0,
      b3 = 0;
    for (let j = 0, at = vAt + c; j < keys; j++, at += dim) {
      const a = w0[j],
        b = w1[j];
      const x0 = v[at],
        x1 = v[at + 1],
        x2 = v[at + 2],
        x3 = v[at + 3];
      a0 += a * x0;
      a1 += a * x1;
      a2 += a * x2;
      a3 += a * x3;
      b0 += b * x0;
      b1 += b * x1;
      b2 += b * x2;
      b3 += b * x3;
    }
    output[o0 + c] = a0;
    output[o0 + c + 1] = a1;
    output[o0 + c + 2] = a2;
    output[o0 + c + 3] = a3;
    output[o1 + c] = b0;
    output[o1 + c + 1] = b1;
    output[o1 + c + 2] = b2;
    output[o1 + c + 3] = b3;
  }
  for (; c < dim; c++) {
    let a = 0,
      b = 0;
    for (let j = 0; j < keys; j++) {
      a += w0[j] * v[vAt + j * dim + c];
      b += w1[j] * v[vAt + j * dim + c];
    }
    output[o0 + c] = a;
    output[o1 + c] = b;
  }
}

/** A single row, as in decoding: four keys at a time, then four rows of v at a time. */
function attendRow(q, qAt, k, v, at, keys, dim, scale, scores, output) {
  let j = 0;
  for (; j + 4 <= keys; j += 4) {
    const k0 = at + j * dim,
      k1 = k0 + dim,
      k2 = k1 + dim,
      k3 = k2 + dim;
    let a0 = 0,
      a1 = 0,
      a2 = 0,
      a3 = 0;
    for (let c = 0; c < dim; c++) {
      const x = q[qAt + c];
      a0 += x * k[k0 + c];
      a1 += x * k[k1 + c];
      a2 += x * k[k2 + c];
      a3 += x * k[k3 + c];
    }
    scores[j] = a0 * scale;
    scores[j + 1] = a1 * scale;
    scores[j + 2] = a2 * scale;
    scores[j + 3] = a3 * scale;
  }
  for (; j < keys; j++) {
    let a = 0;
    for (let c = 0; c < dim; c++) a += q[qAt + c] * k[at + j * dim + c];
    scores[j] = a * scale;
  }
  softmaxRow(scores, keys, keys);
  const sums = new Float64Array(dim);
  for (j = 0; j + 4 <= keys; j += 4) {
    const w0 = scores[j],
      w1 = scores[j + 1],
      w2 = scores[j + 2],
      w3 = scores[j + 3];
    const v0 = at + j * dim,
      v1 = v0 + dim,
      v2 = v1 + dim,
      v3 = v2 + dim;
    for (let c = 0; c < dim; c++) sums[c] += w0 * v[v0 + c] + w1 * v[v1 + c] + (w2 * v[v2 + c] + w3 * v[v3 + c]);
  }
  for (; j < keys; j++) for (let c = 0; c < dim; c++) sums[c] += scores[j] * v[at + j * dim + c];
  output.set(sums, qAt);
}

/** Two queries at a time. The last of an odd number is computed twice; a single query goes to attendRow. */
function attention({ heads, queries, keys, dim, causal }, { q, k, v }, output, weights) {
  const scale = 1 / Math.sqrt(dim);
  const s0 = new Float32Array(keys),
    s1 = new Float32Array(keys);
  if (queries === 1) {
    for (let h = 0; h < heads; h++) attendRow(q, h * dim, k, v, h * keys * dim, keys, dim, scale, s0, output);
    return;
  }
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < queries; i += 2) {
      const row0 = h * queries + i,
        row1 = i + 1 < queries ? row0 + 1 : row0;
      const visible = causal ? i + row1 - row0 + 1 : keys,
        rows = h * keys * dim;
      scoreRows(q, row0 * dim, row1 * dim, k, rows, visible, dim, scale, s0, s1);
      softmaxRow(s0, causal ? i + 1 : keys, visible);
      softmaxRow(s1, visible, visible);
      mixRows(s0, s1, visible, v, rows, dim, output, row0 * dim, row1 * dim);
      if (weights) {
        weights.set(visible < keys ? s0.subarray(0, visible) : s0, row0 * keys);
        weights.set(visible < keys ? s1.subarray(0, visible) : s1, row1 * keys);
      }
    }
}

/** x · weight, (tokens, width) · (width, width): each row of x mixes the rows of the weight. */
function project(x, weight, tokens, width) {
  const product = new Float32Array(tokens * width);
  const row0 = new Float32Array(width),
    row1 = new Float32Array(width);
  for (let t = 0; t < tokens; t += 2) {
    const last = Math.min(t + 1, tokens - 1);
    row0.set(x.subarray(t * width, (t + 1) * width));
    row1.set(x.subarray(last * width, (last + 1) * width));
    mixRows(row0, row1, width, weight, 0, width, product, t * width, last * width);
  }
  return product;
}

/** (outer, inner, dim) → (inner, outer, dim): separates the heads, or joins them again. */
function swapAxes(rows, outer, inner, dim) {
  const swapped = new Float32Array(rows.length);
  for (let a = 0; a < outer; a++)
    for (let b = 0; b < inner; b++)
      swapped.set(rows.subarray((a * inner + b) * dim, (a * inner + b + 1) * dim), (b * outer + a) * dim);
  return swapped;
}

function layer(shape, { x, query, key, value, output }) {
  const { heads, queries: tokens, dim } = shape;
  const width = modelDim(shape);
  const [q, k, v] = [query, key, value].map((weight) =>
    swapAxes(project(x, weight, tokens, width), tokens, heads, dim),
  );
  const mixed = new Float32Array(tokens * width);
  attention(shape, { q, k, v }, mixed);
  return project(swapAxes(mixed, heads, tokens, dim), output, tokens, width);
}

export async function open() {
  return {
    label: "plain JavaScript",
    version: "",
    prepare(shape, inputs) {
      const { heads, queries, keys, dim, keep, kind } = shape;
      return {
        call() {
          if (kind === "layer") return { output: layer(shape, inputs) };
          const output = new Float32Array(heads * queries * dim);
          const weights = keep ? new Float32Array(heads * queries * keys) : undefined;
          attention(shape, inputs, output, weights);
          return { output, weights };
        },
        dispose() {},
      };
    },
  };
}
