// The tokens of a text as buttons, one of them chosen. A bar below each is how probable it was after those before it,
// or how much it looks replaced.
import { make, percent } from "../../../../show/index.js";
import { byId } from "../../../kit/index.js";
import { phrase } from "../../../kit/texts/index.js";

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export class TokenStrip {
  readonly #host = byId("tokens");
  #buttons: HTMLButtonElement[] = [];
  #labels: readonly string[] = [];

  constructor(chosen: (at: number) => void) {
    this.#host.addEventListener("click", ({ target }) => {
      const at = this.#buttons.indexOf((target as Element).closest("button")!);
      if (at >= 0) chosen(at);
    });
    // One stop of the Tab key; arrows go from token to token.
    this.#host.addEventListener("keydown", (event) => {
      const at = this.#buttons.indexOf(document.activeElement as HTMLButtonElement) + (STEPS[event.key] ?? NaN);
      const next = this.#buttons[at];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    });
  }

  show(labels: readonly string[], chosen: number): void {
    if (labels.join("\n") !== this.#labels.join("\n")) {
      this.#labels = labels;
      this.#buttons = labels.map((label) => make("button", { type: "button" }, label));
      this.#host.replaceChildren(...this.#buttons);
    }
    for (const [at, button] of this.#buttons.entries()) {
      button.setAttribute("aria-pressed", String(at === chosen));
      button.tabIndex = at === chosen ? 0 : -1;
    }
  }

  /**
   * @param shares NaN where one is not known
   * @param key of the text that says what they are
   */
  light(shares: Float32Array, key: string): void {
    for (const [at, button] of this.#buttons.entries()) {
      const share = shares[at] ?? NaN;
      const isKnown = !Number.isNaN(share);
      button.style.setProperty("--share", isKnown ? `${(100 * share).toFixed(1)}%` : "0%");
      if (isKnown) button.title = phrase(key, { share: percent(share) });
      else button.removeAttribute("title");
    }
  }
}
