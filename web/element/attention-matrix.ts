import { CellEditor } from "./cell-editor.js";
import { commonDecimals, digits, fitted, roundUp } from "./digits.js";
import { GridTable, type Place } from "./grid-table.js";
import { mayAttend, paintBar, paintCells, type Domain, type Look } from "./paint.js";
import type { Theme } from "./ramps.js";
import { whole } from "./read-number.js";
import { roomIn } from "./room.js";
import { barSentence, rowSentence, type Kind } from "./sentences.js";
import { STYLES } from "./styles.js";
import { onThemeChange, systemTheme } from "./theme.js";

/** What a heed result holds: rows × columns, row after row. */
export interface Matrix {
  readonly data: ArrayLike<number>;
  readonly shape: readonly number[];
}

export type MatrixEvent = CustomEvent<Place | null>;

/** A number that a reader typed into a cell. */
export interface Edit extends Place {
  readonly value: number;
}

// Where there is no document (a server that renders pages), the module still loads; the element is then never made.
const Base: typeof HTMLElement = typeof HTMLElement === "function" ? HTMLElement : (class {} as unknown as typeof HTMLElement);

let sheet: CSSStyleSheet | undefined;

/**
 * A matrix of numbers as a heat map over an accessible table.
 *
 * Attributes: `kind` ("weights" on 0 to 1, "scores" signed round 0, "vectors" digits only), `label`, `theme` ("light", "dark",
 * otherwise the system's), `quiet` (the sentence is for screen readers only), `editable` (cells take numbers in place: Enter, F2, a
 * double click, or just typing). The caption may also be given as `slot="caption"`.
 *
 * Events, each with { row, column } in `detail`, counted from 0: `matrix-focus` and `matrix-hover` (or null when focus or pointer
 * leave), `matrix-open` (click, tap, and Enter where nothing is edited), `matrix-edit` (with `value`). Unless a listener prevents
 * matrix-edit or sets another `matrix`, the element goes on with a copy of its matrix that holds the value.
 */
export class AttentionMatrix extends Base {
  static readonly observedAttributes = ["editable", "kind", "label", "theme"];

  #matrix: Matrix | null = null;
  #rowLabels: readonly string[] = [];
  #columnLabels: readonly string[] = [];
  #domain: Domain | undefined;
  #row = 0;
  #mark: Partial<Place> = {};
  #mask: ArrayLike<boolean | number> | null = null;
  #grid: GridTable | undefined;
  #gridKey = "";
  #forgetTheme: (() => void) | undefined;
  #observer: ResizeObserver | undefined;
  /** How many characters a cell has room for. */
  #room = 8;

