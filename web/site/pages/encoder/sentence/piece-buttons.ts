// The pieces of a sentence as buttons. One of them is chosen.
import { make, percent, whenFontsCome } from "../../../../show/index.js";
import { Arcs } from "../../../rooms/sentence/index.js";
import { beginsWord, labelOf, textOf } from "./piece-words.js";

/** Shares smaller than this get no number. */
const WRITTEN = 0.095;

export class PieceButtons {
  readonly #host: HTMLElement;
  readonly #arcs: Arcs;
  #at = 0;
  #shares: ArrayLike<number> = [];
  readonly #chosen: (at: number) => void;
  #buttons: HTMLButtonElement[] = [];
  #pieces: readonly string[] = [];

  constructor(host: HTMLElement, chosen: (at: number) => void) {
    this.#host = host;
    this.#chosen = chosen;
    this.#arcs = new Arcs(host.parentElement!);
    // Pieces move when the window changes, and when faces of type come.
    new ResizeObserver(() => this.#draw()).observe(host);
    void whenFontsCome(() => this.#draw());
    host.addEventListener("click", ({ target }) => {
      const at = this.#buttons.indexOf((target as Element).closest("button")!);
      if (at >= 0) this.#chosen(at);
    });
  }

  show(pieces: readonly string[], chosen: number): void {
    if (pieces.join("\n") !== this.#pieces.join("\n")) this.#build(pieces);
    this.#at = chosen;
    this.#buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(at === chosen)));
  }

  /** How strongly the chosen piece looks at each: it colours the buttons, and arcs lead there. */
  light(shares: ArrayLike<number>): void {
    this.#shares = shares;
    for (const [at, button] of this.#buttons.entries()) {
      button.style.setProperty("--share", `${Math.round(55 * shares[at]!)}%`);
      if (shares[at]! >= WRITTEN) button.dataset.share = percent(shares[at]!);
      else delete button.dataset.share;
    }
    this.#draw();
  }

  #draw(): void {
    if (this.#shares.length === this.#buttons.length && this.#buttons.length > 0)
      this.#arcs.draw(this.#buttons, this.#at, [{ look: 0, weights: this.#shares }]);
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
