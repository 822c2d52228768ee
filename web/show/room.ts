// How much text a box takes.

let context: CanvasRenderingContext2D | null | undefined;

/** How much of a digit's width stays empty in a box. */
export const AIR = 0.6;

/** How many digits stand in a box; undefined where the box is not laid out. */
export function roomIn(box: HTMLElement): number | undefined {
  const width = box.getBoundingClientRect().width;
  context ??= document.createElement("canvas").getContext("2d");
  if (width === 0 || !context) return undefined;
  const { fontSize, fontFamily } = getComputedStyle(box);
  context.font = `${fontSize} ${fontFamily}`;
  return Math.floor(width / context.measureText("0").width - AIR);
}
