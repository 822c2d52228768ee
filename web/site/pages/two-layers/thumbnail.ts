// A sequence that repeats: each token looks behind the last place where it stood.
import type { Heed } from "heed";
import { cells, oneHot } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed): readonly SVGElement[] {
  const tokens = Array.from({ length: 12 }, (_, at) => at % 6);
  const before = tokens.map((_, at) => tokens[at - 1]);
  const [q, k] = [oneHot(tokens, 6, 4), oneHot(before, 6, 4)];
  return cells(heed.attention(q, k, k, { causal: true, keep: ["weights"] }).weights, "accent");
}
