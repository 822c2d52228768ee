// A matrix that readers edit, X or a weight: its caption, its menu of fillings, its fields.
import type { AttentionMatrix } from "heed/element";
import { make } from "../../../show/index.js";
import {
  numbersOf,
  rowsOf,
  shapeOf,
  tokensOf,
  withBlock,
  withSource,
  type MatrixKey,
  type Rows,
  type Source,
  type State,
} from "../../rooms/state/index.js";
import { captionOf, plainCaption } from "./captions.js";
import { text } from "./dom.js";
import { fittingHead } from "./learned.js";
import { columnLabels, WIDE } from "./page-matrix.js";
import { NumberFields, type NumberFieldsOptions } from "./number-fields.js";
import type { Edited, Marks } from "./shown-matrices.js";
import { describeToken } from "./matrix-row.js";
import type { Store } from "./store.js";

const SPOKEN: Record<Edited, string> = { x: "X", query: "W Q", key: "W K", value: "W V", outputWeight: "W O" };
export const KEY_OF: Record<Edited, MatrixKey> = {
  x: "x",
  query: "query",
  key: "key",
  value: "value",
  outputWeight: "output",
};

/**
 * For a projection it shows the columns of the head on show. A wide matrix is a picture; a cell that is pressed opens
 * its fields.
 */
export class EditedMatrix {
  readonly #name: Edited;
  readonly #key: MatrixKey;
  readonly #figure: HTMLElement;
  readonly #store: Store;
  readonly #formula = make("span", { class: "formula-name" });
  readonly #shape = make("span", { class: "shape" });
  readonly #fill: HTMLSelectElement;
  readonly #picture: AttentionMatrix = make("attention-matrix", { kind: "scores", quiet: true });
  /** Shows the fields of a wide matrix, or its picture. */
  readonly #digits = make("button", { type: "button", class: "digits", "aria-pressed": "false" });
  #fields: NumberFields | undefined;
  /** What the fields were laid out for: other labels or sizes change them. */
  #built = "";

