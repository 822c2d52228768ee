// Where the numbers of a sum come from: the cells that a reader can go on to.
import { gradientOriginOf } from "./gradient-origins.js";
import { keyHead, mixOf, type Cell, type Run } from "./run.js";
import type { Way } from "./trace-layer-gradient.js";

/** A factor of a term; of x's gradient there is a sum for each way. */
export interface Factor {
  readonly side: "left" | "right";
  readonly index: number;
  readonly way?: Way | undefined;
}

/** The cell that a factor is, where the core computed it. */
export function originOf(run: Run, cell: Cell, factor: Factor): Cell | undefined {
  const { side, index } = factor;
  const { matrix, head, row, column } = cell;
  const left = side === "left";
  switch (matrix) {
    case "raw":
    case "scores":
    case "logits":
    case "weights":
      return computed(
        run,
        left
          ? { matrix: "q", head, row, column: index }
          : { matrix: "k", head: keyHead(run, head), row: column, column: index },
      );
    case "context":
      return mixedFrom(run, cell, left, index);
    case "output":
      if (run.weights?.output === undefined) return mixedFrom(run, cell, left, index);
      return left ? computed(run, { matrix: "context", head: 0, row, column: index }) : undefined;
    case "q":
    case "k":
    case "v":
      return undefined;
    default: {
      const origin = gradientOriginOf(run, { ...cell, matrix }, factor);
      return origin && computed(run, origin);
    }
  }
}

function mixedFrom(run: Run, cell: Cell, left: boolean, key: number): Cell | undefined {
  const { head, column } = mixOf(run, cell);
  return computed(
    run,
    left
      ? { matrix: "weights", head, row: cell.row, column: key }
      : { matrix: "v", head: keyHead(run, head), row: key, column },
  );
}

/** A projection without weights is a copy: nothing more is to be seen there. */
function computed(run: Run, cell: Cell): Cell | undefined {
  const projection = cell.matrix === "q" || cell.matrix === "k" || cell.matrix === "v";
  if (projection && (run.x === undefined || run.weights === undefined)) return undefined;
  return run.kept[cell.matrix] === undefined ? undefined : cell;
}
