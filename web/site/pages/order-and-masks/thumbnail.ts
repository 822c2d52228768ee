// Nobody looks ahead.
import type { Heed } from "heed";
import { cells, drawn, firstRows } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const x = drawn(41, 7, 4, 1.2);
  const { weights } = heed.attention(x, x, x, { causal: true, keep: ["weights"] });
  return cells(firstRows(weights, moment), "accent");
}
