// The loss falls while the query turns towards the right key.
import type { Heed } from "heed";
import { descent, falling } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const losses = descent(heed, { dim: 8, steps: 40, rate: 1.5, scale: "sqrt-dk" });
  return [falling(losses, "accent", losses[0]!, moment)];
}
