// The numbers of one query as a table, with a line for each key.
import { byId } from "../../kit/index.js";
import { digits, fitted, listed, make } from "../../../show/index.js";
import { STEPS, type State } from "../../rooms/state/index.js";
import { i, scaleText } from "./formula-parts.js";
import { text } from "./dom.js";
import type { QuerySteps } from "./query-steps.js";

/** Characters in a cell of the table: a sign, a digit, the point and four decimals. */
const ROOM = 7;
/** Columns of v that have room in the table. */
const SHOWN_VALUES = 6;

/** Columns of later steps stay empty. While no query is followed, all are shown. */
export function showFollowTable(state: State, steps: QuerySteps): void {
  const box = byId("follow-table");
  const table = box.querySelector("table")!;
  box.dataset["step"] = String(state.step || STEPS);
  set("query", vectorText(steps.q));
  set("output", state.step === 0 || state.step === STEPS ? vectorText(steps.output) : "");
  showHead(table.tHead!.rows[0]!, state, steps.v[0]!.length);
  const body = table.tBodies[0]!;
  while (body.rows.length > steps.tokens.length) body.lastElementChild!.remove();
  while (body.rows.length < steps.tokens.length) body.append(make("tr"));
  steps.tokens.forEach((_, key) => fillLine(body.rows[key]!, steps, key));
}

function showHead(row: HTMLElement, state: State, values: number): void {
  const heads = [
    [text("key"), ""],
    [`${i("q")} · ${i("k")}`, "2"],
    [scaleText(state) || text("not-scaled"), "3"],
    [text("weight"), "4"],
  ];
  for (let at = 0; at < Math.min(values, SHOWN_VALUES); at++) heads.push([`${i("v")}<sub>${at + 1}</sub>`, "5"]);
  const html = heads.map(([name, step]) => `<th scope="col" data-from="${step}">${name}</th>`).join("");
  if (row.innerHTML !== html) row.innerHTML = html;
}

function fillLine(line: HTMLTableRowElement, steps: QuerySteps, key: number): void {
  const values = steps.v[key]!.slice(0, SHOWN_VALUES);
  if (line.cells.length !== values.length + 4) line.replaceChildren(...emptyCells(values.length));
  write(line.cells[0]!, steps.tokens[key]!);
  line.classList.toggle("masked", !steps.seen[key]);
  const shown = [steps.raw[key]!, steps.scores[key]!, steps.weights[key]!, ...values];
  shown.forEach((value, column) => write(line.cells[column + 1]!, fitted(value, 4, ROOM)));
}

/** Raw score, score, weight, and the numbers of the value. */
function emptyCells(values: number): HTMLElement[] {
  const cell = (from: number): HTMLElement => make("td", { "data-from": from });
  return [make("th", { scope: "row" }), cell(2), cell(3), cell(4), ...Array.from({ length: values }, () => cell(5))];
}

function write(element: Element, content: string): void {
  if (element.textContent !== content) element.textContent = content;
}

function set(name: string, content: string): void {
  document.querySelector(`[data-follow=${name}]`)!.textContent = content;
}

function vectorText(values: readonly number[]): string {
  const shown = values.slice(0, SHOWN_VALUES).map((value) => digits(value));
  return `(${listed(values.length > SHOWN_VALUES ? [...shown, "…"] : shown)})`;
}