  constructor(name: Edited, figure: HTMLElement, store: Store) {
    this.#name = name;
    this.#key = KEY_OF[name];
    this.#figure = figure;
    this.#store = store;
    this.#fill = make("select", { class: "fill", "data-part": "editing" });
    this.#fill.addEventListener("change", () => this.#onFill());
    const caption = make(
      "figcaption",
      {},
      make("span", { class: "named", id: `caption-${figure.id}` }, this.#formula, " ", this.#shape),
      this.#digits,
      this.#fill,
    );
    figure.append(caption);
    this.#digits.addEventListener("click", () => this.#showDigits(figure.classList.contains("picture")));
    this.#picture.addEventListener("matrix-open", ({ detail }) => {
      this.#showDigits(true);
      this.#fields?.focus(detail);
    });
  }

  show(state: State, restored = false): void {
    this.#fill.setAttribute("aria-label", text("fill", { matrix: SPOKEN[this.#name] }));
    this.#digits.textContent = text("digits");
    this.#digits.setAttribute("aria-label", text("digits-of", { matrix: SPOKEN[this.#name] }));
    this.#figure.hidden = state[this.#key] === null || (!state.projected && this.#key !== "x");
    if (this.#figure.hidden) return;
    const rows = this.#rowsOf(state);
    this.#showCaption(state, rows);
    if (this.#showPicture(state, rows)) return;
    const built = JSON.stringify([
      text("row"),
      state.convention,
      rows.length,
      rows[0]!.length,
      this.#labels(state),
      state.head,
    ]);
    if (built !== this.#built) this.#build(state, rows);
    else if (restored || JSON.stringify(this.#fields!.rows) !== JSON.stringify(rows)) this.#fields!.set(rows);
    this.#built = built;
    this.#fields!.locked = state.hidden.includes("editing");
    if (this.#name === "x")
      this.#fields!.choose(state.convention === "columns" ? { column: state.followed } : { row: state.followed });
  }

  mark(marks: Marks): void {
    this.#fields?.mark(marks[this.#name] ?? {});
    this.#picture.mark = marks[this.#name] ?? {};
  }

  /** @returns whether there is only the picture */
  #showPicture(state: State, rows: Rows): boolean {
    const isWide = (state.convention === "columns" ? rows : rows[0]!).length > WIDE;
    const isPicture = isWide && this.#digits.getAttribute("aria-pressed") === "false";
    this.#figure.classList.toggle("wide", isWide);
    this.#figure.classList.toggle("picture", isPicture);
    if (!isPicture) this.#picture.remove();
    else if (!this.#picture.isConnected) this.#figure.firstElementChild!.after(this.#picture);
    if (!isPicture) return false;
    const labels = this.#labels(state);
    this.#picture.setAttribute("aria-label", plainCaption(state, this.#name));
    [this.#picture.rowLabels, this.#picture.columnLabels] = [labels.rows, labels.columns];
    this.#picture.matrix = { data: Float32Array.from(rows.flat()), shape: [rows.length, rows[0]!.length] };
    if (this.#name === "x") describeToken(this.#picture, state.convention, state.followed);
    return true;
  }

  #showDigits(shown: boolean): void {
    this.#digits.setAttribute("aria-pressed", String(shown));
    this.show(this.#store.state);
  }

  /** The matrix as it is on the page: of the head on show, and transposed where tokens are columns. */
  #rowsOf(state: State): Rows {
    const source = state[this.#key];
    const whole = source === null ? [] : rowsOf(source, this.#key, state, tokensOf(state));
    const [first, count] = this.#columnsOf(state, whole[0]?.length ?? 0);
    const own = whole.map((row) => row.slice(first, first + count));
    return state.convention === "columns" ? transposed(own) : own;
  }

  /** The columns that belong to the head on show. */
  #columnsOf(state: State, all: number): readonly [first: number, count: number] {
    const own = this.#key === "query" || this.#key === "key" ? state.dim : this.#key === "value" ? state.valueDim : all;
    return own === all ? [0, all] : [state.head * own, own];
  }

  #showCaption(state: State, rows: Rows): void {
    const formula = captionOf(state, this.#name);
    if (this.#formula.innerHTML !== formula) this.#formula.innerHTML = formula;
    this.#shape.textContent = `${rows.length} × ${rows[0]!.length}`;
    const source = state[this.#key]!;
    const options = fillOptions(source, this.#key, fittingHead(state, this.#key) !== undefined);
    if (this.#fill.dataset["options"] !== JSON.stringify(options)) {
      this.#fill.dataset["options"] = JSON.stringify(options);
      this.#fill.replaceChildren(...options.map(([value, name]) => make("option", { value }, name)));
    }
    this.#fill.value = "now";
  }

  #labels(state: State): { rows: string[]; columns: string[]; spoken: (row: number, column: number) => string } {
    const tokens = tokensOf(state);
    const [count, all] = shapeOf(state, this.#key, tokens);
    const like = this.#key === "output" ? undefined : this.#key;
    const columns = columnLabels(state, like, this.#columnsOf(state, all)[1]);
    const x = this.#key === "x";
    const rows = x ? tokens : columnLabels(state, like && "x", count);
    const ofRows = x ? undefined : this.#key === "output" ? "field-row" : "field-dimension";
    const name = (row: number, column: number): string =>
      [
        SPOKEN[this.#name],
        called(rows[row]!, ofRows),
        called(columns[column]!, x ? "field-dimension" : "field-column"),
      ].join(", ");
    return state.convention === "columns"
      ? { rows: columns, columns: rows, spoken: (row, column) => name(column, row) }
      : { rows, columns, spoken: name };
  }

  #build(state: State, rows: Rows): void {
    const labels = this.#labels(state);
    const options: NumberFieldsOptions = {
      rowLabels: labels.rows,
      columnLabels: labels.columns,
      nameOf: labels.spoken,
      rows,
      showRowLabels: this.#name === "x",
      onChange: (changed, group) => this.#onEdit(changed, group),
      onLeave: () => this.#store.endGroup(),
    };
    if (this.#fields === undefined) this.#fields = new NumberFields(this.#figure, options);
    else this.#fields.take(options);
  }

  #onEdit(changed: Rows, group?: string): void {
    const { state } = this.#store;
    const rows = state.convention === "columns" ? transposed(changed) : changed;
    const all = shapeOf(state, this.#key, tokensOf(state))[1];
    this.#store.change(
      withBlock(state, this.#key, 0, this.#columnsOf(state, all)[0], rows),
      group && `${this.#name}:${group}`,
    );
  }

  #onFill(): void {
    const { state } = this.#store;
    const source = state[this.#key]!;
    const wanted = this.#fill.value;
    if (wanted === "random")
      this.#store.change(
        withSource(state, this.#key, { from: "random", seed: source.from === "random" ? source.seed + 1 : 1 }),
      );
    else if (wanted === "identity" || wanted === "letters")
      this.#store.change(withSource(state, this.#key, { from: wanted }));
    else if (wanted === "learned") this.#store.change(withSource(state, this.#key, fittingHead(state, this.#key)!));
    else if (wanted === "zero")
      this.#store.change(
        withSource(state, this.#key, {
          from: "numbers",
          rows: numbersOf(state)[this.#key]!.map((row) => row.map(() => 0)),
        }),
      );
  }
}

/** "dimension 3"; a token or the name of a column as it is. */
function called(label: string, counted: string | undefined): string {
  return counted !== undefined && /^\d+$/.test(label) ? text(counted, { at: label }) : label;
}

function transposed(rows: Rows): Rows {
  return rows[0]!.map((_, column) => rows.map((row) => row[column]!));
}

/** What the menu says now, and what can be chosen. */
function fillOptions(
  source: Source,
  key: MatrixKey,
  isTrained: boolean,
): readonly (readonly [value: string, text: string])[] {
  const now = {
    numbers: text("fill-own"),
    random: source.from === "random" ? text("fill-random-seed", { seed: source.seed }) : "",
    identity: text("fill-identity"),
    letters: text("fill-letters"),
    learned: text("fill-learned"),
  }[source.from];
  const random = text(source.from === "random" ? "fill-again" : "fill-random");
  const letters = key === "x" ? ([["letters", text("fill-letters")]] as const) : [];
  const learned = isTrained && source.from !== "learned" ? ([["learned", text("fill-learned")]] as const) : [];
  return [
    ["now", now],
    ...learned,
    ["random", random],
    ...letters,
    ["identity", text("fill-identity")],
    ["zero", text("fill-zero")],
  ];
}
