// A table of text fields, one for each number. It has one tab stop, and keys move through it as in a spreadsheet.
import { allDigits, charactersThatFit, fitted, make, NUMBER_FIELD, whenFontsCome } from "../../show/index.js";
import { readNumber } from "../shared/index.js";
import type { Rows } from "../state/index.js";
import { placeAfter } from "./field-keys.js";
import { isBlock, placed } from "./field-paste.js";

export interface NumberFieldsOptions {
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  /** A field's name: "X, journey, dimension 1". */
  readonly nameOf: (row: number, column: number) => string;
  readonly rows: Rows;
  /** Whether row labels are drawn. They are always read aloud. */
  readonly showRowLabels: boolean;
  /**
   * Called with the whole matrix whenever it has changed. A field without a valid number counts with its last good one.
   * `group` names the field that is typed into: changes of one group are undone as one.
   */
  readonly onChange: (rows: Rows, group?: string) => void;
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

export class NumberFields {
  readonly #options: NumberFieldsOptions;
  readonly #fields: Field[][];
  readonly #problem: HTMLParagraphElement;
  /** How many characters a field has room for. */
  #room = 6;

  /** Builds the table after the caption in `figure`. */
  constructor(figure: HTMLElement, options: NumberFieldsOptions) {
    this.#options = options;
    const problemId = `${figure.id}-problem`;
    this.#fields = options.rows.map((values, row) =>
      values.map((value, column) => this.#field(value, row, column, problemId)),
    );
    const table = this.#table(figure.querySelector("figcaption .named")!.id);
    this.#problem = make("p", { id: problemId, class: "problem", role: "alert" });
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

  /** Marks a row or a column of fields. */
  mark({ row, column }: { row?: number; column?: number }): void {
    for (const field of this.#all())
      field.input.classList.toggle("marked", field.row === row || field.column === column);
  }

  /** Sets apart the label of one row, or of one column where tokens are columns. */
  choose({ row, column }: { row?: number; column?: number }): void {
    const table = this.#fields[0]![0]!.input.closest("table")!;
    Array.from(table.tBodies[0]!.rows).forEach((line, at) => line.classList.toggle("chosen", at === row));
    Array.from(table.tHead!.rows[0]!.cells).forEach((head, at) => head.classList.toggle("chosen", at - 1 === column));
  }

  #all(): Field[] {
    return this.#fields.flat();
  }

  #field(value: number, row: number, column: number, problemId: string): Field {
    const input = make("input", {
      ...NUMBER_FIELD,
      tabindex: -1,
      "aria-label": this.#options.nameOf(row, column),
      "aria-describedby": problemId,
    });
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
    const head = make("tr", {}, make("td"), ...columnLabels.map((label) => headCell("col", label)));
    const lines = this.#fields.map((fields, row) =>
      make("tr", {}, headCell("row", rowLabels[row]!), ...fields.map(({ input }) => make("td", {}, input))),
    );
    return make(
      "table",
      { class: showRowLabels ? "sheet" : "sheet unlabelled", "aria-labelledby": captionId },
      make("thead", {}, head),
      make("tbody", {}, ...lines),
    );
  }

  /** A field shows four decimals at most. With focus it shows all digits, so that editing never rounds a number. */
  #showFormatted(field: Field): void {
    if (field.problem !== undefined) return;
    const edited = document.activeElement === field.input;
    const text = allDigits(field.value, false);
    if (!edited) field.input.value = text.length <= Math.min(6, this.#room) ? text : fitted(field.value, 4, this.#room);
    else if (field.input.value !== text) field.input.value = text;
  }

  #fitDigits(): void {
    const room = charactersThatFit(this.#fields[0]![0]!.input);
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
      field.input.value = allDigits(field.value, false);
      field.problem = undefined;
      this.#onInput(field);
      field.input.select();
      return;
    }
    const last = { row: this.#fields.length - 1, column: this.#fields[0]!.length - 1 };
    const wanted = placeAfter(event, field, field.input, last);
    const target = wanted && this.#fields[wanted.row]?.[wanted.column];
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
    this.#say(bad === undefined ? "" : `${bad.problem} The results still use ${allDigits(bad.value, false)}.`);
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

function headCell(scope: "row" | "col", text: string): HTMLTableCellElement {
  return make("th", { scope, title: text }, text);
}
