// One word beside two others: two context vectors. At first both others are the same word.
import type { Heed } from "heed";
import { arrow, compass, rowOf, weightsOf } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const [bank, river, money] = compass(90, 340 - 140 * moment, 340) as [number[], number[], number[]];
  const contexts = [river, money].map((other) => weightsOf(heed, [bank], [bank, other], 0.4).output);
  const ends = contexts.map((output) => rowOf(output, 0));
  const words = [bank, river, money].flatMap((word) => arrow(word, "ink"));
  return [...words, ...arrow(ends[0]!, "v", bank), ...arrow(ends[1]!, "o", bank)];
}
