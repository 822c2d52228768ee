// A sum of products: a short one as a table, a long one as a picture, its largest terms and, on demand, the whole
// table.
import { make, type Content } from "../../../show/index.js";
import { figure } from "../../kit/index.js";
import type { Line } from "./definition.js";
import { longTable } from "./long-table.js";
import { shortened, spoken } from "./names.js";
import { openButton, type Panel } from "./panel.js";
import type { Step, Term } from "./passes.js";
import { factorName, numberName, originOf, termLabel, type FactorName } from "./operands.js";
import { waterfall } from "./waterfall.js";
import { tell } from "./inspector-text.js";

type Sum = Extract<Step, { kind: "sum" }>;

/** Up to this many terms are shown in a table. */
const SHORT = 12;
/** Terms of a longer sum that are shown: the largest. */
const LARGEST = 5;
export function sumView(panel: Panel, step: Sum): Content[] {
  const { terms } = step;
  const row = (term: Term): HTMLTableRowElement => termRow(panel, step, term);
  const table = (rows: readonly HTMLTableRowElement[]): HTMLElement => sumTable(panel, step, rows);
  if (terms.length <= SHORT) return [table(terms.map(row))];
  const [chosen, rest] = largest(step);
  const title = tell("all-terms", { count: terms.length });
  const whole = longTable({ title, count: terms.length, row: (at) => row(terms[at]!), table });
  return [waterfall(terms), describe(step), table([...chosen.map(row), rest]), whole];
}

function describe({ terms }: Sum): HTMLElement {
  const [up, down] = [
    terms.filter(({ product }) => product > 0).length,
    terms.filter(({ product }) => product < 0).length,
  ];
  return make("p", { class: "hint" }, tell("long-sum", { count: terms.length, up, down }));
}

/** The terms of greatest size in their order, and a row for the rest. */
function largest({ terms }: Sum): [terms: Term[], rest: HTMLTableRowElement] {
  const chosen = [...terms].sort((a, b) => Math.abs(b.product) - Math.abs(a.product)).slice(0, LARGEST);
  const rest = terms.filter((term) => !chosen.includes(term)).reduce((total, { product }) => total + product, 0);
  chosen.sort((a, b) => a.index - b.index);
  const row = make(
    "tr",
    { class: "rest" },
    make("th", { scope: "row", colspan: 3 }, tell("others", { count: terms.length - LARGEST })),
    make("td", {}, figure(rest)),
    make("td"),
  );
  return [chosen, row];
}

function sumTable(panel: Panel, step: Sum, rows: readonly HTMLTableRowElement[]): HTMLElement {
  const names = [step.of.left, step.of.right].map((line) => factorName(panel.computation, line));
  const head = (content: Content[], spokenName: string): HTMLElement =>
    make("th", { scope: "col", abbr: spokenName }, ...content);
  const heads = [
    head([tell(step.noun)], tell(step.noun)),
    ...names.map((name) => head(factorText(name), factorSpoken(name))),
    head([tell("product")], tell("product")),
    head([tell("sum")], tell("sum-so-far")),
  ];
  const body = make("tbody", {}, ...rows);
  const foot = make(
    "tfoot",
    {},
    make(
      "tr",
      {},
      make("th", { scope: "row", colspan: 4 }, tell("sum")),
      make("td", { title: String(step.total) }, figure(step.total)),
    ),
  );
  return make("div", { class: "scroller" }, make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body, foot));
}

function termRow(
  { computation, go }: Panel,
  { noun, of }: Sum,
  { index, left, right, product, sum }: Term,
): HTMLTableRowElement {
  const label = numberName(computation, of.left, index) ?? termLabel(computation, noun, index);
  const factor = (line: Line, value: number): HTMLElement => {
    const origin = originOf(computation, line, index);
    const text = figure(value);
    return make("td", { title: String(value) }, origin === undefined ? text : openButton(text, origin, go));
  };
  return make(
    "tr",
    {},
    make("th", { scope: "row", title: label }, label),
    factor(of.left, left),
    factor(of.right, right),
    make("td", { title: String(product) }, figure(product)),
    make("td", { title: String(sum) }, figure(sum)),
  );
}

function factorText({ letter, of }: FactorName): Content[] {
  return [make("i", {}, letter), make("sub", {}, typeof of === "number" ? String(of) : shortened(of.text))];
}

function factorSpoken({ letter, of }: FactorName): string {
  return typeof of === "number"
    ? tell("factor-of-column", { letter, at: of })
    : tell("factor-of", { letter, name: spoken(of) });
}
