// The steps of a trace, each under its heading.
import { make, type Content } from "../../show/index.js";
import { figure, shownDouble } from "../shared/index.js";
import { scaleOf, type Computation } from "./computation.js";
import { notationOf } from "./recipes.js";
import { keyToken, rowToken, spoken } from "./names.js";
import type { Panel } from "./panel.js";
import type { Step } from "./passes.js";
import { softmaxView, whyHidden } from "./softmax-view.js";
import { sumView } from "./sum-view.js";

type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;
type Section = [heading: string, ...content: Content[]];

export function stepView(panel: Panel, step: Step): HTMLElement {
  const [heading, ...content] = sectionOf(panel, step);
  return make("section", { class: "passage" }, make("h3", {}, heading), ...content);
}

function sectionOf(panel: Panel, step: Step): Section {
  switch (step.kind) {
    case "given":
      return ["Where it comes from", prose(GIVEN[step.from])];
    case "sum": {
      const { through } = step.of;
      return [through === undefined ? "Products and their sum" : `Through the ${through}`, ...sumView(panel, step)];
    }
    case "together":
      return togetherSection(step);
    case "add": {
      const heading = step.what === "bias" ? "Bias" : "The projection’s bias";
      return [heading, line(figure(step.before) + signed(step.bias), step.after)];
    }
    case "scale":
      return ["Scale", line(figure(step.before) + scaleText(panel.computation), step.after)];
    case "softcap": {
      const cap = shownDouble(step.cap);
      return ["Softcap", line(`${cap} · tanh(${figure(step.before)} ∕ ${cap})`, step.after)];
    }
    case "hidden":
      return hiddenSection(panel, step);
    case "softmax":
      return softmaxSection(panel, step);
    case "empty row":
      return emptyRowSection(panel);
    case "no softmax": {
      const effect = isGradient(panel) ? "the gradient passes through as it is" : "the score itself is the weight";
      return ["No softmax", prose(`Softmax is off: ${effect}, ${figure(step.weight)}.`)];
    }
    case "softmax gradient":
      return softmaxGradientSection(step);
    case "finite difference":
      return differenceSection(step);
  }
}

const GIVEN = {
  x: "There are no weights: queries, keys and values are the tokens’ own numbers.",
  caller: "This number was given; nothing was computed.",
  loss: "The gradients begin here: this number is the slope of the loss itself.",
} as const;

/** "0.1 + 0.2 − 0.05 = 0.25", through query, key and value. */
function togetherSection({ parts: [first, ...rest], after }: StepOf<"together">): Section {
  return [
    "Together",
    prose("A token’s numbers are used in its query, its key and its value. The gradients through them are added up."),
    line(figure(first!) + rest.map(signed).join(""), after),
  ];
}

function hiddenSection(panel: Panel, { by }: StepOf<"hidden">): Section {
  const [query, key] = namesOf(panel);
  const back = isGradient(panel) ? ": nothing comes back through it, and the gradient is 0" : "";
  return [
    "Mask",
    prose(
      `${query} may not attend to ${key}: ${whyHidden(by)}. Whatever the score is, the weight is 0${back}, exactly.`,
    ),
  ];
}

function softmaxSection(panel: Panel, { row, key }: StepOf<"softmax">): Section {
  const { power, weight, hiddenBy } = row.keys[key]!;
  const axis = panel.computation.convention === "columns" ? "The sum runs over the keys of one query. " : "";
  const largest = `m, the largest score of the row (${figure(row.max)}),`;
  const section: Section = [
    "Softmax over the row",
    prose(`${axis}${largest} is subtracted first, so that exp never overflows.`),
    ...softmaxView(panel, row),
  ];
  return hiddenBy.length > 0 ? section : [...section, line(`${figure(power)} ∕ ${figure(row.sum)}`, weight)];
}

function emptyRowSection(panel: Panel): Section {
  const rule = "Its weights are 0 by rule, and so is what it mixes; never “not a number”.";
  return ["Softmax over the row", prose(`${namesOf(panel)[0]} may attend to no key at all. ${rule}`)];
}

function softmaxGradientSection({ weight, dweight, mean, after }: StepOf<"softmax gradient">): Section {
  const sum = "The sum above is the row’s mean of ∂a, weighted by the weights.";
  const rule = "A score gains by how far its own weight’s gradient lies above that mean:";
  return [
    "Softmax, backwards",
    prose(`${sum} ${rule}`),
    line(`${figure(weight)} × (${figure(dweight)} − ${figure(mean)})`, after),
  ];
}

/** Both are doubles; a difference quotient has about ten good figures. */
function differenceSection({ step, slope, gradient }: StepOf<"finite difference">): Section {
  const apart = Math.abs(slope - gradient);
  const agreement = apart === 0 ? "the same as the gradient" : `${figure(apart)} from the gradient`;
  const trial = `The loss by the textbook, with this one number ${figure(step)} larger and smaller`;
  return ["Tried out", prose(`${trial}, changes at the rate of ${shownDouble(slope)}: ${agreement}.`)];
}

function isGradient({ cell }: Panel): boolean {
  return notationOf(cell.matrix).slope;
}

function scaleText(computation: Computation): string {
  const { rule, factor, dim } = scaleOf(computation);
  if (rule === "own") return ` × ${shownDouble(factor)}`;
  return ` ∕ √${dim}${rule === "sqrt-dmodel" ? " (the model’s size)" : ""}`;
}

function namesOf({ computation, cell }: Panel): [query: string, key: string] {
  return [spoken(rowToken(computation, cell)), spoken(keyToken(computation, cell.column))];
}

/** " + 0.5" or " − 0.5". */
function signed(value: number): string {
  return ` ${value < 0 ? "−" : "+"} ${figure(Math.abs(value))}`;
}

/** "1.2705 ∕ √2 = 0.898": rounded for show, the whole result on hovering. */
function line(operation: string, after: number): HTMLElement {
  return make("p", { class: "line" }, `${operation} = `, make("b", { title: shownDouble(after) }, figure(after)));
}

function prose(text: string): HTMLElement {
  return make("p", { class: "hint" }, text);
}
