// Where the numbers in a gradient's sums come from, so that a reader can go the way back step by step.
import type { Factor } from "./origins.js";
import {
  keyHead,
  queryHeads,
  sizeOf,
  weightPlace,
  type AttentionGradient,
  type Cell,
  type LayerGradient,
  type Run,
} from "./run.js";
import type { Way } from "./trace-layer-gradient.js";

export function gradientOriginOf(
  run: Run,
  cell: Cell & { matrix: AttentionGradient | LayerGradient },
  { side, index, way }: Factor,
): Cell | undefined {
  const { matrix, head, row, column } = cell;
  const left = side === "left";
  const kv = keyHead(run, head);
  switch (matrix) {
    case "dy":
      return undefined;
    case "dOutput":
      return left ? { matrix: "dy", head: 0, row, column: index } : undefined;
    case "dweights":
      return left
        ? { matrix: "dOutput", head, row, column: index }
        : { matrix: "v", head: kv, row: column, column: index };
    case "dscores":
      return { matrix: left ? "weights" : "dweights", head, row, column: index };
    case "dq":
      return left ? { matrix: "dscores", head, row, column: index } : { matrix: "k", head: kv, row: index, column };
    case "dk":
      return left ? fromQuery(run, "dscores", head, index, row) : fromQuery(run, "q", head, index, column);
    case "dv":
      return left ? fromQuery(run, "weights", head, index, row) : fromQuery(run, "dOutput", head, index, column);
    case "dquery":
      return left ? undefined : ofColumn(run, "q", index, weightPlace(run, cell).output);
    case "dkey":
      return left ? undefined : ofColumn(run, "k", index, weightPlace(run, cell).output);
    case "dvalue":
      return left ? undefined : ofColumn(run, "v", index, weightPlace(run, cell).output);
    case "doutputWeight": {
      const { input, output } = weightPlace(run, cell);
      return left
        ? { matrix: "context", head: 0, row: index, column: input }
        : { matrix: "dy", head: 0, row: index, column: output };
    }
    case "dx":
      return left && way !== undefined ? ofColumn(run, way, row, index) : undefined;
  }
}

/** Where query heads share a head of keys, their queries follow one another. */
function fromQuery(
  run: Run,
  matrix: "dscores" | "q" | "weights" | "dOutput",
  kvHead: number,
  index: number,
  column: number,
): Cell {
  const { rows } = sizeOf(run.kept.q);
  return { matrix, head: queryHeads(run, kvHead)[Math.floor(index / rows)]!, row: index % rows, column };
}

/** A column counted through all heads. */
function ofColumn(run: Run, way: Way, row: number, across: number): Cell {
  const { columns } = sizeOf(run.kept[way]);
  return { matrix: `d${way}`, head: Math.floor(across / columns), row, column: across % columns };
}
