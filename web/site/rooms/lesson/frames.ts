// Small jobs, one in each frame, so that no job makes the page wait for the others.

export class Frames {
  readonly #jobs: () => readonly (() => void)[];
  #isBusy = false;
  #isStale = false;

  /** @param jobs asked for whenever a round begins */
  constructor(jobs: () => readonly (() => void)[]) {
    this.#jobs = jobs;
  }

  /** Begins a round of all jobs. If a round is on its way, another one follows. */
  request(): void {
    if (this.#isBusy) return void (this.#isStale = true);
    this.#isBusy = true;
    this.#isStale = false;
    this.#next([...this.#jobs()]);
  }

  #next(left: (() => void)[]): void {
    const job = left.shift();
    if (job !== undefined) return void requestAnimationFrame(() => (job(), this.#next(left)));
    this.#isBusy = false;
    if (this.#isStale) this.request();
  }
}
