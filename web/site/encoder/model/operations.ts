// What the encoder needs beside attention: layer normalisation, and products with a weight.
import type { Heed, Tensor } from "heed";
import type { Dense, Norm } from "./weights.js";

const EPSILON = 1e-6;

/** Each row less its mean, over its standard deviation, times gain, plus bias. */
export function layerNorm({ data, shape }: Tensor, { gain, bias }: Norm): Tensor {
  const [rows, dim] = shape as [number, number];
  const output = new Float32Array(data.length);
  for (let row = 0; row < rows; row++) {
    const start = row * dim;
    let [sum, squares] = [0, 0];
    for (let c = 0; c < dim; c++) sum += data[start + c]!;
    const mean = sum / dim;
    for (let c = 0; c < dim; c++) squares += (data[start + c]! - mean) ** 2;
    const scale = 1 / Math.sqrt(squares / dim + EPSILON);
    for (let c = 0; c < dim; c++) output[start + c] = (data[start + c]! - mean) * scale * gain[c]! + bias[c]!;
  }
  return { data: output, shape: [rows, dim] };
}

/** x·Wᵀ + b. The core computes the product as the raw scores of x against the rows of W. */
export function linear(heed: Heed, x: Tensor, { weight, bias }: Dense): Tensor {
  const outputs = weight.shape[0]!;
  const values = { data: new Float32Array(outputs), shape: [outputs, 1] };
  const { raw } = heed.attention(x, weight, values, { scale: "none", normalize: "none", keep: ["raw"] });
  for (let at = 0; at < raw.data.length; at++) raw.data[at]! += bias[at % outputs]!;
  return raw;
}

/** Two linear layers with a ReLU between them. */
export function feedForward(heed: Heed, x: Tensor, hidden: Dense, output: Dense): Tensor {
  const between = linear(heed, x, hidden);
  for (let at = 0; at < between.data.length; at++) if (between.data[at]! < 0) between.data[at] = 0;
  return linear(heed, between, output);
}

export function sum(a: Tensor, b: Tensor): Tensor {
  return { data: a.data.map((value, at) => value + b.data[at]!), shape: a.shape };
}
