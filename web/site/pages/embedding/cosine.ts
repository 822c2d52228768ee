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

/** The cosines of one unit row with all, and the places of the other rows, the nearest first. */
export function nearestTo(heed: Heed, units: Tensor, words: readonly string[], asked: number) {
  const columns = units.shape.at(-1)!;
  const query = { data: units.data.slice(asked * columns, (asked + 1) * columns), shape: [1, columns] };
  const computation = scoresOf(heed, query, units, { tokens: [words[asked]!], keyTokens: words });
  const scores = computation.kept.raw.data;
  const order = words.map((_, at) => at).filter((at) => at !== asked);
  order.sort((a, b) => scores[b]! - scores[a]!);
  return { computation, scores, order };
}
