// The query as an arrow among the keys. A key is drawn the larger, the more weight it gets.
import { arrow, axes, label, REACH, type Named } from "../../kit/charts/index.js";
import { redraw, svg } from "../../../show/index.js";

/** The plane is drawn larger than elsewhere: its keys lie in a small part of it. */
const UNIT = 0.6;

export function drawQuery(
  drawing: SVGSVGElement,
  query: Named,
  keys: readonly Named[],
  weights: readonly number[],
): void {
  const radii = weights.map((weight) => 0.02 + 0.14 * Math.sqrt(weight));
  const dots = keys.map(({ at: [x, y] }, key) => svg("circle", { class: "key-dot", cx: x, cy: -y, r: radii[key]! }));
  const [x, y] = query.at;
  redraw(drawing, [
    ...axes(),
    ...dots,
    // The keys may lie close together, so their names stand right and left in turn. There is no room at the right edge.
    ...keys.map(({ name, at: [across, up] }, key) =>
      label({ name, at: [across, up + radii[key]! / 2] }, UNIT, key % 2 === 0 ? 1.2 : -REACH),
    ),
    arrow("query", [0, 0], query.at, UNIT),
    svg("circle", { class: "grip", cx: x, cy: -y, r: 0.1 }),
  ]);
}
