// The loss by the textbook, in double precision, with one number changed by a step. No formula of a gradient is used.
import type { Tensor } from "heed";
import { dot, mix } from "../../kit/index.js";
import { allHeads, headsOf, isHidden, keyHead, rowsOf, sizeOf, type Computation } from "./computation.js";
import type { MatrixName } from "./definition.js";
import { scoreRow } from "./score-row.js";

/** One number, at the place where it is stored; for q … joined, at its place in its head. */
export interface Moved {
  readonly matrix: MatrixName;
  readonly head: number;
  readonly row: number;
  readonly column: number;
  readonly step: number;
}

type Rows = readonly ArrayLike<number>[];

/** Numbers outside the attention: they reach the loss through the output projection, where there is one. */
const AROUND_ATTENTION: readonly MatrixName[] = ["x", "query", "key", "value", "joined", "outputWeight"];

/**
 * Σ output ∘ its gradient. All gradients of a computation are gradients of this sum. What comes before the moved number
 * is taken as the core returned it. Without an output projection, or where the number is inside the attention, the sum
 * is over the attention's own output and its gradient `dOutput`.
 */
export function lossAt(computation: Computation, moved: Moved): number {
  const { dOutput, dy } = computation.kept;
  const mixed = mixedHeads(computation, moved);
  if (dy === undefined || !AROUND_ATTENTION.includes(moved.matrix))
    return mixed.reduce((loss, rows, head) => sumOfProducts(rows, rowsOf(dOutput!, head), loss), 0);
  return sumOfProducts(outputRows(computation, mixed, moved, sizeOf(dy).columns), rowsOf(dy), 0);
}

function sumOfProducts(left: Rows, right: Rows, start: number): number {
  return left.reduce((sum, row, at) => dot(row, right[at]!, sum), start);
}

/** A context vector for each query of each head. */
function mixedHeads(computation: Computation, moved: Moved): number[][][] {
  const { kept } = computation;
  const changed = PROJECTED_FROM.includes(moved.matrix)
    ? projectedAnew(computation, moved)
    : { q: shifted(kept.q, "q", moved), k: shifted(kept.k, "k", moved), v: shifted(kept.v, "v", moved) };
  const anew = { ...computation, kept: { ...kept, ...changed } };
  return allHeads(anew).map((head) => {
    const values = rowsOf(changed.v, keyHead(anew, head));
    return rowsOf(changed.q, head).map((_, query) => mixOfQuery(anew, head, query, values, moved));
  });
}

function mixOfQuery(computation: Computation, head: number, query: number, values: Rows, moved: Moved): number[] {
  const { matrix, column, step } = moved;
  const isHere = head === moved.head && query === moved.row;
  const nudge = isHere && matrix === "scores" ? { key: column, step } : undefined;
  const weights = scoreRow(computation, head, query, nudge).keys.map(({ weight }) => weight);
  if (isHere && matrix === "weights") weights[column]! += step;
  const mixed = mix(weights, values, (key) => isHidden(computation, head, query, key));
  if (isHere && matrix === "joined") mixed[column]! += step;
  return mixed;
}

/** Heads side by side, times the output projection. */
function outputRows({ weights }: Computation, mixed: readonly Rows[], moved: Moved, columns: number): number[][] {
  const { layout, outputWeight, outputBias } = weights!;
  const weight = shifted(outputWeight!, "outputWeight", moved);
  return mixed[0]!.map((_, query) => {
    const joined = mixed.flatMap((rows) => Array.from(rows[query]!));
    return Array.from({ length: columns }, (_, column) =>
      dot(joined, weightColumn(weight, column, layout), outputBias?.data[column]),
    );
  });
}

const PROJECTED_FROM: readonly MatrixName[] = ["x", "query", "key", "value"];

/** q, k and v from x and the weights, one of whose numbers has moved. */
function projectedAnew(computation: Computation, moved: Moved): { q: Tensor; k: Tensor; v: Tensor } {
  const { weights, kept } = computation;
  const x = shifted(computation.x!, "x", moved);
  const source = computation.context ?? x;
  const product = (rows: Tensor, name: "query" | "key" | "value", like: Tensor): Tensor => {
    if (weights === undefined) return { shape: like.shape, data: rows.data };
    const weight = shifted(weights[`${name}Weight`], name, moved);
    const bias = weights[`${name}Bias`]?.data;
    const { rows: tokens, columns } = sizeOf(like);
    const made = Array.from({ length: headsOf(like) * columns }, (_, across) => {
      const own = weightColumn(weight, across, weights.layout);
      return rowsOf(rows).map((token) => dot(token, own, bias?.[across]));
    });
    // a head after the other
    return doubles(like.shape, (at) => {
      const head = Math.floor(at / (tokens * columns));
      return made[head * columns + (at % columns)]![Math.floor(at / columns) % tokens]!;
    });
  };
  return { q: product(x, "query", kept.q), k: product(source, "key", kept.k), v: product(source, "value", kept.v) };
}

/** A column of a projection in × out; of one out × in, its row. */
function weightColumn(weight: Tensor, column: number, layout: "in-out" | "out-in" = "in-out"): ArrayLike<number> {
  const rows = rowsOf(weight);
  return layout === "out-in" ? rows[column]! : rows.map((row) => row[column]!);
}

/** In double precision, with the number moved if it is one of these. */
function shifted(tensor: Tensor, name: MatrixName, { matrix, head, row, column, step }: Moved): Tensor {
  const { rows, columns } = sizeOf(tensor);
  const offset = matrix === name ? (head * rows + row) * columns + column : -1;
  return doubles(tensor.shape, (at) => tensor.data[at]! + (at === offset ? step : 0));
}

/** A tensor of doubles: the textbook's loops only read. */
function doubles(shape: readonly number[], valueAt: (index: number) => number): Tensor {
  const length = shape.reduce((count, extent) => count * extent, 1);
  return { shape, data: Float64Array.from({ length }, (_, at) => valueAt(at)) as unknown as Tensor["data"] };
}
