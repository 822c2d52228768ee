// A matrix that can be edited: a table of text fields, one tab stop, moved through like a sheet.
import { fitted, roomIn, whenFontsCome } from "../../show/index.js";
import { readNumber } from "../shared/index.js";
import type { Rows } from "../state/index.js";
import { spotAfter } from "./editor-keys.js";
import { isBlock, placed } from "./editor-paste.js";

export interface EditorOptions {
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  /** A field's name: "X, journey, dimension 1". */
  readonly nameOf: (row: number, column: number) => string;
  readonly rows: Rows;
  /** Whether row labels are drawn; they are always said. */
  readonly showRowLabels: boolean;
  /** Called with the whole matrix whenever it has changed; of a field that holds no number the last good one stands. `run` names the field that is typed into. */
  readonly onChange: (rows: Rows, run?: string) => void;
  /** A field was left. */
  readonly onLeave: () => void;
}

interface Field {
  readonly input: HTMLInputElement;
  readonly row: number;
  readonly column: number;
  /** The last good number, which the results use. */
  value: number;
  problem: string | undefined;
}

export class MatrixEditor {
  readonly #options: EditorOptions;
  readonly #fields: Field[][];
  readonly #problem: HTMLParagraphElement;
  /** How many characters a field has room for. */
  #room = 6;

