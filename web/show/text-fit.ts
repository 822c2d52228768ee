// How much text a box has room for.
import { make } from "./make.js";

let context: CanvasRenderingContext2D | null | undefined;

/** So much of a digit's width stays empty in a box. */
export const AIR = 0.6;

/** How many digits stand side by side in a box; undefined where the box is not laid out. */
export function charactersThatFit(box: HTMLElement): number | undefined {
  const width = box.getBoundingClientRect().width;
  context ??= make("canvas").getContext("2d");
  if (width === 0 || !context) return undefined;
  const { fontSize, fontFamily } = getComputedStyle(box);
  context.font = `${fontSize} ${fontFamily}`;
  return Math.floor(width / context.measureText("0").width - AIR);
}
