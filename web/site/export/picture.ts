// Pictures made by the browser: the cells of a large matrix, and a figure as PNG.
import { colourIndex, type Ramp } from "../../element/ramps.js";
import type { LabelledMatrix } from "./labelled.js";
import { isHatched, type Figure } from "./svg.js";

/** No browser draws a canvas with a longer side. */
const LONGEST_SIDE = 16_384;

/** A pixel per cell, as a data URL. What is hatched elsewhere stays transparent. */
export function cellPicture(matrix: LabelledMatrix, ramp: Ramp, domain: readonly [low: number, high: number]): string {
  const { data, rows, columns } = matrix;
  const image = new ImageData(columns, rows);
  for (let at = 0; at < rows * columns; at++) {
    if (isHatched(matrix, at)) continue;
    const from = 3 * colourIndex(data[at]!, domain);
    image.data.set([ramp[from]!, ramp[from + 1]!, ramp[from + 2]!, 255], at * 4);
  }
  const canvas = Object.assign(document.createElement("canvas"), { width: columns, height: rows });
  canvas.getContext("2d")!.putImageData(image, 0, 0);
  return canvas.toDataURL("image/png");
}

/** The figure as PNG, so many pixels per unit; fewer where no canvas is that large. */
export async function pngOf({ svg, width, height }: Figure, wanted: number): Promise<{ blob: Blob; scale: number }> {
  const scale = Math.min(wanted, LONGEST_SIDE / Math.max(width, height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.floor(width * scale), height: Math.floor(height * scale) });
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob === null) throw new Error("This browser could not make the picture.");
  return { blob, scale };
}
