// The steps of a trace, each under its heading.
import { make, type Content } from "../../../show/index.js";
import { figure, shortFigure, shownDouble } from "../../kit/index.js";
import { scaleOf, type Computation } from "./computation.js";
import { notationOf } from "./recipes.js";
import { keyToken, rowToken, spoken } from "./names.js";
import type { Panel } from "./panel.js";
import type { Step } from "./passes.js";
import { softmaxView, whyHidden } from "./softmax-view.js";
import { sumView } from "./sum-view.js";
import { tell } from "./inspector-text.js";

type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;
type Section = [heading: string, ...content: Content[]];

export function stepView(panel: Panel, step: Step): HTMLElement {
  const [heading, ...content] = sectionOf(panel, step);
  return make("section", { class: "passage" }, make("h3", {}, heading), ...content);
}

function sectionOf(panel: Panel, step: Step): Section {
  switch (step.kind) {
    case "given":
      return [tell("comes-from"), prose(tell(`given-${step.from}`))];
    case "sum": {
      const { through } = step.of;
      return [tell(through === undefined ? "products" : `through-${through}`), ...sumView(panel, step)];
    }
    case "together":
      return togetherSection(step);
    case "add": {
      const heading = tell(step.what === "bias" ? "bias" : "projection-bias");
      return [heading, line(figure(step.before) + signed(step.bias), step.after)];
    }
    case "scale":
      return [tell("scale"), line(figure(step.before) + scaleText(panel.computation), step.after)];
    case "softcap": {
      const cap = shownDouble(step.cap);
      return [tell("softcap"), line(`${cap} · tanh(${figure(step.before)} ∕ ${cap})`, step.after)];
    }
    case "hidden":
      return hiddenSection(panel, step);
    case "softmax":
      return softmaxSection(panel, step);
    case "empty row":
      return emptyRowSection(panel);
    case "no softmax": {
      const key = isGradient(panel) ? "softmax-off-back" : "softmax-off";
      return [tell("no-softmax"), prose(tell(key, { weight: figure(step.weight) }))];
    }
    case "softmax gradient":
      return softmaxGradientSection(step);
    case "finite difference":
      return differenceSection(step);
  }
}

/** "0.1 + 0.2 − 0.05 = 0.25", through query, key and value. */
function togetherSection({ parts: [first, ...rest], after }: StepOf<"together">): Section {
  return [tell("together"), prose(tell("together-text")), line(figure(first!) + rest.map(signed).join(""), after)];
}

function hiddenSection(panel: Panel, { by }: StepOf<"hidden">): Section {
  const [query, key] = namesOf(panel);
  const text = isGradient(panel) ? "mask-text-back" : "mask-text";
  return [tell("mask"), prose(tell(text, { query, key, why: whyHidden(by) }))];
}

function softmaxSection(panel: Panel, { row, key }: StepOf<"softmax">): Section {
  const { power, weight, hiddenBy } = row.keys[key]!;
  const text = tell("largest-first", { largest: figure(row.max) });
  const section: Section = [
    tell("softmax-row"),
    prose(panel.computation.convention === "columns" ? tell("over-keys", { text }) : text),
    ...softmaxView(panel, row),
  ];
  return hiddenBy.length > 0 ? section : [...section, line(`${figure(power)} ∕ ${figure(row.sum)}`, weight)];
}

function emptyRowSection(panel: Panel): Section {
  return [tell("softmax-row"), prose(tell("empty-text", { query: namesOf(panel)[0] }))];
}

function softmaxGradientSection({ weight, dWeight, mean, after }: StepOf<"softmax gradient">): Section {
  return [
    tell("softmax-back"),
    prose(tell("softmax-back-text")),
    line(`${figure(weight)} × (${figure(dWeight)} − ${figure(mean)})`, after),
  ];
}

/** Both are doubles; a difference quotient has about ten good digits. */
function differenceSection({ step, slope, gradient }: StepOf<"finite difference">): Section {
  const apart = Math.abs(slope - gradient);
  const told = { step: figure(step), slope: shownDouble(slope), apart: figure(apart) };
  return [tell("tried-out"), prose(tell(apart === 0 ? "tried-same" : "tried-apart", told))];
}

function isGradient({ cell }: Panel): boolean {
  return notationOf(cell.matrix).slope;
}

function scaleText(computation: Computation): string {
  const { rule, factor, dim } = scaleOf(computation);
  if (rule === "temperature") return ` ∕ ${shortFigure(computation.temperature!)}`;
  if (rule === "own") return ` × ${shortFigure(factor)}`;
  return ` ∕ √${dim}${rule === "sqrt-dmodel" ? ` ${tell("model-size")}` : ""}`;
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
