// One draw from inside: its weights undivided and divided, and how steep softmax is there.
import type { Heed } from "heed";
import { byId } from "../../kit/index.js";
import { attentionOf, cellButton, changeDetector, numbered, openCells } from "../../rooms/lesson/index.js";
import { drawBars } from "./bars.js";
import { inputsOf, KEYS, slopeOf, slopesOf, STEEPEST, type Sample } from "./experiment.js";
import { figureText } from "./figures-table.js";
import { DIVIDED, UNDIVIDED } from "./labels.js";
import { page, seedOf } from "./state.js";

const openedChanged = changeDetector();

export function drawWeights({ width, first }: Sample): void {
  if (first === undefined) return;
  const { none, "root-dk": divided } = first;
  drawBars(byId<SVGSVGElement>("bars"), 1, [
    { className: "none", label: UNDIVIDED, values: none },
    { className: "root-dk", label: DIVIDED, values: divided },
  ]);
  drawBars(byId<SVGSVGElement>("slopes"), STEEPEST, [
    { className: "none", label: UNDIVIDED, values: slopesOf(none) },
    { className: "root-dk", label: DIVIDED, values: slopesOf(divided) },
  ]);
  page.fill(byId("bars-said"), "bars-said", {
    width,
    none: figureText(Math.max(...none)),
    slopeNone: figureText(slopeOf(none)),
    divided: figureText(Math.max(...divided)),
    slopeDivided: figureText(slopeOf(divided)),
  });
}

/** The first draw at a width, for the inspector. */
export function letOpen(heed: Heed, { width, first }: Sample): void {
  if (!openedChanged(width, page.state.seed, page.language, first === undefined) || first === undefined) return;
  const button = (name: string, weights: readonly number[]): HTMLElement => {
    const most = Math.max(...weights);
    return cellButton(figureText(most), name, { matrix: "weights", column: weights.indexOf(most) });
  };
  byId("largest-none").replaceChildren(button("none", first.none));
  byId("largest-divided").replaceChildren(button("root-dk", first["root-dk"]));
  const inputs = inputsOf(width, seedOf(width, 0));
  const given = { tokens: ["q"], keyTokens: numbered("k", KEYS), ...inputs };
  openCells("none", attentionOf(heed, { ...given, options: { scale: "none" } }));
  openCells("root-dk", attentionOf(heed, { ...given, options: { scale: "sqrt-dk" } }));
}
