// Digits over the cells that are in sight, as sharp as the screen.
import { charactersIn, commonDecimals, fitted, isMasked, valueAt, type Place } from "../../show/index.js";
import type { MapView } from "./map-cells.js";
import { palette, type Picture } from "../picture.js";
import type { Layer } from "./pyramid.js";
import { FITTING, LEGIBLE } from "../sheet.js";

export interface InkView extends MapView {
  readonly steps: Layer;
}

export class InkLayer {
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

  draw(view: InkView): void {
    const { size, pixelRatio, sight } = view;
    const [width, height] = [Math.round(size.width * pixelRatio), Math.round(size.height * pixelRatio)];
    const legible = sight.scale >= LEGIBLE && view.picture.filled;
    if (!legible && this.#clean) return;
    const context = this.canvas.getContext("2d");
    if (context === null) return;
    if (this.canvas.width !== width || this.canvas.height !== height)
      [this.canvas.width, this.canvas.height] = [width, height];
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    this.#clean = !legible;
    if (legible) this.#write(context, view);
  }

  #write(context: CanvasRenderingContext2D, { picture, steps, sight, from, to }: InkView): void {
    const { inks } = palette(picture);
    const { numbers } = picture;
    context.font = `${Math.min(this.#font.size, sight.scale * FITTING)}px ${this.#font.family}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const room = charactersIn(sight.scale, context);
    const decimals = commonDecimals(this.#inSight(picture, from, to), room);
    for (let row = from.row; row <= to.row; row++) {
      for (let column = from.column; column <= to.column; column++) {
        const place = { row, column };
        if (isMasked(numbers, place)) continue;
        context.fillStyle = inks[steps.steps[row * numbers.columns + column]!] ?? this.#font.ink;
        context.fillText(
          fitted(valueAt(numbers, place), decimals, room),
          (column + 0.5 - sight.x) * sight.scale,
          (row + 0.5 - sight.y) * sight.scale,
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
