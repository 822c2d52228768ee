// A bet before the race: does the division win? The verdict compares.
import { byId, type Fields } from "../../kit/index.js";
import { keepBet, type Page } from "../../rooms/lesson/index.js";
import type { Pair } from "./race.js";

const BETS = ["wins", "none"] as const;
type Outcome = (typeof BETS)[number];

/** A smaller difference between two trainings can be luck. */
const MARGIN = 0.02;

export class Bet<F extends Fields> {
  readonly #page: Page<F>;
  readonly #buttons: readonly HTMLButtonElement[];
  #placed: Outcome | undefined;
  #shown: { begun: boolean; results: readonly Pair[] | undefined } = { begun: false, results: undefined };

  /** @param placed called when the reader has placed a bet */
  constructor(page: Page<F>, placed: () => void) {
    this.#page = page;
    this.#buttons = BETS.map((outcome) => {
      const button = page.element("button", `bet-${outcome}`, { type: "button", "aria-pressed": "false" });
      button.addEventListener("click", () => {
        this.#placed = outcome;
        this.#draw();
        placed();
      });
      return button;
    });
    byId("bets").replaceChildren(...this.#buttons);
  }

  clear(): void {
    this.#placed = undefined;
  }

  /** @param begun whether a step has been taken: then it is too late for a bet */
  show(begun: boolean, results: readonly Pair[] | undefined): void {
    this.#shown = { begun, results };
    this.#draw();
  }

  #draw(): void {
    const { begun, results } = this.#shown;
    this.#buttons.forEach((button, at) => {
      button.disabled = begun;
      button.setAttribute("aria-pressed", String(BETS[at] === this.#placed));
    });
    this.#page.fill(byId("bet-said"), ...this.#saying(begun, results));
  }

  #saying(begun: boolean, results: readonly Pair[] | undefined): [key: string, parameters?: Record<string, number>] {
    if (results === undefined) return [this.#placed !== undefined ? "bet-placed" : begun ? "bet-late" : "bet-open"];
    const ahead = results.filter(([scaled, plain]) => scaled > plain + MARGIN).length;
    const behind = results.filter(([scaled, plain]) => plain > scaled + MARGIN).length;
    const outcome: Outcome = ahead > results.length / 2 ? "wins" : "none";
    const placed = this.#placed;
    const verdict = placed === undefined ? "no-bet" : placed === outcome ? "won" : "lost";
    if (placed !== undefined)
      keepBet(this.#page.name, "bet", {
        choice: placed,
        right: placed === outcome,
        asked: this.#page.text("bet-open"),
        said: this.#page.text(`bet-${placed}`),
      });
    return [`bet-${verdict}`, { ahead, behind, level: results.length - ahead - behind, seeds: results.length }];
  }
}
