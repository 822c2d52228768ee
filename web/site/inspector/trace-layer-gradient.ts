// Gradients round the attention: of the output projection, of what it is applied to, of the three projections, and of x.
import { elementOf, headsOf, rowsOf, sizeOf, weightPlace, type Cell, type LayerGradient, type Run } from "./run.js";
import { columnOf, sumOf, weightRow } from "./textbook.js";
import type { Step, Worked } from "./trace.js";

/** The ways by which x reaches the loss. */
export const WAYS = ["q", "k", "v"] as const;
export type Way = (typeof WAYS)[number];

export const PROJECTION_OF = { q: "query", k: "key", v: "value" } as const;

export function traceLayerGradient(run: Run, cell: Cell, matrix: LayerGradient): Worked {
  switch (matrix) {
    case "dy":
      return given(run, cell);
    case "dOutput":
      return run.kept.dy === undefined ? given(run, cell) : throughProjection(run, cell);
    case "dquery":
      return ofProjection(run, cell, "q");
    case "dkey":
      return ofProjection(run, cell, "k");
    case "dvalue":
      return ofProjection(run, cell, "v");
    case "doutputWeight": {
      const { input, output } = weightPlace(run, cell);
      return sumOver("query", columnOf(rowsOf(run.kept.context!), input), columnOf(rowsOf(run.kept.dy!), output));
    }
    case "dx":
      return ofTokens(run, cell);
  }
}

function given(run: Run, { matrix, head, row, column }: Cell): Worked {
  return { exact: elementOf(run.kept[matrix]!, head, row, column), steps: [{ kind: "given", from: "loss" }] };
}

/** dy of the token · what the output projection makes of this number. */
function throughProjection(run: Run, { head, row, column }: Cell): Worked {
  const across = head * sizeOf(run.kept.dOutput!).columns + column;
  return sumOver("column", rowsOf(run.kept.dy!)[row]!, weightRow(run.weights!.output!, across, run.weights!.layout));
}

/** Over all tokens: what came in · how the loss would change with what went out. */
function ofProjection(run: Run, cell: Cell, way: Way): Worked {
  const { input, output } = weightPlace(run, cell);
  const gradients = run.kept[`d${way}`]!;
  const { columns } = sizeOf(gradients);
  const source = way === "q" ? run.x! : (run.contextX ?? run.x!);
  return sumOver(
    way === "q" ? "query" : "key",
    columnOf(rowsOf(source), input),
    columnOf(rowsOf(gradients, Math.floor(output / columns)), output % columns),
  );
}

/** A number of x is in its token's query, key and value: what comes by each of them is added up. */
function ofTokens(run: Run, { row, column }: Cell): Worked {
  const ways = waysOf(run).map((way) => ({ way, ...byWay(run, way, row, column) }));
  const sums = ways.flatMap(({ steps }) => steps);
  const after = ways.reduce((sum, { exact }) => sum + exact, 0);
  return {
    exact: after,
    steps: [...sums, { kind: "together", parts: ways.map(({ way, exact }) => ({ way, value: exact })), after }],
  };
}

/** Of the tokens that ask; keys and values may come from others. */
export function waysOf({ contextX }: Run): readonly Way[] {
  return contextX === undefined ? WAYS : ["q"];
}

/** One token's gradient of q, k or v, all heads side by side; times what its projection makes of the number. */
function byWay(run: Run, way: Way, row: number, column: number): { exact: number; steps: Step[] } {
  const gradients = run.kept[`d${way}`]!;
  if (run.weights === undefined) return { exact: elementOf(gradients, 0, row, column), steps: [] };
  const joined = Array.from({ length: headsOf(gradients) }, (_, head) =>
    Array.from(rowsOf(gradients, head)[row]!),
  ).flat();
  const { terms, total } = sumOf(joined, weightRow(run.weights[PROJECTION_OF[way]], column, run.weights.layout));
  return { exact: total, steps: [{ kind: "sum", noun: "column", way, terms, total }] };
}

/** One sum of products, and no more. */
export function sumOver(noun: "key" | "query" | "column", left: ArrayLike<number>, right: ArrayLike<number>): Worked {
  const { terms, total } = sumOf(left, right);
  return { exact: total, steps: [{ kind: "sum", noun, terms, total }] };
}
