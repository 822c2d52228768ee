// Nobody looks ahead.
import type { Heed } from "heed";
import { cells, drawn } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed): readonly SVGElement[] {
  const x = drawn(41, 7, 4, 1.2);
  return cells(heed.attention(x, x, x, { causal: true, keep: ["weights"] }).weights, "accent");
}
