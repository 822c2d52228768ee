// How the caller sees a result.
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
