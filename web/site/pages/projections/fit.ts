// Shapes as rectangles: the first factor is left of the product, the second above it. They fit where the width of
// the first is the height of the second.
import { svg } from "../../../show/index.js";

export interface Block {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
}

const CELL = 16;
const GAP = 10;

/** Draws a product. Where the factors do not fit there is no product, and the corner between them says so. */
export function drawFit(drawing: SVGSVGElement, left: Block, above: Block, product: string): void {
  const fits = left.columns === above.rows;
  const corner = { x: 0, y: 0, width: left.columns * CELL, height: above.rows * CELL };
  const right = corner.width + GAP;
  const below = corner.height + GAP;
  drawing.replaceChildren(
    svg("rect", { class: fits ? "corner" : "corner apart", ...corner }),
    svg(
      "text",
      { class: "inner", x: corner.width / 2, y: corner.height / 2 },
      fits ? String(left.columns) : `${left.columns} ≠ ${above.rows}`,
    ),
    ...block({ ...left }, 0, below),
    ...block({ ...above }, right, 0),
    ...(fits ? block({ name: product, rows: left.rows, columns: above.columns }, right, below, "product") : []),
  );
  const [width, height] = [right + above.columns * CELL, below + left.rows * CELL];
  drawing.setAttribute("viewBox", `-4 -4 ${width + 8} ${height + 8}`);
  drawing.style.inlineSize = `${1.5 * (width + 8)}px`;
}

function block({ name, rows, columns }: Block, x: number, y: number, kind = ""): SVGElement[] {
  const cells = Array.from({ length: rows * columns }, (_, at) =>
    svg("rect", {
      class: `cell ${kind}`,
      x: x + (at % columns) * CELL,
      y: y + Math.floor(at / columns) * CELL,
      width: CELL,
      height: CELL,
    }),
  );
  return [...cells, svg("text", { x: x + (columns * CELL) / 2, y: y + (rows * CELL) / 2 }, name)];
}
