// The results of all trainings as dots between 0 and 100 %. A line marks each median.
import { byId } from "../../kit/index.js";
import { svg, ticks } from "../../../show/index.js";
import { classOf, SCALES, type Pair } from "./race.js";
import { summary } from "./summary.js";

const ROW = 32;
/** In percent of the width: pixels keep their size at any width. */
const x = (share: number): string => `${5 + 90 * share}%`;

export function drawDots(pairs: readonly Pair[]): void {
  const grid = ticks([0, 1], { parts: 4 }).flatMap((share) => [
    svg("line", { class: "grid", x1: x(share), x2: x(share), y1: 6, y2: 70 }),
    svg("text", { x: x(share), y: 86, "text-anchor": "middle" }, `${100 * share} %`),
  ]);
  const dots = pairs.flatMap((pair, seed) =>
    SCALES.map((scale, which) => {
      const cy = 16 + ROW * which + 12 * (seed / pairs.length);
      return svg("circle", { class: classOf(scale), cx: x(pair[which]!), cy, r: 4 });
    }),
  );
  byId("dots").replaceChildren(
    ...grid,
    ...dots,
    ...(pairs.length === 0 ? [] : SCALES.map((_, which) => medianLine(pairs, which))),
  );
}

function medianLine(pairs: readonly Pair[], which: number): SVGElement {
  const at = x(summary(pairs.map((pair) => pair[which]!)).median);
  const rows = { y1: 9 + ROW * which, y2: 35 + ROW * which };
  return svg("line", { class: `median ${classOf(SCALES[which]!)}`, x1: at, x2: at, ...rows });
}
