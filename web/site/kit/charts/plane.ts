// Vectors of two numbers as arrows in a plane, as several lessons draw them. The styles are in plane.css.
import "./plane.css";
import { move, moveTime, svg } from "../../../show/index.js";

export type Point = readonly [x: number, y: number];

export interface Named {
  readonly name: string;
  readonly at: Point;
}

/** How far a plane reaches from the origin. */
export const REACH = 3;
const WHOLE = 1.1 * REACH;

export const scaled = ([x, y]: Point, factor: number): Point => [x * factor, y * factor];
export const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
export const lengthOf = (point: Point): number => Math.hypot(...point);

/** Rounded to hundredths, as in links and tables, and kept inside the plane. */
export function inPlane({ x, y }: { x: number; y: number }): Point {
  const kept = (part: number): number => Math.round(Math.min(REACH, Math.max(-REACH, part)) * 100) / 100;
  return [kept(x), kept(y)];
}

export function axes(from = -WHOLE, to = WHOLE): SVGElement[] {
  return [
    svg("line", { class: "axis", ...between([from, 0], [to, 0]) }),
    svg("line", { class: "axis", ...between([0, from], [0, to]) }),
  ];
}

/** Where the names of the axes stand: the name on the right ends there, the name at the top begins there. */
const NAMES_AT: readonly [Point, Point] = [
  [REACH + 0.2, 0.1],
  [0.1, REACH],
];

/** What the two numbers of a vector say, at the ends of the axes. */
export function axisNames(right: string, up: string, [end, begin] = NAMES_AT): SVGElement[] {
  return [
    svg("text", { class: "axis-name", x: end[0], y: -end[1], "text-anchor": "end" }, `${right} →`),
    svg("text", { class: "axis-name", x: begin[0], y: -begin[1] }, `↑ ${up}`),
  ];
}

export function between(from: Point, to: Point): { x1: number; y1: number; x2: number; y2: number } {
  return { x1: from[0], y1: -from[1], x2: to[0], y2: -to[1] };
}

/** A line with a head. A short one has a smaller head. @param kind its class */
export function arrow(kind: string, from: Point, to: Point, unit = 1): SVGElement {
  const along: Point = [to[0] - from[0], to[1] - from[1]];
  const length = lengthOf(along);
  const head = Math.min(0.22 * unit, length / 2);
  const [x, y] = scaled(along, head / (length || 1));
  const back: Point = [to[0] - x, to[1] - y];
  const corners = [to, [back[0] - y / 2, back[1] + x / 2], [back[0] + y / 2, back[1] - x / 2]] as const;
  return svg(
    "g",
    { class: `arrow ${kind}` },
    svg("line", between(from, back)),
    svg("polygon", { points: corners.map(([cornerX, cornerY]) => `${cornerX},${-cornerY}`).join(" ") }),
  );
}

/** A word beside a place. @param room how far right a word may begin; beyond, it is on the left */
export function label({ name, at: [x, y] }: Named, unit = 1, room = 2.2): SVGElement {
  const end = x > room;
  const aside = 0.18 * unit;
  return svg(
    "text",
    { x: end ? x - aside : x + aside, y: -y - 0.12 * unit, "text-anchor": end ? "end" : "start" },
    name,
  );
}

/** The name of an arrow from the origin, beyond its tip. It stays inside a drawing that zoomTo has made. */
export function nameAtTip({ name, at: [x, y] }: Named, unit: number): SVGElement {
  const length = lengthOf([x, y]) || 1;
  const [beyondX, beyondY] = [x + (0.2 * unit * x) / length, y + (0.3 * unit * y) / length];
  const room = 0.95 * WHOLE * unit;
  const width = 0.2 * unit * name.length;
  const isRight = beyondX >= 0;
  const sticksOut = Math.abs(beyondX) + width > room;
  const anchor = isRight === sticksOut ? "end" : "start";
  const aside = sticksOut ? 0.35 * unit * Math.sign(y) : 0;
  const at = { x: sticksOut ? Math.sign(beyondX) * room : beyondX, y: -beyondY - aside };
  return svg("text", { ...at, "text-anchor": anchor, "dominant-baseline": "central" }, name);
}

/** Lets a drawing show these points and the origin. Returns how large a unit of its lines and letters is. */
export function zoomTo(drawing: SVGSVGElement, all: readonly Point[]): number {
  const reach = 1.35 * Math.max(0.5, ...all.flat().map(Math.abs));
  const from = drawing.viewBox.baseVal.width / 2;
  move(drawing.viewBox, drawing, drawing.childElementCount === 0 ? 0 : moveTime(drawing), (share) => {
    const now = from + share * (reach - from);
    drawing.setAttribute("viewBox", `${-now} ${-now} ${2 * now} ${2 * now}`);
    drawing.style.setProperty("--unit", String(now / WHOLE));
  });
  return reach / WHOLE;
}
