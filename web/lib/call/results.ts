// How the caller sees a result.
import type { Tensor } from "../api/index.js";
import { swapHeads, tensorOf } from "../read/index.js";
import { givenTo, type PlacedTensor } from "./block.js";
import type { ReadCall } from "./tables.js";

/** A gradient has the shape of its input, and each other result the shape that the call gives its extents. */
export function seenResult<Sizes>(
  { call, seen, called }: ReadCall<Sizes>,
  { row, extents }: PlacedTensor<Sizes>,
): { name: string; shape: number[] } {
  const shape = row.when === "gradient" ? Array.from(givenTo(row, call)!.shape) : seen(extents, row.name);
  return { name: called ? called(row.name) : row.name, shape };
}

/** The results that have the axes of q, k or v. */
const PER_HEAD = ["output", "dq", "dk", "dv"];

/** The results as their caller gets them. Data stays where it is, since other threads may hold it. */
export function finished<Sizes>(
  { rowsFirst }: ReadCall<Sizes>,
  results: Record<string, Tensor>,
): Record<string, Tensor> {
  for (const name in results) {
    const { data, shape } = results[name]!;
    const swapped = rowsFirst && PER_HEAD.includes(name) ? swapHeads({ data, shape }) : undefined;
    if (swapped) data.set(swapped.data);
    results[name] = tensorOf(data, swapped?.shape ?? shape);
  }
  return results;
}
