// The head, the key head and the column of a cell.
import type { Tensor } from "heed";
import { keyHead, queryHeads, sizeOf, type Computation } from "./computation.js";
import type { Cell, Here } from "./definition.js";

export function hereOf(computation: Computation, cell: Cell): Here {
  const { matrix, head, row, column } = cell;
  const own = computation.kept[matrix];
  return {
    computation,
    cell,
    head,
    row,
    column,
    kvHead: keyHead(computation, head),
    queryHeads: queryHeads(computation, head),
    across: own === undefined ? column : head * sizeOf(own).columns + column,
    keySource: computation.context === undefined ? "x" : "context",
  };
}

/** The head of a column that is counted through all heads, and its number in that head. */
export function columnOfHead(tensor: Tensor, across: number): { head: number; column: number } {
  const { columns } = sizeOf(tensor);
  return { head: Math.floor(across / columns), column: across % columns };
}

/** The head whose values a context vector is mixed from, and their column. */
export function valueColumn({ kept }: Computation, cell: Cell): { head: number; column: number } {
  const hasHeads = (kept[cell.matrix]?.shape.length ?? 2) > 2;
  return hasHeads ? cell : columnOfHead(kept.v, cell.column);
}
