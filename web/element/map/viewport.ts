// Which part of a matrix is in view, and how large. Plain geometry in cells and CSS pixels; a viewport never changes.
import type { Extent, Place } from "../../show/index.js";

/** The field's size in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A cell gets no larger than this, unless the field has room for the whole matrix at a larger size. */
const LARGEST = 64;

export class Viewport {
  /** The matrix. */
  readonly extent: Extent;
  readonly size: Size;
  /** CSS pixels per cell. */
  readonly scale: number;
  /** The column at the field's left edge and the row at its upper edge, with fractions. */
  readonly x: number;
  readonly y: number;

  private constructor(extent: Extent, size: Size, scale: number, x: number, y: number) {
    [this.extent, this.size, this.scale, this.x, this.y] = [extent, size, scale, x, y];
  }

  static whole(extent: Extent, size: Size): Viewport {
    return new Viewport(extent, size, smallest(extent, size), 0, 0);
  }

  get isEmpty(): boolean {
    return this.size.width === 0 || this.extent.rows === 0 || this.extent.columns === 0;
  }

  get isWhole(): boolean {
    return this.scale <= smallest(this.extent, this.size) * (1 + 1e-9);
  }

  get isClosest(): boolean {
    return this.scale >= this.#largest * (1 - 1e-9);
  }

  /** The first cell in view. */
  get from(): Place {
    return { row: Math.floor(this.y), column: Math.floor(this.x) };
  }

  /** The last cell in view. */
  get to(): Place {
    const { extent, size, scale } = this;
    return {
      row: Math.min(extent.rows, Math.ceil(this.y + size.height / scale)) - 1,
      column: Math.min(extent.columns, Math.ceil(this.x + size.width / scale)) - 1,
    };
  }

  /** The cell at a point of the field. */
  placeAt(px: number, py: number): Place | undefined {
    const [row, column] = [Math.floor(this.y + py / this.scale), Math.floor(this.x + px / this.scale)];
    const { rows, columns } = this.extent;
    return row >= 0 && column >= 0 && row < rows && column < columns ? { row, column } : undefined;
  }

  resized(size: Size): Viewport {
    return new Viewport(this.extent, size, this.scale, this.x, this.y).#movedTo(this.x, this.y);
  }

  /** Larger by `factor`; the point (px, py) of the field stays where it is. */
  zoomed(factor: number, px: number, py: number): Viewport {
    const least = smallest(this.extent, this.size);
    const scale = Math.min(this.#largest, Math.max(least, this.scale * factor));
    return this.#movedTo(this.x + px / this.scale - px / scale, this.y + py / this.scale - py / scale, scale);
  }

  /** Moved by pixels, as a hand moves a sheet of paper. */
  panned(dx: number, dy: number): Viewport {
    return this.#movedTo(this.x - dx / this.scale, this.y - dy / this.scale);
  }

  /** Moved as little as brings a cell into view. */
  revealing({ row, column }: Place): Viewport {
    const { size, scale } = this;
    return this.#movedTo(
      Math.min(column, Math.max(this.x, column + 1 - size.width / scale)),
      Math.min(row, Math.max(this.y, row + 1 - size.height / scale)),
    );
  }

  /** A cell in the middle, at least `least` pixels wide. */
  closeTo({ row, column }: Place, least: number): Viewport {
    const scale = Math.max(least, smallest(this.extent, this.size));
    const { width, height } = this.size;
    return this.#movedTo(column + 0.5 - width / scale / 2, row + 0.5 - height / scale / 2, scale);
  }

  get #largest(): number {
    return Math.max(LARGEST, smallest(this.extent, this.size));
  }

  /** Nothing beyond the matrix comes into view, as far as the matrix fills the field. */
  #movedTo(x: number, y: number, scale = this.scale): Viewport {
    const { extent, size } = this;
    const within = (from: number, count: number, shown: number): number => Math.max(0, Math.min(from, count - shown));
    const [left, top] = [within(x, extent.columns, size.width / scale), within(y, extent.rows, size.height / scale)];
    return new Viewport(extent, size, scale, left, top);
  }
}

/** The scale at which all of the matrix is in view. */
function smallest({ rows, columns }: Extent, { width, height }: Size): number {
  return Math.min(width / Math.max(1, columns), height / Math.max(1, rows));
}