  /** Builds the table after the caption in `figure`. */
  constructor(figure: HTMLElement, options: EditorOptions) {
    this.#options = options;
    const problemId = `${figure.id}-problem`;
    this.#fields = options.rows.map((values, row) =>
      values.map((value, column) => this.#field(value, row, column, problemId)),
    );
    const table = this.#table(figure.querySelector("figcaption .named")!.id);
    this.#problem = document.createElement("p");
    this.#problem.id = problemId;
    this.#problem.className = "problem";
    this.#problem.setAttribute("role", "alert");
    figure.append(table, this.#problem);
    this.#stopAt(this.#fields[0]![0]!);
    new ResizeObserver(() => this.#fitDigits()).observe(table);
  }

  /** Whether its numbers may only be read. */
  set locked(locked: boolean) {
    for (const { input } of this.#all()) input.readOnly = locked;
  }

  get rows(): Rows {
    return this.#fields.map((fields) => fields.map(({ value }) => value));
  }

  /** Puts other numbers in, without calling onChange. */
  set(rows: Rows): void {
    this.#all().forEach((field) => accept(field, rows[field.row]![field.column]!));
    this.#all().forEach((field) => this.#showFormatted(field));
    this.#say("");
  }

  /** Lights a row or a column of fields. */
  mark({ row, column }: { row?: number; column?: number }): void {
    for (const field of this.#all())
      field.input.classList.toggle("marked", field.row === row || field.column === column);
  }

  /** Sets the label of one row apart; of a column where tokens are columns. */
  choose({ row, column }: { row?: number; column?: number }): void {
    const table = this.#fields[0]![0]!.input.closest("table")!;
    Array.from(table.tBodies[0]!.rows).forEach((line, at) => line.classList.toggle("chosen", at === row));
    Array.from(table.tHead!.rows[0]!.cells).forEach((head, at) => head.classList.toggle("chosen", at - 1 === column));
  }

  #all(): Field[] {
    return this.#fields.flat();
  }

  #field(value: number, row: number, column: number, problemId: string): Field {
    const input = document.createElement("input");
    input.type = "text";
    input.inputMode = "decimal";
    input.autocomplete = "off";
    input.spellcheck = false;
    input.tabIndex = -1;
    input.setAttribute("aria-label", this.#options.nameOf(row, column));
    input.setAttribute("aria-describedby", problemId);
    const field: Field = { input, row, column, value, problem: undefined };
    this.#showFormatted(field);
    input.addEventListener("focus", () => this.#onFocus(field));
    input.addEventListener("blur", () => (this.#showFormatted(field), this.#options.onLeave()));
    input.addEventListener("input", () => this.#onInput(field));
    input.addEventListener("keydown", (event) => this.#onKey(field, event));
    input.addEventListener("paste", (event) => this.#onPaste(field, event));
    return field;
  }

  #table(captionId: string): HTMLTableElement {
    const { rowLabels, columnLabels, showRowLabels } = this.#options;
    const table = document.createElement("table");
    table.className = showRowLabels ? "sheet" : "sheet unlabelled";
    table.setAttribute("aria-labelledby", captionId);
    const head = table.createTHead().insertRow();
    head.append(document.createElement("td"));
    for (const label of columnLabels) head.append(headCell("col", label));
    const body = table.createTBody();
    this.#fields.forEach((fields, row) => {
      const line = body.insertRow();
      line.append(headCell("row", rowLabels[row]!));
      for (const { input } of fields) line.insertCell().append(input);
    });
    return table;
  }

  /** At rest a field shows four decimals at most; with focus it shows the whole number, so that editing never rounds it. */
  #showFormatted(field: Field): void {
    if (field.problem !== undefined) return;
    const edited = document.activeElement === field.input;
    const text = whole(field.value);
    if (!edited) field.input.value = text.length <= Math.min(6, this.#room) ? text : fitted(field.value, 4, this.#room);
    else if (field.input.value !== text) field.input.value = text;
  }

  #fitDigits(): void {
    const room = roomIn(this.#fields[0]![0]!.input);
    whenFontsCome(() => this.#fitDigits());
    if (room === undefined || room === this.#room) return;
    this.#room = room;
    for (const field of this.#all()) this.#showFormatted(field);
  }

  #onFocus(field: Field): void {
    this.#stopAt(field);
    this.#showFormatted(field);
    field.input.select();
  }

  #stopAt(stop: Field): void {
    for (const field of this.#all()) field.input.tabIndex = field === stop ? 0 : -1;
  }

  #onInput(field: Field): void {
    const { value, problem } = readNumber(field.input.value);
    if (value === undefined) refuse(field, problem);
    else accept(field, value);
    this.#tell();
    if (value !== undefined) this.#options.onChange(this.rows, `${field.row}:${field.column}`);
  }

  #onKey(field: Field, event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
      field.input.value = whole(field.value);
      field.problem = undefined;
      this.#onInput(field);
      field.input.select();
      return;
    }
    const last = { row: this.#fields.length - 1, column: this.#fields[0]!.length - 1 };
    const spot = spotAfter(event, field, field.input, last);
    const target = spot && this.#fields[spot.row]?.[spot.column];
    if (target === undefined) return;
    event.preventDefault();
    target.input.focus();
  }

  #onPaste(field: Field, event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (field.input.readOnly || !isBlock(text)) return;
    event.preventDefault();
    const pasted = placed(text, field, this.#fields.length, this.#fields[0]!.length);
    if ("problem" in pasted) return this.#say(pasted.problem);
    const { block, at } = pasted;
    block.forEach((values, i) =>
      values.forEach((value, j) => accept(this.#fields[at.row + i]![at.column + j]!, value)),
    );
    this.#all().forEach((each) => this.#showFormatted(each));
    this.#tell();
    this.#options.onChange(this.rows);
  }

  /** The first problem of the matrix, in a sentence that says which number the results use meanwhile. */
  #tell(): void {
    const bad = this.#all().find((field) => field.problem !== undefined);
    this.#say(bad === undefined ? "" : `${bad.problem} The results still use ${whole(bad.value)}.`);
  }

  #say(sentence: string): void {
    if (this.#problem.textContent !== sentence) this.#problem.textContent = sentence;
  }
}

function accept(field: Field, value: number): void {
  field.value = value;
  field.problem = undefined;
  field.input.removeAttribute("aria-invalid");
}

function refuse(field: Field, problem: string): void {
  field.problem = problem;
  field.input.setAttribute("aria-invalid", "true");
}

function whole(value: number): string {
  return String(value).replace("-", "\u2212").replace("e\u2212", "e-");
}

function headCell(scope: "row" | "col", text: string): HTMLTableCellElement {
  const cell = document.createElement("th");
  cell.scope = scope;
  cell.textContent = text;
  cell.title = text;
  return cell;
}
