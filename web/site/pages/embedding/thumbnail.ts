// A look-up: a one-hot row chooses a row of the table, one after another.
import type { Heed } from "heed";
import { cells, drawn, oneHot } from "../../rooms/thumbnails/index.js";

const [ROWS, COLUMNS, ASKED] = [6, 8, 3];

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const { data, shape } = drawn(12, ROWS, COLUMNS);
  const table = { data: data.map((value) => value * value), shape };
  const all = Array.from({ length: ROWS }, (_, row) => row);
  // So sharp that softmax leaves one row.
  const { output, weights } = heed.attention(
    oneHot([Math.round(moment * ASKED)], ROWS, 60),
    oneHot(all, ROWS, 1),
    table,
    {
      scale: "none",
      keep: ["weights"],
    },
  );
  return [
    ...cells({ data: weights.data, shape: [ROWS, 1] }, "q", { x: 4, y: 4, width: 8, height: 42 }),
    ...cells(table, "k", { x: 18, y: 4, width: 72, height: 42 }),
    ...cells(output, "accent", { x: 18, y: 52, width: 72, height: 8 }),
  ];
}
