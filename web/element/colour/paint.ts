// Paints steps of colour as pixels: one per cell, scaled up by CSS.
import {
  inkOn,
  rampOf,
  STEPS,
  takesPixels,
  type Extent,
  type Place,
  type RampName,
  type Theme,
} from "../../show/index.js";

export type Ink = "black" | "white";

/** Steps of colour, row after row: those of a matrix, or of a smaller picture of it. */
export interface Layer extends Extent {
  readonly steps: Uint8Array;
}

/** The colours of steps 1 to 255, and black or white digits for each. Step 0 is transparent: hatching shows through. */
export interface Palette {
  readonly pixels: Uint32Array;
  readonly inks: readonly (Ink | undefined)[];
}

const made = new Map<string, Palette>();

export function paletteOf(name: RampName, theme: Theme): Palette {
  const key = `${name} ${theme}`;
  let palette = made.get(key);
  if (palette === undefined) made.set(key, (palette = makePalette(name, theme)));
  return palette;
}

function makePalette(name: RampName, theme: Theme): Palette {
  const ramp = rampOf(name, theme);
  const bytes = new Uint8Array(4 * (STEPS + 1));
  const inks: (Ink | undefined)[] = [undefined];
  for (let step = 1; step <= STEPS; step++) {
    const colour = ramp.subarray(3 * (step - 1), 3 * step);
    bytes.set([...colour, 255], 4 * step);
    inks.push(inkOn(colour[0]!, colour[1]!, colour[2]!));
  }
  return { pixels: new Uint32Array(bytes.buffer), inks };
}

/** Paints the cells of a layer that lie in `window`. */
export function paintCells(
  canvas: HTMLCanvasElement,
  { steps, columns }: Layer,
  window: Place & Extent,
  { pixels }: Palette,
): void {
  if (!takesPixels()) return;
  const image = new ImageData(window.columns, window.rows);
  const colours = new Uint32Array(image.data.buffer);
  for (let row = 0, at = 0; row < window.rows; row++) {
    const first = (window.row + row) * columns + window.column;
    for (let column = 0; column < window.columns; column++) colours[at++] = pixels[steps[first + column]!]!;
  }
  show(canvas, image);
}

/** The whole ramp, one pixel high. */
export function paintBar(canvas: HTMLCanvasElement, { pixels }: Palette): void {
  if (!takesPixels()) return;
  const image = new ImageData(STEPS, 1);
  new Uint32Array(image.data.buffer).set(pixels.subarray(1));
  show(canvas, image);
}

function show(canvas: HTMLCanvasElement, image: ImageData): void {
  if (canvas.width !== image.width) canvas.width = image.width;
  if (canvas.height !== image.height) canvas.height = image.height;
  canvas.getContext("2d")?.putImageData(image, 0, 0);
}
