// Work on the page's own thread, a slice at a time, with a progress bar.
import { ProgressBar, type Controls, type Fields, type Page } from "../../frame/index.js";

/** Work in short steps. The page draws between two slices of steps. */
export interface Work {
  readonly total: number;
  /** Does one step. @param done how many steps were done before */
  step(done: number): void;
  /** Forgets everything. */
  restart(): void;
  /** Shows the state of the work. */
  draw(done: number): void;
}

/** A slice takes a part of a frame. */
const SLICE_MS = 10;

export class Slices<F extends Fields> implements Controls {
  #done = 0;
  #running = false;
  readonly #bar: ProgressBar<F>;

  constructor(
    host: HTMLElement,
    page: Page<F>,
    readonly work: Work,
    unit: string,
  ) {
    this.#bar = new ProgressBar(host, page, this, unit);
    this.#show();
  }

  get #finished(): boolean {
    return this.#done >= this.work.total;
  }

  run(): void {
    if (this.#running || this.#finished) return;
    this.#running = true;
    this.#slice();
  }

  pause(): void {
    this.#running = false;
    this.#show();
  }

  step(): void {
    if (this.#finished) return;
    this.work.step(this.#done++);
    this.#show();
  }

  restart(): void {
    this.#running = false;
    this.#done = 0;
    this.work.restart();
    this.#show();
  }

  #slice(): void {
    if (!this.#running) return;
    const since = performance.now();
    do this.work.step(this.#done++);
    while (!this.#finished && performance.now() - since < SLICE_MS);
    if (this.#finished) this.#running = false;
    this.#show();
    // A hidden page gets no frames. Its work goes on all the same.
    if (this.#running) (document.hidden ? setTimeout : requestAnimationFrame)(() => this.#slice());
  }

  #show(): void {
    this.work.draw(this.#done);
    this.#bar.show({ done: this.#done, total: this.work.total, running: this.#running });
  }
}
