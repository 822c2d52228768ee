// Gradients, taken apart as values are. Written for one head; where several query heads share a head of keys, their terms follow one another.
import { elementOf, headsOf, hindrances, keyHead, rowsOf, scaleOf, sizeOf, type Cell, type CellMatrix, type Run } from "./run.js";
import { columnOf, lossAt, sumOf } from "./textbook.js";
import type { Worked, Step } from "./trace.js";

type Gradient = Extract<CellMatrix, "dweights" | "dscores" | "dq" | "dk" | "dv">;

export function traceGradient(run: Run, cell: Cell, matrix: Gradient): Worked {
  const worked = byFormula(run, cell, matrix);
  if (matrix === "dweights" || matrix === "dscores") return worked;
  if (run.kept.q.data.length * sizeOf(run.kept.k).rows > LONGEST) return worked;
  return { ...worked, steps: [...worked.steps, byDifference(run, cell, matrix, worked.exact)] };
}

/** With more products the loss is not worked out anew, so that a panel opens at once. */
const LONGEST = 1e6;
/** Where the error of the formula, step², and that of the subtraction, 2⁻⁵³ ∕ step, are about alike. */
const STEP = 2 ** -17;

/** The slope of the loss by its own definition: no formula of a gradient has a part in it. */
function byDifference(run: Run, { head, row, column }: Cell, matrix: "dq" | "dk" | "dv", gradient: number): Step {
  const name = ({ dq: "q", dk: "k", dv: "v" } as const)[matrix];
  const tensor = run.kept[name];
  const { rows, columns } = sizeOf(tensor);
  const at = (head * rows + row) * columns + column;
  const loss = (step: number): number => lossAt(run, needed(run, "dOutput"), { name, at, step });
  return { kind: "finite difference", step: STEP, slope: (loss(STEP) - loss(-STEP)) / (2 * STEP), gradient };
}

function byFormula(run: Run, { head, row, column }: Cell, matrix: Gradient): Worked {
  switch (matrix) {
    case "dweights":
      return ofWeight(run, head, row, column);
    case "dscores":
      return ofScore(run, head, row, column);
    case "dq":
      return scaled(run, sumOver("key", scoreGradients(run, head, row), columnOf(rowsOf(run.kept.k, keyHead(run, head)), column)));
    case "dk":
      return scaled(run, sumOver("query", queryHeads(run, head).flatMap((h) => columnOf(allScoreGradients(run, h), row)), queryHeads(run, head).flatMap((h) => columnOf(rowsOf(run.kept.q, h), column))));
    case "dv":
      return sumOver("query", queryHeads(run, head).flatMap((h) => columnOf(rowsOf(needed(run, "weights"), h), row)), queryHeads(run, head).flatMap((h) => columnOf(rowsOf(needed(run, "dOutput"), h), column)));
  }
}

/** How much the loss would change with a weight: dO of the query · v of the key. */
function ofWeight(run: Run, head: number, query: number, key: number): Worked {
  if (hindrances(run, head, query, key).length > 0) return { exact: 0, steps: [] };
  return sumOver("column", rowsOf(needed(run, "dOutput"), head)[query]!, rowsOf(run.kept.v, keyHead(run, head))[key]!);
}

/** Softmax backwards: a weight gains by how much its own gradient exceeds the row's mean, weighted by the weights. */
function ofScore(run: Run, head: number, query: number, key: number): Worked {
  if (hindrances(run, head, query, key).length > 0) return { exact: 0, steps: [] };
  const dweight = elementOf(needed(run, "dweights"), head, query, key);
  if (run.options.normalize === "none") return { exact: dweight, steps: [{ kind: "no softmax", weight: dweight }] };
  const weights = rowsOf(needed(run, "weights"), head)[query]!;
  const { exact: mean, steps } = sumOver("key", weights, rowsOf(needed(run, "dweights"), head)[query]!);
  const weight = weights[key]!;
  const after = weight * (dweight - mean);
  return { exact: after, steps: [...steps, { kind: "softmax gradient", weight, dweight, mean, after }] };
}

/** The gradients of one query's scores before softcap. */
function scoreGradients(run: Run, head: number, query: number): number[] {
  const { softcap } = run.options;
  const gradients = Array.from(rowsOf(needed(run, "dscores"), head)[query]!);
  if (softcap === undefined) return gradients;
  return gradients.map((gradient, key) => gradient * (1 - (elementOf(needed(run, "scores"), head, query, key) / softcap) ** 2));
}

function allScoreGradients(run: Run, head: number): number[][] {
  return rowsOf(needed(run, "dscores"), head).map((_, query) => scoreGradients(run, head, query));
}

function queryHeads(run: Run, kvHead: number): number[] {
  return Array.from({ length: headsOf(run.kept.q) }, (_, head) => head).filter((head) => keyHead(run, head) === kvHead);
}

function sumOver(noun: "key" | "query" | "column", left: ArrayLike<number>, right: ArrayLike<number>): Worked {
  const { terms, total } = sumOf(left, right);
  return { exact: total, steps: [{ kind: "sum", noun, terms, total }] };
}

function scaled(run: Run, { exact, steps }: Worked): Worked {
  const { factor, rule } = scaleOf(run);
  if (rule === "none") return { exact, steps };
  const step: Step = { kind: "scale", before: exact, after: exact * factor };
  return { exact: exact * factor, steps: [...steps, step] };
}

function needed(run: Run, name: "weights" | "scores" | "dweights" | "dscores" | "dOutput"): NonNullable<Run["dOutput"]> {
  const found = name === "dOutput" ? run.dOutput : run.kept[name];
  if (found === undefined) throw new Error(`The inspector needs the matrix “${name}” to open this gradient.`);
  return found;
}
