// Rows of a large product, a tile of them at a time.
import { tensor, type Heed, type Tensor } from "heed";
import { cells, drawn } from "../../rooms/thumbnails/index.js";

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const { weights } = heed.attention(drawn(51, 8, 16, 1.5), drawn(52, 12, 16, 1.5), drawn(53, 12, 4), {
    keep: ["weights"],
  });
  const part = (from: number): Tensor => tensor(weights.data.slice(from * 12, (from + 2) * 12), [2, 12]);
  const now = Math.floor(4 * moment) % 4;
  return [0, 1, 2, 3].flatMap((tile) =>
    cells(part(2 * tile), tile === now ? "accent" : "ink", { x: 3, y: 2 + 15.5 * tile, width: 90, height: 14 }),
  );
}
