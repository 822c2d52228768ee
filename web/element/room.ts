// How much text a box takes.

let context: CanvasRenderingContext2D | null | undefined;

/** How many digits stand in a box with air of one digit's width; undefined where the box is not laid out. */
export function roomIn(box: HTMLElement): number | undefined {
  const width = box.getBoundingClientRect().width;
  context ??= document.createElement("canvas").getContext("2d");
  if (width === 0 || !context) return undefined;
  const { fontSize, fontFamily } = getComputedStyle(box);
  context.font = `${fontSize} ${fontFamily}`;
  return Math.floor(width / context.measureText("0").width - 1);
}
