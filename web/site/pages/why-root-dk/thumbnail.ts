// The same scores, with the division and without it.
import type { Heed } from "heed";
import { bars, drawn } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed): readonly SVGElement[] {
  const [q, k] = [drawn(3, 1, 512, 1.7), drawn(4, 20, 512, 1.7)];
  return (["sqrt-dk", "none"] as const).flatMap((scale, at) => {
    const { data } = heed.attention(q, k, k, { scale, keep: ["weights"] }).weights;
    return bars(data, at === 0 ? "accent" : "q", { x: 8, y: 4 + 32 * at, width: 80, height: 24 }, Math.max(...data));
  });
}
