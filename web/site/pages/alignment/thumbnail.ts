// An alignment: nearly a diagonal, but the verb comes from the end. It sharpens.
import type { Heed } from "heed";
import { cells, oneHot } from "../../rooms/thumbnails/index.js";

const FROM = [0, 1, 2, 6, 6, 3, 4, 5, 7];
const SOURCES = 8;

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const keys = oneHot(
    Array.from({ length: SOURCES }, (_, at) => at),
    SOURCES,
    4,
  );
  const queries = oneHot(FROM, SOURCES, 4 * moment);
  return cells(heed.attention(queries, keys, keys, { keep: ["weights"] }).weights, "accent");
}
