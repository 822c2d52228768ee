// Scores that are divided by √d_k, and overflow all the same: the division is no protection.
import type { Heed } from "heed";
import { digits, powerText } from "../../../show/index.js";
import { attentionOf, cellButton, fillTable, openCells, tableRow } from "../../rooms/lesson/index.js";
import { HIGHEST_SCORE, softmaxInSingle } from "./overflow.js";

const WIDTHS = [16, 64, 1024];
/** Just above what float32 holds, and just below, after the division. */
const BEYOND = [1.01, 0.99];

export function showOverflowRoot(heed: Heed): void {
  fillTable(
    "overflow-root",
    WIDTHS.map((width) => {
      const scores = BEYOND.map((share) => share * HIGHEST_SCORE * Math.sqrt(width));
      const name = `root-${width}`;
      const row = (first: number): number[] => Array.from({ length: width }, (_, c) => (c === 0 ? first : 0));
      const computation = attentionOf(heed, {
        tokens: ["q"],
        keyTokens: ["k₁", "k₂"],
        q: [row(1)],
        k: scores.map(row),
        v: scores.map(() => [0]),
      });
      openCells(name, computation);
      const { raw, scores: divided, weights } = computation.kept;
      const written = softmaxInSingle(Array.from(divided.data), false);
      const made = tableRow(
        String(width),
        cellButton(digits(raw.data[0]!, 1), name, { matrix: "raw" }),
        cellButton(digits(divided.data[0]!, 1), name, { matrix: "scores" }),
        Number.isFinite(written.powers[0]!) ? powerText(written.powers[0]!) : digits(written.powers[0]!),
        digits(written.weights[0]!),
        cellButton(digits(weights.data[0]!), name, { matrix: "weights" }),
      );
      for (const cell of made.querySelectorAll("td")) cell.classList.toggle("broken", /NaN|∞/.test(cell.textContent));
      return made;
    }),
  );
}
