// The progress of work that takes longer than a blink: a bar, a count, and the buttons Run, One step and Clear.
// Work that runs at the pace of the eye also has the button "At once".
import { make } from "../../../show/index.js";
import type { Fields } from "./fields.js";
import type { Page } from "./page.js";

/** What the buttons do. */
export interface Controls {
  run(): void;
  pause(): void;
  step(): void;
  restart(): void;
  /** Runs as fast as it can. */
  atOnce?(): void;
}

/** Shows progress; it computes nothing. */
export class ProgressBar<F extends Fields> {
  readonly #page: Page<F>;
  readonly #bar = make("progress", { "data-t-label": "frame.progress" });
  readonly #count = make("p", { class: "count" });
  readonly #run = make("button", { type: "button", class: "primary" });
  readonly #step: HTMLButtonElement;
  readonly #atOnce: HTMLButtonElement;
  readonly #restart: HTMLButtonElement;
  #running = false;

  /** @param unit the key of the text that says what is counted: "{done} of {total} draws" */
  constructor(
    host: HTMLElement,
    page: Page<F>,
    controls: Controls,
    readonly unit: string,
  ) {
    this.#page = page;
    this.#step = page.element("button", "frame.step", { type: "button" });
    this.#atOnce = page.element("button", "frame.at-once", { type: "button" });
    this.#restart = page.element("button", "frame.restart", { type: "button" });
    this.#run.addEventListener("click", () => (this.#running ? controls.pause() : controls.run()));
    this.#step.addEventListener("click", () => controls.step());
    this.#atOnce.addEventListener("click", () => controls.atOnce?.());
    this.#restart.addEventListener("click", () => controls.restart());
    this.#bar.setAttribute("aria-label", page.text("frame.progress"));
    host.classList.add("progress");
    const atOnce = controls.atOnce === undefined ? [] : [this.#atOnce];
    host.replaceChildren(this.#run, this.#step, ...atOnce, this.#restart, this.#bar, this.#count);
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
    this.#atOnce.disabled = finished;
    this.#restart.disabled = done === 0;
  }
}
