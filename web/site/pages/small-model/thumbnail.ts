// A head that learns to look at the letter before: its weights gather on the line beside the diagonal.
import type { Heed } from "heed";
import { cells, oneHot } from "../../rooms/thumbnails/index.js";

const LETTERS = 9;

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const places = Array.from({ length: LETTERS }, (_, at) => at);
  const before = places.map((at) => Math.max(0, at - 1));
  const [q, k] = [oneHot(before, LETTERS, 5 * moment), oneHot(places, LETTERS, 5)];
  return cells(heed.attention(q, k, k, { causal: true, keep: ["weights"] }).weights, "accent");
}
