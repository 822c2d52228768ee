// The loss of the letter that was drawn, as a number that opens: its logits, and each logit as a sum of products.
import { formula } from "../../kit/texts/index.js";
import { lossFigure, productsFigure, type Figure, type FigureNames } from "../../rooms/lesson/index.js";
import type { Next } from "./messages.js";
import { signOf } from "./signs.js";

export function lossOf({ letters, drawn, logits, last, table }: Next, names: FigureNames): Figure {
  const logitOf = (id: number): Figure => {
    const row = table.subarray(id * last.length, (id + 1) * last.length);
    return productsFigure(
      { location: names.location, title: signOf(letters[id]!) },
      {
        formula: formula("\\sum_i h_i t_i", true),
        heads: ["", "h", "t"],
        rows: Array.from(last, (value, at) => ({ name: String(at + 1), numbers: [value, row[at]!] })),
      },
    );
  };
  const rows = Array.from(logits, (value, id) => ({ name: signOf(letters[id]!), value, figure: () => logitOf(id) }));
  return lossFigure(names, rows, drawn);
}
