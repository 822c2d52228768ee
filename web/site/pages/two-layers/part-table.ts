// One score of layer 2, taken apart: the best key beside the mean of all other keys that the query may see.
import type { Heed } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import { digits } from "../../../show/index.js";
import { cellButton, fillTable, openCells, tableRow, type Page } from "../../rooms/lesson/index.js";
import type { Reading } from "./reader.js";
import { PARTS, partsOf, type Question } from "./score-parts.js";

/** Shows the score of the query at `row` for the key that gets its largest weight. */
export function showParts<F extends Fields>(
  page: Page<F>,
  heed: Heed,
  reading: Reading,
  asked: Omit<Question, "names">,
): void {
  const { row, best } = asked;
  const parts = PARTS.map((part) => page.text(`part-${part}`));
  const other = page.text("part-mean");
  const names = [...parts, ...parts.map((part) => `${other}: ${part}`), other];
  const { computation, distances } = partsOf(heed, reading, { ...asked, names });
  openCells("parts", computation);
  const scores = computation.kept["scores"]!.data;
  const hasOthers = row > 0;
  const score = (key: number): HTMLElement =>
    cellButton(written(scores[key]!), "parts", { matrix: "scores", column: key });
  const mean = (shown: () => string | HTMLElement): string | HTMLElement => (hasOthers ? shown() : "–");
  const last = names.length - 1;
  const total = computation.kept["logits"]!.data[last]!;
  const logit = reading.logits[row * reading.ids.length + best]!;
  fillTable(
    "parts",
    [
      ...parts.map((name, part) =>
        tableRow(
          name,
          score(part),
          mean(() => score(PARTS.length + part)),
        ),
      ),
      tableRow(
        page.text("part-distance"),
        written(distances.best),
        mean(() => written(distances.mean)),
      ),
    ],
    [
      tableRow(
        page.text("part-sum"),
        cellButton(written(logit), "layer-2", { matrix: "logits", row, column: best }),
        mean(() => cellButton(written(total), "parts", { matrix: "logits", column: last })),
      ),
    ],
  );
  byId("parts").dataset["sum"] = String(PARTS.reduce((sum, _, part) => sum + scores[part]!, distances.best));
  byId("parts").dataset["logit"] = String(logit);
}

function written(value: number): string {
  return digits(value, 2);
}
