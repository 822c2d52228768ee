// The sentence in large type. One word asks; the others show what it gives them.
import { make, percent, whenFontsCome } from "../../../show/index.js";
import { Arcs, type Look } from "../../rooms/sentence/index.js";

/** Shares smaller than this get no number. */
export const WRITTEN = 0.095;
/** The least distance of two numbers, in pixels. */
const APART = 6;
/** Shares smaller than this get no colour. */
const TINTED = 0.04;

/** A word, or a piece of one. */
export interface Word {
  readonly text: string;
  /** Whether it goes on with the word before it. */
  readonly joins?: boolean;
  /** What comes after it: a comma or a full stop. */
  readonly mark?: string;
}

export class Sentence {
  readonly #place: HTMLElement;
  #words: readonly HTMLButtonElement[] = [];
  readonly #arcs: Arcs;
  readonly #onChoice: (word: number) => void;
  #chosen = 0;
  #looks: readonly Look[] = [];

  /** @param onChoice when a word is pointed at, tapped, or reached by an arrow key */
  constructor(place: HTMLElement, onChoice: (word: number) => void) {
    this.#place = place;
    this.#onChoice = onChoice;
    this.#arcs = new Arcs(place.parentElement!);
    place.addEventListener("keydown", (event) => this.#onKey(event));
    // Words move when the window changes.
    new ResizeObserver(() => this.#draw()).observe(place);
  }

  /** Shows another sentence, without weights until show() brings them. */
  write(words: readonly Word[]): void {
    this.#looks = [];
    this.#words = words.map(({ text }) => make("button", { type: "button", class: "word", tabindex: -1 }, text));
    this.#place.replaceChildren();
    for (const [at, word] of this.#words.entries()) {
      const { joins = false, mark = "" } = words[at]!;
      if (at === 0 || !joins) this.#place.append(at === 0 ? "" : " ", make("span"));
      this.#place.lastElementChild!.append(word, mark);
      for (const event of ["pointerenter", "click", "focus"]) word.addEventListener(event, () => this.#onChoice(at));
    }
  }

  /** @param looks what the chosen word gives to each word. The look that gives a word most has its number. */
  show(chosen: number, looks: readonly Look[]): void {
    this.#chosen = chosen;
    this.#looks = looks;
    const most = this.#words.map((_, at) =>
      looks.reduce((best, one) => (one.weights[at]! > best.weights[at]! ? one : best)),
    );
    const largest = Math.max(...most.map(({ weights }, at) => weights[at]!));
    for (const [at, word] of this.#words.entries()) {
      const { look, weights } = most[at]!;
      const weight = weights[at]!;
      word.className = `word look-${look}`;
      word.tabIndex = at === chosen ? 0 : -1;
      word.setAttribute("aria-pressed", String(at === chosen));
      const strength = weight < TINTED ? 0 : weight / Math.max(largest, 0.3);
      word.style.setProperty("--share", `${(100 * strength).toFixed(1)}%`);
      if (weight >= WRITTEN) word.dataset.share = percent(weight);
      else delete word.dataset.share;
    }
    this.#draw();
    // Faces of type move the words again. They are on their way from the moment when the first words are measured.
    void whenFontsCome(() => this.#draw());
  }

  #draw(): void {
    if (this.#looks.length === 0) return;
    this.#setNumbersApart();
    this.#arcs.draw(this.#words, this.#chosen, this.#looks);
  }

  /** A number is below the middle of its word. Where words are short, it gives way to the number before it. */
  #setNumbersApart(): void {
    let [line, end] = [NaN, 0];
    for (const word of this.#words.filter(({ dataset }) => dataset.share !== undefined)) {
      const { left, width, top, height } = word.getBoundingClientRect();
      const room = parseFloat(getComputedStyle(word, "::after").width);
      const begin = left + (width - room) / 2;
      const isNext = Math.abs(top - line) < height / 2;
      const aside = isNext ? Math.max(0, end + APART - begin) : 0;
      word.style.setProperty("--aside", `${aside}px`);
      [line, end] = [top, begin + aside + room];
    }
  }

  #onKey(event: KeyboardEvent): void {
    const last = this.#words.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: this.#chosen + 1,
      ArrowDown: this.#chosen + 1,
      ArrowLeft: this.#chosen - 1,
      ArrowUp: this.#chosen - 1,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#words[Math.min(last, Math.max(0, next))]!.focus();
  }
}
