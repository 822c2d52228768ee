// A sequence that repeats: each token looks at the place after its last one.
import type { Heed } from "heed";
import { cells, firstRows, oneHot } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const tokens = Array.from({ length: 12 }, (_, at) => at % 6);
  const before = tokens.map((_, at) => tokens[at - 1]);
  const [q, k] = [oneHot(tokens, 6, 4), oneHot(before, 6, 4)];
  const { weights } = heed.attention(q, k, k, { causal: true, keep: ["weights"] });
  return cells(firstRows(weights, moment), "accent");
}
