// Words of two kinds find their like.
import type { Heed } from "heed";
import { cells, compass, weightsOf } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed): readonly SVGElement[] {
  const words = compass(10, 95, 20, 80, 350);
  return cells(weightsOf(heed, words, words, 3).weights, "accent");
}
