import { svg } from "../../../show/index.js";
import type { Point } from "./plane.js";

/** A line through points, in the units of the drawing. */
export function curve(points: readonly Point[], attributes: Readonly<Record<string, string>>): SVGPolylineElement {
  return svg("polyline", { ...attributes, points: pointsText(points) });
}

/** The attribute `points` of a line. */
export function pointsText(points: readonly Point[]): string {
  return points.map(written).join(" ");
}

/** The attribute `d` of a path of dots. A line of no length has a round end: a dot that no stretching bends. */
export function dotsAt(points: readonly Point[]): string {
  return points.map((point) => `M${written(point)}h0`).join("");
}

function written([x, y]: Point): string {
  return `${x.toFixed(2)},${y.toFixed(2)}`;
}
