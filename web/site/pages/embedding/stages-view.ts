// The row of "bank" in three sentences: from the table it is one row, after each layer it is another one in each.
import type { Heed, Tensor } from "heed";
import { byId, type Fields, type TrainedRows } from "../../kit/index.js";
import { digits, make } from "../../../show/index.js";
import { cellButton, fillTable, openCells, tableRow, type Page } from "../../rooms/lesson/index.js";
import { scoresOf, unitRows } from "./cosine.js";

export const STAGES = ["stage-0", "stage-1", "stage-2"] as const;
/** The sentences, in the order of "trained:rows": by a river, by a lake, with money. */
export const [RIVER, LAKE, MONEY] = [0, 1, 2] as const;

/** The rows of "bank" at a stage, one for each sentence. */
export function rowsAt({ banks }: TrainedRows, stage: number): Tensor {
  const rows = banks.map(({ stages }) => stages[stage]!.data);
  const columns = rows[0]!.length;
  const data = new Float32Array(rows.length * columns);
  rows.forEach((row, at) => data.set(row, at * columns));
  return { data, shape: [rows.length, columns] };
}

export function showStages<F extends Fields>(page: Page<F>, heed: Heed, trained: TrainedRows): void {
  const names = ["river", "lake", "money"].map((name) => page.text(`bank-${name}`));
  const rows = STAGES.map((stage, at) => {
    const all = rowsAt(trained, at);
    const units = unitRows(all);
    const computation = scoresOf(heed, units, units, { tokens: names, keyTokens: names });
    openCells(stage, computation);
    const cosine = (column: number): HTMLElement =>
      cellButton(digits(computation.kept.raw.data[column]!, 2), stage, { matrix: "raw", row: RIVER, column });
    return tableRow(page.text(stage), String(all.shape[1]), cosine(LAKE), cosine(MONEY));
  });
  fillTable("stages", rows);
  const sentences = trained.banks.map(({ text }) => text);
  const quoted = (at: number): string => make("span", { lang: "en" }, `“${sentences[at]}”`).outerHTML;
  page.fill(byId("layers-text"), "layers-text", {
    embedding: rowsAt(trained, 0).shape[1]!,
    hidden: rowsAt(trained, 2).shape[1]!,
  });
  byId("bank-sentences").innerHTML = [RIVER, LAKE, MONEY].map(quoted).join(" ");
}
