// The progress of work that takes longer than a blink: a bar, a count and the button Run. In a fold are the seed, and
// the buttons One step and Clear.
// Work that runs at the pace of the eye also has the button "Skip to the end"; work that pauses before its end has
// "To the end".
// Work that keeps its steps has a thumb on the bar: the reader drags it back and forth.
import type { Fields } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { showsAll } from "./more.js";
import type { Page } from "./page.js";

/** What the buttons do. */
export interface Controls {
  run(): void;
  pause(): void;
  step(): void;
  restart(): void;
  /** Runs as fast as it can. */
  atOnce?(): void;
  /** Runs on, where a run pauses before the end. */
  toEnd?(): void;
  /** Shows how it was after a step. */
  goTo?(step: number): void;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly running: boolean;
  /** The step that the page shows. It may be an earlier one. */
  readonly shown?: number;
}

/** The buttons that only some runs have: their texts, and what they do. */
const MORE = [
  ["frame.at-once", "atOnce"],
  ["frame.to-end", "toEnd"],
] as const;

/** The dials before a run, where they are only its seed. */
function seedBefore(host: HTMLElement): Element[] {
  const dials = host.previousElementSibling;
  const isSeed = dials?.matches(".dials") && Array.from(dials.children).every((one) => one.matches(".stepper"));
  return isSeed ? [dials!] : [];
}

/** Shows progress; it computes nothing. */
export class ProgressBar<F extends Fields> {
  readonly #page: Page<F>;
  readonly #controls: Controls;
  readonly #bar = make("progress", { "data-t-label": "frame.progress" });
  readonly #thumb = make("input", { type: "range", class: "thumb", min: 0, step: 1, "data-t-label": "frame.go-to" });
  readonly #count = make("p", { class: "count" });
  readonly #shown = make("p", { class: "shown" });
  readonly #run = make("button", { type: "button" });
  readonly #step: HTMLButtonElement;
  readonly #more: HTMLButtonElement[];
  readonly #restart: HTMLButtonElement;
  #progress: Progress = { done: 0, total: 1, running: false };

  /**
   * @param unit the key of the text that says what is counted: "{done} of {total} draws"
   * @param quiet whether another button of the section is its filled one
   */
  constructor(
    host: HTMLElement,
    page: Page<F>,
    controls: Controls,
    readonly unit: string,
    quiet = false,
  ) {
    this.#page = page;
    this.#controls = controls;
    this.#step = page.element("button", "frame.step", { type: "button" });
    this.#more = MORE.filter(([, name]) => controls[name] !== undefined).map(([key, name]) => {
      const button = page.element("button", key, { type: "button" });
      button.addEventListener("click", () => controls[name]?.());
      return button;
    });
    this.#restart = page.element("button", "frame.restart", { type: "button" });
    this.#run.classList.toggle("primary", !quiet);
    this.#run.addEventListener("click", () => this.#runOrPause());
    this.#step.addEventListener("click", () => controls.step());
    this.#restart.addEventListener("click", () => controls.restart());
    this.#thumb.addEventListener("input", () =>
      controls.goTo?.(Math.min(this.#progress.done, Number(this.#thumb.value))),
    );
    this.#bar.setAttribute("aria-label", page.text("frame.progress"));
    this.#thumb.setAttribute("aria-label", page.text("frame.go-to"));
    const thumb = controls.goTo === undefined ? [] : [this.#thumb];
    host.classList.add("progress");
    const seed = seedBefore(host);
    const options = make(
      "details",
      { class: "fold more", open: showsAll() },
      page.element("summary", "frame.options"),
      ...seed,
      ...(seed.length > 0 ? [page.element("p", "frame.seed-is", { class: "note" })] : []),
      make("div", { class: "steps" }, this.#step, ...this.#more, this.#restart),
    );
    host.replaceChildren(
      this.#run,
      make("div", { class: "bar" }, this.#bar, ...thumb),
      ...[this.#count, this.#shown, options],
    );
    page.onChange(() => this.#showThumb());
  }

  show(progress: Progress): void {
    const { done, total, running } = progress;
    if (this.#progress.running && done === total) this.#page.say("frame.done");
    this.#progress = progress;
    this.#bar.max = total;
    this.#bar.value = done;
    const finished = done >= total;
    this.#page.fill(this.#run, running ? "frame.pause" : finished ? "frame.again" : "frame.run");
    this.#page.fill(this.#count, this.unit, { done, total });
    this.#step.disabled = finished || running;
    for (const button of this.#more) button.disabled = finished;
    this.#restart.disabled = done === 0;
    this.#showThumb();
  }

  #showThumb(): void {
    const { done, total, shown = done } = this.#progress;
    this.#thumb.hidden = done === 0;
    this.#thumb.max = String(total);
    this.#thumb.value = String(shown);
    this.#thumb.setAttribute("aria-valuetext", this.#page.text(this.unit, { done: shown, total }));
    if (shown === done) this.#shown.replaceChildren();
    else this.#page.fill(this.#shown, "frame.shown", { step: shown });
  }

  #runOrPause(): void {
    const { done, total, running } = this.#progress;
    if (running) return this.#controls.pause();
    if (done >= total) this.#controls.restart();
    this.#controls.run();
  }
}
