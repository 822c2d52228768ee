// Which rows, columns and cells a number is made of: what lights up beside it.
import { keyHead, mixOf, sizeOf, weightPlace, type Cell, type MatrixName, type Run } from "./run.js";
import { PROJECTION_OF, waysOf, type Way } from "./trace-layer-gradient.js";

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
      return run.weights?.output === undefined
        ? mixed(run, cell)
        : { context: { row }, outputWeight: inOut(run, column) };
    case "dy":
      return {};
    case "dOutput":
      return run.kept.dy === undefined
        ? {}
        : { dy: { row }, outputWeight: inputOf(run, head * sizeOf(run.kept.dOutput!).columns + column) };
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
    case "dquery":
      return ofProjection(run, cell, "x", "q");
    case "dkey":
      return ofProjection(run, cell, keySource(run), "k");
    case "dvalue":
      return ofProjection(run, cell, keySource(run), "v");
    case "doutputWeight": {
      const { input, output } = weightPlace(run, cell);
      return { context: { column: input }, dy: { column: output } };
    }
    case "dx":
      return Object.assign({}, ...waysOf(run).map((way) => ofToken(run, way, row, column)));
  }
}

function keySource({ contextX }: Run): "x" | "contextX" {
  return contextX === undefined ? "x" : "contextX";
}

/** A token's row times a column of the projection; that column is a row where weights are kept out × in. */
function projected(
  run: Run,
  source: "x" | "contextX",
  weight: "query" | "key" | "value",
  row: number,
  column: number,
): Lights {
  if (run.x === undefined) return {};
  if (run.weights === undefined) return { [source]: { row, column } };
  return { [source]: { row }, [weight]: inOut(run, column) };
}

/** A column of the tokens, and the column of the gradient of what their projection made. */
function ofProjection(run: Run, cell: Cell, source: "x" | "contextX", way: Way): Lights {
  const { input, output } = weightPlace(run, cell);
  const { columns } = sizeOf(run.kept[way]);
  return { [source]: { column: input }, [`d${way}`]: { head: Math.floor(output / columns), column: output % columns } };
}

/** What comes back to a number of a token through its query, key or value. */
function ofToken(run: Run, way: Way, row: number, column: number): Lights {
  if (run.weights === undefined) return { [`d${way}`]: { row, column } };
  return { [`d${way}`]: { row }, [PROJECTION_OF[way]]: inputOf(run, column) };
}

/** What a projection makes of one input: a row where weights are kept in × out. */
function inputOf({ weights }: Run, input: number): Light {
  return weights?.layout === "out-in" ? { column: input } : { row: input };
}

function inOut({ weights }: Run, column: number): Light {
  return weights?.layout === "out-in" ? { row: column } : { column };
}

function mixed(run: Run, cell: Cell): Lights {
  const { head, column } = mixOf(run, cell);
  return { weights: { head, row: cell.row }, v: { head: keyHead(run, head), column } };
}
