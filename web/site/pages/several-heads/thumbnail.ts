// Two heads look to different places. Each of seven tokens asks in turn.
import type { Heed } from "heed";
import { arcs, dots, drawn } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const x = drawn(21, 7, 8, 1.6);
  const inputs = { queryWeight: drawn(31, 8, 8), keyWeight: drawn(32, 8, 8), valueWeight: drawn(33, 8, 8) };
  const { data } = heed.selfAttention(x, { ...inputs, heads: 2, keep: ["weights"] }).weights;
  const from = (3 + Math.round(7 * moment)) % 7;
  const row = (head: number): Float32Array => data.subarray((head * 7 + from) * 7, (head * 7 + from + 1) * 7);
  return [...arcs(row(0), from, "q", 1), ...arcs(row(1), from, "o", -1), ...dots(7)];
}
