// Which rows, columns and cells a number is made of: what lights up beside it.
import { keyHead, mixOf, sizeOf, type Cell, type MatrixName, type Run } from "./run.js";

/** A row, a column or a cell of a matrix; of its head, where it has heads. */
export interface Light {
  readonly head?: number;
  readonly row?: number;
  readonly column?: number;
}

export type Lights = Partial<Record<MatrixName, Light>>;

export function operandsOf(run: Run, cell: Cell): Lights {
  const { matrix, head, row, column } = cell;
  const kv = keyHead(run, head);
  switch (matrix) {
    case "q":
      return projected(run, "x", "query", row, head * sizeOf(run.kept.q).columns + column);
    case "k":
      return projected(run, keySource(run), "key", row, head * sizeOf(run.kept.k).columns + column);
    case "v":
      return projected(run, keySource(run), "value", row, head * sizeOf(run.kept.v).columns + column);
    case "raw":
      return { q: { head, row }, k: { head: kv, row: column } };
    case "scores":
      return { q: { head, row }, k: { head: kv, row: column }, raw: { head, row, column } };
    case "logits":
      return { q: { head, row }, k: { head: kv, row: column }, scores: { head, row, column } };
    case "weights":
      return { q: { head, row }, k: { head: kv, row: column }, scores: { head, row } };
    case "context":
      return mixed(run, cell);
    case "output":
      return run.weights?.output === undefined ? mixed(run, cell) : { context: { row }, outputWeight: inOut(run, column) };
    case "dweights":
      return { dOutput: { head, row }, v: { head: kv, row: column } };
    case "dscores":
      return { weights: { head, row }, dweights: { head, row } };
    case "dq":
      return { dscores: { head, row }, k: { head: kv, column } };
    case "dk":
      return { dscores: { head, column: row }, q: { head, column } };
    case "dv":
      return { weights: { head, column: row }, dOutput: { head, column } };
  }
}

function keySource({ contextX }: Run): "x" | "contextX" {
  return contextX === undefined ? "x" : "contextX";
}

/** A token's row times a column of the projection; that column is a row where weights are kept out × in. */
function projected(run: Run, source: "x" | "contextX", weight: "query" | "key" | "value", row: number, column: number): Lights {
  if (run.x === undefined) return {};
  if (run.weights === undefined) return { [source]: { row, column } };
  return { [source]: { row }, [weight]: inOut(run, column) };
}

function inOut({ weights }: Run, column: number): Light {
  return weights?.layout === "out-in" ? { row: column } : { column };
}

function mixed(run: Run, cell: Cell): Lights {
  const { head, column } = mixOf(run, cell);
  return { weights: { head, row: cell.row }, v: { head: keyHead(run, head), column } };
}
