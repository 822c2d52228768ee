// Reads the arguments of attention.
import type { AttentionSizes } from "../rows/index.js";
import { fault } from "./fault.js";
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

type Shapes = Readonly<Record<"q" | "k" | "v", readonly number[]>>;

/** What is wrong with these shapes: what was needed, and of which tensors. Every rule about them is here. */
function mismatchOf({ q, k, v }: Shapes): readonly [needed: string, names: readonly (keyof Shapes)[]] | undefined {
  const rank = q.length;
  if (rank !== k.length || rank !== v.length) return ["q, k and v must have the same number of axes", ["q", "k", "v"]];
  if (rank === 4 && (k[0] !== q[0] || v[0] !== q[0]))
    return ["q, k and v must have the same batch (first axis)", ["q", "k", "v"]];
  if (rank > 2 && v[rank - 3] !== k[rank - 3]) return ["k and v must have the same number of heads", ["k", "v"]];
  if (rank > 2 && q[rank - 3]! % k[rank - 3]! !== 0)
    return ["the heads of q must be a multiple of the heads of k and v (grouped heads)", ["q", "k"]];
  if (q[rank - 1] !== k[rank - 1]) return ["q and k must have the same number of columns (dim)", ["q", "k"]];
  if (k[rank - 2] !== v[rank - 2]) return ["k and v must have the same number of rows (keys)", ["k", "v"]];
  return undefined;
}

/** The sizes of attention over these inputs. */
export function readSizes(where: string, { q, k, v }: AttentionInputs, rowsFirst: boolean): AttentionSizes {
  const shapes: Shapes = { q: q.shape, k: k.shape, v: v.shape };
  const rank = q.shape.length;
  if (rank < 2 && k.shape.length === rank && v.shape.length === rank) {
    throw fault(
      "shape",
      `${where}: q must have two to four axes, [queries, dim], [heads, queries, dim] or [batch, heads, queries, ` +
        `dim]; its shape is ${shapeText(q.shape)}. Write { data, shape } for a flat array.`,
    );
  }
  const mismatch = mismatchOf(shapes);
  if (mismatch) throw mismatchError(where, shapes, mismatch, rowsFirst);
  return {
    batch: rank === 4 ? q.shape[0]! : 1,
    heads: rank > 2 ? q.shape[rank - 3]! : 1,
    kvHeads: rank > 2 ? k.shape[rank - 3]! : 1,
    queries: q.shape[rank - 2]!,
    keys: k.shape[rank - 2]!,
    dim: q.shape[rank - 1]!,
    valueDim: v.shape[rank - 1]!,
  };
}

function mismatchError(
  where: string,
  shapes: Shapes,
  [needed, names]: NonNullable<ReturnType<typeof mismatchOf>>,
  rowsFirst: boolean,
): RangeError {
  const headsBehind = { q: withHeadsBehind(shapes.q), k: withHeadsBehind(shapes.k), v: withHeadsBehind(shapes.v) };
  const seen = rowsFirst ? headsBehind : shapes;
  const came = names.map((name) => `${name} is ${shapeText(seen[name])}`).join(", ");
  const fits = shapes.q.length > 2 && mismatchOf(headsBehind) === undefined;
  const advice = rowsFirst ? "leave axes out" : 'say axes: "rows-heads"';
  const order = rowsFirst ? "before" : "after";
  return fault(
    "shape",
    `${where}: ${needed}; ${came}.${fits ? ` If the heads come ${order} the rows, ${advice}.` : ""}`,
  );
}

/** What the options of attention are checked against. The caller sees the last `rank` axes of the scores. */
export function attentionContext(sizes: AttentionSizes, rank: number, keepable: readonly string[], hasAxes = false) {
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
    hasAxes,
  };
}

/** Checks the gradient with respect to the output, which has the shape of the output. */
export function checkDOutput(
  where: string,
  dOutput: ReadTensor,
  output: readonly number[],
  rowsFirst = false,
): ReadTensor {
  const needed = rowsFirst ? withHeadsBehind(output) : output;
  if (shapeText(dOutput.shape) === shapeText(needed)) return rowsFirst ? swapHeads(dOutput) : dOutput;
  throw fault(
    "shape",
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
  if (!softmax) throw fault("value", `${where}: dLse needs normalize: "softmax"; without softmax there is no lse.`);
  const dLse = readTensor(where, "dLse", value);
  if (shapeText(dLse.shape) === shapeText(lse)) return dLse;
  throw fault(
    "shape",
    `${where}: dLse must have the shape of lse, ${shapeText(lse)}; its shape is ${shapeText(dLse.shape)}.`,
  );
}
