// Rows of a large product; a tile of them at a time.
import { tensor, type Heed, type Tensor } from "heed";
import { cells, drawn } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed): readonly SVGElement[] {
  const { weights } = heed.attention(drawn(51, 8, 16, 1.5), drawn(52, 12, 16, 1.5), drawn(53, 12, 4), {
    keep: ["weights"],
  });
  const part = (from: number): Tensor => tensor(weights.data.slice(from * 12, (from + 4) * 12), [4, 12]);
  return [
    ...cells(part(0), "accent", { x: 3, y: 2, width: 90, height: 28 }),
    ...cells(part(4), "ink", { x: 3, y: 34, width: 90, height: 28 }),
  ];
}
