// The cells of a map as pixels: one for each, or one for many where they would be smaller than a pixel of the screen.
import { overlay } from "./overlay.js";
import { make, type Extent, type Place } from "../../show/index.js";
import { MeanPyramid } from "./mean-pyramid.js";
import { paintCells, type Layer } from "../colour/paint.js";
import { palette, type Picture } from "../picture.js";
import { StrongestPyramid, type Pyramid } from "./pyramid.js";
import { whole, type Viewport, type Size } from "./viewport.js";

/** What a map draws in one frame. */
export interface MapFrame {
  readonly picture: Picture;
  readonly viewport: Viewport;
  readonly size: Size;
  readonly pixelRatio: number;
  /** First and last place in view. */
  readonly from: Place;
  readonly to: Place;
}

export class MapCells {
  readonly canvas = make("canvas", { "aria-hidden": "true" });
  #pyramid: Pyramid | undefined;
  #built = "";
  #painted = "";

  /** Steps are found again only when numbers or scale have changed. */
  build(picture: Picture): void {
    this.#painted = "";
    const key = `${picture.revision} ${picture.head} ${picture.scale.key} ${picture.pool}`;
    if (key === this.#built) return;
    this.#built = key;
    const { numbers, scale, filled } = picture;
    const { rows, columns } = numbers;
    const base = { steps: filled ? scale.steps(numbers) : new Uint8Array(rows * columns), rows, columns };
    this.#pyramid =
      filled && picture.pool === "mean"
        ? new MeanPyramid(base, numbers, scale)
        : new StrongestPyramid(base, scale.signed);
  }

  /** The steps of the cells themselves; undefined until they are built. */
  get steps(): Layer | undefined {
    return this.#pyramid?.layer(0);
  }

  /** A pixel for up to 2ᵏ × 2ᵏ. */
  paint({ picture, viewport, size, pixelRatio, from, to }: MapFrame): void {
    const k = layerFor(viewport.scale * pixelRatio);
    const side = 2 ** k;
    const row = Math.floor(from.row / side);
    const column = Math.floor(from.column / side);
    const window = {
      row,
      column,
      rows: Math.floor(to.row / side) - row + 1,
      columns: Math.floor(to.column / side) - column + 1,
    };
    const key = [k, ...Object.values(window)].join();
    if (key !== this.#painted) paintCells(this.canvas, this.#pyramid!.layer(k), window, palette(picture));
    this.#painted = key;
    this.canvas.dataset["side"] = String(side);
    overlay(
      this.canvas,
      { row: row * side, column: column * side, rows: window.rows * side, columns: window.columns * side },
      viewport,
      size,
    );
  }
}

/** Whether a pixel has several cells when all of them are in view. */
export function isPooled(extent: Extent, size: Size, pixelRatio: number): boolean {
  return layerFor(whole(extent, size).scale * pixelRatio) > 0;
}

/** Which layer has a cell for each pixel, or a little less, where a cell of the matrix is so many pixels wide. */
function layerFor(pixels: number): number {
  return Math.max(0, Math.ceil(Math.log2(1 / pixels) - 1e-6));
}
