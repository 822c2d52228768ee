// Work that takes longer than a blink: a bar, a count, run and pause, one step, start again.
import type { Fields } from "./state.js";
import type { Page } from "./page.js";

/** What the buttons do. */
export interface Controls {
  run(): void;
  pause(): void;
  step(): void;
  restart(): void;
}

/** What the bar shows; it computes nothing. */
export class ProgressBar<F extends Fields> {
  readonly #page: Page<F>;
  readonly #bar = document.createElement("progress");
  readonly #count = document.createElement("p");
  readonly #run = document.createElement("button");
  readonly #step = document.createElement("button");
  readonly #restart = document.createElement("button");
  #running = false;

  /** @param unit the key of a text that says what is counted: "{done} of {total} draws" */
  constructor(
    host: HTMLElement,
    page: Page<F>,
    controls: Controls,
    readonly unit: string,
  ) {
    this.#page = page;
    host.classList.add("progress");
    this.#bar.dataset.tLabel = "frame.progress";
    this.#count.className = "count";
    this.#run.addEventListener("click", () => (this.#running ? controls.pause() : controls.run()));
    this.#step.addEventListener("click", () => controls.step());
    this.#restart.addEventListener("click", () => controls.restart());
    for (const button of [this.#run, this.#step, this.#restart]) button.type = "button";
    page.fill(this.#step, "frame.step");
    page.fill(this.#restart, "frame.restart");
    this.#bar.setAttribute("aria-label", page.text("frame.progress"));
    host.replaceChildren(this.#run, this.#step, this.#restart, this.#bar, this.#count);
  }

  show({ done, total, running }: { done: number; total: number; running: boolean }): void {
    if (this.#running && done === total) this.#page.say("frame.done");
    this.#running = running;
    this.#bar.max = total;
    this.#bar.value = done;
    const finished = done >= total;
    this.#page.fill(this.#run, running ? "frame.pause" : "frame.run");
    this.#page.fill(this.#count, this.unit, { done, total });
    this.#run.disabled = finished;
    this.#step.disabled = finished || running;
    this.#restart.disabled = done === 0;
  }
}

/** Work in steps. Each is short: a slice of steps fills a part of a frame, and the page draws in between. */
export interface Work {
  readonly total: number;
  /** Does step number `done`, counted from 0. */
  step(done: number): void;
  /** Forgets everything. */
  restart(): void;
  /** Shows what there is. */
  draw(done: number): void;
}

const SLICE_MS = 10;

/** Runs work on the page's own thread, in slices. */
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

  get done(): number {
    return this.#done;
  }

  get finished(): boolean {
    return this.#done >= this.work.total;
  }

  run(): void {
    if (this.#running || this.finished) return;
    this.#running = true;
    this.#slice();
  }

  pause(): void {
    this.#running = false;
    this.#show();
  }

  step(): void {
    if (this.finished) return;
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
    while (!this.finished && performance.now() - since < SLICE_MS);
    if (this.finished) this.#running = false;
    this.#show();
    // A hidden page gets no frames, but goes on.
    if (this.#running) (document.hidden ? setTimeout : requestAnimationFrame)(() => this.#slice());
  }

  #show(): void {
    this.work.draw(this.#done);
    this.#bar.show({ done: this.#done, total: this.work.total, running: this.#running });
  }
}
