// The pieces of a sentence as buttons. One of them is chosen.
import { make } from "../../../../show/index.js";
import { beginsWord, labelOf, textOf } from "./piece-words.js";

export class PieceButtons {
  readonly #host: HTMLElement;
  readonly #chosen: (at: number) => void;
  #buttons: HTMLButtonElement[] = [];
  #pieces: readonly string[] = [];

  constructor(host: HTMLElement, chosen: (at: number) => void) {
    this.#host = host;
    this.#chosen = chosen;
    host.addEventListener("click", ({ target }) => {
      const at = this.#buttons.indexOf((target as Element).closest("button")!);
      if (at >= 0) this.#chosen(at);
    });
  }

  show(pieces: readonly string[], chosen: number): void {
    if (pieces.join("\n") !== this.#pieces.join("\n")) this.#build(pieces);
    this.#buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(at === chosen)));
  }

  /** How strongly the chosen piece looks at each: it colours the buttons. */
  light(shares: ArrayLike<number>): void {
    this.#buttons.forEach((button, at) => button.style.setProperty("--share", `${Math.round(55 * shares[at]!)}%`));
  }

  #build(pieces: readonly string[]): void {
    this.#pieces = pieces;
    this.#buttons = pieces.map((piece) =>
      make(
        "button",
        { type: "button", class: beginsWord(piece) ? "begins" : undefined, "aria-label": labelOf(piece) },
        textOf(piece) || "\u00a0",
      ),
    );
    this.#host.replaceChildren(...this.#buttons);
  }
}
