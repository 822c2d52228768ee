// 100 new texts with one press: fields of 100 squares as it is and without some heads, two heads that stand in for each
// other, and all heads in a table.
import type { Heed } from "heed";
import { byId, Latest, type Fields } from "../../kit/index.js";
import { make, percent } from "../../../show/index.js";
import { fillTable, type Page, tableRow } from "../../rooms/lesson/index.js";
import type { Head, Model } from "../../rooms/stories/index.js";
import { askHundred, chosenOf, TEXTS, type Hundred, type HeadOfHundred } from "../../rooms/stories/run/index.js";
import { standInsOf, type StandIns } from "./heads.js";

interface Found extends Hundred {
  readonly standIns: StandIns | undefined;
}

export class HundredView<F extends Fields> {
  readonly #page: Page<F>;
  readonly #heed: Heed;
  readonly #nameOf: (head: Head) => string;
  readonly #bar = byId<HTMLProgressElement>("hundred-bar");
  readonly #button = byId<HTMLButtonElement>("ask-hundred");
  #model: Model | undefined;
  #found: Found | undefined;
  /** Draws the texts. Each press draws others. */
  #seed = 0;
  readonly #asking = new Latest();

  constructor(page: Page<F>, heed: Heed, nameOf: (head: Head) => string) {
    [this.#page, this.#heed, this.#nameOf] = [page, heed, nameOf];
    this.#button.addEventListener("click", () => void this.#ask());
  }

  /** Another model: what was counted is not true of it. */
  use(model: Model): void {
    [this.#model, this.#found] = [model, undefined];
    this.#seed = 0;
    this.#asking.end();
    this.#rest();
    this.#draw();
  }

  #rest(): void {
    this.#bar.hidden = true;
    this.#button.disabled = false;
  }

  async #ask(): Promise<void> {
    const [asking, seed, model] = [this.#asking.begin(), ++this.#seed, this.#model!];
    this.#button.disabled = true;
    this.#bar.hidden = false;
    this.#bar.value = 0;
    const waits = async (done: number): Promise<boolean> => {
      this.#bar.value = Math.max(this.#bar.value, done);
      await new Promise(requestAnimationFrame);
      return !asking.aborted;
    };
    const found = await askHundred(this.#heed, model, seed, waits);
    if (found === undefined) return;
    const standIns = await standInsOf(this.#heed, model, seed, found, () => waits(1));
    if (asking.aborted) return;
    this.#found = { ...found, standIns };
    this.#rest();
    this.#draw();
    this.#page.say("hundred-said", { right: found.right, count: TEXTS });
  }

  #draw(): void {
    const page = this.#page;
    const found = this.#found;
    page.fill(byId("hundred-text"), "hundred-text", { count: TEXTS });
    page.fill(this.#button, found === undefined ? "ask-hundred" : "ask-others", { count: TEXTS });
    byId("hundred").hidden = found === undefined;
    if (found === undefined) return;
    const { strongest, idle, wrong } = chosenOf(found);
    const figures = [
      this.#field("field-whole", found.right),
      this.#field(strongestKey(strongest, wrong), strongest.off, strongest),
      ...(idle === undefined ? [] : [this.#field("field-idle", idle.off, idle)]),
      ...(wrong === undefined || wrong === strongest ? [] : [this.#field("field-wrong", wrong.off, wrong)]),
    ];
    byId("counts").replaceChildren(...figures);
    this.#drawStandIns(found.standIns);
    fillTable(
      "counted",
      found.heads.map((head) =>
        tableRow(this.#nameOf(head), String(head.off), percent(head.right), percent(head.giver)),
      ),
    );
  }

  #drawStandIns(standIns: StandIns | undefined): void {
    const page = this.#page;
    if (standIns === undefined) return page.fill(byId("stand-ins"), "no-stand-ins");
    const { heads, right } = standIns;
    const [one, other] = heads;
    page.fill(byId("stand-ins"), "stand-ins", {
      ...{ one: this.#nameOf(one), other: this.#nameOf(other), first: one.off, second: other.off, right },
    });
  }

  /** A square for each text. What it says is in the words above it. */
  #field(key: string, right: number, head?: HeadOfHundred): HTMLElement {
    const squares = Array.from({ length: TEXTS }, (_, at) => make("i", { class: at < right ? "right" : "" }));
    const given = head && { head: this.#nameOf(head), look: percent(head.right), giver: percent(head.giver) };
    const said = this.#page.element("figcaption", key, {}, { right, count: TEXTS, ...given });
    return make("figure", {}, said, make("div", { class: "squares", "aria-hidden": "true" }, ...squares));
  }
}

/** What a head gives to names, if it gives less than this, is hardly a look at them. */
const HARDLY = 0.1;

function strongestKey(strongest: HeadOfHundred, wrong: HeadOfHundred | undefined): string {
  if (strongest === wrong) return "field-strongest-wrong";
  const { right, giver, others } = strongest;
  return right + giver + others < HARDLY ? "field-strongest-none" : "field-strongest";
}
