// (QKᵀ)V and Q(KᵀV): the same product, grouped in two ways. The core computes both.
import type { Heed, Tensor } from "heed";
import { seededRandom } from "heed/train";

export const DIM = 16;

export interface Grouping {
  readonly output: Tensor;
  readonly multiplyAdds: number;
  /** The size of the matrix in the brackets. */
  readonly held: number;
}

export interface Regrouped {
  readonly scoresFirst: Grouping;
  readonly valuesFirst: Grouping;
  /** The largest difference between the two outputs, divided by the largest output. */
  readonly difference: number;
}

export function regroup(heed: Heed, tokens: number, seed: number): Regrouped {
  const draw = seededRandom(seed);
  const drawn = (): Tensor => ({ data: draw.fillNormal(new Float32Array(tokens * DIM)), shape: [tokens, DIM] });
  const [q, k, v] = [drawn(), drawn(), drawn()];
  const scoresFirst = heed.attention(q, k, v, { scale: "none", normalize: "none" }).output;
  const valuesFirst = product(heed, q, product(heed, transpose(k), v));
  const largest = scoresFirst.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const apart = scoresFirst.data.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - valuesFirst.data[at]!)),
    0,
  );
  return {
    // N·N dot products of length d_k, then N·d_v of length N
    scoresFirst: {
      output: scoresFirst,
      multiplyAdds: tokens * tokens * DIM + tokens * DIM * tokens,
      held: tokens * tokens,
    },
    // d_k·d_v dot products of length N, then N·d_v of length d_k
    valuesFirst: { output: valuesFirst, multiplyAdds: DIM * DIM * tokens + tokens * DIM * DIM, held: DIM * DIM },
    difference: apart / largest,
  };
}

/** a·b by the core. A projection is a product. */
export function product(heed: Heed, a: Tensor, b: Tensor): Tensor {
  const narrow = { data: new Float32Array(b.shape[0]!), shape: [b.shape[0]!, 1] };
  return heed.selfAttention(a, { queryWeight: narrow, keyWeight: narrow, valueWeight: b, keep: ["v"] }).v;
}

function transpose({ data, shape }: Tensor): Tensor {
  const [rows, columns] = shape as [number, number];
  const transposed = new Float32Array(data.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) transposed[column * rows + row] = data[row * columns + column]!;
  return { data: transposed, shape: [columns, rows] };
}
