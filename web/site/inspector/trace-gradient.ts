// Gradients of the attention, taken apart as values are. Written for one head; where several query heads share a head of keys, their
// terms follow one another.
import type { Tensor } from "heed";
import {
  elementOf,
  hindrances,
  keyHead,
  queryHeads,
  rowsOf,
  scaleOf,
  sizeOf,
  type AttentionGradient,
  type Cell,
  type LayerGradient,
  type Run,
} from "./run.js";
import { lossAt, type Moved } from "./loss.js";
import { columnOf, meetKeys } from "./textbook.js";
import { sumOver, traceLayerGradient } from "./trace-layer-gradient.js";
import type { Worked, Step } from "./trace.js";

export function traceGradient(run: Run, cell: Cell, matrix: AttentionGradient | LayerGradient): Worked {
  const worked = isOfAttention(matrix) ? byFormula(run, cell, matrix) : traceLayerGradient(run, cell, matrix);
  const name = MOVED[matrix];
  // What a mask makes 0 is the gradient of nothing; what was given has no formula to try out.
  if (name === undefined || worked.steps.some(({ kind }) => kind === "hidden" || kind === "given")) return worked;
  if (run.kept.q.data.length * sizeOf(run.kept.k).rows > LONGEST) return worked;
  return { ...worked, steps: [...worked.steps, byDifference(run, { ...cell, name, step: STEP }, worked.exact)] };
}

/** What each is the gradient of. */
const MOVED: Partial<Record<AttentionGradient | LayerGradient, Moved["name"]>> = {
  dOutput: "context",
  dweights: "weights",
  dscores: "scores",
  dq: "q",
  dk: "k",
  dv: "v",
  dquery: "query",
  dkey: "key",
  dvalue: "value",
  doutputWeight: "outputWeight",
  dx: "x",
};

function isOfAttention(matrix: AttentionGradient | LayerGradient): matrix is AttentionGradient {
  return ["dweights", "dscores", "dq", "dk", "dv"].includes(matrix);
}

/** With more products the loss is not worked out anew, so that a panel opens at once. */
const LONGEST = 1e6;
/** Where the error of the formula, step², and that of the subtraction, 2⁻⁵³ ∕ step, are about alike. */
const STEP = 2 ** -17;

/** The slope of the loss by its own definition. */
function byDifference(run: Run, moved: Moved, gradient: number): Step {
  const slope = (lossAt(run, moved) - lossAt(run, { ...moved, step: -moved.step })) / (2 * moved.step);
  return { kind: "finite difference", step: moved.step, slope, gradient };
}

function byFormula(run: Run, { head, row, column }: Cell, matrix: AttentionGradient): Worked {
  switch (matrix) {
    case "dweights":
      return ofWeight(run, head, row, column);
    case "dscores":
      return ofScore(run, head, row, column);
    case "dq":
      return scaled(
        run,
        sumOver("key", scoreGradients(run, head, row), columnOf(rowsOf(run.kept.k, keyHead(run, head)), column)),
      );
    case "dk":
      return scaled(
        run,
        sumOver(
          "query",
          queryHeads(run, head).flatMap((h) => columnOf(allScoreGradients(run, h), row)),
          queryHeads(run, head).flatMap((h) => columnOf(rowsOf(run.kept.q, h), column)),
        ),
      );
    case "dv":
      return sumOver(
        "query",
        queryHeads(run, head).flatMap((h) => columnOf(rowsOf(needed(run, "weights"), h), row)),
        queryHeads(run, head).flatMap((h) => columnOf(rowsOf(needed(run, "dOutput"), h), column)),
      );
  }
}

/** How much the loss would change with a weight: dO of the query · v of the key. */
function ofWeight(run: Run, head: number, query: number, key: number): Worked {
  if (hindrances(run, head, query, key).length > 0) return hidden(run, head, query, key);
  return sumOver("column", rowsOf(needed(run, "dOutput"), head)[query]!, rowsOf(run.kept.v, keyHead(run, head))[key]!);
}

/** Softmax backwards: a weight gains by how much its own gradient exceeds the row's mean, weighted by the weights. */
function ofScore(run: Run, head: number, query: number, key: number): Worked {
  if (hindrances(run, head, query, key).length > 0) return hidden(run, head, query, key);
  const dweight = elementOf(needed(run, "dweights"), head, query, key);
  if (run.options.normalize === "none") return { exact: dweight, steps: [{ kind: "no softmax", weight: dweight }] };
  const weights = rowsOf(needed(run, "weights"), head)[query]!;
  const { exact: mean, steps } = sumOver("key", weights, rowsOf(needed(run, "dweights"), head)[query]!);
  const weight = weights[key]!;
  const after = weight * (dweight - mean);
  return { exact: after, steps: [...steps, { kind: "softmax gradient", weight, dweight, mean, after }] };
}

function hidden(run: Run, head: number, query: number, key: number): Worked {
  return { exact: 0, steps: [{ kind: "hidden", meeting: meetKeys(run, head, query).meetings[key]! }] };
}

/** The gradients of one query's scores before softcap. */
function scoreGradients(run: Run, head: number, query: number): number[] {
  const { softcap } = run.options;
  const gradients = Array.from(rowsOf(needed(run, "dscores"), head)[query]!);
  if (softcap === undefined) return gradients;
  return gradients.map(
    (gradient, key) => gradient * (1 - (elementOf(needed(run, "scores"), head, query, key) / softcap) ** 2),
  );
}

function allScoreGradients(run: Run, head: number): number[][] {
  return rowsOf(needed(run, "dscores"), head).map((_, query) => scoreGradients(run, head, query));
}

function scaled(run: Run, { exact, steps }: Worked): Worked {
  const { factor, rule } = scaleOf(run);
  if (rule === "none") return { exact, steps };
  const step: Step = { kind: "scale", before: exact, after: exact * factor };
  return { exact: exact * factor, steps: [...steps, step] };
}

function needed(run: Run, name: "weights" | "scores" | "dweights" | "dscores" | "dOutput"): Tensor {
  const found = run.kept[name];
  if (found === undefined) throw new Error(`The inspector needs the matrix “${name}” to open this gradient.`);
  return found;
}
