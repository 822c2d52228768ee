// What is said about one line: a sentence, and for a large matrix its largest numbers as buttons that lead to them.
import { digits, isMasked, make, linesOf, lineValues, placeIn, type Place, say } from "../../show/index.js";
import { acrossName, isLarge, lineName, type Picture } from "../picture.js";
import { lineSentence, strongest } from "./sentences.js";

export class LineWords {
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

  show(picture: Picture, line: number): void {
    const { numbers, along, kind, filled, head } = picture;
    if (!filled || linesOf(numbers, along) === 0) {
      this.sentence.textContent = "";
      this.list.hidden = true;
      return;
    }
    const values = lineValues(numbers, line, along);
    const text = lineSentence(kind, {
      along,
      label: lineName(picture, line),
      values,
      isHidden: values.every((_, at) => isMasked(numbers, placeIn(line, at, along))),
      acrossName: (at) => acrossName(picture, at),
      head,
    });
    if (this.sentence.textContent !== text) this.sentence.textContent = text;
    this.list.hidden = picture.quiet || !isLarge(numbers);
    if (!this.list.hidden) this.#showList(picture, line, values);
  }

  #showList(picture: Picture, line: number, values: Float64Array): void {
    // A weight of 0 is never among the largest.
    const order = strongest(values)
      .filter((at) => picture.kind !== "weights" || values[at] !== 0)
      .slice(0, picture.top);
    const texts = order.map((at) => ({ at, name: acrossName(picture, at), number: digits(values[at]!, 4) }));
    const { along } = picture;
    const [largest, goTo] =
      along === "rows" ? (["largest", "goToColumn"] as const) : (["largestOfColumn", "goToRow"] as const);
    const key = JSON.stringify([say(largest), line, texts]);
    if (key === this.#key) return;
    this.#key = key;
    this.list.setAttribute("aria-label", say(largest, { count: order.length, label: lineName(picture, line) }));
    this.list.replaceChildren(
      ...texts.map(({ at, name, number }) => {
        const { row, column } = placeIn(line, at, along);
        const attributes = {
          type: "button",
          "data-to-row": row,
          "data-to-column": column,
          "aria-label": say(goTo, { row: row + 1, column: column + 1, label: name, number }),
        };
        return make("li", {}, make("button", attributes, make("span", {}, String(name)), make("b", {}, number)));
      }),
    );
  }
}
