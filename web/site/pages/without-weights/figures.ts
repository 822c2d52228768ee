// Two drawings of lesson 2: a score as a length times a shadow, and a mixture as shares added tip to tail.
import {
  arrow,
  axes,
  between,
  dot,
  lengthOf,
  plus,
  REACH,
  scaled,
  zoomTo,
  type Named,
  type Point,
} from "../../kit/charts/index.js";
import { redraw, svg } from "../../../show/index.js";

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
  redraw(drawing, [
    ...axes(),
    svg("line", { class: "beam", ...between(scaled(far, -1), far) }),
    svg("line", { class: "drop", ...between(key.at, end) }),
    svg("line", { class: "shadow", ...between([0, 0], end) }),
    arrow("asks", [0, 0], asks.at, unit),
    arrow("key", [0, 0], key.at, unit),
    nameOver(asks, unit, false),
    ...(asks.name === key.name ? [] : [nameOver(key, unit, turnsRight(asks.at, key.at))]),
  ]);
}

const turnsRight = (from: Point, to: Point): boolean => from[0] * to[1] - from[1] * to[0] < 0;

/** The name of an arrow at its tip, above or below: on the side where no line is. */
function nameOver({ name, at: [x, y] }: Named, unit: number, below: boolean): SVGElement {
  return svg("text", { x, y: -y + (below ? 0.42 : -0.18) * unit, "text-anchor": "middle" }, name);
}

/** The name of an arrow on the right of its middle. */
function nameBeside(name: string, from: Point, to: Point, unit: number): SVGElement {
  const [x, y] = scaled(plus(from, to), 0.5);
  const along: Point = [to[0] - from[0], to[1] - from[1]];
  const [asideX, asideY] = scaled([along[1], -along[0]], (0.16 * unit) / lengthOf(along));
  const at = { x: x + asideX, y: -y - asideY };
  return svg("text", { ...at, "text-anchor": asideX < 0 ? "end" : "start", "dominant-baseline": "central" }, name);
}

/** Draws each share of a word as an arrow that begins where the last one ended. The last tip is the mixture. */
export function drawSum(drawing: SVGSVGElement, words: readonly Named[], shares: readonly number[]): void {
  const steps = words.map(({ at }, word) => scaled(at, shares[word]!));
  const tips = steps.reduce<Point[]>((before, step) => [...before, plus(before.at(-1)!, step)], [[0, 0]]);
  const unit = zoomTo(drawing, tips);
  const parts = steps.flatMap((step, word) => {
    const [from, to] = [tips[word]!, tips[word + 1]!];
    const named = lengthOf(step) > 0.4 * unit;
    return [arrow("part", from, to, unit), ...(named ? [nameBeside(words[word]!.name, from, to, unit)] : [])];
  });
  const dots = words.map(({ at: [x, y] }) => svg("circle", { class: "whole", cx: x, cy: -y, r: 0.07 * unit }));
  redraw(drawing, [...axes(), ...dots, ...parts, diamond(tips.at(-1)!, "", unit)]);
}

/** A mixture is drawn as a diamond. */
export function diamond([x, y]: Point, more = "", unit = 1): SVGElement {
  const half = 0.07 * unit;
  const place = { x: x - half, y: -y - half, width: 2 * half, height: 2 * half, transform: `rotate(45 ${x} ${-y})` };
  return svg("rect", { class: `mixture${more}`, ...place });
}
