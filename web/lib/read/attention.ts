// Reads the arguments of attention.
import type { AttentionSizes } from "../rows/index.js";
import { swapHeads, withHeadsBehind } from "./heads.js";
import type { ReadOptions } from "./options.js";
import { shapeText } from "./sentences.js";
import { readTensor, type ReadTensor } from "./tensor.js";

export interface AttentionInputs {
  q: ReadTensor;
  k: ReadTensor;
  v: ReadTensor;
}

/** Reads q, k and v. Those with `rowsFirst` get their heads before their rows. */
export function readInputs(where: string, q: unknown, k: unknown, v: unknown, rowsFirst: boolean): AttentionInputs {
  const read = (name: string, value: unknown): ReadTensor => {
    const tensor = readTensor(where, name, value);
    return rowsFirst ? swapHeads(tensor) : tensor;
  };
  return { q: read("q", q), k: read("k", k), v: read("v", v) };
}

/** The sizes of attention over these inputs. Every rule about their shapes stands here. */
export function readSizes(where: string, { q, k, v }: AttentionInputs, rowsFirst: boolean): AttentionSizes {
  const mismatch = (needed: string, names: string): RangeError => {
    const tensors: Record<string, ReadTensor> = { q, k, v };
    const came = names.split(", ").map((name) => {
      const { shape } = tensors[name]!;
      return `${name} is ${shapeText(rowsFirst ? withHeadsBehind(shape) : shape)}`;
    });
    return new RangeError(`${where}: ${needed}; ${came.join(", ")}.`);
  };
  const rank = q.shape.length;
  if (rank !== k.shape.length || rank !== v.shape.length) {
    throw mismatch("q, k and v must have the same number of axes", "q, k, v");
  }
  if (rank < 2) {
    throw new RangeError(
      `${where}: q must have two to four axes, [queries, dim], [heads, queries, dim] or [batch, heads, queries, ` +
        `dim]; its shape is ${shapeText(q.shape)}.`,
    );
  }
  const batch = rank === 4 ? q.shape[0]! : 1;
  const heads = rank > 2 ? q.shape[rank - 3]! : 1;
  const kvHeads = rank > 2 ? k.shape[rank - 3]! : 1;
  if (rank === 4 && (k.shape[0] !== batch || v.shape[0] !== batch))
    throw mismatch("q, k and v must have the same batch (first axis)", "q, k, v");
  if (rank > 2 && v.shape[rank - 3] !== kvHeads) throw mismatch("k and v must have the same number of heads", "k, v");
  if (heads % kvHeads !== 0)
    throw mismatch("the heads of q must be a multiple of the heads of k and v (grouped heads)", "q, k");
  if (q.shape[rank - 1] !== k.shape[rank - 1])
    throw mismatch("q and k must have the same number of columns (dim)", "q, k");
  if (k.shape[rank - 2] !== v.shape[rank - 2])
    throw mismatch("k and v must have the same number of rows (keys)", "k, v");
  return {
    batch,
    heads,
    kvHeads,
    queries: q.shape[rank - 2]!,
    keys: k.shape[rank - 2]!,
    dim: q.shape[rank - 1]!,
    valueDim: v.shape[rank - 1]!,
  };
}

/** What the options of attention are checked against. The caller sees the last `rank` axes of the scores. */
export function attentionContext(sizes: AttentionSizes, rank: number, keepable: readonly string[]) {
  const { batch, heads, queries, keys, dim } = sizes;
  return {
    batch,
    heads,
    queries,
    keys,
    rank,
    dim,
    modelDim: heads * dim,
    defaultScale: "sqrt-dk" as const,
    keepable,
  };
}

/** Reads the gradient with respect to the output, which has the shape of the output. */
export function readDOutput(where: string, value: unknown, output: readonly number[], rowsFirst = false): ReadTensor {
  const dOutput = readTensor(where, "dOutput", value);
  const needed = rowsFirst ? withHeadsBehind(output) : output;
  if (shapeText(dOutput.shape) === shapeText(needed)) return rowsFirst ? swapHeads(dOutput) : dOutput;
  throw new RangeError(
    `${where}: dOutput must have the shape of the output, ${shapeText(needed)}; ` +
      `its shape is ${shapeText(dOutput.shape)}.`,
  );
}

/** Reads the gradient with respect to lse, which has the shape of lse. */
export function readDLse(
  where: string,
  options: unknown,
  { softmax }: ReadOptions["words"],
  lse: readonly number[],
): ReadTensor | undefined {
  const value = (options as { dLse?: unknown } | undefined)?.dLse;
  if (value === undefined) return undefined;
  if (!softmax) throw new RangeError(`${where}: dLse needs normalize: "softmax"; without softmax there is no lse.`);
  const dLse = readTensor(where, "dLse", value);
  if (shapeText(dLse.shape) === shapeText(lse)) return dLse;
  throw new RangeError(
    `${where}: dLse must have the shape of lse, ${shapeText(lse)}; its shape is ${shapeText(dLse.shape)}.`,
  );
}

/** The same shape with another number of columns. */
export function withColumns(shape: readonly number[], columns: number): number[] {
  return [...Array.from(shape).slice(0, -1), columns]; // an array of this realm, whatever realm shape comes from
}
