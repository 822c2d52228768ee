// One row of weights, and the value vectors' blend below. A query of length 0 takes the same part of each.
import type { Heed } from "heed";
import { bars, drawn } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const { weights, output } = heed.attention(drawn(5, 1, 4, 2 * moment), drawn(11, 7, 4, 2), drawn(8, 7, 7), {
    keep: ["weights"],
  });
  const line = { x: 8, width: 80 };
  const blend = output.data.map(Math.abs);
  return [
    ...bars(weights.data, "accent", { ...line, y: 4, height: 34 }, Math.max(...weights.data)),
    ...bars(blend, "v", { ...line, y: 44, height: 16 }, Math.max(...blend)),
  ];
}
