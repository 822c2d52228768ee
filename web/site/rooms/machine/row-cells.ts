// A row as a strip of cells, in the colours of a matrix: blue-green above zero, brown below, in four strengths.
import { pointOf, type Layout } from "./layout.js";
import type { Span } from "./run.js";
import { elementOf, shape, type Shape } from "./shapes.js";
import type { Tensor } from "heed";

export interface Strip {
  readonly row: Float32Array;
  /** The size of a number that has the full colour. */
  readonly scale: number;
  readonly along: Span;
  readonly v: number;
}

/** A strip has this many cells at most. Of a longer row each cell shows the largest number of its part, by size. */
const MOST_CELLS = 64;
export const STRENGTHS = 4;

/** The numbers of a row that its cells show. */
export function cellsIn(row: Float32Array): number[] {
  const count = Math.min(MOST_CELLS, row.length);
  return Array.from({ length: count }, (_, cell) => {
    const [from, to] = [cell, cell + 1].map((at) => Math.floor((at * row.length) / count)) as [number, number];
    let found = from;
    for (let at = from; at < to; at++) if (Math.abs(row[at]!) > Math.abs(row[found]!)) found = at;
    return found;
  });
}

const scales = new WeakMap<Float32Array, number>();

/** What is larger than nearly all numbers: a few very large ones would make the others pale. */
export function scaleOf({ data }: Tensor): number {
  const known = scales.get(data) ?? scaleIn(data);
  scales.set(data, known);
  return known;
}

export function scaleIn(data: ArrayLike<number>): number {
  const sizes = new Float32Array(data).map(Math.abs).sort();
  return sizes[Math.floor(sizes.length * 0.97)] || 1;
}

/** 0 for a number that has no colour, up to STRENGTHS. */
export function strengthOf(value: number, scale: number): number {
  const share = Math.min(1, Math.abs(value) / scale) ** 0.8;
  return share < 0.04 ? 0 : Math.ceil(STRENGTHS * share);
}

/** All cells of some strips: a path for each sign and strength. @param apart the gap between two, as a share of one */
export function stripOf(layout: Pick<Layout, "upright">, strips: readonly Strip[], thick: number, apart = 0): Shape[] {
  const paths = new Map<string, string>();
  for (const { row, scale, along, v } of strips) {
    const cells = cellsIn(row);
    const step = (along[1] - along[0]) / cells.length;
    for (const [at, column] of cells.entries()) {
      const value = row[column]!;
      const strength = strengthOf(value, scale);
      if (strength === 0) continue;
      const kind = `${value > 0 ? "above" : "below"} s${strength}`;
      const d = cellPath(
        layout,
        [along[0] + at * step, along[0] + (at + 1 - apart) * step],
        [v - thick / 2, v + thick / 2],
      );
      paths.set(kind, (paths.get(kind) ?? "") + d);
    }
  }
  return Array.from(paths, ([kind, d]) => shape("path", { class: `cells ${kind}`, d }));
}

/** A row by itself, as wide as its place. */
export const stripPicture = (row: Float32Array, scale: number): SVGElement =>
  elementOf({
    tag: "svg",
    attributes: { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    inner: stripOf({ upright: false }, [{ row, scale, along: [0, 100], v: 5 }], 10, 0.1),
  });

/** The outline of a box, as a part of a path. */
export function cellPath(layout: Pick<Layout, "upright">, [u0, u1]: Span, [v0, v1]: Span): string {
  const [[x, y], [right, bottom]] = [pointOf(layout, u0, v0), pointOf(layout, u1, v1)];
  const [left, top, width, height] = [x, y, right - x, bottom - y].map((value) => Math.round(100 * value) / 100);
  return `M${left} ${top}h${width}v${height}h-${width}z`;
}
