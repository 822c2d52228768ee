// 100 new texts with one press: fields of 100 squares, as it is and without some heads, and all heads in a table.
import type { Heed } from "heed";
import { byId, Latest } from "../../../kit/index.js";
import { make, percent } from "../../../../show/index.js";
import { fill, filled } from "../../../kit/texts/index.js";
import type { Model } from "../../../rooms/stories/index.js";
import { askHundred, chosenOf, TEXTS, type Hundred, type HeadOfHundred } from "../../../rooms/stories/run/index.js";
import { headName } from "./why-view.js";

export class HundredView {
  readonly #bar = byId<HTMLProgressElement>("hundred-bar");
  readonly #button = byId<HTMLButtonElement>("ask-hundred");
  #heed: Heed | undefined;
  #model: Model | undefined;
  #found: Hundred | undefined;
  /** Draws the texts. Each press draws others. */
  #seed = 0;
  readonly #latest = new Latest();

  constructor() {
    this.#button.addEventListener("click", () => void this.#ask());
  }

  /** Another model: what was counted is not true of it. */
  use(heed: Heed, model: Model): void {
    if (model === this.#model) return;
    [this.#heed, this.#model, this.#found] = [heed, model, undefined];
    this.#latest.end();
    this.#bar.hidden = true;
    this.#button.disabled = false;
    this.draw();
  }

  async #ask(): Promise<void> {
    if (this.#heed === undefined || this.#model === undefined) return;
    const signal = this.#latest.begin();
    this.#button.disabled = true;
    this.#bar.hidden = false;
    this.#bar.value = 0;
    const found = await askHundred(this.#heed, this.#model, ++this.#seed, async (done) => {
      this.#bar.value = Math.max(this.#bar.value, done);
      await new Promise(requestAnimationFrame);
      return !signal.aborted;
    });
    if (found === undefined) return;
    this.#bar.hidden = true;
    this.#button.disabled = false;
    this.#found = found;
    this.draw();
  }

  /** In the language of the page. */
  draw(): void {
    const found = this.#found;
    byId("hundred").hidden = found === undefined;
    fill(this.#button, found === undefined ? "ask-hundred" : "ask-hundred-more");
    if (found === undefined) return;
    const { strongest, idle, wrong } = chosenOf(found);
    byId("fields").replaceChildren(
      field("hundred-whole", found.right),
      field(wrong === strongest ? "hundred-strongest-wrong" : "hundred-strongest", strongest.off, strongest),
      idle === undefined ? filled("p", "hundred-no-idle") : field("hundred-idle", idle.off, idle),
      ...(wrong === strongest
        ? []
        : [wrong ? field("hundred-wrong", wrong.off, wrong) : filled("p", "hundred-no-wrong")]),
    );
    drawAll(found);
  }
}

/** A square for each text. What it says is in the words below it. */
function field(key: string, right: number, head?: HeadOfHundred): HTMLElement {
  const squares = Array.from({ length: TEXTS }, (_, at) => make("i", { class: at < right ? "right" : "" }));
  const given = head && {
    head: headName(head),
    ...{ look: percent(head.right), giver: percent(head.giver), others: percent(head.others) },
  };
  return make(
    "figure",
    {},
    filled("figcaption", key, {}, { right, ...given }),
    make("div", { class: "squares", "aria-hidden": "true" }, ...squares),
  );
}

function drawAll({ heads }: Hundred): void {
  const columns = ["head", "off", "right", "giver", "others"];
  const head = columns.map((name) => filled("th", `hundred-column-${name}`, { scope: "col" }));
  const rows = heads.map((one) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, headName(one)),
      make("td", {}, String(one.off)),
      ...[one.right, one.giver, one.others].map((share) => make("td", {}, percent(share))),
    ),
  );
  byId("all-heads").replaceChildren(make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
}
