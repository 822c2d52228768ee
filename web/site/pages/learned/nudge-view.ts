// "Raise this score: what does the loss do?" The reader guesses first; then the page shows both losses and the
// gradient.
import type { Heed } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import { digits, make, powerText } from "../../../show/index.js";
import { changeDetector, keepBet, type Page } from "../../rooms/lesson/index.js";
import { RAISE, raiseScore, type Nudged } from "./nudge.js";
import type { Moment, Watched } from "./timeline.js";

/** What the score that is raised belongs to. */
export interface Chosen {
  readonly watched: Watched;
  readonly moment: Moment;
  readonly step: number;
  readonly token: number;
}

const GUESSES = ["falls", "rises"] as const;
type Guess = (typeof GUESSES)[number];

/** In single precision, smaller changes of the loss are rounding. */
const ROUNDING = 1e-6;

export class NudgeView<F extends Fields> {
  heed: Heed | undefined;
  readonly #page: Page<F>;
  readonly #tokens = byId("raised") as HTMLSelectElement;
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #changed = changeDetector();
  #chosen: Chosen | undefined;
  #guess: Guess | undefined;
  /** What the raised score has done, once the reader has guessed. */
  #found: Nudged | undefined;

  /** @param choose called when the reader chooses another token */
  constructor(page: Page<F>, choose: (token: number) => void) {
    this.#page = page;
    this.#tokens.addEventListener("change", () => choose(Number(this.#tokens.value)));
    this.#buttons = GUESSES.map((guess) => {
      const button = page.element("button", `guess-${guess}`, { type: "button", "aria-pressed": "false" });
      button.addEventListener("click", () => this.#take(guess));
      return button;
    });
    byId("guesses").replaceChildren(...this.#buttons);
  }

  hide(): void {
    this.#chosen = undefined;
    this.#draw();
  }

  show(chosen: Chosen): void {
    const { watched, moment, step, token } = chosen;
    // A guess counts for one token at one step of one training.
    if (this.#changed(step, token, watched.words, Array.from(moment.scores))) this.#guess = undefined;
    this.#chosen = chosen;
    this.#draw();
  }

  #take(guess: Guess): void {
    const isFirst = this.#guess === undefined;
    this.#guess = guess;
    this.#draw();
    if (isFirst) this.#keep(guess);
  }

  /** What the reader guessed before the answer, for the page to hand in. */
  #keep(guess: Guess): void {
    const does = this.#found && doesOf(this.#found);
    if (does === undefined) return;
    keepBet(this.#page.name, "nudge", {
      choice: guess,
      right: guess === does,
      asked: byId("nudge-asked").innerText,
      said: this.#page.text(`guess-${guess}`),
    });
  }

  #draw(): void {
    const page = this.#page;
    const raise = digits(RAISE, 1);
    page.fill(byId("nudge-text"), "nudge-text", { raise });
    const chosen = this.#chosen;
    for (const [at, button] of this.#buttons.entries()) {
      button.disabled = chosen === undefined || this.heed === undefined;
      button.setAttribute("aria-pressed", String(GUESSES[at] === this.#guess));
    }
    this.#tokens.disabled = chosen === undefined;
    byId("nudged").hidden = chosen === undefined || this.#guess === undefined;
    if (chosen === undefined) return page.fill(byId("nudge-asked"), "nothing-yet");
    const { watched, step, token } = chosen;
    this.#tokens.replaceChildren(...watched.words.map((word, at) => make("option", { value: at, lang: "en" }, word)));
    this.#tokens.value = String(token);
    page.fill(byId("nudge-asked"), "nudge-asked", { step, word: watched.words[token]!, raise });
    if (this.heed !== undefined && this.#guess !== undefined) this.#reveal(this.heed, chosen, this.#guess);
  }

  #reveal(heed: Heed, { watched, moment, token }: Chosen, guess: Guess): void {
    const gradient = moment.gradients[token]!;
    const found = raiseScore(heed, { question: moment.question, right: watched.right, token, gradient });
    this.#found = found;
    const change = found.after - found.before;
    byId("loss-before").textContent = lossText(found.before);
    byId("loss-after").textContent = lossText(found.after);
    byId("loss-change").textContent = signed(change);
    byId("loss-promised").textContent = signed(found.promised);
    this.#page.fill(byId("nudge-verdict"), verdictKey(found, guess));
  }
}

/** What the loss does; undefined where it does nothing. */
function doesOf({ before, after }: Nudged): Guess | undefined {
  if (Math.abs(after - before) < ROUNDING) return undefined;
  return after < before ? "falls" : "rises";
}

function verdictKey(found: Nudged, guess: Guess): string {
  const does = doesOf(found);
  return does === undefined ? "nudge-nothing" : `${guess === does ? "right" : "wrong"}-${does}`;
}

function lossText(loss: number): string {
  return loss < 1e-3 ? powerText(loss) : digits(loss, 5);
}

function signed(change: number): string {
  return Math.abs(change) < 1e-3 && change !== 0 ? powerText(change) : digits(change, 5);
}
