// Digits over the cells that are in view, as sharp as the screen.
import { charactersIn, commonDecimals, fitted, isMasked, make, valueAt, type Place } from "../../show/index.js";
import type { Layer } from "../colour/paint.js";
import { FITTING, LEGIBLE } from "../grid/cells-layout.js";
import { palette } from "../picture.js";
import type { MapFrame } from "./map-cells.js";
import type { Viewport } from "./viewport.js";

export class MapDigits {
  readonly canvas = make("canvas", { class: "ink", "aria-hidden": "true" });
  #font = { family: "sans-serif", size: 12, ink: "#000" };
  #clean = true;

  /** Reads the font that the page has set. */
  measure(): void {
    const { fontFamily, fontSize, color } = getComputedStyle(this.canvas);
    this.#font = { family: fontFamily, size: Number.parseFloat(fontSize), ink: color };
  }

  /** Draws digits where cells are large enough for them. `layer` holds the step of each cell. */
  draw(frame: MapFrame, layer: Layer): void {
    const { pixelRatio, viewport, picture } = frame;
    const { width, height } = viewport.size;
    const legible = viewport.scale >= LEGIBLE && picture.filled;
    if (!legible && this.#clean) return;
    const context = this.canvas.getContext("2d");
    if (context === null) return;
    const [across, down] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
    if (this.canvas.width !== across || this.canvas.height !== down)
      [this.canvas.width, this.canvas.height] = [across, down];
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.#clean = !legible;
    if (legible) this.#write(context, frame, layer);
  }

  #write(context: CanvasRenderingContext2D, { picture, viewport }: MapFrame, { steps, columns }: Layer): void {
    const { inks } = palette(picture);
    const { scale, x, y } = viewport;
    context.font = `${Math.min(this.#font.size, scale * FITTING)}px ${this.#font.family}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const room = charactersIn(scale, context);
    const places = inView(viewport).filter((place) => !isMasked(picture.numbers, place));
    const values = places.map((place) => valueAt(picture.numbers, place));
    const decimals = commonDecimals(values, room);
    places.forEach(({ row, column }, at) => {
      context.fillStyle = inks[steps[row * columns + column]!] ?? this.#font.ink;
      context.fillText(fitted(values[at]!, decimals, room), (column + 0.5 - x) * scale, (row + 0.5 - y) * scale);
    });
  }
}

function inView({ from, to }: Viewport): Place[] {
  const places: Place[] = [];
  for (let row = from.row; row <= to.row; row++)
    for (let column = from.column; column <= to.column; column++) places.push({ row, column });
  return places;
}
