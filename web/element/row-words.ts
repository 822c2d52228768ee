// What is said of one row: a sentence, and of a large matrix the columns of its largest numbers, each a way there.
import { digits } from "./digits.js";
import { isLarge } from "./grid-table.js";
import { make } from "./make.js";
import { rowValues, type Place } from "./numbers.js";
import { columnLabel, rowLabel, type Picture } from "./picture.js";
import { rowSentence, strongest } from "./sentences.js";
import { say } from "./words.js";

export class RowWords {
  readonly sentence = make("p", { class: "sentence", id: "sentence", part: "sentence" });
  readonly list = make("ol", { class: "top", part: "top" });
  readonly #goTo: (place: Place) => void;
  #key = "";

  constructor(goTo: (place: Place) => void) {
    this.#goTo = goTo;
    this.list.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) this.#goTo({ row: Number(button.dataset["toRow"]), column: Number(button.dataset["toColumn"]) });
    });
  }

  show(picture: Picture, row: number): void {
    const { numbers, kind, filled, head } = picture;
    if (!filled || numbers.rows === 0) {
      this.sentence.textContent = "";
      this.list.hidden = true;
      return;
    }
    const values = rowValues(numbers, row);
    const text = rowSentence(kind, { label: rowLabel(picture, row), values, columnLabel: (column) => columnLabel(picture, column), head });
    if (this.sentence.textContent !== text) this.sentence.textContent = text;
    this.list.hidden = picture.quiet || !isLarge(numbers);
    if (!this.list.hidden) this.#showList(picture, row, values);
  }

  #showList(picture: Picture, row: number, values: Float64Array): void {
    // A weight of 0 is not among the largest of anything.
    const order = strongest(values).filter((column) => picture.kind !== "weights" || values[column] !== 0).slice(0, picture.top);
    const texts = order.map((column) => ({ column, name: columnLabel(picture, column), number: digits(values[column]!, 4) }));
    const key = JSON.stringify([say("largest"), row, texts]);
    if (key === this.#key) return;
    this.#key = key;
    this.list.setAttribute("aria-label", say("largest", { count: order.length, label: rowLabel(picture, row) }));
    this.list.replaceChildren(
      ...texts.map(({ column, name, number }) => {
        const button = make("button", { type: "button", "data-to-row": String(row), "data-to-column": String(column), "aria-label": say("goToColumn", { column: column + 1, label: name, number }) });
        button.append(make("span", {}, name), make("b", {}, number));
        const item = make("li");
        item.append(button);
        return item;
      }),
    );
  }
}
