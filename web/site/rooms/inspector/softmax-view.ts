// One row, step by step through softmax: each key's score, its distance from the largest, its power and its weight.
import { make, type Content } from "../../../show/index.js";
import { figure } from "../../kit/index.js";
import type { HiddenBy } from "./computation.js";
import { longTable } from "./long-table.js";
import { openButton, type Panel } from "./panel.js";
import type { KeyScore, ScoreRow } from "./score-row.js";
import { termLabel } from "./operands.js";
import { tell } from "./inspector-text.js";

/** Up to this many keys are all shown; of a longer row, the largest and the one that was opened. */
const SHORT = 12;
const LARGEST = 6;

export function softmaxView(panel: Panel, row: ScoreRow): Content[] {
  const { keys } = row;
  const shown = chosen(row, panel.cell.column);
  const rows = shown.map((one) => keyRow(panel, row, one));
  if (shown.length === keys.length) return [softmaxTable(row, rows)];
  const rest = keys.filter((one) => !shown.includes(one));
  const whole = longTable({
    title: tell("all-keys", { count: keys.length }),
    count: keys.length,
    row: (at) => keyRow(panel, row, keys[at]!),
    table: (all) => softmaxTable(row, all),
  });
  return [softmaxTable(row, [...rows, restRow(rest)]), whole];
}

function softmaxTable(row: ScoreRow, rows: readonly HTMLTableRowElement[]): HTMLElement {
  const heads = [tell("key"), tell("score"), tell("minus-max"), "exp", tell("weight")].map((text) =>
    make("th", { scope: "col" }, text),
  );
  const body = make("tbody", {}, ...rows);
  const foot = make(
    "tfoot",
    {},
    make(
      "tr",
      {},
      make("th", { scope: "row", colspan: 3 }, tell("row-sum")),
      make("td", { title: String(row.sum) }, figure(row.sum)),
      make("td", {}, "1"),
    ),
  );
  const table = make("table", { class: "softmax" }, make("thead", {}, make("tr", {}, ...heads)), body, foot);
  return make("div", { class: "scroller" }, table);
}

function chosen({ keys }: ScoreRow, opened: number): KeyScore[] {
  if (keys.length <= SHORT) return [...keys];
  const largest = [...keys].sort((a, b) => b.logit - a.logit || a.key - b.key).slice(0, LARGEST);
  return keys.filter((one) => one.key === opened || largest.includes(one));
}

function keyRow(
  { computation, cell, go }: Panel,
  { max }: ScoreRow,
  { key, logit, power, weight, hiddenBy }: KeyScore,
): HTMLTableRowElement {
  const label = termLabel(computation, "key", key);
  const here = key === cell.column;
  const head = make(
    "th",
    { scope: "row", title: label },
    here ? label : openButton(label, { ...cell, column: key }, go),
  );
  if (hiddenBy.length > 0)
    return make(
      "tr",
      { class: here ? "here" : undefined },
      head,
      make("td", { colspan: 3, class: "closed" }, tell("may-not")),
      make("td", {}, "0"),
    );
  const value = (number: number, name?: string): HTMLElement =>
    make("td", { title: String(number), class: name }, figure(number));
  return make(
    "tr",
    { class: here ? "here" : undefined },
    head,
    value(logit, logit === max ? "max" : undefined),
    value(logit - max),
    value(power),
    value(weight),
  );
}

function restRow(rest: readonly KeyScore[]): HTMLTableRowElement {
  const total = (of: (one: KeyScore) => number): HTMLElement =>
    make("td", {}, figure(rest.reduce((sum, one) => sum + of(one), 0)));
  return make(
    "tr",
    { class: "rest" },
    make("th", { scope: "row", colspan: 3 }, tell("others", { count: rest.length })),
    total(({ power }) => power),
    total(({ weight }) => weight),
  );
}

export function whyHidden(by: readonly HiddenBy[]): string {
  return by.map((one) => tell(`why-${one}`)).join(tell("and"));
}
