// What several pictures compute alike.
import type { Heed, Tensor } from "heed";

/** What attention makes of rows that are keys and values too. */
export function weightsOf(heed: Heed, queries: number[][], keys: number[][], scale: number) {
  return heed.attention(queries, keys, keys, { scale, keep: ["weights"] });
}

/** A number as a share of the largest. */
export const share = ({ data }: Tensor, at: number): number => data[at]! / Math.max(...data);

export function rowOf({ data, shape }: Tensor, row: number): number[] {
  const columns = shape.at(-1)!;
  return Array.from(data.slice(row * columns, (row + 1) * columns));
}
