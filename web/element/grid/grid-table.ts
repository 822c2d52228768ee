// The table of cells: real cells with real headers, one tab stop, and keys that move through it. Of a large matrix it
// holds only the cells round the tab stop, and says where in the matrix each of them is.
import { inside, placeAfter } from "./grid-keys.js";
import { make, type Extent, type Place } from "../../show/index.js";
import { isLarge } from "../picture.js";

export interface Axes extends Extent {
  readonly rowLabel: (row: number) => string;
  readonly columnLabel: (column: number) => string;
}

/** Of a large matrix, the table holds so many rows and columns. */
const SPAN = 16;

export class GridTable {
  readonly table = make("table", { role: "grid", part: "table" });
  readonly #axes: Axes;
  readonly #moved: () => void;
  /** The first row and column that the table holds. */
  #corner: Place = { row: 0, column: 0 };
  #rowHeads: HTMLTableCellElement[] = [];
  #columnHeads: HTMLTableCellElement[] = [];
  #cells: HTMLTableCellElement[][] = [];
  #stop: Place;
  #marked: Partial<Place> = {};
  #chosen: Partial<Place> = {};

  /** `moved` is called whenever other cells have come into the table. */
  constructor(axes: Axes, stop: Place, moved: () => void) {
    this.#axes = axes;
    this.#moved = moved;
    this.#stop = inside(stop, axes);
    if (isLarge(axes)) {
      this.table.setAttribute("aria-rowcount", String(axes.rows + 1));
      this.table.setAttribute("aria-colcount", String(axes.columns + 1));
    }
    this.#build(this.#stop, false);
    this.table.addEventListener("keydown", (event) => this.#onKey(event));
    this.table.addEventListener("focusin", (event) => this.#onFocus(event));
  }

  /** The cell that Tab leads to. */
  get stop(): Place {
    return this.#stop;
  }

  /** The cells that the table holds: the first row and column, and how many. */
  get window(): Place & Extent {
    return { ...this.#corner, rows: this.#cells.length, columns: this.#columnHeads.length };
  }

  /** A cell, if the table holds it now. */
  cell({ row, column }: Place): HTMLTableCellElement | undefined {
    return this.#cells[row - this.#corner.row]?.[column - this.#corner.column];
  }

  *cells(): Generator<[Place, HTMLTableCellElement]> {
    for (const [i, cells] of this.#cells.entries()) {
      for (const [j, cell] of cells.entries())
        yield [{ row: this.#corner.row + i, column: this.#corner.column + j }, cell];
    }
  }

  get hasFocus(): boolean {
    const root = this.table.getRootNode() as Document | ShadowRoot;
    return this.table.contains(root.activeElement);
  }

  focus(place: Place): void {
    const wanted = inside(place, this.#axes);
    if (this.cell(wanted) === undefined) this.#build(wanted, true);
    else this.cell(wanted)!.focus();
  }

  /** The cell that an event belongs to, if any. */
  placeOf(target: EventTarget | null): Place | undefined {
    const cell = target instanceof Element ? target.closest("td[data-row]") : null;
    if (!(cell instanceof HTMLElement)) return undefined;
    return { row: Number(cell.dataset["row"]), column: Number(cell.dataset["column"]) };
  }

  /** Marks a row, a column, or the cell where both meet. */
  mark(marked: Partial<Place>): void {
    this.#marked = marked;
    this.#showMarks();
  }

  /** Sets apart the row or column that the sentence is about. Unless the table has focus, the tab stop moves there. */
  choose(line: Partial<Place>): void {
    this.#chosen = line;
    const there = { ...this.#stop, ...line };
    if (!this.hasFocus && (there.row !== this.#stop.row || there.column !== this.#stop.column)) this.#stopAt(there);
    this.#showMarks();
  }

  /** Builds the cells round a place. The old ones go once the new ones have focus. */
  #build(around: Place, focus: boolean): void {
    const old = Array.from(this.table.children);
    this.#corner = {
      row: windowStart(around.row, this.#axes.rows, this.#axes),
      column: windowStart(around.column, this.#axes.columns, this.#axes),
    };
    const extent = isLarge(this.#axes)
      ? { rows: Math.min(SPAN, this.#axes.rows), columns: Math.min(SPAN, this.#axes.columns) }
      : this.#axes;
    this.table.append(this.#head(extent.columns), this.#body(extent));
    this.#showMarks();
    this.#stopAt(around);
    if (old.length > 0) this.#moved();
    if (focus) this.cell(around)?.focus();
    for (const part of old) part.remove();
  }

  #head(columns: number): HTMLTableSectionElement {
    // Roles are written out: a style with display: block or flex would take them away.
    const head = make("thead", { role: "rowgroup" });
    const line = head.appendChild(make("tr", { role: "row" }));
    line.append(make("td"));
    this.#columnHeads = Array.from({ length: columns }, (_, j) =>
      line.appendChild(headCell("col", this.#axes.columnLabel(this.#corner.column + j))),
    );
    if (isLarge(this.#axes)) {
      line.setAttribute("aria-rowindex", "1");
      this.#columnHeads.forEach((cell, j) => cell.setAttribute("aria-colindex", String(this.#corner.column + j + 2)));
    }
    return head;
  }

  #body({ rows, columns }: Extent): HTMLTableSectionElement {
    const body = make("tbody", { role: "rowgroup" });
    this.#rowHeads = [];
    this.#cells = [];
    for (let i = 0; i < rows; i++) {
      const row = this.#corner.row + i;
      const line = body.appendChild(make("tr", { role: "row" }));
      const head = line.appendChild(headCell("row", this.#axes.rowLabel(row)));
      this.#rowHeads.push(head);
      this.#cells.push(
        Array.from({ length: columns }, (_, j) => line.appendChild(valueCell(row, this.#corner.column + j))),
      );
      if (!isLarge(this.#axes)) continue;
      line.setAttribute("aria-rowindex", String(row + 2));
      head.setAttribute("aria-colindex", "1");
      this.#cells[i]!.forEach((cell, j) => cell.setAttribute("aria-colindex", String(this.#corner.column + j + 2)));
    }
    return body;
  }

  #showMarks(): void {
    const { row: markedRow, column: markedColumn } = this.#marked;
    this.#cells.forEach((cells, i) => {
      const row = this.#corner.row + i;
      this.#rowHeads[i]!.classList.toggle("marked", row === markedRow);
      this.#rowHeads[i]!.classList.toggle("chosen", row === this.#chosen.row);
      cells.forEach((cell, j) => {
        const inRow = markedRow === undefined ? markedColumn !== undefined : row === markedRow;
        const inColumn =
          markedColumn === undefined ? markedRow !== undefined : this.#corner.column + j === markedColumn;
        cell.classList.toggle("marked", inRow && inColumn);
        cell.classList.toggle("chosen", row === this.#chosen.row || this.#corner.column + j === this.#chosen.column);
      });
    });
    this.#columnHeads.forEach((head, j) => {
      head.classList.toggle("marked", this.#corner.column + j === markedColumn);
      head.classList.toggle("chosen", this.#corner.column + j === this.#chosen.column);
    });
  }

  #onFocus(event: FocusEvent): void {
    const place = this.placeOf(event.target);
    if (place !== undefined) this.#stopAt(place);
  }

  #stopAt(place: Place): void {
    this.#stop = place;
    if (this.#axes.rows === 0 || this.#axes.columns === 0) return;
    if (this.cell(place) === undefined) return this.#build(place, false);
    for (const [, cell] of this.cells()) if (cell.tabIndex === 0) cell.tabIndex = -1;
    this.cell(place)!.tabIndex = 0;
  }

  #onKey(event: KeyboardEvent): void {
    const from = this.placeOf(event.target);
    if (from === undefined || event.defaultPrevented || event.altKey || event.metaKey || event.shiftKey) return;
    const wanted = placeAfter(event.key, event.ctrlKey, from, this.#axes);
    if (wanted === undefined) return;
    event.preventDefault();
    this.focus(wanted);
  }
}

/** The first row or column of a window round `place`. */
function windowStart(place: number, count: number, extent: Extent): number {
  if (!isLarge(extent)) return 0;
  return Math.min(Math.max(0, count - SPAN), Math.max(0, place - SPAN / 2));
}

function headCell(scope: "row" | "col", label: string): HTMLTableCellElement {
  const role = scope === "row" ? "rowheader" : "columnheader";
  return make("th", { scope, role, title: label }, make("span", {}, label));
}

function valueCell(row: number, column: number): HTMLTableCellElement {
  return make("td", { role: "gridcell", tabindex: -1, "data-row": row, "data-column": column });
}
