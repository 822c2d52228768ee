// Attention as in a textbook, in float64 and without tricks. The core's float32 is compared with it.
import type { Tensor } from "heed";

/** softmax(scale · q·kᵀ) · v. */
export function attentionInDouble(q: Tensor, k: Tensor, v: Tensor, scale: number): Float64Array {
  const [queries, dim] = q.shape as [number, number];
  const [keys, valueDim] = v.shape as [number, number];
  const output = new Float64Array(queries * valueDim);
  const weights = new Float64Array(keys);
  for (let i = 0; i < queries; i++) {
    let most = -Infinity;
    for (let j = 0; j < keys; j++) {
      let score = 0;
      for (let c = 0; c < dim; c++) score += q.data[i * dim + c]! * k.data[j * dim + c]!;
      weights[j] = scale * score;
      most = Math.max(most, weights[j]!);
    }
    let sum = 0;
    for (let j = 0; j < keys; j++) sum += weights[j] = Math.exp(weights[j]! - most);
    for (let j = 0; j < keys; j++) {
      for (let c = 0; c < valueDim; c++) output[i * valueDim + c]! += (weights[j]! / sum) * v.data[j * valueDim + c]!;
    }
  }
  return output;
}
