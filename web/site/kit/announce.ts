// A polite live region. It speaks at most once a second, and only the last sentence.

const PAUSE_MS = 1000;

export class Announcer {
  readonly #region: HTMLElement;
  #waiting: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(region: HTMLElement) {
    this.#region = region;
  }

  say(sentence: string): void {
    this.#waiting = sentence;
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#speak(), PAUSE_MS);
  }

  #speak(): void {
    this.#timer = undefined;
    if (this.#waiting !== undefined) this.#region.textContent = this.#waiting;
    this.#waiting = undefined;
  }
}
