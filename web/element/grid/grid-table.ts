// The table of cells: real cells with real headers, one tab stop, and keys that move through it. Of a large matrix it
// holds only the cells round the tab stop, and says where in the matrix each of them is.
import { inside, placeAfter } from "./grid-keys.js";
import { make, type Extent, type Place } from "../../show/index.js";
import { isLarge } from "../picture.js";

export interface Axes extends Extent {
  readonly rowLabel: (row: number) => string;
  readonly columnLabel: (column: number) => string;
}

/** How many rows and columns of a large matrix the table holds. */
const SPAN = 16;

export class GridTable {
  readonly table = make("table", { role: "grid", part: "table" });
  #axes: Axes;
  readonly #moved: () => void;
  /** The first row and column that the table holds. */
  #corner: Place = { row: 0, column: 0 };
  #head = make("tr", { role: "row" });
  #body = make("tbody", { role: "rowgroup" });
  #rowHeads: HTMLTableCellElement[] = [];
  #columnHeads: HTMLTableCellElement[] = [];
  #cells: HTMLTableCellElement[][] = [];
  #stop: Place;
  #stopCell: HTMLTableCellElement | undefined;
  #marked: Partial<Place> = {};
  #chosen: Partial<Place> = {};
  /** What is set apart now. */
  #lit: Record<"marked" | "chosen", Set<Element>> = { marked: new Set(), chosen: new Set() };

