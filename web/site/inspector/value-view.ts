// The number itself: the core's 32 bits, the textbook's 64, and how far apart they are.
import { make } from "../../show/index.js";
import { shown, shownDouble, ulpText } from "../shared/index.js";
import type { CellMatrix } from "./run.js";
import type { Trace } from "./trace.js";
import { verdict } from "./verdict.js";

export function valueView(trace: Trace): HTMLElement {
  const returned = shown(trace.returned);
  return make(
    "section",
    { class: "value" },
    make("p", { class: "returned" }, returned),
    specialCase(trace),
    make(
      "dl",
      {},
      line("float32", "from the core", returned),
      line("float64", "textbook loop", ...inkWhereSame(shownDouble(trace.exact), returned)),
      line("difference", "", `${ulpText(trace.ulps)} ulp`),
    ),
    make("p", { class: "hint" }, verdict(trace)),
  );
}

const MASKED: Partial<Record<CellMatrix, string>> = {
  weights: "weight 0",
  logits: "score −∞",
  dweights: "gradient 0",
  dscores: "gradient 0",
};

/** What a mask does to a weight stands first: no sum explains it. */
function specialCase({ cell, steps }: Trace): HTMLElement | undefined {
  const kinds = steps.map(({ kind }) => kind);
  const effect = MASKED[cell.matrix];
  if (effect === undefined) return undefined;
  if (kinds.includes("empty row")) return make("p", { class: "special" }, "May attend to nothing: every weight 0");
  if (kinds.includes("hidden")) return make("p", { class: "special" }, `May not attend: ${effect}`);
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
