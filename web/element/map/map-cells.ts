// The cells of a map as pixels: one for each cell, or one for many cells where a cell is smaller than a screen pixel.
import { make, type Numbers, type Scale } from "../../show/index.js";
import { paintCells, type Layer } from "../colour/paint.js";
import { palette, type Picture } from "../picture.js";
import { MeanPyramid } from "./mean-pyramid.js";
import { overlay } from "./overlay.js";
import { StrongestPyramid, type Pyramid } from "./pyramid.js";
import { Viewport } from "./viewport.js";

/** The cells of a slice of work, which takes some milliseconds. */
const SLICE = 2 ** 21;

/** What a map draws in one frame. */
export interface MapFrame {
  readonly picture: Picture;
  readonly viewport: Viewport;
  /** Screen pixels per CSS pixel. */
  readonly pixelRatio: number;
}

export class MapCells {
  readonly canvas = make("canvas", { "aria-hidden": "true" });
  #pyramid: Pyramid | undefined;
  #slices: Iterator<void> | undefined;
  #begun = "";
  #painted = "";

  /** Steps are computed again only when numbers or scale have changed. The work is then done by build(). */
  begin(picture: Picture): void {
    this.#painted = "";
    const key = `${picture.revision} ${picture.head} ${picture.scale.key} ${picture.pool}`;
    if (key === this.#begun) return;
    this.#begun = key;
    this.#pyramid = undefined;
    this.#slices = this.#build(picture);
  }

  /** Goes on for a number of milliseconds. @returns whether all is done */
  build(ms: number): boolean {
    const end = performance.now() + ms;
    while (this.#slices !== undefined) {
      if (this.#slices.next().done) this.#slices = undefined;
      else if (performance.now() > end) return false;
    }
    return true;
  }

  *#build({ numbers, scale, filled, pool }: Picture): Generator<void, void> {
    const { rows, columns } = numbers;
    const isLarge = rows * columns > SLICE;
    const base = { steps: new Uint8Array(rows * columns), rows, columns };
    for (const [row, part] of filled ? partsOf(numbers, scale) : []) {
      base.steps.set(scale.steps(part), row * columns);
      if (isLarge) yield;
    }
    if (filled && pool === "mean") {
      this.#pyramid = new MeanPyramid(base, numbers, scale);
      return;
    }
    const pyramid = new StrongestPyramid(base, scale.signed);
    if (isLarge) yield* pyramid.begin(Math.ceil(SLICE / columns));
    this.#pyramid = pyramid;
  }

  /** The steps of the cells themselves; undefined until they are built. */
  get steps(): Layer | undefined {
    return this.#pyramid?.layer(0);
  }

  /** Paints a pixel for up to 2ᵏ × 2ᵏ cells. */
  paint({ picture, viewport, pixelRatio }: MapFrame): void {
    const { from, to } = viewport;
    const k = layerFor(viewport.scale * pixelRatio);
    const side = 2 ** k;
    const row = Math.floor(from.row / side);
    const column = Math.floor(from.column / side);
    const rows = Math.floor(to.row / side) - row + 1;
    const columns = Math.floor(to.column / side) - column + 1;
    const key = [k, row, column, rows, columns].join();
    if (key !== this.#painted)
      paintCells(this.canvas, this.#pyramid!.layer(k), { row, column, rows, columns }, palette(picture));
    this.#painted = key;
    this.canvas.dataset["side"] = String(side);
    const cells = { row: row * side, column: column * side, rows: rows * side, columns: columns * side };
    overlay(this.canvas, cells, viewport);
  }
}

/** Rows of a large matrix, a slice at a time. A mask, or a domain for each column, needs the matrix as a whole. */
function* partsOf(numbers: Numbers, scale: Scale): Generator<[row: number, part: Numbers]> {
  const { rows, columns, start, mask } = numbers;
  const isWhole = mask !== null || (scale.perRow && scale.along === "columns");
  const most = isWhole ? rows : Math.max(1, Math.floor(SLICE / columns));
  for (let row = 0; row < rows; row += most)
    yield [row, { ...numbers, start: start + row * columns, rows: Math.min(most, rows - row) }];
}

/** Whether a pixel stands for several cells when the whole matrix is in view. */
export function isPooled({ extent, size }: Viewport, pixelRatio: number): boolean {
  return layerFor(Viewport.whole(extent, size).scale * pixelRatio) > 0;
}

/** The layer whose cells are about a screen pixel wide, where a cell of the matrix is `pixels` wide. */
function layerFor(pixels: number): number {
  return Math.max(0, Math.ceil(Math.log2(1 / pixels) - 1e-6));
}
