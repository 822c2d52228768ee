// A table of text fields, one for each number. It has one tab stop, and keys move through it as in a spreadsheet.
import { allDigits, charactersThatFit, fitted, make, NUMBER_FIELD, say, whenFontsCome } from "../../../show/index.js";
import { readNumber } from "../../kit/index.js";
import type { Rows } from "../../rooms/state/index.js";
import { text } from "./dom.js";
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
  #options: NumberFieldsOptions;
  readonly #fields: Field[][] = [];
  readonly #head = make("tr", {}, make("td"));
  readonly #body = make("tbody");
  readonly #table: HTMLTableElement;
  readonly #problem: HTMLParagraphElement;
  /** The field that Tab leads to. */
  #stop: Field | undefined;
  /** How many characters a field has room for. */
  #room = 6;

  /** Puts the table after the caption in `figure`. */
  constructor(figure: HTMLElement, options: NumberFieldsOptions) {
    this.#options = options;
    const caption = figure.querySelector("figcaption .named")!.id;
    this.#problem = make("p", { id: `${figure.id}-problem`, class: "problem", role: "alert" });
    this.#table = make("table", { "aria-labelledby": caption }, make("thead", {}, this.#head), this.#body);
    this.#hear();
    this.take(options);
    figure.append(this.#table, this.#problem);
    new ResizeObserver(() => this.#fitDigits()).observe(this.#table);
  }

  /** Takes other labels, another size and other numbers. Fields that stay are the same elements. */
  take(options: NumberFieldsOptions): void {
    this.#options = options;
    const { rows, columnLabels, rowLabels, showRowLabels } = options;
    this.#table.className = showRowLabels ? "sheet" : "sheet unlabelled";
    while (this.#fields.length > rows.length) {
      this.#fields.pop();
      this.#body.lastElementChild!.remove();
    }
    while (this.#head.cells.length - 1 > columnLabels.length) this.#head.lastElementChild!.remove();
    while (this.#head.cells.length - 1 < columnLabels.length) this.#head.append(make("th", { scope: "col" }));
    columnLabels.forEach((name, column) => label(this.#head.cells[column + 1]!, name));
    rows.forEach((values, row) => this.#takeRow(row, values, rowLabels[row]!));
    if (this.#stop === undefined || this.#fields[this.#stop.row]?.[this.#stop.column] !== this.#stop)
      this.#stopAt(this.#fields[0]![0]!);
    this.set(rows);
  }

  #takeRow(row: number, values: readonly number[], name: string): void {
    const fields = (this.#fields[row] ??= []);
    const line = this.#body.rows[row] ?? this.#body.appendChild(make("tr", {}, make("th", { scope: "row" })));
    label(line.cells[0]!, name);
    while (fields.length > values.length) {
      fields.pop();
      line.lastElementChild!.remove();
    }
    while (fields.length < values.length) {
      const field = this.#field(values[fields.length]!, row, fields.length);
      line.append(make("td", {}, field.input));
      fields.push(field);
    }
    for (const { input, column } of fields) {
      const spoken = this.#options.nameOf(row, column);
      if (input.getAttribute("aria-label") !== spoken) input.setAttribute("aria-label", spoken);
    }
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

  focus({ row, column }: { readonly row: number; readonly column: number }): void {
    this.#fields[row]?.[column]?.input.focus();
  }

  /** Marks a row or a column of fields. */
  mark({ row, column }: { row?: number; column?: number }): void {
    for (const field of this.#all())
      field.input.classList.toggle("marked", field.row === row || field.column === column);
  }

  /** Sets apart the label of one row, or of one column where tokens are columns. */
  choose({ row, column }: { row?: number; column?: number }): void {
    Array.from(this.#body.rows, (line, at) => line.classList.toggle("chosen", at === row));
    Array.from(this.#head.cells, (head, at) => head.classList.toggle("chosen", at - 1 === column));
  }

  #all(): Field[] {
    return this.#fields.flat();
  }

  #field(value: number, row: number, column: number): Field {
    const input = make("input", { ...NUMBER_FIELD, tabindex: -1, "aria-describedby": this.#problem.id });
    return { input, row, column, value, problem: undefined };
  }

  /** One listener for all fields: a large matrix has a thousand. */
  #hear(): void {
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      tell: (field: Field, event: HTMLElementEventMap[Type]) => void,
    ): void =>
      this.#table.addEventListener(type, (event) => {
        const field = this.#all().find(({ input }) => input === event.target);
        if (field !== undefined) tell(field, event);
      });
    on("focusin", (field) => this.#onFocus(field));
    on("focusout", (field) => (this.#showFormatted(field, false), this.#options.onLeave()));
    on("input", (field) => this.#onInput(field));
    on("keydown", (field, event) => this.#onKey(field, event));
    on("paste", (field, event) => this.#onPaste(field, event));
  }

  /** A field shows four decimals at most. With focus it shows all digits, so that editing never rounds a number. */
  #showFormatted(field: Field, edited = document.activeElement === field.input): void {
    if (field.problem !== undefined) return;
    const whole = written(field.value);
    const shown = edited || whole.length <= Math.min(6, this.#room) ? whole : fitted(field.value, 4, this.#room);
    if (field.input.value !== shown) field.input.value = shown;
  }

  #fitDigits(): void {
    const room = charactersThatFit(this.#fields[0]![0]!.input);
    void whenFontsCome(() => this.#fitDigits());
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
    if (this.#stop !== undefined) this.#stop.input.tabIndex = -1;
    stop.input.tabIndex = 0;
    this.#stop = stop;
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
      field.input.value = written(field.value);
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
    const pastedText = event.clipboardData?.getData("text/plain") ?? "";
    if (field.input.readOnly || !isBlock(pastedText)) return;
    event.preventDefault();
    const pasted = placed(pastedText, field, this.#fields.length, this.#fields[0]!.length);
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
    this.#say(bad === undefined ? "" : `${bad.problem} ${text("results-use", { number: written(bad.value) })}`);
  }

  #say(sentence: string): void {
    if (this.#problem.textContent !== sentence) this.#problem.textContent = sentence;
  }
}

/** All digits, with the point of the page's language. */
function written(value: number): string {
  return allDigits(value, false).replace(".", say("point"));
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

function label(head: HTMLTableCellElement, name: string): void {
  if (head.title === name) return;
  head.title = name;
  head.textContent = name;
}
