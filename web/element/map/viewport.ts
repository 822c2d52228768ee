// Which part of a matrix is in view, and how large. Plain geometry in CSS pixels and cells.
import type { Extent, Place } from "../../show/index.js";

export interface Viewport {
  /** CSS pixels per cell. */
  readonly scale: number;
  /** The column at the field's left edge and the row at its upper one, with fractions. */
  readonly x: number;
  readonly y: number;
}

/** The field's size in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** As large as a cell gets, unless all of the matrix has room for more. */
const LARGEST = 64;

/** All of it. */
export function whole(extent: Extent, size: Size): Viewport {
  return { scale: least(extent, size), x: 0, y: 0 };
}

export function isWhole({ scale }: Viewport, extent: Extent, size: Size): boolean {
  return scale <= least(extent, size) * (1 + 1e-9);
}

export function isClosest({ scale }: Viewport, extent: Extent, size: Size): boolean {
  return scale >= Math.max(LARGEST, least(extent, size)) * (1 - 1e-9);
}

/** Larger by `factor`, with the point (px, py) of the field staying where it is. */
export function zoomed(
  viewport: Viewport,
  factor: number,
  px: number,
  py: number,
  extent: Extent,
  size: Size,
): Viewport {
  const bottom = least(extent, size);
  const scale = Math.min(Math.max(LARGEST, bottom), Math.max(bottom, viewport.scale * factor));
  return held(
    { scale, x: viewport.x + px / viewport.scale - px / scale, y: viewport.y + py / viewport.scale - py / scale },
    extent,
    size,
  );
}

/** What is in view moves by pixels, as a sheet of paper under a hand. */
export function panned(viewport: Viewport, dx: number, dy: number, extent: Extent, size: Size): Viewport {
  return held({ ...viewport, x: viewport.x - dx / viewport.scale, y: viewport.y - dy / viewport.scale }, extent, size);
}

/** The least move that brings a cell into view. */
export function revealing(viewport: Viewport, { row, column }: Place, extent: Extent, size: Size): Viewport {
  const x = Math.min(column, Math.max(viewport.x, column + 1 - size.width / viewport.scale));
  const y = Math.min(row, Math.max(viewport.y, row + 1 - size.height / viewport.scale));
  return held({ ...viewport, x, y }, extent, size);
}

/** A cell in the middle, at least so large. */
export function closeTo({ row, column }: Place, scale: number, extent: Extent, size: Size): Viewport {
  const close = Math.max(scale, least(extent, size));
  return held(
    { scale: close, x: column + 0.5 - size.width / close / 2, y: row + 0.5 - size.height / close / 2 },
    extent,
    size,
  );
}

export function placeAt(
  { scale, x, y }: Viewport,
  px: number,
  py: number,
  { rows, columns }: Extent,
): Place | undefined {
  const [row, column] = [Math.floor(y + py / scale), Math.floor(x + px / scale)];
  return row >= 0 && column >= 0 && row < rows && column < columns ? { row, column } : undefined;
}

function least({ rows, columns }: Extent, { width, height }: Size): number {
  return Math.min(width / Math.max(1, columns), height / Math.max(1, rows));
}

/** Nothing beyond the matrix comes into view, as far as the field is filled by it. */
export function held({ scale, x, y }: Viewport, { rows, columns }: Extent, { width, height }: Size): Viewport {
  const within = (from: number, count: number, shown: number): number => Math.max(0, Math.min(from, count - shown));
  return { scale, x: within(x, columns, width / scale), y: within(y, rows, height / scale) };
}
