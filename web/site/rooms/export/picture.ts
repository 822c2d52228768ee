// Pictures made by the browser: the cells of a large matrix, and a figure as PNG.
import { make } from "../../../show/index.js";
import { phrase } from "../../kit/texts/index.js";
import type { LabelledMatrix } from "./labelled.js";
import type { Figure, Colours } from "./svg.js";

/** No browser draws a canvas with a longer side. */
const LONGEST_SIDE = 16_384;
const PNG_URL = "data:image/png;base64,";

/** A data URL with a pixel per cell. Hatched cells stay transparent. */
export function cellPicture({ rows, columns }: LabelledMatrix, { ramp, steps }: Colours): string {
  const image = new ImageData(columns, rows);
  for (let at = 0; at < rows * columns; at++) {
    const step = steps[at]!;
    if (step > 0) image.data.set([ramp[3 * step - 3]!, ramp[3 * step - 2]!, ramp[3 * step - 1]!, 255], 4 * at);
  }
  const canvas = make("canvas", { width: columns, height: rows });
  canvas.getContext("2d")!.putImageData(image, 0, 0);
  return canvas.toDataURL("image/png");
}

/** The figure as PNG with `wanted` pixels per unit, or fewer where no canvas is that large. */
export async function pngOf({ svg, width, height }: Figure, wanted: number): Promise<{ blob: Blob; scale: number }> {
  const scale = Math.min(wanted, LONGEST_SIDE / Math.max(width, height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = make("canvas", { width: Math.floor(width * scale), height: Math.floor(height * scale) });
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  // Not toBlob: it waits until the page is idle. After seconds a browser no longer counts the click, and saves nothing.
  const url = canvas.toDataURL("image/png");
  if (!url.startsWith(PNG_URL)) throw new Error(phrase("export.no-picture"));
  return {
    blob: new Blob([Uint8Array.from(atob(url.slice(PNG_URL.length)), (sign) => sign.charCodeAt(0))], {
      type: "image/png",
    }),
    scale,
  };
}