  /** `moved` is called whenever other cells have come into the table. */
  constructor(axes: Axes, stop: Place, moved: () => void) {
    this.#axes = axes;
    this.#moved = moved;
    this.#stop = inside(stop, axes);
    this.#build(this.#stop);
    this.table.addEventListener("keydown", (event) => this.#onKey(event));
    this.table.addEventListener("focusin", (event) => this.#onFocus(event));
  }

  /** Takes other labels or another size. Cells that stay are the same elements, so focus stays where it is. */
  resize(axes: Axes): void {
    const rebuilt = isLarge(this.#axes) || isLarge(axes);
    const stop = inside(this.#stop, axes);
    this.#axes = axes;
    if (rebuilt) return void this.#build(stop);
    this.#fit(axes);
    this.#stopAt(stop);
    this.#showMarks();
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
    if (this.cell(wanted) === undefined) this.#moveWindow(wanted, true);
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

  /** The window goes to another place. The old cells go once the new ones have focus. */
  #moveWindow(around: Place, focus: boolean): void {
    const old = this.#build(around, true);
    this.#moved();
    if (focus) this.cell(around)?.focus();
    for (const part of old) part.remove();
  }

  /** Builds the cells round a place. The old ones are removed, or with `keep` returned. */
  #build(around: Place, keep = false): Element[] {
    const old = Array.from(this.table.children);
    const large = isLarge(this.#axes);
    for (const [name, count] of [
      ["aria-rowcount", this.#axes.rows],
      ["aria-colcount", this.#axes.columns],
    ] as const)
      if (large) this.table.setAttribute(name, String(count + 1));
      else this.table.removeAttribute(name);
    this.#corner = {
      row: windowStart(around.row, this.#axes.rows, this.#axes),
      column: windowStart(around.column, this.#axes.columns, this.#axes),
    };
    // Roles are written out: a style with display: block or flex would take them away.
    this.#head = make("tr", { role: "row", "aria-rowindex": large && 1 }, make("td"));
    this.#body = make("tbody", { role: "rowgroup" });
    [this.#rowHeads, this.#columnHeads, this.#cells] = [[], [], []];
    this.#fit(
      large ? { rows: Math.min(SPAN, this.#axes.rows), columns: Math.min(SPAN, this.#axes.columns) } : this.#axes,
    );
    this.table.append(make("thead", { role: "rowgroup" }, this.#head), this.#body);
    this.#showMarks();
    this.#stopAt(around);
    if (!keep) for (const part of old) part.remove();
    return old;
  }

  /** Adds or removes rows and columns until the table holds the number asked for, and writes the labels. */
  #fit({ rows, columns }: Extent): void {
    while (this.#rowHeads.length > rows) {
      this.#cells.pop();
      this.#rowHeads.pop()!.parentElement!.remove();
    }
    while (this.#columnHeads.length > columns) this.#columnHeads.pop()!.remove();
    for (const cells of this.#cells) while (cells.length > columns) cells.pop()!.remove();
    while (this.#columnHeads.length < columns) this.#addColumnHead(this.#columnHeads.length);
    while (this.#rowHeads.length < rows) this.#addRow(this.#rowHeads.length);
    for (const [i, cells] of this.#cells.entries()) {
      const line = this.#rowHeads[i]!.parentElement!;
      while (cells.length < columns) cells.push(line.appendChild(this.#valueCell(i, cells.length)));
    }
    this.#columnHeads.forEach((head, j) => label(head, this.#axes.columnLabel(this.#corner.column + j)));
    this.#rowHeads.forEach((head, i) => label(head, this.#axes.rowLabel(this.#corner.row + i)));
  }

  #addColumnHead(j: number): void {
    const index = isLarge(this.#axes) && this.#corner.column + j + 2;
    const head = make("th", { scope: "col", role: "columnheader", "aria-colindex": index }, make("span"));
    this.#columnHeads.push(this.#head.appendChild(head));
  }

  #addRow(i: number): void {
    const large = isLarge(this.#axes);
    const head = make("th", { scope: "row", role: "rowheader", "aria-colindex": large && 1 }, make("span"));
    this.#body.append(make("tr", { role: "row", "aria-rowindex": large && this.#corner.row + i + 2 }, head));
    this.#rowHeads.push(head);
    this.#cells.push([]);
  }

  #valueCell(i: number, j: number): HTMLTableCellElement {
    const [row, column] = [this.#corner.row + i, this.#corner.column + j];
    const index = isLarge(this.#axes) && column + 2;
    const attributes = { role: "gridcell", tabindex: -1, "data-row": row, "data-column": column };
    return make("td", { ...attributes, "aria-colindex": index });
  }

  #showMarks(): void {
    const { row, column } = this.#marked;
    const whole = row === undefined || column === undefined;
    this.table.dataset["marked"] = !whole ? "cell" : row === undefined ? "column" : "row";
    this.#light("marked", [
      ...this.#heads(this.#marked),
      ...(whole ? this.#lines(this.#marked) : [this.cell({ row, column })]),
    ]);
    this.#light("chosen", [...this.#heads(this.#chosen), ...this.#lines(this.#chosen)]);
  }

  #light(name: "marked" | "chosen", elements: readonly (Element | undefined)[]): void {
    const wanted = new Set(elements.filter((element) => element !== undefined));
    for (const element of this.#lit[name]) if (!wanted.has(element)) element.classList.remove(name);
    for (const element of wanted) if (!this.#lit[name].has(element)) element.classList.add(name);
    this.#lit[name] = wanted;
  }

  #heads({ row, column }: Partial<Place>): (Element | undefined)[] {
    return [
      row === undefined ? undefined : this.#rowHeads[row - this.#corner.row],
      column === undefined ? undefined : this.#columnHeads[column - this.#corner.column],
    ];
  }

  /** The cells of a row and those of a column. */
  #lines({ row, column }: Partial<Place>): (Element | undefined)[] {
    const inRow = row === undefined ? [] : (this.#cells[row - this.#corner.row] ?? []);
    if (column === undefined) return inRow;
    return [...inRow, ...this.#cells.map((cells) => cells[column - this.#corner.column])];
  }

  #onFocus(event: FocusEvent): void {
    const place = this.placeOf(event.target);
    if (place !== undefined) this.#stopAt(place);
  }

  #stopAt(place: Place): void {
    this.#stop = place;
    if (this.#axes.rows === 0 || this.#axes.columns === 0) return;
    if (this.cell(place) === undefined) return this.#moveWindow(place, false);
    this.#stopCell?.setAttribute("tabindex", "-1");
    this.#stopCell = this.cell(place)!;
    this.#stopCell.tabIndex = 0;
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

function label(head: HTMLTableCellElement, text: string): void {
  if (head.title === text && head.firstElementChild!.textContent === text) return;
  head.title = text;
  head.firstElementChild!.textContent = text;
}
