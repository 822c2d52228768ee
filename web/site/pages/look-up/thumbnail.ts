// A query between nine keys takes a part of each by its weight. The query turns once.
import type { Heed } from "heed";
import { arrow, compass, share, spot, weightsOf } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const keys = compass(0, 40, 80, 120, 160, 200, 240, 280, 320);
  const [query] = compass(415 * moment - 360) as [number[]];
  const { weights } = weightsOf(heed, [query], keys, 1.6);
  const spokes = keys.flatMap(([x, y], at) => arrow([x! * share(weights, at), y! * share(weights, at)], "v"));
  return [...keys.map((key) => spot(key, "k")), ...spokes, ...arrow(query, "q")];
}
