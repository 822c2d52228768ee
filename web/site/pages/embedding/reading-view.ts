// A sentence that is read: each word, its number in the small model's table, and its row as a strip of colours.
import { byId, figure as written, type Fields } from "../../kit/index.js";
import { digits, listed, make } from "../../../show/index.js";
import { readTyped } from "../../rooms/pronouns/index.js";
import { fillTable, formula, openFigures, rowOf, tableRow, type Figure, type Page } from "../../rooms/lesson/index.js";
import { scaleIn, stripPicture } from "../../rooms/machine/index.js";
import { sentenceText, type Small } from "./small.js";

/** How many numbers of a row are written out. */
const WRITTEN = 3;

export class ReadingView<F extends Fields> {
  readonly #page: Page<F>;
  readonly #field = byId<HTMLInputElement>("text");

  constructor(page: Page<F>) {
    this.#page = page;
  }

  /** @param text "" for the sentence of the course */
  show(small: Small, text: string): void {
    const { words: known, rows, idOf, table } = small;
    const ownText = sentenceText(small);
    this.#field.lang = table.language;
    this.#field.placeholder = ownText;
    if (document.activeElement !== this.#field) this.#field.value = text || ownText;
    const { words } = readTyped(table, text || ownText);
    openFigures("row", (at) => this.#figureOf(small, Number(at)));
    fillTable(
      "reading",
      words.map((word) => {
        const shown = make("span", { lang: table.language }, word);
        const id = idOf(word);
        if (id === undefined) return tableRow(shown, "–", this.#page.element("span", "unknown"));
        return tableRow(shown, String(id), this.#rowOf(small, id));
      }),
    );
    const ids = words.map(idOf).filter((id) => id !== undefined);
    const counts = { words: words.length, known: ids.length, different: new Set(ids).size };
    this.#page.fill(byId("reading-said"), "reading-said", counts);
    const sizes = { columns: rows.after.shape[1]!, listed: known.length };
    this.#page.fill(byId("reading-text"), "reading-text", sizes);
    this.#page.fill(byId("list-title"), "list-title", sizes);
    byId("in-list").lang = table.language;
    byId("in-list").textContent = sorted(known, table.language).join(", ");
  }

  /** Its first numbers, and all of them as a strip that opens. */
  #rowOf({ words, rows }: Small, id: number): HTMLElement {
    const row = rowOf(rows.after, id);
    const first = `${listed(row.slice(0, WRITTEN).map((value) => digits(value, 2)))} …`;
    const name = this.#page.text("open-row", { word: words[id]!, columns: row.length });
    const strip = make("button", { type: "button", class: "strip", "data-opens": `row ${id}`, "aria-label": name });
    strip.append(stripPicture(Float32Array.from(row), scaleIn(rows.after.data)));
    return make("span", { class: "of-row machine" }, make("span", { class: "first" }, first), strip);
  }

  /** All numbers of a row: what each was before the training, and what the training has added. */
  #figureOf({ words, rows }: Small, id: number): Figure {
    const [before, after] = [rowOf(rows.before, id), rowOf(rows.after, id)];
    const sum = after.reduce((all, value) => all + value * value, 0);
    return {
      location: words[id]!,
      title: this.#page.text("row-length"),
      value: Math.sqrt(sum),
      formula: formula("\\sqrt{\\sum_i x_i^2}", true),
      text: this.#page.text("row-figure"),
      heads: ["", ...["before", "added", "after"].map((key) => this.#page.text(key)), "x²"],
      rows: after.map((value, at) => ({
        name: String(at + 1),
        numbers: [before[at]!, value - before[at]!, value, value * value],
      })),
      sum: { name: this.#page.text("sum"), value: sum },
      last: `√${written(sum)}`,
    };
  }
}

export const sorted = (words: readonly string[], language: string): string[] =>
  [...words].sort((a, b) => a.localeCompare(b, language));
