// A figure as PNG, made by the browser.
import { make } from "../../../show/index.js";
import { phrase } from "../../kit/texts/index.js";
import { sizeOf } from "./figure.js";

/** No browser draws a canvas with a longer side. */
const LONGEST_SIDE = 16_384;
const PNG_URL = "data:image/png;base64,";

/** The figure as PNG with `wanted` pixels per unit, or fewer where no canvas is that large. */
export async function pngOf(figure: string, wanted: number): Promise<{ blob: Blob; scale: number }> {
  const { width, height } = sizeOf(figure);
  const scale = Math.min(wanted, LONGEST_SIDE / Math.max(width, height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(figure)}`;
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
