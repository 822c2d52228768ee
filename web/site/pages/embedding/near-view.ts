// Near words in the trained table: the score of each row with the row of a typed word, all rows cut to length 1.
import type { Heed } from "heed";
import { byId, type Fields, type TrainedRows } from "../../kit/index.js";
import { digits, make } from "../../../show/index.js";
import { cellButton, fillTable, openCells, shareCell, tableRow, type Page } from "../../rooms/lesson/index.js";
import { scoresOf, unitRows } from "./cosine.js";
import { placeOf } from "./reading-view.js";

const SHOWN = 8;

export class NearView<F extends Fields> {
  readonly #page: Page<F>;
  readonly #heed: Heed;
  readonly #trained: TrainedRows;
  readonly #units;

  constructor(page: Page<F>, heed: Heed, trained: TrainedRows) {
    [this.#page, this.#heed, this.#trained] = [page, heed, trained];
    this.#units = unitRows(trained.table);
  }

  show(word: string): void {
    const { words, table, pieces } = this.#trained;
    const sizes = { carried: words.length, columns: table.shape[1]!, pieces };
    this.#page.fill(byId("near-text"), "near-text", sizes);
    const asked = placeOf(words, word.trim());
    if (asked < 0) {
      fillTable("nearest", []);
      return this.#page.fill(byId("near-said"), "near-unknown", { word });
    }
    const columns = table.shape[1]!;
    const query = { data: this.#units.data.slice(asked * columns, (asked + 1) * columns), shape: [1, columns] };
    const computation = scoresOf(this.#heed, query, this.#units, { tokens: [words[asked]!], keyTokens: words });
    openCells("near", computation);
    const scores = computation.kept.raw.data;
    const order = words.map((_, at) => at).filter((at) => at !== asked);
    order.sort((a, b) => scores[b]! - scores[a]!);
    fillTable(
      "nearest",
      order.slice(0, SHOWN).map((at) => {
        const button = cellButton(digits(scores[at]!, 2), "near", { matrix: "raw", column: at });
        return tableRow(make("span", { lang: "en" }, words[at]!), shareCell(Math.max(0, scores[at]!), button));
      }),
    );
    this.#page.fill(byId("near-said"), "near-said", { word: words[asked]!, ...sizes });
  }
}
