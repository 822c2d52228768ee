// The table of digits: real cells with real headers, one tab stop, moved through by keys (the ARIA grid pattern).

export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface GridLabels {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

/** How far Page Up and Page Down go. */
const PAGE = 10;

export class GridTable {
  readonly table = document.createElement("table");
  readonly #rowHeads: HTMLTableCellElement[] = [];
  readonly #columnHeads: HTMLTableCellElement[] = [];
  readonly #cells: HTMLTableCellElement[][] = [];
  #stop: Place = { row: 0, column: 0 };

  constructor({ rows, columns }: GridLabels) {
    this.table.setAttribute("role", "grid");
    this.table.setAttribute("aria-readonly", "true");
    this.table.setAttribute("part", "table");
    this.table.append(this.#head(columns), this.#body(rows, columns.length));
    this.cell(this.#stop)?.setAttribute("tabindex", "0");
    this.table.addEventListener("keydown", (event) => this.#onKey(event));
    this.table.addEventListener("focusin", (event) => this.#onFocus(event));
  }

  cell({ row, column }: Place): HTMLTableCellElement | undefined {
    return this.#cells[row]?.[column];
  }

  /** Which cell an event met, if it met one. */
  placeOf(target: EventTarget | null): Place | undefined {
    const cell = target instanceof Element ? target.closest("td[data-row]") : null;
    if (!(cell instanceof HTMLElement)) return undefined;
    return { row: Number(cell.dataset["row"]), column: Number(cell.dataset["column"]) };
  }

  /** Marks a row, a column, or the cell where both meet. */
  mark(row: number | undefined, column: number | undefined): void {
    this.#cells.forEach((cells, i) => {
      this.#rowHeads[i]!.classList.toggle("marked", i === row);
      cells.forEach((cell, j) => {
        const inRow = row === undefined ? column !== undefined : i === row;
        const inColumn = column === undefined ? row !== undefined : j === column;
        cell.classList.toggle("marked", inRow && inColumn);
      });
    });
    this.#columnHeads.forEach((head, j) => head.classList.toggle("marked", j === column));
  }

  /** Sets one row apart as the one that is spoken of; unless focus is here already, it will come to that row. */
  choose(row: number): void {
    const root = this.table.getRootNode() as Document | ShadowRoot;
    if (!this.table.contains(root.activeElement)) this.#stopAt({ row, column: this.#stop.column });
    this.#cells.forEach((cells, i) => {
      for (const cell of [this.#rowHeads[i]!, ...cells]) cell.classList.toggle("chosen", i === row);
    });
  }

  #head(columns: readonly string[]): HTMLTableSectionElement {
    const head = document.createElement("thead");
    const line = head.insertRow();
    line.append(document.createElement("td"));
    for (const label of columns) {
      const cell = headCell("col", label);
      this.#columnHeads.push(cell);
      line.append(cell);
    }
    return head;
  }

  #body(rows: readonly string[], columns: number): HTMLTableSectionElement {
    const body = document.createElement("tbody");
    rows.forEach((label, row) => {
      const line = body.insertRow();
      const head = headCell("row", label);
      this.#rowHeads.push(head);
      line.append(head);
      this.#cells.push(Array.from({ length: columns }, (_, column) => line.appendChild(valueCell(row, column))));
    });
    return body;
  }

  #onFocus(event: FocusEvent): void {
    const place = this.placeOf(event.target);
    if (place !== undefined) this.#stopAt(place);
  }

  #stopAt(place: Place): void {
    if (this.cell(place) === undefined) return;
    this.cell(this.#stop)?.setAttribute("tabindex", "-1");
    this.cell(place)?.setAttribute("tabindex", "0");
    this.#stop = place;
  }

  #onKey(event: KeyboardEvent): void {
    const from = this.placeOf(event.target);
    if (from === undefined || event.altKey || event.metaKey) return;
    const wanted = step(from, event.key, event.ctrlKey, this.#cells.length, this.#columnHeads.length);
    if (wanted === undefined) return;
    event.preventDefault();
    const row = Math.min(this.#cells.length - 1, Math.max(0, wanted.row));
    const column = Math.min(this.#columnHeads.length - 1, Math.max(0, wanted.column));
    this.cell({ row, column })?.focus();
  }
}

function step({ row, column }: Place, key: string, ctrl: boolean, rows: number, columns: number): Place | undefined {
  switch (key) {
    case "ArrowUp":
      return { row: row - 1, column };
    case "ArrowDown":
      return { row: row + 1, column };
    case "ArrowLeft":
      return { row, column: column - 1 };
    case "ArrowRight":
      return { row, column: column + 1 };
    case "PageUp":
      return { row: row - PAGE, column };
    case "PageDown":
      return { row: row + PAGE, column };
    case "Home":
      return { row: ctrl ? 0 : row, column: 0 };
    case "End":
      return { row: ctrl ? rows - 1 : row, column: columns - 1 };
    default:
      return undefined;
  }
}

function headCell(scope: "row" | "col", label: string): HTMLTableCellElement {
  const cell = document.createElement("th");
  cell.scope = scope;
  cell.textContent = label;
  cell.title = label;
  return cell;
}

function valueCell(row: number, column: number): HTMLTableCellElement {
  const cell = document.createElement("td");
  cell.setAttribute("role", "gridcell");
  cell.tabIndex = -1;
  cell.dataset["row"] = String(row);
  cell.dataset["column"] = String(column);
  return cell;
}
