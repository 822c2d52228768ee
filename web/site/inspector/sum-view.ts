// A sum of products on the page: short ones as a table, long ones as a picture with their largest terms, and the whole table on demand.
import { make, type Content } from "../../show/index.js";
import { factorsOf, termLabel, type FactorName } from "./factors.js";
import { figure } from "../shared/index.js";
import { shortened, spoken } from "./names.js";
import { originOf } from "./origins.js";
import type { Cell, Run } from "./run.js";
import type { Term } from "./textbook.js";
import type { Step } from "./trace.js";
import { waterfall } from "./waterfall.js";

type Sum = Extract<Step, { kind: "sum" }>;

/** Terms that are shown one by one. */
const SHORT = 12;
/** Of a longer sum: so many of its largest terms. */
const LARGEST = 5;
/** Rows that a table of the whole sum has at most; a file holds the rest. */
const WHOLE = 1024;

export function sumView(run: Run, cell: Cell, step: Sum, go: (cell: Cell) => void): Content[] {
  const table = (terms: readonly Term[], more?: HTMLTableRowElement): HTMLElement =>
    sumTable(run, cell, step, terms, go, more);
  if (step.terms.length <= SHORT) return [table(step.terms)];
  return [waterfall(step.terms), describe(step), table(...largest(step)), wholeTable(step, table)];
}

function describe({ terms }: Sum): HTMLElement {
  const [up, down] = [
    terms.filter(({ product }) => product > 0).length,
    terms.filter(({ product }) => product < 0).length,
  ];
  return make(
    "p",
    { class: "hint" },
    `${terms.length} products, ${up} above zero and ${down} below: each a step from the sum before it. The largest:`,
  );
}

/** The terms of greatest size in their order, and a row for the rest. */
function largest({ terms }: Sum): [terms: Term[], rest: HTMLTableRowElement] {
  const chosen = [...terms].sort((a, b) => Math.abs(b.product) - Math.abs(a.product)).slice(0, LARGEST);
  const rest = terms.filter((term) => !chosen.includes(term)).reduce((total, { product }) => total + product, 0);
  chosen.sort((a, b) => a.index - b.index);
  const row = make(
    "tr",
    { class: "rest" },
    make("th", { scope: "row", colspan: 3 }, `the other ${terms.length - LARGEST}, together`),
    make("td", {}, figure(rest)),
    make("td"),
  );
  return [chosen, row];
}

/** Laid out when it is opened. */
function wholeTable({ terms }: Sum, table: (terms: readonly Term[]) => HTMLElement): HTMLElement {
  const text = terms.length > WHOLE ? `The first ${WHOLE} of ${terms.length} terms` : `All ${terms.length} terms`;
  const details = make("details", {}, make("summary", {}, text));
  details.addEventListener(
    "toggle",
    () => details.open && details.childElementCount === 1 && details.append(table(terms.slice(0, WHOLE))),
  );
  return details;
}

function sumTable(
  run: Run,
  cell: Cell,
  step: Sum,
  terms: readonly Term[],
  go: (cell: Cell) => void,
  more?: HTMLTableRowElement,
): HTMLElement {
  const [left, right] = factorsOf(run, cell, step.way);
  const head = (content: Content[], spokenName: string): HTMLElement =>
    make("th", { scope: "col", abbr: spokenName }, ...content);
  const heads = [
    head([step.noun], step.noun),
    ...[left, right].map((name) => head(factorText(name), factorSpoken(name))),
    head(["product"], "product"),
    head(["sum"], "sum so far"),
  ];
  const body = make("tbody", {}, ...terms.map((term) => termRow(run, cell, step, term, go)), more);
  const foot = make(
    "tfoot",
    {},
    make(
      "tr",
      {},
      make("th", { scope: "row", colspan: 4 }, "sum"),
      make("td", { title: String(step.total) }, figure(step.total)),
    ),
  );
  return make("div", { class: "scroller" }, make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body, foot));
}

function termRow(
  run: Run,
  cell: Cell,
  { noun, way }: Sum,
  { index, left, right, product, sum }: Term,
  go: (cell: Cell) => void,
): HTMLTableRowElement {
  const label = termLabel(run, noun, index);
  const factor = (side: "left" | "right", value: number): HTMLElement =>
    make("td", { title: String(value) }, link(figure(value), originOf(run, cell, { side, index, way }), go));
  return make(
    "tr",
    {},
    make("th", { scope: "row", title: label }, label),
    factor("left", left),
    factor("right", right),
    make("td", { title: String(product) }, figure(product)),
    make("td", { title: String(sum) }, figure(sum)),
  );
}

/** A number that opens its own cell, where it has one. */
function link(text: string, origin: Cell | undefined, go: (cell: Cell) => void): Content {
  if (origin === undefined) return text;
  const button = make("button", { type: "button", class: "origin" }, text);
  button.addEventListener("click", () => go(origin));
  return button;
}

function factorText({ letter, of }: FactorName): Content[] {
  return [make("i", {}, letter), make("sub", {}, typeof of === "number" ? String(of) : shortened(of.text))];
}

function factorSpoken({ letter, of }: FactorName): string {
  return `${letter} of ${typeof of === "number" ? `column ${of}` : spoken(of)}`;
}
