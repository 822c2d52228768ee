// Cosines by the core: the dot products of rows that are cut to length 1.
import type { Heed, Tensor } from "heed";
import { attentionOf, type AttentionComputation } from "../../rooms/lesson/index.js";

/** Each row divided by its length. */
export function unitRows({ data, shape }: Tensor): Tensor {
  const columns = shape.at(-1)!;
  const units = new Float32Array(data.length);
  for (let start = 0; start < data.length; start += columns) {
    const row = data.subarray(start, start + columns);
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
    row.forEach((value, column) => (units[start + column] = value / length));
  }
  return { data: units, shape };
}

/** The scores of unit rows, which are cosines. */
export function scoresOf(
  heed: Heed,
  q: Tensor,
  k: Tensor,
  names: { readonly tokens: readonly string[]; readonly keyTokens: readonly string[] },
): AttentionComputation {
  return attentionOf(heed, { ...names, q, k, v: k, options: { scale: "none" } });
}
