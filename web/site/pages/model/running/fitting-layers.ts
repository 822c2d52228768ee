// How many layers of a model fit into memory, of one that is larger than that.
import type { TensorEntry } from "../../../../tensors/index.js";

/** What heed/model opens at most. */
export const MOST_BYTES = 3.5 * 2 ** 30;

export interface Fitting {
  /** All layers of the model. */
  readonly layers: number;
  /** The first layers that fit, and their bytes, with those of the tables before them. */
  readonly fitting: { readonly layers: number; readonly bytes: number };
}

type Place = Pick<TensorEntry, "name" | "inFile" | "from" | "to">;

/** @param tensors of a GGUF file */
export function fittingLayers(tensors: Iterable<Place>, most = MOST_BYTES): Fitting {
  const layers = new Map<number, number>();
  let [before, all] = [0, 0];
  for (const { name, inFile = name, from, to } of tensors) {
    const layer = /^blk\.(\d+)\./.exec(inFile)?.[1];
    const bytes = to - from;
    all += bytes;
    if (layer !== undefined) layers.set(Number(layer), (layers.get(Number(layer)) ?? 0) + bytes);
    // The first layers of a model have no norm and no head after them.
    else if (!inFile.startsWith("output")) before += bytes;
  }
  if (all <= most) return { layers: layers.size, fitting: { layers: layers.size, bytes: all } };
  let [count, bytes] = [0, before];
  while (bytes + (layers.get(count) ?? Infinity) <= most) bytes += layers.get(count++)!;
  return { layers: layers.size, fitting: { layers: count, bytes } };
}
