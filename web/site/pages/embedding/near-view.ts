// Near words in the trained table: the score of each row with the row of a typed word, all rows cut to length 1.
import type { Heed } from "heed";
import { byId, type Fields, type TrainedRows } from "../../kit/index.js";
import { digits, make } from "../../../show/index.js";
import { cellButton, fillTable, openCells, shareCell, tableRow, type Page } from "../../rooms/lesson/index.js";
import { nearestTo, unitRows } from "./cosine.js";

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
    const { words, ids, table, pieces } = this.#trained;
    const sizes = { carried: words.length, columns: table.shape[1]!, pieces };
    this.#page.fill(byId("near-text"), "near-text", sizes);
    this.#page.fill(byId("words-title"), "words-title", sizes);
    const asked = placeOf(words, word.trim());
    if (asked < 0) {
      fillTable("nearest", []);
      return this.#page.fill(byId("near-said"), "near-unknown", { word });
    }
    const { computation, scores, order } = nearestTo(this.#heed, this.#units, words, asked);
    openCells("near", computation);
    fillTable(
      "nearest",
      order.slice(0, SHOWN).map((at) => {
        const button = cellButton(digits(scores[at]!, 2), "near", { matrix: "raw", column: at });
        return tableRow(make("span", { lang: "en" }, words[at]!), shareCell(Math.max(0, scores[at]!), button));
      }),
    );
    this.#page.fill(byId("near-said"), "near-said", { word: words[asked]!, id: ids[asked]!, ...sizes });
  }
}

/** The place of a word among those of the table, as typed or in small letters; −1 where it is not there. */
function placeOf(words: readonly string[], word: string): number {
  const exact = words.indexOf(word);
  return exact >= 0 ? exact : words.findIndex((one) => one.toLowerCase() === word.toLowerCase());
}
