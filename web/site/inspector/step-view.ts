// The steps of a trace, each under its heading.
import { make, type Content } from "../../show/index.js";
import { figure, shownDouble } from "../shared/index.js";
import { spoken, keyToken, rowToken } from "./names.js";
import { scaleOf, type Cell, type Run } from "./run.js";
import { softmaxView, whyHidden } from "./softmax-view.js";
import { sumView } from "./sum-view.js";
import type { Step } from "./trace.js";

const GIVEN = {
  x: "There are no weights: queries, keys and values are the tokens’ own numbers.",
  caller: "This number was given; nothing was computed.",
  loss: "Here the way back begins: this is the slope of the loss itself in this one number.",
} as const;

const WAY_NAMES = { q: "the query", k: "the key", v: "the value" } as const;

/** `go` opens another cell: the one that a number came from. */
export function stepView(run: Run, cell: Cell, step: Step, go: (cell: Cell) => void): HTMLElement {
  const section = (heading: string, ...content: Content[]): HTMLElement =>
    make("section", { class: "passage" }, make("h3", {}, heading), ...content);
  switch (step.kind) {
    case "given":
      return section("Where it comes from", prose(GIVEN[step.from]));
    case "sum":
      return section(
        step.way === undefined ? "Products and their sum" : `Through ${WAY_NAMES[step.way]}`,
        ...sumView(run, cell, step, go),
      );
    case "together":
      return section(
        "Together",
        prose("The numbers of a token go three ways, and what comes back by each is added up."),
        ...together(step),
      );
    case "add":
      return section(
        step.what === "bias" ? "Bias" : "The projection’s bias",
        line(step.before, ` ${step.bias < 0 ? "−" : "+"} ${figure(Math.abs(step.bias))}`, step.after),
      );
    case "scale":
      return section("Scale", line(step.before, scaleText(run), step.after));
    case "softcap":
      return section(
        "Softcap",
        line(
          undefined,
          `${shownDouble(step.cap)} · tanh(${figure(step.before)} ∕ ${shownDouble(step.cap)})`,
          step.after,
        ),
      );
    case "hidden":
      return section(
        "Mask",
        prose(
          `${names(run, cell)[0]} may not attend to ${names(run, cell)[1]}: ${whyHidden(step.meeting.hindrances)}. Whatever the score is, the weight is 0${isGradient(cell) ? ": nothing comes back through it, and the gradient is 0" : ""}, exactly.`,
        ),
      );
    case "softmax":
      return section("Softmax over the row", ...softmaxSteps(run, cell, step, go));
    case "empty row":
      return section(
        "Softmax over the row",
        prose(
          `${names(run, cell)[0]} may attend to no key at all. Its weights are 0 by rule, and so is what it mixes; never “not a number”.`,
        ),
      );
    case "no softmax":
      return section(
        "No softmax",
        prose(
          `Softmax is off: ${cell.matrix === "dscores" ? "the gradient passes through as it is" : "the score itself is the weight"}, ${figure(step.weight)}.`,
        ),
      );
    case "finite difference":
      return section(
        "Tried out",
        prose(
          `The loss by the textbook, with this one number ${figure(step.step)} larger and smaller, changes at the rate of ${shownDouble(step.slope)}: ${agreement(step.slope, step.gradient)}.`,
        ),
      );
    case "softmax gradient":
      return section(
        "Softmax, backwards",
        prose(
          "The sum above is the row’s mean of ∂a, weighted by the weights. A score gains by how far its own weight’s gradient lies above that mean:",
        ),
        line(step.weight, ` × (${figure(step.dweight)} − ${figure(step.mean)})`, step.after),
      );
  }
}

/** Both are doubles; a difference quotient has about ten good figures. */
function agreement(slope: number, gradient: number): string {
  const apart = Math.abs(slope - gradient);
  return apart === 0 ? "the same as the gradient" : `${figure(apart)} from the gradient`;
}

function softmaxSteps(
  run: Run,
  cell: Cell,
  { row, key }: Extract<Step, { kind: "softmax" }>,
  go: (cell: Cell) => void,
): Content[] {
  const { power, weight, hindrances } = row.meetings[key]!;
  const axis = run.convention === "columns" ? "The sum runs over the keys of one query. " : "";
  const lead = prose(
    `${axis}m, the largest score of the row (${figure(row.max)}), is taken off first, so that exp never overflows.`,
  );
  if (hindrances.length > 0) return [lead, ...softmaxView(run, cell, row, go)];
  return [lead, ...softmaxView(run, cell, row, go), line(power, ` ∕ ${figure(row.sum)}`, weight)];
}

/** "0.1 + 0.2 − 0.05 = 0.25", by query, key and value. */
function together({ parts, after }: Extract<Step, { kind: "together" }>): Content[] {
  const [first, ...rest] = parts.map(({ value }) => value);
  return [line(first, rest.map((value) => ` ${value < 0 ? "−" : "+"} ${figure(Math.abs(value))}`).join(""), after)];
}

function isGradient({ matrix }: Cell): boolean {
  return matrix === "dweights" || matrix === "dscores";
}

function scaleText(run: Run): string {
  const { rule, factor, dim } = scaleOf(run);
  if (rule === "own") return ` × ${shownDouble(factor)}`;
  return ` ∕ √${dim}${rule === "sqrt-dmodel" ? " (the model’s size)" : ""}`;
}

function names(run: Run, cell: Cell): [query: string, key: string] {
  return [spoken(rowToken(run, cell)), spoken(keyToken(run, cell.column))];
}

/** "1.2705 ∕ √2 = 0.898": rounded for show, the whole result on hovering. */
function line(before: number | undefined, operation: string, after: number): HTMLElement {
  return make(
    "p",
    { class: "line" },
    `${before === undefined ? "" : figure(before)}${operation} = `,
    make("b", { title: shownDouble(after) }, figure(after)),
  );
}

function prose(text: string): HTMLElement {
  return make("p", { class: "hint" }, text);
}
