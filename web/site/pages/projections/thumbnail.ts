// Each word splits into a query and a key. At first both are the word itself.
import type { Heed } from "heed";
import { arrow, compass, rowOf } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const words = compass(80, 200, 320);
  const between = ([a, b, c, d]: readonly number[]): number[][] => [
    [1 + moment * (a! - 1), moment * b!],
    [moment * c!, 1 + moment * (d! - 1)],
  ];
  const weights = {
    queryWeight: between([0.4, 0.6, -0.7, 0.5]),
    keyWeight: between([0.7, -0.3, 0.5, 0.6]),
    valueWeight: [
      [1, 0],
      [0, 1],
    ],
  };
  const { q, k } = heed.selfAttention(words, { ...weights, keep: ["q", "k"] });
  return words.flatMap((word, at) => [...arrow(rowOf(q, at), "q", word), ...arrow(rowOf(k, at), "k", word)]);
}
