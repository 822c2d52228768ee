// Two trainings from one start: one comes down, the other hardly moves.
import type { Heed } from "heed";
import { descent, falling } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const [scaled, plain] = (["sqrt-dk", "none"] as const).map((scale) =>
    descent(heed, { dim: 64, steps: 60, rate: 1.5, scale }),
  ) as [number[], number[]];
  const top = Math.max(...scaled, ...plain);
  return [falling(scaled, "accent", top, moment), falling(plain, "q dashed", top, moment)];
}
