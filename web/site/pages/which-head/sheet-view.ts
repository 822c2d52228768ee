// The sheet for a class: predict which head is missed, find it, prove it. A second sheet has the answers. Both are made
// of what the page computes.
import type { Heed } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import { make, percent } from "../../../show/index.js";
import { type Page, tableRow } from "../../rooms/lesson/index.js";
import type { Head, Model } from "../../rooms/stories/index.js";
import { askHundred, TEXTS, type Hundred } from "../../rooms/stories/run/index.js";
import { missedMost, type HeadHere, type Here } from "./heads.js";

/** The first press of a reader draws the texts of this seed. */
const SEED = 1;

export class SheetView<F extends Fields> {
  readonly #page: Page<F>;
  readonly #heed: Heed;
  readonly #nameOf: (head: Head) => string;
  readonly #fold = byId<HTMLDetailsElement>("sheet");
  #given: { readonly model: Model; readonly here: Here } | undefined;
  #isDrawn = false;

  constructor(page: Page<F>, heed: Heed, nameOf: (head: Head) => string) {
    [this.#page, this.#heed, this.#nameOf] = [page, heed, nameOf];
    this.#fold.addEventListener("toggle", () => void this.#draw());
    byId("print-sheet").addEventListener("click", () => void this.#print());
  }

  use(model: Model, here: Here): void {
    this.#given = { model, here };
    this.#isDrawn = false;
    byId("sheets").replaceChildren();
    void this.#draw();
  }

  async #print(): Promise<void> {
    await this.#draw();
    document.body.dataset["paper"] = "sheet";
    addEventListener("afterprint", () => delete document.body.dataset["paper"], { once: true });
    print();
  }

  async #draw(): Promise<void> {
    if (!this.#fold.open || this.#given === undefined || this.#isDrawn) return;
    this.#isDrawn = true;
    const { model, here } = this.#given;
    const counted = await askHundred(this.#heed, model, SEED, async () => {
      await new Promise(requestAnimationFrame);
      return model === this.#given!.model;
    });
    if (counted !== undefined) byId("sheets").replaceChildren(this.#task(here), this.#answers(here, counted));
  }

  #task(here: Here): HTMLElement {
    const page = this.#page;
    return make(
      "section",
      { class: "paper", "aria-label": page.text("sheet-title") },
      page.element("p", "sheet-name", { class: "name-line" }),
      page.element("h3", "sheet-heading"),
      page.element("p", "sheet-story", {}, { text: page.text("text"), right: here.right }),
      page.element("p", "sheet-predict"),
      make("p", { class: "blank" }),
      page.element("p", "sheet-find"),
      this.#table(here, () => ["", "", ""]),
      page.element("p", "sheet-prove", {}, { count: TEXTS }),
      ...["sheet-because", "sheet-not", "sheet-alone"].flatMap((key) => [
        page.element("p", key),
        make("p", { class: "blank" }),
      ]),
    );
  }

  #answers(here: Here, { right, heads }: Hundred): HTMLElement {
    const page = this.#page;
    const missed = missedMost(here);
    const counted = heads.reduce((best, one) => (one.off < best.off ? one : best));
    return make(
      "section",
      { class: "paper", "aria-label": page.text("sheet-answers") },
      page.element("h3", "sheet-answers"),
      this.#table(here, (head, at) => [
        head === missed ? "×" : "",
        `${head.says} ${percent(head.share)}`,
        String(heads[at]!.off),
      ]),
      page.element(
        "p",
        "sheet-answer",
        {},
        {
          ...{ head: this.#nameOf(missed), says: missed.says, seen: missed.seen, right, count: TEXTS },
          ...{ counted: this.#nameOf(counted), left: counted.off },
        },
      ),
      page.element("p", "sheet-answer-not"),
      page.element("p", "sheet-answer-alone"),
    );
  }

  #table({ heads }: Here, cellsOf: (head: HeadHere, at: number) => readonly string[]): HTMLTableElement {
    const page = this.#page;
    const columns = ["column-head", "column-seen", "sheet-column-guess", "column-says", "sheet-column-count"];
    const rows = heads.map((head, at) =>
      tableRow(
        this.#nameOf(head),
        page.text("seen-share", { word: head.seen, look: percent(head.weight) }),
        ...cellsOf(head, at),
      ),
    );
    const names = columns.map((key) => page.element("th", key, { scope: "col" }, { count: TEXTS }));
    return make("table", { class: "grid" }, make("thead", {}, make("tr", {}, ...names)), make("tbody", {}, ...rows));
  }
}
