// The mask as a grid to draw in: click or drag, or arrow keys and Space.
// A label at the edge turns its row or column; so do Shift and Space, and Control and Space.
import type { Fields } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { type Page } from "../../rooms/lesson/index.js";

export interface GridLabels {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

interface Place {
  readonly row: number;
  readonly column: number;
}

export class MaskGrid<F extends Fields> {
  readonly #page: Page<F>;
  readonly #table: HTMLTableElement;
  readonly #changed: (mask: readonly boolean[]) => void;
  #mask: boolean[] = [];
  #labels: GridLabels = { rows: [], columns: [] };
  #cells: HTMLTableCellElement[] = [];
  #here: Place = { row: 0, column: 0 };
  /** What a drag writes. */
  #brush: boolean | undefined;

  constructor(table: HTMLTableElement, page: Page<F>, changed: (mask: readonly boolean[]) => void) {
    [this.#table, this.#page, this.#changed] = [table, page, changed];
    table.setAttribute("role", "grid");
    table.setAttribute("aria-multiselectable", "true");
    table.addEventListener("pointerdown", (event) => this.#begin(event));
    table.addEventListener("pointermove", (event) => this.#goOn(event));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (this.#brush = undefined));
    table.addEventListener("keydown", (event) => this.#onKey(event));
  }

  show(mask: readonly boolean[], labels: GridLabels): void {
    this.#mask = [...mask];
    if (JSON.stringify(labels) !== JSON.stringify(this.#labels)) this.#build(labels);
    this.#cells.forEach((cell, at) => this.#write(cell, at));
  }

  get #columns(): number {
    return this.#labels.columns.length;
  }

  #build(labels: GridLabels): void {
    this.#labels = labels;
    this.#here = { row: 0, column: 0 };
    const { rows, columns } = labels;
    const lineButton = (name: string, cells: () => number[]): HTMLButtonElement => {
      const button = make("button", { type: "button", tabindex: -1 }, name);
      button.addEventListener("click", () => this.#turn(cells()));
      return button;
    };
    const heads = columns.map((name, column) =>
      make(
        "th",
        { scope: "col" },
        lineButton(name, () => this.#columnCells(column)),
      ),
    );
    this.#cells = [];
    const lines = rows.map((name, row) => {
      const head = lineButton(name, () => this.#rowCells(row));
      const cells = columns.map(() => make("td", { role: "gridcell" }));
      this.#cells.push(...cells);
      return make("tr", {}, make("th", { scope: "row" }, head), ...cells);
    });
    this.#table.tHead!.replaceChildren(make("tr", {}, make("td"), ...heads));
    this.#table.tBodies[0]!.replaceChildren(...lines);
  }

  #rowCells(row: number): number[] {
    return this.#labels.columns.map((_, column) => row * this.#columns + column);
  }

  #columnCells(column: number): number[] {
    return this.#labels.rows.map((_, row) => row * this.#columns + column);
  }

  #write(cell: HTMLTableCellElement, at: number): void {
    const { row, column } = this.#placeAt(at);
    const may = this.#mask[at]!;
    cell.setAttribute("aria-selected", String(may));
    cell.tabIndex = row === this.#here.row && column === this.#here.column ? 0 : -1;
    cell.setAttribute(
      "aria-label",
      this.#page.text(may ? "cell-may" : "cell-not", {
        query: this.#labels.rows[row]!,
        key: this.#labels.columns[column]!,
      }),
    );
  }

  #placeAt(at: number): Place {
    return { row: Math.floor(at / this.#columns), column: at % this.#columns };
  }

  #begin(event: PointerEvent): void {
    const at = this.#cells.indexOf(event.target as HTMLTableCellElement);
    // the other buttons of a mouse have menus of the browser's
    if (at < 0 || event.button !== 0) return;
    event.preventDefault();
    this.#table.setPointerCapture(event.pointerId);
    this.#brush = !this.#mask[at];
    this.#go(this.#placeAt(at));
    this.#set([at], this.#brush);
  }

  /** A finger that moves stays with the first cell, so the cell is looked up by its place on the screen. */
  #goOn({ clientX, clientY }: PointerEvent): void {
    if (this.#brush === undefined) return;
    const at = this.#cells.indexOf(document.elementFromPoint(clientX, clientY) as HTMLTableCellElement);
    if (at >= 0 && this.#mask[at] !== this.#brush) this.#set([at], this.#brush);
  }

  /** Hides a line if all its cells may be seen, else shows it. */
  #turn(cells: readonly number[]): void {
    this.#set(cells, !cells.every((at) => this.#mask[at]));
  }

  #set(cells: readonly number[], may: boolean): void {
    for (const at of cells) {
      this.#mask[at] = may;
      this.#write(this.#cells[at]!, at);
    }
    this.#changed([...this.#mask]);
  }

  #onKey(event: KeyboardEvent): void {
    const { row, column } = this.#here;
    const [lastRow, lastColumn] = [this.#labels.rows.length - 1, this.#columns - 1];
    const places: Record<string, Place> = {
      ArrowLeft: { row, column: Math.max(0, column - 1) },
      ArrowRight: { row, column: Math.min(lastColumn, column + 1) },
      ArrowUp: { row: Math.max(0, row - 1), column },
      ArrowDown: { row: Math.min(lastRow, row + 1), column },
      Home: { row: event.ctrlKey ? 0 : row, column: 0 },
      End: { row: event.ctrlKey ? lastRow : row, column: lastColumn },
    };
    const at = row * this.#columns + column;
    if (!this.#cells.includes(event.target as HTMLTableCellElement)) return;
    if (event.key === " " && event.shiftKey) this.#turn(this.#rowCells(row));
    else if (event.key === " " && event.ctrlKey) this.#turn(this.#columnCells(column));
    else if (event.key === " " || event.key === "Enter") this.#set([at], !this.#mask[at]);
    else if (places[event.key] !== undefined) this.#go(places[event.key]!);
    else return;
    event.preventDefault();
  }

  #go(place: Place): void {
    this.#here = place;
    this.#cells.forEach((cell, at) => (cell.tabIndex = at === place.row * this.#columns + place.column ? 0 : -1));
    this.#cells[place.row * this.#columns + place.column]!.focus();
  }
}
