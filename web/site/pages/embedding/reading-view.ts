// A typed sentence, read: each word, its number in the trained table, and its row as a strip of colours.
import { byId, wordsOf, type Fields, type TrainedRows } from "../../kit/index.js";
import { digits, listed, make, onThemeChange, rampOf, themeNow } from "../../../show/index.js";
import { fillTable, rowOf, tableRow, type Page } from "../../rooms/lesson/index.js";

/** How many numbers of a row are written out. */
const WRITTEN = 3;

export class ReadingView<F extends Fields> {
  readonly #page: Page<F>;
  readonly #trained: TrainedRows;
  readonly #end: number;
  #painted: { readonly canvas: HTMLCanvasElement; readonly row: readonly number[] }[] = [];

  constructor(page: Page<F>, trained: TrainedRows) {
    [this.#page, this.#trained] = [page, trained];
    // Three standard deviations of the table's numbers.
    const { data } = trained.table;
    this.#end = 3 * Math.sqrt(data.reduce((sum, value) => sum + value * value, 0) / data.length);
    onThemeChange(() => this.#paint());
  }

  show(text: string): void {
    const { words, ids, table, pieces } = this.#trained;
    const read = wordsOf(text).map((word) => ({ word, at: placeOf(words, word) }));
    this.#painted = [];
    fillTable(
      "reading",
      read.map(({ word, at }) => {
        const shown = make("span", { lang: "en" }, at < 0 ? word : words[at]!);
        if (at < 0) return tableRow(shown, "–", this.#page.element("span", "unknown"));
        return tableRow(shown, String(ids[at]), this.#strip(rowOf(table, at)));
      }),
    );
    this.#paint();
    const known = read.filter(({ at }) => at >= 0);
    const different = new Set(known.map(({ at }) => at)).size;
    this.#page.fill(byId("reading-said"), "reading-said", { words: read.length, known: known.length, different });
    const sizes = { pieces, columns: table.shape[1]!, carried: words.length };
    this.#page.fill(byId("reading-text"), "reading-text", sizes);
    this.#page.fill(byId("words-title"), "words-title", sizes);
  }

  #strip(row: readonly number[]): HTMLElement {
    const canvas = make("canvas", { class: "strip", "aria-hidden": "true" });
    this.#painted.push({ canvas, row });
    const first = `${listed(row.slice(0, WRITTEN).map((value) => digits(value, 2)))} …`;
    return make("span", { class: "of-row" }, make("span", { class: "first" }, first), canvas);
  }

  #paint(): void {
    const ramp = rampOf("diverging", themeNow(null));
    const last = ramp.length / 3 - 1;
    for (const { canvas, row } of this.#painted) {
      [canvas.width, canvas.height] = [row.length, 1];
      const image = new ImageData(row.length, 1);
      row.forEach((value, at) => {
        const share = Math.min(1, Math.max(0, (value + this.#end) / (2 * this.#end)));
        const step = 3 * Math.round(last * share);
        image.data.set([ramp[step]!, ramp[step + 1]!, ramp[step + 2]!, 255], 4 * at);
      });
      canvas.getContext("2d")!.putImageData(image, 0, 0);
    }
  }
}

/** The place of a word among those of the table, as typed or in small letters; −1 where it is not there. */
export function placeOf(words: readonly string[], word: string): number {
  const exact = words.indexOf(word);
  return exact >= 0 ? exact : words.findIndex((one) => one.toLowerCase() === word.toLowerCase());
}
