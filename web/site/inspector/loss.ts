// The loss by the textbook, in double precision, with one number of the way to it moved: no formula of a gradient has a part in it.
import type { Tensor } from "heed";
import { headsOf, keyHead, rowsOf, sizeOf, type Run } from "./run.js";
import { meetKeys, weightColumn } from "./textbook.js";

/** One number, by its matrix and place; of q … context, in its head. */
export interface Moved {
  readonly name: "x" | "query" | "key" | "value" | "q" | "k" | "v" | "scores" | "weights" | "context" | "outputWeight";
  readonly head: number;
  readonly row: number;
  readonly column: number;
  readonly step: number;
}

/**
 * Σ output ∘ its gradient: what all gradients of a run are gradients of. What comes before the moved number is taken as the core
 * returned it. Where the attention's own gradient `dOutput` is at hand and nothing round the attention moves, that is summed with.
 */
export function lossAt(run: Run, moved: Moved): number {
  const { dOutput, dy } = run.kept;
  const whole = ["x", "query", "key", "value", "context", "outputWeight"].includes(moved.name) && dy !== undefined;
  const mixed = contextOf(run, moved);
  if (!whole)
    return sumOfProducts(
      mixed,
      Array.from(mixed, (_, head) => rowsOf(dOutput!, head)),
    );
  return sumOfProducts([outputOf(run, mixed, moved)], [rowsOf(dy)]);
}

type Rows = readonly ArrayLike<number>[];

function sumOfProducts(left: readonly Rows[], right: readonly Rows[]): number {
  let sum = 0;
  left.forEach((rows, head) =>
    rows.forEach((row, at) => Array.from(row).forEach((value, column) => (sum += value * right[head]![at]![column]!))),
  );
  return sum;
}

/** A context vector for each query of each head. */
function contextOf(run: Run, moved: Moved): number[][][] {
  const there = isProjected(moved)
    ? projectedAnew(run, moved)
    : { q: shifted(run.kept.q, "q", moved), k: shifted(run.kept.k, "k", moved), v: shifted(run.kept.v, "v", moved) };
  const anew = { ...run, kept: { ...run.kept, ...there } };
  const { rows: queries } = sizeOf(there.q);
  return Array.from({ length: headsOf(there.q) }, (_, head) => {
    const values = rowsOf(there.v, keyHead(anew, head));
    return Array.from({ length: queries }, (_, query) => mixOfQuery(anew, head, query, values, moved));
  });
}

function mixOfQuery(
  run: Run,
  head: number,
  query: number,
  values: Rows,
  { name, head: movedHead, row, column, step }: Moved,
): number[] {
  const here = head === movedHead && query === row;
  const { meetings } = meetKeys(run, head, query, here && name === "scores" ? { key: column, step } : undefined);
  const mix = Array.from(values[0]!, () => 0);
  for (const { key, weight, logit } of meetings) {
    // what may not be attended to adds nothing, whatever it holds
    if (logit === -Infinity) continue;
    const share = weight + (here && name === "weights" && key === column ? step : 0);
    for (let c = 0; c < mix.length; c++) mix[c]! += share * values[key]![c]!;
  }
  if (here && name === "context") mix[column]! += step;
  return mix;
}

/** Heads side by side, times the output projection. */
function outputOf(run: Run, context: readonly (readonly number[][])[], moved: Moved): number[][] {
  const { layout, outputBias } = run.weights!;
  const weight = shifted(run.weights!.output!, "outputWeight", moved);
  return context[0]!.map((_, query) => {
    const joined = context.flatMap((rows) => rows[query]!);
    return Array.from({ length: sizeOf(run.kept.dy!).columns }, (_, column) => {
      const own = weightColumn(weight, column, layout);
      return joined.reduce((sum, value, at) => sum + value * own[at]!, outputBias?.data[column] ?? 0);
    });
  });
}

function isProjected({ name }: Moved): boolean {
  return name === "x" || name === "query" || name === "key" || name === "value";
}

/** q, k and v from x and the weights, one of whose numbers has moved. */
function projectedAnew(run: Run, moved: Moved): { q: Tensor; k: Tensor; v: Tensor } {
  const x = shifted(run.x!, "x", moved);
  const source = run.contextX ?? x;
  const { weights, kept } = run;
  if (weights === undefined)
    return {
      q: likeOf(kept.q, () => x.data),
      k: likeOf(kept.k, () => source.data),
      v: likeOf(kept.v, () => source.data),
    };
  const product = (rows: Tensor, name: "query" | "key" | "value", like: Tensor): Tensor => {
    const weight = shifted(weights[name], name, moved);
    const { rows: count, columns } = sizeOf(like);
    const bias = weights[`${name}Bias`];
    return likeOf(like, () => {
      const tokens = rowsOf(rows);
      const made = Array.from({ length: headsOf(like) * columns }, (_, across) => {
        const own = weightColumn(weight, across, weights.layout);
        return tokens.map((token) => own.reduce((sum, value, m) => sum + value * token[m]!, bias?.data[across] ?? 0));
      });
      return Float64Array.from(
        { length: like.data.length },
        (_, at) =>
          made[Math.floor(at / (count * columns)) * columns + (at % columns)]![Math.floor(at / columns) % count]!,
      );
    });
  };
  return { q: product(x, "query", kept.q), k: product(source, "key", kept.k), v: product(source, "value", kept.v) };
}

/** In double precision, with the number moved if it is one of these. */
function shifted(tensor: Tensor, name: Moved["name"], { name: movedName, head, row, column, step }: Moved): Tensor {
  return likeOf(tensor, () => {
    const data = Float64Array.from(tensor.data);
    const { rows, columns } = sizeOf(tensor);
    if (name === movedName) data[(head * rows + row) * columns + column]! += step;
    return data;
  });
}

/** A tensor of doubles: the textbook's loops only read. */
function likeOf({ shape }: Tensor, data: () => ArrayLike<number>): Tensor {
  return { shape, data: data() as unknown as Tensor["data"] };
}
