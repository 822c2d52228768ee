// A matrix as pixels: one pixel per cell, scaled up by CSS.
import { colourIndex, inkOn, rampOf, type RampName, type Theme } from "./ramps.js";

export type Domain = readonly [low: number, high: number];
export type Ink = "black" | "white";

export interface Look {
  readonly ramp: RampName;
  readonly theme: Theme;
  readonly domain: Domain;
}

export interface Plate {
  readonly data: ArrayLike<number>;
  readonly rows: number;
  readonly columns: number;
  readonly mask: ArrayLike<boolean | number> | null;
}

/** Without a mask everybody may. */
export function mayAttend(mask: ArrayLike<boolean | number> | null, at: number): boolean {
  return mask === null || Boolean(mask[at]);
}

/** Paints the cells and says which ink reads well on each. What is masked or not a number stays transparent: CSS hatches it. */
export function paintCells(canvas: HTMLCanvasElement, { data, rows, columns, mask }: Plate, look: Look): (Ink | undefined)[] {
  const ramp = rampOf(look.ramp, look.theme);
  const image = new ImageData(columns, rows);
  const inks: (Ink | undefined)[] = [];
  for (let cell = 0; cell < rows * columns; cell++) {
    if (Number.isNaN(data[cell]!) || !mayAttend(mask, cell)) {
      inks.push(undefined);
      continue;
    }
    const at = 3 * colourIndex(data[cell]!, look.domain);
    image.data.set([ramp[at]!, ramp[at + 1]!, ramp[at + 2]!, 255], cell * 4);
    inks.push(inkOn(ramp[at]!, ramp[at + 1]!, ramp[at + 2]!));
  }
  show(canvas, image);
  return inks;
}

/** The whole ramp, one pixel high. */
export function paintBar(canvas: HTMLCanvasElement, look: Look): void {
  const ramp = rampOf(look.ramp, look.theme);
  const image = new ImageData(256, 1);
  for (let index = 0; index < 256; index++) image.data.set([...ramp.subarray(index * 3, index * 3 + 3), 255], index * 4);
  show(canvas, image);
}

function show(canvas: HTMLCanvasElement, image: ImageData): void {
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")?.putImageData(image, 0, 0);
}
