// The matrices on the page, and where a cell of the core's is on them.
import type { Cell, Lights, MatrixName } from "../inspector/index.js";
import { sizesOf, type State } from "../state/index.js";

/** Shown, in the order of computation. `context` is the mix of the head on show; `joined` all heads side by side. */
export const SHOWN = ["q", "k", "v", "scores", "weights", "context", "joined", "output"] as const;
export type Shown = (typeof SHOWN)[number];

/** Edited. */
export const EDITED = ["x", "query", "key", "value", "outputWeight"] as const;
export type Edited = (typeof EDITED)[number];

export interface Place {
  readonly row: number;
  readonly column: number;
}
export type Marks = Partial<Record<Shown | Edited, Partial<Place>>>;

/** Matrices with a token along both axes. */
export function isPair(name: Shown): boolean {
  return name === "scores" || name === "weights";
}

/** The core's cell behind a place that is shown: turned back, and of its head. */
export function cellAt(state: State, name: Shown, place: Place): Cell {
  const [row, column] = state.convention === "columns" ? [place.column, place.row] : [place.row, place.column];
  if (name === "context") return { matrix: "context", head: 0, row, column: state.head * sizesOf(state).valueDim + column };
  if (name === "joined") return { matrix: "context", head: 0, row, column };
  return { matrix: name, head: name === "output" ? 0 : state.head, row, column };
}

/** The head that has a cell; undefined where all of them have a part in it. */
export function headShowing(state: State, { matrix, head, column }: Cell): number | undefined {
  if (matrix === "output") return undefined;
  return matrix === "context" ? Math.floor(column / sizesOf(state).valueDim) : head;
}

/** The way back; undefined where the cell belongs to a head that is not on show. A context vector is where it was opened `from`. */
export function placeOf(state: State, cell: Cell, from?: Shown): { name: Shown; place: Place } | undefined {
  const { matrix, row, column } = cell;
  const turn = (name: Shown, at: number): { name: Shown; place: Place } => ({ name, place: state.convention === "columns" ? { row: at, column: row } : { row, column: at } });
  if (matrix === "output") return turn("output", column);
  if (matrix === "context" && from === "joined") return turn("joined", column);
  if (headShowing(state, cell) !== state.head) return undefined;
  if (matrix === "context") return turn("context", column % sizesOf(state).valueDim);
  if (matrix === "raw" || matrix === "logits") return turn("scores", column);
  return SHOWN.includes(matrix as Shown) ? turn(matrix as Shown, column) : undefined;
}

/** What the inspector's operands light on the page. */
export function marksOf(state: State, lights: Lights): Marks {
  const marks: Marks = {};
  const { dim, valueDim } = sizesOf(state);
  for (const [name, light] of Object.entries(lights) as [MatrixName, { head?: number; row?: number; column?: number }][]) {
    const across = name === "query" || name === "key" ? dim : name === "value" || name === "context" ? valueDim : 0;
    let { row, column } = light;
    if (light.head !== undefined && light.head !== state.head) continue;
    if (across > 0 && column !== undefined) {
      if (Math.floor(column / across) !== state.head) continue;
      column %= across;
    }
    const target = name === "raw" || name === "logits" ? "scores" : name === "context" && light.column === undefined ? "joined" : name;
    if (![...SHOWN, ...EDITED].includes(target as Shown) || (marks[target as Shown] !== undefined && name === "raw")) continue;
    marks[target as Shown] = state.convention === "columns" ? without({ row: column, column: row }) : without({ row, column });
  }
  return marks;
}

function without({ row, column }: { row: number | undefined; column: number | undefined }): Partial<Place> {
  return { ...(row === undefined ? {} : { row }), ...(column === undefined ? {} : { column }) };
}
