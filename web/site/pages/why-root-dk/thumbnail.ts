// The same scores, with the division and without it. The dimension doubles from 4 to 512.
import type { Heed } from "heed";
import { bars, drawn } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const dim = 4 * 2 ** Math.round(7 * moment);
  const [q, k] = [drawn(3, 1, dim, 1.7), drawn(4, 20, dim, 1.7)];
  return (["sqrt-dk", "none"] as const).flatMap((scale, at) => {
    const { data } = heed.attention(q, k, k, { scale, keep: ["weights"] }).weights;
    return bars(data, at === 0 ? "accent" : "q", { x: 8, y: 4 + 32 * at, width: 80, height: 24 }, Math.max(...data));
  });
}
