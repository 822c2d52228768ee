// Words of two kinds find their like. At first they are of one kind.
import type { Heed } from "heed";
import { cells, compass, weightsOf } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const words = compass(10, 15 + 80 * moment, 20, 5 + 75 * moment, 350);
  return cells(weightsOf(heed, words, words, 3).weights, "accent");
}
