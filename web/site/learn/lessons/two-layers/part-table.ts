// One score of layer 2, taken apart: the best key beside the mean of all other keys that the query may see.
import { digits } from "../../../../show/index.js";
import { byId, cellButton, fillTable, tableRow, type Fields, type Page } from "../../frame/index.js";
import type { Reading, ScoreParts } from "./reader.js";

const PARTS = ["own", "before", "others", "distance"] as const;

/** @param row the query @param best the key that gets its largest weight */
export function showParts<F extends Fields>(page: Page<F>, { parts }: Reading, row: number, best: number): void {
  const found = parts(row, best);
  const rest = Array.from({ length: row + 1 }, (_, place) => place)
    .filter((place) => place !== best)
    .map((place) => parts(row, place));
  const mean = (part: keyof ScoreParts): string =>
    rest.length === 0 ? "–" : written(rest.reduce((sum, one) => sum + one[part], 0) / rest.length);
  const sum = cellButton(written(found.logit), "layer-2", { matrix: "logits", row, column: best });
  fillTable(
    "parts",
    PARTS.map((part) => tableRow(page.text(`part-${part}`), written(found[part]), mean(part))),
    [tableRow(page.text("part-sum"), sum, mean("logit"))],
  );
  byId("parts").dataset.sum = String(PARTS.reduce((sum, part) => sum + found[part], 0));
  byId("parts").dataset.logit = String(found.logit);
}

function written(value: number): string {
  return digits(value, 2);
}
