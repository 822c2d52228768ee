// The matrices on the page, and where a cell of the core is in them.
import type { Place } from "../../../show/index.js";
import type { Cell, Lights, MatrixName } from "../../rooms/inspector/index.js";
import { sizesOf, type State } from "../../rooms/state/index.js";

/**
 * Shown, in the order of computation. `mixed` is one head of the joined heads, the one on show; `joined` is all.
 */
export const SHOWN = ["q", "k", "v", "scores", "weights", "mixed", "joined", "output"] as const;

/** Gradients, in the order of the chain rule; names as the inspector has them. */
export const GRADIENTS = [
  "dy",
  "dOutputWeight",
  "dOutput",
  "dWeights",
  "dv",
  "dScores",
  "dq",
  "dk",
  "dQuery",
  "dKey",
  "dValue",
  "dx",
] as const;
export type Gradient = (typeof GRADIENTS)[number];
export type Shown = (typeof SHOWN)[number] | Gradient;

/** Those that readers edit. */
export const EDITED = ["x", "query", "key", "value", "outputWeight"] as const;
export type Edited = (typeof EDITED)[number];

export type Marks = Partial<Record<Shown | Edited, Partial<Place>>>;

/** Matrices with a token along both axes. */
export function isPair(name: Shown): boolean {
  return ["scores", "weights", "dWeights", "dScores"].includes(name);
}

/** Matrices with a token along no axis: the gradients of weights. */
export function isOfWeight(name: Shown): boolean {
  return ["dQuery", "dKey", "dValue", "dOutputWeight"].includes(name);
}

export function isGradient(name: string): name is Gradient {
  return GRADIENTS.includes(name as Gradient);
}

/** Matrices that are one for all heads. */
export function isWhole(name: Shown | MatrixName): boolean {
  return ["output", "dy", "dOutputWeight", "dx"].includes(name);
}

/** How many columns of a matrix belong to one head, if the heads stand side by side in it. */
function columnsOfHead(state: State, name: Shown | MatrixName): number | undefined {
  const { dim, valueDim } = sizesOf(state);
  if (["query", "key", "dQuery", "dKey"].includes(name)) return dim;
  return ["value", "joined", "mixed", "dValue"].includes(name) ? valueDim : undefined;
}

/** The core's cell behind a place on the page. */
export function cellAt(state: State, name: Shown, place: Place): Cell {
  const [row, column] = state.convention === "columns" ? [place.column, place.row] : [place.row, place.column];
  if (name === "joined") return { matrix: "joined", head: 0, row, column };
  const matrix = name === "mixed" ? "joined" : name;
  const own = columnsOfHead(state, matrix);
  if (own !== undefined) return { matrix, head: 0, row, column: state.head * own + column };
  return { matrix, head: isWhole(name) ? 0 : state.head, row, column };
}

/** The head that a cell belongs to; undefined where it belongs to all. */
export function headShowing(state: State, { matrix, head, column }: Cell): number | undefined {
  if (isWhole(matrix)) return undefined;
  const own = columnsOfHead(state, matrix);
  return own === undefined ? head : Math.floor(column / own);
}

/**
 * Where a cell of the core is on the page; undefined if its head is not on show. A context vector is in two
 * matrices: it is looked for in the one that it was opened `from`.
 */
export function placeOf(state: State, cell: Cell, from?: Shown): { name: Shown; place: Place } | undefined {
  const { matrix, row, column } = cell;
  const turn = (name: Shown, at: number): { name: Shown; place: Place } => ({
    name,
    place: state.convention === "columns" ? { row: at, column: row } : { row, column: at },
  });
  if (matrix === "joined" && from === "joined") return turn("joined", column);
  const head = headShowing(state, cell);
  if (head !== undefined && head !== state.head) return undefined;
  if (matrix === "raw" || matrix === "logits") return turn("scores", column);
  return turn(matrix === "joined" ? "mixed" : matrix, column % (columnsOfHead(state, matrix) ?? Infinity));
}

/** What the inspector's operands mark on the page. */
export function marksOf(state: State, lights: Lights): Marks {
  const marks: Marks = {};
  const transposed = (place: { row?: number; column?: number }): Partial<Place> =>
    state.convention === "columns" ? without({ row: place.column, column: place.row }) : without(place);
  for (const [name, light] of Object.entries(lights) as [
    MatrixName,
    { head?: number; row?: number; column?: number },
  ][]) {
    const { row, column, head } = light;
    if (name === "joined") marks.joined = transposed(light);
    if (head !== undefined && head !== state.head) continue;
    const own = columnsOfHead(state, name);
    if (own !== undefined && column !== undefined && Math.floor(column / own) !== state.head) continue;
    // A whole row of context vectors belongs to all heads.
    if (name === "joined" && column === undefined) continue;
    const target = name === "raw" || name === "logits" ? "scores" : name === "joined" ? "mixed" : name;
    if (
      ![...SHOWN, ...GRADIENTS, ...EDITED].includes(target as Shown) ||
      (marks[target as Shown] !== undefined && name === "raw")
    )
      continue;
    marks[target as Shown] = transposed({
      ...(row === undefined ? {} : { row }),
      ...(column === undefined ? {} : { column: own === undefined ? column : column % own }),
    });
  }
  return marks;
}

function without({ row, column }: { row?: number | undefined; column?: number | undefined }): Partial<Place> {
  return { ...(row === undefined ? {} : { row }), ...(column === undefined ? {} : { column }) };
}
