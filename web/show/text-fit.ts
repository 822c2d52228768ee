// How much text a box has room for.
import { make } from "./make.js";

let context: CanvasRenderingContext2D | null | undefined;

/** What stays empty in a box: this share of a digit's width, and in small type this many CSS pixels. */
const AIR = { share: 0.6, least: 5 };

/** How many characters of a number fit in a box, at a weight of type; undefined where the box is not laid out. */
export function charactersThatFit(box: HTMLElement, weight = 400): number | undefined {
  const width = box.getBoundingClientRect().width;
  const pen = width === 0 ? undefined : penOf(box, weight);
  return pen && charactersIn(width, pen);
}

/** Whether each text fits into a width in pixels, in the type of a box and at a weight. */
export function allFit(texts: readonly string[], box: HTMLElement, width: number, weight = 400): boolean {
  const pen = penOf(box, weight);
  return pen === undefined || texts.every((text) => pen.measureText(text).width <= width);
}

function penOf(box: HTMLElement, weight: number): CanvasRenderingContext2D | undefined {
  context ??= make("canvas").getContext("2d");
  if (!context) return undefined;
  const { fontSize, fontFamily } = getComputedStyle(box);
  context.font = `${weight} ${fontSize} ${fontFamily}`;
  return context;
}

/** A number has one point, narrower than a digit, and one minus at most, which in many faces is wider. */
export function charactersIn(width: number, pen: CanvasRenderingContext2D): number {
  const widthOf = (sign: string): number => pen.measureText(sign).width;
  const [digit, point, minus] = [widthOf("0"), widthOf("."), widthOf("\u2212")];
  const air = Math.max(AIR.least, AIR.share * digit);
  return Math.max(0, Math.floor((width - air + (digit - point) - Math.max(0, minus - digit)) / digit));
}

/** Calls `again` when faces of type that are on their way have come: what was measured until then is wrong. */
export async function whenFontsCome(again: () => void): Promise<void> {
  if (document.fonts?.status !== "loading") return;
  await document.fonts.ready;
  // In WebKit the promise may be kept while faces are still on their way.
  while (document.fonts.status === "loading") await new Promise(requestAnimationFrame);
  again();
}
