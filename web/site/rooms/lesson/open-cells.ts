// Computed numbers that open: the inspector takes them apart, down to the products. A lesson names its computations and
// says where their matrices are shown. In a matrix a cell opens by click, tap or Enter; elsewhere a number is a button.
import type { AttentionMatrix, Place } from "heed/element";
import { byId } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import {
  figureView,
  Inspector,
  type Cell,
  type CellMatrix,
  type Computation,
  type Figure,
  type Lights,
  type View,
} from "../inspector/index.js";
import { offerMatrices, weightsOf } from "./saving.js";

/** What an <attention-matrix> shows of a computation. */
export interface Part {
  readonly matrix: keyof Lights;
  /** The head that is shown, for a matrix with heads. */
  readonly head?: number;
  /** Left out: all rows. Otherwise the one row that is shown. */
  readonly row?: number;
  /** The only row of the element that shows the part. Left out: every row does. */
  readonly inRow?: number;
}

interface Shown {
  readonly element: AttentionMatrix;
  readonly part: Part;
}

/** A cell of a matrix on the page. */
interface Origin {
  readonly element: AttentionMatrix;
  readonly place: Place;
}

interface Group {
  readonly computation: Computation;
  readonly shown: readonly Shown[];
}

/** Given: it lights up, but its cells are not opened. */
const GIVEN: readonly string[] = ["x", "context", "query", "key", "value", "outputWeight", "bias"];
/** A page may show scores at one of these stages only. Then that matrix stands for all. */
const SCORES: readonly string[] = ["raw", "scores", "logits"];

const groups = new Map<string, Group>();
const wired = new WeakSet<AttentionMatrix>();
const marksOfLesson = new Map<AttentionMatrix, Partial<Place>>();
let inspector: Inspector | undefined;
/** Where the open cell is shown: in a group, and at a place of it; or only where `closed` gives focus back to. */
interface OpenCell {
  readonly name?: string;
  readonly origin?: Origin | undefined;
  readonly closed?: () => void;
}
let opened: OpenCell | undefined;

/** Shows a computation, in place of the last one of that name.
 * @param places ids of matrices, and what each of them shows */
export function openCells(
  name: string,
  computation: Computation,
  places: Readonly<Record<string, keyof Lights | Part>> = {},
): void {
  const shown = Object.entries(places).map(([id, part]) => ({
    element: byId(id) as AttentionMatrix,
    part: typeof part === "string" ? { matrix: part } : part,
  }));
  groups.set(name, { computation, shown });
  offerMatrices(name, () => weightsOf(name, computation));
  for (const { element } of shown) wire(element);
  document.addEventListener("click", openButton);
  if (opened?.name === name) inspector?.update(computation);
}

/** A number outside of a matrix as a button that opens it. @param name as in openCells */
export function cellButton(text: string, name: string, cell: Partial<Cell> & Pick<Cell, "matrix">): HTMLElement {
  return make("button", { type: "button", class: "opens", "data-opens": keyOf(name, cell) }, text);
}

function keyOf(name: string, { matrix, head = 0, row = 0, column = 0 }: Partial<Cell>): string {
  return [name, matrix, head, row, column].join(" ");
}

function openButton({ target }: Event): void {
  const key = (target as Element).closest<HTMLElement>("[data-opens]")?.dataset.opens;
  if (key === undefined) return;
  const [name, matrix, ...at] = key.split(" ") as [string, CellMatrix];
  const [head, row, column] = at.map(Number) as [number, number, number];
  open(name, { matrix, head, row, column });
}

function open(name: string, cell: Cell, origin?: Origin): void {
  const group = groups.get(name);
  if (group === undefined) return;
  light({});
  opened = { name, origin };
  theInspector().open(group.computation, cell);
}

function theInspector(): Inspector {
  return (inspector ??= new Inspector(document.body, { light, closed: goBackTo }));
}

/** Opens a cell that no matrix of the page shows. @param closed gives focus back */
export function openCell(computation: Computation, cell: Cell, closed: () => void): void {
  light({});
  opened = { closed };
  theInspector().open(computation, cell);
}

/** Opens what a machine gives: a cell of a computation, or a figure. */
export function openNumber(number: readonly [Computation, Cell] | Figure, closed: () => void): void {
  if ("value" in number) openView(figureView(() => number, closed));
  else openCell(...number, closed);
}

/** Opens a number that is not a cell. figures.ts has them. */
export function openView(view: View): void {
  light({});
  opened = undefined;
  theInspector().open(undefined, view);
}

/** The numbers of the view that is open have changed. */
export function updateView(): void {
  inspector?.updateView();
}

function wire(element: AttentionMatrix): void {
  if (wired.has(element)) return;
  wired.add(element);
  element.addEventListener("matrix-open", ({ detail }) => {
    const found = find(element, detail);
    if (found !== undefined) open(found.name, found.cell, { element, place: detail });
  });
  element.addEventListener("matrix-focus", ({ detail }) => {
    const found = detail === null || inspector?.cell === undefined ? undefined : find(element, detail);
    if (found === undefined || found.name !== opened?.name) return;
    opened = { name: found.name, origin: { element, place: detail! } };
    inspector!.follow(found.cell);
  });
}

/** The cell that an element shows at a place, and its group. */
function find(element: AttentionMatrix, { row, column }: Place): { name: string; cell: Cell } | undefined {
  for (const [name, { shown }] of groups)
    for (const { element: other, part } of shown) {
      const { matrix, head = 0, row: only, inRow = row } = part;
      if (other !== element || GIVEN.includes(matrix) || row !== inRow) continue;
      return { name, cell: { matrix: matrix as CellMatrix, head, row: only ?? row, column } };
    }
  return undefined;
}

/** Marks the operands of the open cell. Without operands, the marks of the lesson come back. */
function light(lights: Lights): void {
  if (Object.keys(lights).length === 0) {
    for (const [element, mark] of marksOfLesson) element.mark = mark;
    return marksOfLesson.clear();
  }
  for (const { element, part } of groups.get(opened?.name ?? "")?.shown ?? []) {
    if (!marksOfLesson.has(element)) marksOfLesson.set(element, element.mark);
    const found = lights[part.matrix] ?? (SCORES.includes(part.matrix) ? scoresOf(lights) : undefined);
    const { head, row, column } = found ?? {};
    const isElsewhere = head !== undefined && part.head !== undefined && head !== part.head;
    const isOtherRow = part.row !== undefined && row !== undefined && row !== part.row;
    const inElement = part.row === undefined ? row : part.inRow;
    const isLit = found !== undefined && !isElsewhere && !isOtherRow;
    element.mark = isLit
      ? { ...(inElement !== undefined && { row: inElement }), ...(column !== undefined && { column }) }
      : {};
  }
}

function scoresOf(lights: Lights): Lights["scores"] {
  return lights.scores ?? lights.logits ?? lights.raw;
}

/** Focus goes back to the cell or the button. The page may have drawn it again meanwhile. */
function goBackTo(cell: Cell): void {
  const { name = "", origin, closed } = opened!;
  opened = undefined;
  if (closed !== undefined) return closed();
  const { row, column } = origin?.place ?? cell;
  const opener =
    origin === undefined
      ? document.querySelector<HTMLElement>(`[data-opens="${keyOf(name, cell)}"]`)
      : origin.element.shadowRoot!.querySelector<HTMLElement>(`td[data-row="${row}"][data-column="${column}"]`);
  opener?.focus();
}
