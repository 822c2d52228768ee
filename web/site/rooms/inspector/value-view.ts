// The number itself, and at the end its rounding: the core's 32 bits, the textbook's 64, how far apart they are.
import { make } from "../../../show/index.js";
import type { Computation } from "./computation.js";
import { shown, shownDouble, ulpText } from "../../kit/index.js";
import { definitionOf } from "./recipes.js";
import type { Trace } from "./trace.js";
import { verdict } from "./verdict.js";
import { tell } from "./inspector-text.js";

export function valueView(computation: Computation, trace: Trace): HTMLElement {
  const returned = make("p", { class: "returned" }, shown(trace.returned));
  return make("section", { class: "value" }, returned, specialCase(computation, trace));
}

export function roundingView(trace: Trace): HTMLElement {
  const returned = shown(trace.returned);
  return make(
    "section",
    { class: "rounding" },
    make("h3", {}, tell("rounding")),
    make(
      "dl",
      {},
      line("float32", tell("from-core"), returned),
      line("float64", tell("textbook"), ...inkWhereSame(shownDouble(trace.exact), returned)),
      line(tell("difference"), "", `${ulpText(trace.ulps)} ulp`),
    ),
    make("p", { class: "hint" }, verdict(trace)),
  );
}

/** The effect of a mask comes first: no sum explains it. */
function specialCase(computation: Computation, { cell, steps }: Trace): HTMLElement | undefined {
  const kinds = steps.map(({ kind }) => kind);
  const { whenHidden } = definitionOf(computation, cell.matrix);
  if (whenHidden === undefined) return undefined;
  if (kinds.includes("empty row")) return make("p", { class: "special" }, tell("empty-row"));
  if (kinds.includes("hidden")) return make("p", { class: "special" }, tell(whenHidden));
  return undefined;
}

function line(name: string, source: string, ...value: (string | Node)[]): HTMLElement {
  const term = make("dt", {}, name, source === "" ? undefined : make("span", {}, ` ${source}`));
  return make("div", {}, term, make("dd", {}, ...value));
}

/** The digits that both have stand in ink, the rest fainter. */
function inkWhereSame(exact: string, returned: string): (string | Node)[] {
  let same = 0;
  while (same < exact.length && exact[same] === returned[same]) same++;
  return [exact.slice(0, same), make("span", { class: "beyond" }, exact.slice(same))];
}
