// The same scores, made to weights by softmax and left as they are.
import type { Heed } from "heed";
import { bars } from "../../rooms/thumbnails/index.js";

const SCORES = [2.2, 1.6, 0.7, 1.2, 0.3, 1.9, 0.5, 1];

/** At first all weights are alike. */
export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const keys = SCORES.map((score) => [score]);
  const { weights } = heed.attention([[2 * moment]], keys, keys, { scale: "none", keep: ["weights"] });
  return [
    ...bars(SCORES, "q", { x: 8, y: 4, width: 80, height: 24 }, 2.2),
    ...bars(weights.data, "accent", { x: 8, y: 36, width: 80, height: 24 }, Math.max(...weights.data)),
  ];
}
