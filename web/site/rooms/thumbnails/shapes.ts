// The shapes of the pictures. The drawing is 96 wide and 64 high; colours are classes of thumbnails.css.
import "./thumbnails.css";
import type { Tensor } from "heed";
import { curve } from "../../kit/charts/index.js";
import { arch, svg } from "../../../show/index.js";

export const WIDTH = 96;
export const HEIGHT = 64;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const WHOLE: Box = { x: 18, y: 2, width: 60, height: 60 };

/** A cell for each number of the last two axes: the larger, the stronger. */
export function cells({ data, shape }: Tensor, colour: string, { x, y, width, height }: Box = WHOLE): SVGElement[] {
  const [rows, columns] = shape.slice(-2) as [number, number];
  const largest = Math.max(...data.subarray(0, rows * columns));
  return Array.from({ length: rows * columns }, (_, at) =>
    svg("rect", {
      class: colour,
      x: x + ((at % columns) * width) / columns,
      y: y + (Math.floor(at / columns) * height) / rows,
      width: (0.9 * width) / columns,
      height: (0.9 * height) / rows,
      "fill-opacity": (0.07 + (0.93 * data[at]!) / largest).toFixed(3),
    }),
  );
}

/** A bar for each number, all standing on one line. */
export function bars(
  values: ArrayLike<number>,
  colour: string,
  { x, y, width, height }: Box,
  top: number,
): SVGElement[] {
  return Array.from(values, (value, at) =>
    svg("rect", {
      class: colour,
      x: x + (at * width) / values.length,
      y: y + height * (1 - value / top),
      width: (0.7 * width) / values.length,
      height: Math.max(0.75, (height * value) / top),
    }),
  );
}

/** Values from left to right, up to a moment; `top` is at the top. */
export function falling(values: readonly number[], colour: string, top: number, moment = 1): SVGElement {
  const shown = values.slice(0, Math.max(2, Math.round(moment * values.length)));
  const points = shown.map((value, step) => [6 + (84 * step) / (values.length - 1), 58 - (52 * value) / top] as const);
  return curve(points, { class: `line ${colour}` });
}

/** A place in the plane whose origin is the drawing's middle and whose unit is 29. */
function place([x, y]: readonly number[]): [number, number] {
  return [WIDTH / 2 + 29 * x!, HEIGHT / 2 - 29 * y!];
}

/** A point of the plane. */
export function spot(at: readonly number[], colour: string): SVGElement {
  const [cx, cy] = place(at);
  return svg("circle", { class: colour, cx, cy, r: 2.6 });
}

/** From one point of the plane to another. */
export function arrow(to: readonly number[], colour: string, from: readonly number[] = [0, 0]): SVGElement[] {
  const line = `M${place(from).join(" ")}L${place(to).join(" ")}`;
  return [svg("path", { class: `line ${colour}`, d: line }), spot(to, colour)];
}

/** An arc from one dot of a line to each other, as thick as its weight. */
export function arcs(weights: ArrayLike<number>, from: number, colour: string, side: 1 | -1): SVGElement[] {
  const across = (at: number): number => 8 + (80 * at) / (weights.length - 1);
  return Array.from(weights, (weight, at) => {
    const [a, b] = [across(from), across(at)];
    const rise = side * Math.max(5, 0.375 * Math.abs(a - b));
    return svg("path", {
      class: `line ${colour}`,
      d: arch([a, HEIGHT / 2], [b, HEIGHT / 2], rise),
      "stroke-width": (7 * weight).toFixed(2),
    });
  });
}

export function dots(count: number): SVGElement[] {
  return Array.from({ length: count }, (_, at) =>
    svg("circle", { class: "ink", cx: 8 + (80 * at) / (count - 1), cy: HEIGHT / 2, r: 2 }),
  );
}
