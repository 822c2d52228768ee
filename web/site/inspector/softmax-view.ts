// One row on its way through softmax: every key's score, its distance from the largest, its power, its share.
import { make, type Content } from "../../show/index.js";
import { termLabel } from "./factors.js";
import { figure } from "../shared/index.js";
import type { Cell, Hindrance, Run } from "./run.js";
import type { Meeting, MeetingRow } from "./textbook.js";

/** Keys that are shown one by one; of longer rows the largest, and the one that was opened. */
const SHORT = 12;
const LARGEST = 6;

export function softmaxView(run: Run, cell: Cell, row: MeetingRow, go: (cell: Cell) => void): Content[] {
  const shown = chosen(row, cell.column);
  const rest = row.meetings.filter((meeting) => !shown.includes(meeting));
  const heads = ["key", "score", "− max", "exp", "weight"].map((text) => make("th", { scope: "col" }, text));
  const body = make(
    "tbody",
    {},
    ...shown.map((meeting) => keyRow(run, cell, row, meeting, go)),
    rest.length === 0 ? undefined : restRow(rest),
  );
  const foot = make(
    "tfoot",
    {},
    make(
      "tr",
      {},
      make("th", { scope: "row", colspan: 3 }, "row sum"),
      make("td", { title: String(row.sum) }, figure(row.sum)),
      make("td", {}, "1"),
    ),
  );
  return [
    make(
      "div",
      { class: "scroller" },
      make("table", { class: "softmax" }, make("thead", {}, make("tr", {}, ...heads)), body, foot),
    ),
  ];
}

function chosen({ meetings }: MeetingRow, key: number): Meeting[] {
  if (meetings.length <= SHORT) return [...meetings];
  const largest = [...meetings].sort((a, b) => b.logit - a.logit || a.key - b.key).slice(0, LARGEST);
  return meetings.filter((meeting) => meeting.key === key || largest.includes(meeting));
}

function keyRow(
  run: Run,
  cell: Cell,
  { max }: MeetingRow,
  { key, logit, power, weight, hindrances }: Meeting,
  go: (cell: Cell) => void,
): HTMLTableRowElement {
  const label = termLabel(run, "key", key);
  const here = key === cell.column;
  const head = make(
    "th",
    { scope: "row", title: label },
    here ? label : openButton(label, { ...cell, column: key }, go),
  );
  if (hindrances.length > 0)
    return make(
      "tr",
      { class: here ? "here" : undefined },
      head,
      make("td", { colspan: 3, class: "closed" }, "may not attend"),
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

function openButton(label: string, cell: Cell, go: (cell: Cell) => void): HTMLElement {
  const button = make("button", { type: "button", class: "origin" }, label);
  button.addEventListener("click", () => go(cell));
  return button;
}

function restRow(rest: readonly Meeting[]): HTMLTableRowElement {
  const total = (of: (meeting: Meeting) => number): HTMLElement =>
    make("td", {}, figure(rest.reduce((sum, meeting) => sum + of(meeting), 0)));
  return make(
    "tr",
    { class: "rest" },
    make("th", { scope: "row", colspan: 3 }, `the other ${rest.length}, together`),
    total(({ power }) => power),
    total(({ weight }) => weight),
  );
}

const WHY: Record<Hindrance, string> = {
  causal: "the key comes later than the causal mask allows",
  mask: "the mask says so",
  length: "the key lies beyond the length that was given",
  bias: "its bias is −∞",
};

export function whyHidden(hindrances: readonly Hindrance[]): string {
  return hindrances.map((one) => WHY[one]).join(", and ");
}
