// The likeliest next words, each as a bar. Pressed, a word is written.
import { byId } from "../../../kit/index.js";
import { make, percent } from "../../../../show/index.js";
import { clear, fill, phrase } from "../../../kit/texts/index.js";

/** Words that are shown. */
const SHOWN = 7;

export interface NextWord {
  readonly word: string;
  readonly share: number;
}

export class NextBars {
  readonly #title = byId("likely-title");
  readonly #list = byId("likely");
  readonly #take: (word: string) => void;

  constructor(take: (word: string) => void) {
    this.#take = take;
  }

  /** @param after the last word; undefined where nothing was read */
  show(after: string | undefined, words: readonly NextWord[]): void {
    if (after === undefined) clear(this.#title);
    else fill(this.#title, "after", { word: after });
    const hadFocus = Array.from(this.#list.children).findIndex((one) => one.contains(document.activeElement));
    const items = words.slice(0, SHOWN).map(({ word, share }) => {
      const bar = make("i");
      bar.style.setProperty("--share", String(share));
      const label = phrase("take-word", { word, share: percent(share) });
      const button = make(
        ...(["button", { type: "button", "aria-label": label }] as const),
        make("span", { class: "token" }, word),
        bar,
        make("span", { class: "chance" }, percent(share)),
      );
      button.addEventListener("click", () => this.#take(word));
      return make("li", {}, button);
    });
    this.#list.replaceChildren(...items);
    items[hadFocus]?.querySelector("button")?.focus();
  }
}
