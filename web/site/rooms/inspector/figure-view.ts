// A number that is made of cells but is not a cell: a mean, a median, a loss. The panel shows its formula, its numbers
// and their result. Each number that is computed opens.
import { make } from "../../../show/index.js";
import { figure as written, shownDouble } from "../../kit/index.js";
import type { Computation } from "./computation.js";
import type { Cell } from "./definition.js";
import type { Go, View } from "./inspector.js";

/** A number of the table, and what it opens: a cell of a computation, or another such number. */
export interface FigureNumber {
  readonly value: number;
  readonly cell?: () => readonly [Computation, Cell];
  readonly figure?: () => Figure;
}

export interface FigureRow {
  readonly name: string;
  readonly numbers: readonly (number | FigureNumber)[];
}

export interface Figure {
  readonly location: string;
  readonly title: string;
  readonly value: number;
  /** MathML. */
  readonly formula: string;
  /** How the number is made, in a sentence. */
  readonly text: string;
  /** The heads of the columns. The first one heads the names. */
  readonly heads: readonly string[];
  readonly rows: readonly FigureRow[];
  /** The last column's sum, with all that the table leaves out. */
  readonly sum?: { readonly name: string; readonly value: number };
  /** The last step: "(0.25 + 0.5) ∕ 2". */
  readonly last?: string;
}

/** @param closed gives focus back */
export function figureView(of: () => Figure, closed: () => void): View {
  return {
    view: (go) => {
      const figure = of();
      const { location, title, value, text, last } = figure;
      const formula = make("div", { class: "formula" });
      formula.innerHTML = figure.formula;
      const returned = make("p", { class: "returned" }, shownDouble(value));
      const line =
        last === undefined ? undefined : make("p", { class: "line" }, `${last} = `, make("b", {}, written(value)));
      const made = make("section", { class: "passage" }, make("p", { class: "hint" }, text), table(figure, go), line);
      return { location, title, body: [make("section", { class: "value" }, returned), formula, made] };
    },
    closed,
  };
}

function table({ heads, rows, sum }: Figure, go: Go): HTMLElement {
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  const body = rows.map(({ name, numbers }) =>
    make("tr", {}, make("th", { scope: "row", title: name }, name), ...numbers.map((one) => numberCell(one, go))),
  );
  const total = sum && [
    make("th", { scope: "row", colspan: heads.length - 1 }, sum.name),
    make("td", { title: String(sum.value) }, written(sum.value)),
  ];
  const foot = total && make("tfoot", {}, make("tr", {}, ...total));
  const made = make("table", {}, make("thead", {}, head), make("tbody", {}, ...body), foot);
  return make("div", { class: "scroller" }, made);
}

function numberCell(one: number | FigureNumber, go: Go): HTMLElement {
  const { value, cell, figure } = typeof one === "number" ? { value: one } : one;
  const text = written(value);
  if (cell === undefined && figure === undefined) return make("td", { title: String(value) }, text);
  const button = make("button", { type: "button", class: "origin" }, text);
  button.addEventListener("click", () => {
    if (figure !== undefined) return go(figureView(figure, () => {}));
    const [computation, opened] = cell!();
    go(opened, computation);
  });
  return make("td", { title: String(value) }, button);
}
