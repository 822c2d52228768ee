// Two heads look to different places.
import type { Heed } from "heed";
import { arcs, dots, drawn } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed): readonly SVGElement[] {
  const x = drawn(21, 7, 8, 1.6);
  const inputs = { queryWeight: drawn(31, 8, 8), keyWeight: drawn(32, 8, 8), valueWeight: drawn(33, 8, 8) };
  const { data } = heed.selfAttention(x, { ...inputs, heads: 2 }, { keep: ["weights"] }).weights;
  const row = (head: number): Float32Array => data.subarray((head * 7 + 3) * 7, (head * 7 + 4) * 7);
  return [...arcs(row(0), 3, "q", 1), ...arcs(row(1), 3, "o", -1), ...dots(7)];
}
