// The colour bar with its numbers.
import { make, type Domain, say } from "../../show/index.js";
import { paintBar } from "./paint.js";
import { lineName, palette, type Picture } from "../picture.js";
import { barSentence } from "../words/sentences.js";

export class ColourBar {
  readonly root = make("div", { class: "bar", part: "bar" });
  readonly #canvas = make("canvas", { "aria-hidden": "true" });
  readonly #ticks = make("div", { class: "ticks", "aria-hidden": "true" });
  readonly #note = make("span", { class: "note", "aria-hidden": "true" });
  readonly #text = make("p", { class: "spoken" });
  #key = "";

  constructor() {
    this.root.append(this.#canvas, this.#ticks, this.#note, this.#text);
  }

  /** Where each line has its own domain, the numbers are those of `line`. */
  show(picture: Picture, line: number): void {
    const { scale, theme, numbers, along } = picture;
    const domain: Domain = numbers.rows === 0 ? [0, 1] : scale.domainOf(numbers, line);
    const label = lineName(picture, line);
    const key = [scale.key, theme, domain, scale.perRow && label, say("bar")].join();
    if (key === this.#key) return;
    this.#key = key;
    paintBar(this.#canvas, palette(picture));
    this.#ticks.replaceChildren(
      ...scale.ticks(domain).map(({ at, text }) => {
        const tick = make("span", {}, text);
        tick.style.setProperty("--at", String(at));
        return tick;
      }),
    );
    this.#note.textContent = [
      scale.perRow ? say(along === "rows" ? "rowNote" : "columnNote", { label }) : "",
      scale.log ? "log" : "",
    ]
      .filter((word) => word !== "")
      .join(", ");
    this.#text.textContent = barSentence({
      signed: scale.signed,
      log: scale.log,
      perRow: scale.perRow,
      isClipped: scale.isClipped,
      along,
      domain,
      label,
    });
  }
}
