// Digits over the cells that are in view, as sharp as the screen.
import { commonDecimals, fitted, isMasked, valueAt, type Place, AIR } from "../../show/index.js";
import type { MapFrame } from "./map-cells.js";
import { palette, type Picture } from "../picture.js";
import type { Layer } from "../colour/paint.js";
import { FITTING, LEGIBLE } from "../grid/cells-layout.js";

export interface DigitsFrame extends MapFrame {
  readonly steps: Layer;
}

export class MapDigits {
  readonly canvas: HTMLCanvasElement;
  #font = { family: "sans-serif", size: 12, ink: "#000" };
  #clean = true;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  /** Reads the type that the page has set. */
  measure(): void {
    const { fontFamily, fontSize, color } = getComputedStyle(this.canvas);
    this.#font = { family: fontFamily, size: Number.parseFloat(fontSize), ink: color };
  }

  draw(view: DigitsFrame): void {
    const { size, pixelRatio, viewport } = view;
    const [width, height] = [Math.round(size.width * pixelRatio), Math.round(size.height * pixelRatio)];
    const showsAllDigits = viewport.scale >= LEGIBLE && view.picture.filled;
    if (!showsAllDigits && this.#clean) return;
    const context = this.canvas.getContext("2d");
    if (context === null) return;
    if (this.canvas.width !== width || this.canvas.height !== height)
      [this.canvas.width, this.canvas.height] = [width, height];
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    this.#clean = !showsAllDigits;
    if (showsAllDigits) this.#write(context, view);
  }

  #write(context: CanvasRenderingContext2D, { picture, steps, viewport, from, to }: DigitsFrame): void {
    const { inks } = palette(picture);
    const { numbers } = picture;
    context.font = `${Math.min(this.#font.size, viewport.scale * FITTING)}px ${this.#font.family}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const room = Math.floor(viewport.scale / context.measureText("0").width - AIR);
    const decimals = commonDecimals(this.#inSight(picture, from, to), room);
    for (let row = from.row; row <= to.row; row++) {
      for (let column = from.column; column <= to.column; column++) {
        const place = { row, column };
        if (isMasked(numbers, place)) continue;
        context.fillStyle = inks[steps.steps[row * numbers.columns + column]!] ?? this.#font.ink;
        context.fillText(
          fitted(valueAt(numbers, place), decimals, room),
          (column + 0.5 - viewport.x) * viewport.scale,
          (row + 0.5 - viewport.y) * viewport.scale,
        );
      }
    }
  }

  #inSight({ numbers }: Picture, from: Place, to: Place): number[] {
    const values: number[] = [];
    for (let row = from.row; row <= to.row; row++) {
      for (let column = from.column; column <= to.column; column++)
        if (!isMasked(numbers, { row, column })) values.push(valueAt(numbers, { row, column }));
    }
    return values;
  }
}
