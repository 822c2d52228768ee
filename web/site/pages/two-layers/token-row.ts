// The text as a row of buttons: a token, and below it the guess of what follows. Arrow keys lead through the row.
import type { Fields } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { percent, type Page } from "../../rooms/lesson/index.js";
import type { Reading } from "./reader.js";
import { letterOf } from "./task.js";

export class TokenRow<F extends Fields> {
  readonly #host: HTMLElement;
  readonly #page: Page<F>;
  readonly #pick: (place: number) => void;
  #buttons: HTMLButtonElement[] = [];

  constructor(host: HTMLElement, page: Page<F>, pick: (place: number) => void) {
    [this.#host, this.#page, this.#pick] = [host, page, pick];
    host.addEventListener("keydown", (event) => this.#move(event));
  }

  show({ ids, guesses }: Reading, picked: number): void {
    while (this.#buttons.length < ids.length) this.#add();
    for (const button of this.#buttons.splice(ids.length)) button.remove();
    ids.forEach((token, place) => {
      const button = this.#buttons[place]!;
      const { token: guess, share } = guesses[place]!;
      const [next, isSeen] = [ids[place + 1], ids.indexOf(token) < place];
      const isRight = isSeen && guess === next;
      const words = { token: letterOf(token), guess: letterOf(guess), share: percent(share) };
      const [letter, below, small] = Array.from(button.children) as HTMLElement[];
      letter!.textContent = words.token;
      below!.textContent = isSeen ? words.guess + (isRight ? "\u202f✓" : "") : "·";
      small!.textContent = isSeen ? `${words.share}\u202f%` : "";
      button.setAttribute("aria-label", this.#page.text(isSeen ? (isRight ? "guess-right" : "guess") : "new", words));
      button.setAttribute("aria-pressed", String(place === picked));
      button.tabIndex = place === picked ? 0 : -1;
      button.classList.toggle("right", isRight);
      button.classList.toggle("seen", isSeen);
    });
  }

  #add(): void {
    const place = this.#buttons.length;
    const button = make("button", { type: "button" }, make("b"), make("span"), make("small"));
    const pick = (): void => this.#pick(place);
    button.addEventListener("pointerenter", pick);
    button.addEventListener("focus", pick);
    button.addEventListener("click", pick);
    this.#buttons.push(button);
    this.#host.append(button);
  }

  #move(event: KeyboardEvent): void {
    const here = this.#buttons.indexOf(event.target as HTMLButtonElement);
    const last = this.#buttons.length - 1;
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: last }[event.key];
    if (here < 0 || to === undefined) return;
    event.preventDefault();
    this.#buttons[Math.min(last, Math.max(0, to))]!.focus();
  }
}
