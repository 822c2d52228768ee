// How the caller sees a result.
import type { Tensor } from "../api/index.js";
import { swapHeads, tensorOf } from "../read/index.js";
import { shapeSeen } from "../rows/index.js";
import { givenTo, type PlacedTensor } from "./block.js";
import type { ReadCall } from "./call.js";

/** A gradient has the shape of its input, and each other result the shape that follows from its axes. */
export function seenResult({ call, unseen }: ReadCall, { row }: PlacedTensor): { name: string; shape: number[] } {
  const shape = row.when === "gradient" ? Array.from(givenTo(row, call)!.shape) : shapeSeen(row, call.sizes, unseen);
  return { name: row.name, shape };
}

/** The results as their caller gets them. Data stays where it is, since other threads may hold it. */
export function finished(read: ReadCall, results: Record<string, Tensor>): Record<string, Tensor> {
  for (const name in results) {
    const { data, shape } = results[name]!;
    results[name] = resultOf(read, { name, shape }, data);
  }
  return results;
}

/** A result with this shape, which is copied. */
export function resultOf(
  { call, rowsFirst }: ReadCall,
  { name, shape }: Pick<Tensor, "shape"> & { readonly name: string },
  data: Tensor["data"],
): Tensor {
  const swapped = rowsFirst && call.kind.byName[name]!.isPerHead ? swapHeads({ data, shape }) : undefined;
  if (swapped) data.set(swapped.data);
  return tensorOf(data, (swapped?.shape ?? shape).slice());
}
