// What several pictures compute alike.
import { tensor, type Heed, type Tensor } from "heed";

/** What attention makes of rows that are keys and values too. */
export function weightsOf(heed: Heed, queries: number[][], keys: number[][], scale: number) {
  return heed.attention(queries, keys, keys, { scale, keep: ["weights"] });
}

/** A number as a share of the largest. */
export const share = ({ data }: Tensor, at: number): number => data[at]! / Math.max(...data);

/** The rows that have come until a moment; the others are 0. */
export function firstRows({ data, shape }: Tensor, moment: number): Tensor {
  const [rows, columns] = shape.slice(-2) as [number, number];
  const come = Math.max(1, Math.round(moment * rows)) * columns;
  return tensor(
    data.map((value, at) => (at < come ? value : 0)),
    [rows, columns],
  );
}

export function rowOf({ data, shape }: Tensor, row: number): number[] {
  const columns = shape.at(-1)!;
  return Array.from(data.slice(row * columns, (row + 1) * columns));
}