  readonly #caption = element("figcaption", { id: "caption", part: "caption" });
  readonly #plate = element("div", { class: "plate", part: "plate" });
  readonly #canvas = element("canvas", { "aria-hidden": "true" });
  readonly #bar = element("div", { class: "bar", part: "bar" });
  readonly #barCanvas = element("canvas", { "aria-hidden": "true" });
  readonly #ticks = element("div", { class: "ticks", "aria-hidden": "true" });
  readonly #barText = element("p", { class: "spoken" });
  readonly #sentence = element("p", { class: "sentence", id: "sentence", part: "sentence" });
  readonly #problem = element("p", { class: "problem", id: "problem", part: "problem", role: "alert" });
  readonly #editor = new CellEditor({
    commit: (place, value) => this.#edit({ ...place, value }),
    closed: (place, step) => this.#closeCell(place, step),
    complain: (sentence) => (this.#problem.textContent = sentence),
  });

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [styleSheet()];
    const slot = element("slot", { name: "caption" });
    this.#caption.append(slot);
    this.#bar.append(this.#barCanvas, this.#ticks, this.#barText);
    this.#plate.append(this.#canvas);
    const figure = element("figure", { part: "figure" });
    figure.append(this.#caption, this.#plate, this.#problem, this.#bar, this.#sentence);
    root.append(figure);
    for (const type of ["focusin", "focusout"] as const) this.#plate.addEventListener(type, (event) => this.#tell("matrix-focus", event));
    for (const type of ["pointerover", "pointerleave"] as const) this.#plate.addEventListener(type, (event) => this.#tell("matrix-hover", event));
    this.#plate.addEventListener("click", (event) => !this.#editor.isOpen && this.#tell("matrix-open", event));
    this.#plate.addEventListener("dblclick", (event) => this.#openCell(this.#grid?.placeOf(event.target), undefined));
    this.#plate.addEventListener("keydown", (event) => this.#onKey(event));
  }

  connectedCallback(): void {
    this.#forgetTheme = onThemeChange(() => this.#draw());
    this.#observer = new ResizeObserver(() => this.#fitDigits());
    this.#observer.observe(this.#plate);
    this.#draw();
  }

  disconnectedCallback(): void {
    this.#forgetTheme?.();
    this.#observer?.disconnect();
  }

  attributeChangedCallback(): void {
    this.#draw();
  }

  get kind(): Kind {
    const kind = this.getAttribute("kind");
    return kind === "scores" || kind === "vectors" ? kind : "weights";
  }

  /** The numbers, or null for none yet. Rank 2; of a matrix of one head, [1, rows, columns] is taken as well. */
  get matrix(): Matrix | null {
    return this.#matrix;
  }
  set matrix(matrix: Matrix | null) {
    this.#matrix = matrix;
    this.#draw();
  }

  get rowLabels(): readonly string[] {
    return this.#rowLabels;
  }
  set rowLabels(labels: readonly string[]) {
    this.#rowLabels = [...labels];
    this.#draw();
  }

  get columnLabels(): readonly string[] {
    return this.#columnLabels;
  }
  set columnLabels(labels: readonly string[]) {
    this.#columnLabels = [...labels];
    this.#draw();
  }

  /** The ends of the colour bar. Left undefined: 0 to 1 for weights, symmetric round 0 for scores. */
  get domain(): Domain | undefined {
    return this.#domain;
  }
  set domain(domain: Domain | undefined) {
    this.#domain = domain;
    this.#draw();
  }

  /** The row that the sentence speaks of, set apart in the table. */
  get row(): number {
    return this.#row;
  }
  set row(row: number) {
    this.#row = row;
    this.#say();
  }

  /** What is lit, as the operand of something else: a row, a column, or one cell; an empty object lights nothing. */
  get mark(): Partial<Place> {
    return this.#mark;
  }
  set mark(place: Partial<Place> | null) {
    this.#mark = place ?? {};
    this.#grid?.mark(this.#mark.row, this.#mark.column);
  }

  /** Who may attend to whom, row after row: true or 1 = may. The other cells are hatched and hold no digits. */
  get mask(): ArrayLike<boolean | number> | null {
    return this.#mask;
  }
  set mask(mask: ArrayLike<boolean | number> | null) {
    this.#mask = mask;
    this.#draw();
  }

  get editable(): boolean {
    return this.hasAttribute("editable");
  }
  set editable(editable: boolean) {
    this.toggleAttribute("editable", editable);
  }

  #shape(): [rows: number, columns: number] {
    const shape = this.#matrix?.shape ?? [this.#rowLabels.length, this.#columnLabels.length];
    return [shape.at(-2) ?? 1, shape.at(-1) ?? 0];
  }

  #draw(): void {
    if (!this.isConnected) return;
    const [rows, columns] = this.#shape();
    const labels = { rows: named(this.#rowLabels, rows), columns: named(this.#columnLabels, columns) };
    this.#caption.firstElementChild!.textContent = this.getAttribute("label") ?? "";
    this.#layGrid(labels);
    this.#grid?.table.setAttribute("aria-readonly", String(!this.editable));
    this.#paint(rows, columns);
    this.#fitDigits();
    this.#write();
    this.#say();
  }

  /** The table is laid anew only when its labels change: focus stays where it is when numbers do. */
  #layGrid(labels: { rows: string[]; columns: string[] }): void {
    const key = JSON.stringify(labels);
    if (this.#grid !== undefined && key === this.#gridKey) return;
    this.#gridKey = key;
    this.#grid?.table.remove();
    this.#grid = new GridTable(labels);
    this.#grid.table.setAttribute("aria-labelledby", "caption");
    this.#grid.table.setAttribute("aria-describedby", "sentence");
    this.style.setProperty("--columns", String(labels.columns.length));
    this.#plate.append(this.#grid.table);
    this.mark = this.#mark;
  }

  #look(): Look {
    const own = this.getAttribute("theme");
    const theme: Theme = own === "light" || own === "dark" ? own : systemTheme();
    return { ramp: this.kind === "scores" ? "diverging" : "sequential", theme, domain: this.#domain ?? this.#ownDomain() };
  }

  #ownDomain(): Domain {
    if (this.kind !== "scores") return [0, 1];
    const sizes = Array.from(this.#matrix?.data ?? [], Math.abs).filter(Number.isFinite);
    const end = roundUp(sizes.reduce((largest, size) => Math.max(largest, size), 0));
    return [-end, end];
  }

  #paint(rows: number, columns: number): void {
    this.#bar.hidden = this.kind === "vectors" || this.#matrix === null;
    if (this.kind === "vectors" || this.#matrix === null) return;
    const look = this.#look();
    const inks = paintCells(this.#canvas, { data: this.#matrix.data, rows, columns, mask: this.#mask }, look);
    inks.forEach((ink, at) => {
      const cell = this.#grid?.cell({ row: Math.floor(at / columns), column: at % columns });
      cell?.toggleAttribute("data-hatched", ink === undefined);
      cell?.setAttribute("data-ink", ink ?? "");
    });
    paintBar(this.#barCanvas, look);
    const [low, high] = look.domain;
    this.#ticks.replaceChildren(...[low, (low + high) / 2, high].map((tick) => element("span", {}, tickText(tick))));
    this.#barText.textContent = barSentence(this.kind, look.domain);
  }

  /** As many digits as a cell has room for; below 24 px none. */
  #fitDigits(): void {
    const cell = this.#grid?.cell({ row: 0, column: 0 });
    const found = cell && roomIn(cell);
    if (cell === undefined || found === undefined) return;
    const room = cell.getBoundingClientRect().width < 24 ? 0 : found;
    if (room === this.#room) return;
    this.#room = room;
    this.#write();
  }

  #write(): void {
    const [rows, columns] = this.#shape();
    const decimals = commonDecimals(this.#matrix?.data ?? [], this.#room);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const value = this.#matrix?.data[row * columns + column];
        const masked = !mayAttend(this.#mask, row * columns + column);
        const text = value === undefined || masked || this.#room === 0 ? "" : fitted(value, decimals, this.#room);
        const cell = this.#grid?.cell({ row, column });
        if (cell === undefined || cell.firstElementChild !== null) continue; // being edited
        if (cell.textContent !== text) cell.textContent = text;
        if (masked) cell.setAttribute("aria-label", "masked");
        else cell.removeAttribute("aria-label");
      }
    }
  }

  #say(): void {
    const [rows, columns] = this.#shape();
    if (this.#matrix === null || rows === 0) {
      this.#sentence.textContent = "";
      return;
    }
    const row = Math.min(this.#row, rows - 1);
    this.#grid?.choose(row);
    this.#sentence.textContent = rowSentence(this.kind, {
      label: named(this.#rowLabels, rows)[row]!,
      values: Array.from({ length: columns }, (_, column) => this.#matrix!.data[row * columns + column]!),
      columnLabels: named(this.#columnLabels, columns),
    });
  }

  #onKey(event: KeyboardEvent): void {
    const place = this.#grid?.placeOf(event.target);
    if (place === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    const typed = /^[-+.,\d\u2212]$/.test(event.key) ? event.key : undefined;
    if (this.editable && (typed !== undefined || event.key === "Enter" || event.key === "F2")) this.#openCell(place, typed);
    else if (event.key === "Enter") this.#tell("matrix-open", event);
    else return;
    event.preventDefault();
  }

  #openCell(place: Place | undefined, typed: string | undefined): void {
    const cell = place && this.#grid?.cell(place);
    if (!this.editable || cell === undefined || place === undefined || this.#matrix === null) return;
    const [rows, columns] = this.#shape();
    const { data } = this.#matrix;
    const text = whole(data[place.row * columns + place.column]!, data instanceof Float32Array);
    const name = `${named(this.#rowLabels, rows)[place.row]}, ${named(this.#columnLabels, columns)[place.column]}`;
    this.#editor.open({ cell, place, name, text, typed });
  }

  #edit(edit: Edit): void {
    const before = this.#matrix;
    const goesOn = this.dispatchEvent(new CustomEvent("matrix-edit", { detail: edit, bubbles: true, composed: true, cancelable: true }));
    if (!goesOn || before === null || this.#matrix !== before) return;
    const data = before.data instanceof Float32Array ? before.data.slice() : Float64Array.from(before.data);
    data[edit.row * this.#shape()[1] + edit.column] = edit.value;
    this.matrix = { data, shape: before.shape };
  }

  #closeCell({ row, column }: Place, step: number | undefined): void {
    this.#write();
    if (step === undefined) return;
    (this.#grid?.cell({ row: row + step, column }) ?? this.#grid?.cell({ row, column }))?.focus();
  }

  #tell(type: string, event: Event): void {
    const left = event.type === "focusout" || event.type === "pointerleave";
    const place = left ? null : this.#grid?.placeOf(event.target);
    if (place !== undefined) this.dispatchEvent(new CustomEvent(type, { detail: place, bubbles: true, composed: true }));
  }
}

function tickText(tick: number): string {
  return digits(tick, 4).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

/** The labels given, and plain numbers from 1 where there are none. */
function named(labels: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => labels[index] ?? String(index + 1));
}

function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
  }
  return sheet;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, attributes: Record<string, string>, text = ""): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}
