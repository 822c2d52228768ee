// Two drawings of lesson 2: a score as a length times a shadow, and a mixture as shares added tip to tail.
import { svg } from "../../../../show/index.js";

export type Point = readonly [x: number, y: number];

/** How far the drawings reach from the origin. */
export const REACH = 3;

const scaled = ([x, y]: Point, factor: number): Point => [x * factor, y * factor];
const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
const lengthOf = (point: Point): number => Math.hypot(...point);

export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];

/** What the shadow of `key` on the line of `asks` is: its end, and its length with a sign. */
export function shadowOf(asks: Point, key: Point): { end: Point; length: number; along: number } {
  const along = lengthOf(asks);
  const length = along === 0 ? 0 : dot(asks, key) / along;
  return { end: along === 0 ? [0, 0] : scaled(asks, length / along), length, along };
}

/** Draws both words as arrows, and the shadow of one on the line of the other. */
export function drawShadow(drawing: SVGSVGElement, asks: Named, key: Named): void {
  const { end } = shadowOf(asks.at, key.at);
  const unit = zoomTo(drawing, [asks.at, key.at, end]);
  const far = scaled(asks.at, (2 * REACH) / (lengthOf(asks.at) || 1));
  drawing.replaceChildren(
    ...axes(),
    svg("line", { class: "beam", ...between(scaled(far, -1), far) }),
    svg("line", { class: "drop", ...between(key.at, end) }),
    svg("line", { class: "shadow", ...between([0, 0], end) }),
    arrow("asks", [0, 0], asks.at, unit),
    arrow("key", [0, 0], key.at, unit),
    label(asks, unit, REACH * unit * 0.5),
    ...(asks.name === key.name ? [] : [label(key, unit, REACH * unit * 0.5)]),
  );
}

/** Draws each share of a word as an arrow that begins where the last one ended. The last tip is the mixture. */
export function drawSum(drawing: SVGSVGElement, words: readonly Named[], shares: readonly number[]): void {
  const steps = words.map(({ at }, word) => scaled(at, shares[word]!));
  const tips = steps.reduce<Point[]>((before, step) => [...before, plus(before.at(-1)!, step)], [[0, 0]]);
  const unit = zoomTo(drawing, tips);
  const parts = steps.flatMap((step, word) => {
    const [from, to] = [tips[word]!, tips[word + 1]!];
    const middle = scaled(plus(from, to), 0.5);
    const named = lengthOf(step) > 0.4 * unit;
    return [
      arrow("part", from, to, unit),
      ...(named ? [label({ name: words[word]!.name, at: middle }, unit, REACH)] : []),
    ];
  });
  const dots = words.map(({ at: [x, y] }) => svg("circle", { class: "whole", cx: x, cy: -y, r: 0.07 * unit }));
  drawing.replaceChildren(...axes(), ...dots, ...parts, diamond(tips.at(-1)!, "", unit));
}

export interface Named {
  readonly name: string;
  readonly at: Point;
}

/** A mixture is drawn as a diamond. */
export function diamond([x, y]: Point, more = "", unit = 1): SVGElement {
  const half = 0.07 * unit;
  const place = { x: x - half, y: -y - half, width: 2 * half, height: 2 * half, transform: `rotate(45 ${x} ${-y})` };
  return svg("rect", { class: `mixture${more}`, ...place });
}

export function axes(): SVGElement[] {
  return [
    svg("line", { class: "axis", ...between([-REACH, 0], [REACH, 0]) }),
    svg("line", { class: "axis", ...between([0, -REACH], [0, REACH]) }),
  ];
}

function between(from: Point, to: Point): { x1: number; y1: number; x2: number; y2: number } {
  return { x1: from[0], y1: -from[1], x2: to[0], y2: -to[1] };
}

/** A line with a head. A short one has a smaller head. */
function arrow(kind: string, from: Point, to: Point, unit: number): SVGElement {
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

/** A word beside a place, on the side where there is room. */
export function label({ name, at: [x, y] }: Named, unit = 1, room = 2.2): SVGElement {
  const end = x > room;
  const aside = 0.18 * unit;
  return svg(
    "text",
    { x: end ? x - aside : x + aside, y: -y - 0.12 * unit, "text-anchor": end ? "end" : "start" },
    name,
  );
}

/** Lets a small drawing show these points and the origin. Returns how large a unit of its lines and letters is. */
function zoomTo(drawing: SVGSVGElement, all: readonly Point[]): number {
  const reach = 1.35 * Math.max(0.5, ...all.flat().map(Math.abs));
  drawing.setAttribute("viewBox", `${-reach} ${-reach} ${2 * reach} ${2 * reach}`);
  const unit = reach / (1.1 * REACH);
  drawing.style.setProperty("--unit", String(unit));
  return unit;
}
