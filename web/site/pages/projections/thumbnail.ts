// Each word splits into a query and a key.
import type { Heed } from "heed";
import { arrow, compass, rowOf } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed): readonly SVGElement[] {
  const words = compass(80, 200, 320);
  const weights = {
    queryWeight: [
      [0.4, 0.6],
      [-0.7, 0.5],
    ],
    keyWeight: [
      [0.7, -0.3],
      [0.5, 0.6],
    ],
    valueWeight: [
      [1, 0],
      [0, 1],
    ],
  };
  const { q, k } = heed.selfAttention(words, weights, { keep: ["q", "k"] });
  return words.flatMap((word, at) => [...arrow(rowOf(q, at), "q", word), ...arrow(rowOf(k, at), "k", word)]);
}
