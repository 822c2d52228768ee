// One run through an experiment in the worker, a slice of steps at a time, under the buttons of a progress bar.
// It begins when the reader comes to it, so no chart stays empty.
import { asksForLess, byId, Latest, type Fields } from "../../kit/index.js";
import { changeDetector, ProgressBar, type Controls, type Page } from "../lesson/index.js";

/** Where the steps come from: an experiment in a worker, or several side by side. */
export interface StepSource<Step> {
  advance(count: number): Promise<Step[]>;
  /** What can be seen of it now. Rejects if the run was restarted; callers ignore that. */
  view?(): Promise<unknown>;
  close(): void;
}

type StepOf<Source> = Source extends StepSource<infer Step> ? Step : never;

export interface Plan<Source extends StepSource<unknown>> {
  total: number;
  /** The key of the text under the bar: "{done} of {total} steps". */
  unit: string;
  /** Opens the experiment. Called before the first step, or at once if there is something to show when it is open. */
  open(): Promise<Source>;
  opened?(source: Source): void | Promise<void>;
  /** Takes new steps. The next slice waits until this is done. */
  took(steps: StepOf<Source>[], done: number, source: Source): void | Promise<void>;
  /** Forgets all steps. */
  cleared(): void;
  /** Shows how it was after the step `shown` of the run. With this the reader can go back to earlier steps. */
  goBack?(): void;
  /** The most steps of a slice. Whoever keeps a picture of each slice then has enough of them. */
  sliceSteps?: number;
  /** How long a slice may take. */
  sliceMs?: number;
  /** Whether all steps take WATCH_MS together, so that the eye can follow. Then it has the button "Skip to the end". */
  paced?: boolean;
  /** How many steps it takes until it pauses. The button "To the end" takes the others. */
  first?: number;
  /** Whether another button of the section is its filled one. */
  quiet?: boolean;
  /** Whether it waits until the reader begins it, even in view. */
  waits?: boolean;
}

/** A page that shows 15 pictures a second looks alive. Pictures take time, too. */
const SLICE_MS = 60;
/** The part of the bar that is in view when a run begins. */
const SEEN = 0.9;
/** How long a reader watches an experiment that the machine would do in less. */
const WATCH_MS = 4000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class ExperimentRun<F extends Fields, Source extends StepSource<unknown>> implements Controls {
  readonly #host: HTMLElement;
  readonly #page: Page<F>;
  readonly #plan: Plan<Source>;
  readonly #bar: ProgressBar<F>;
  #source: Promise<Source> | undefined;
  #done = 0;
  #shown = 0;
  #running = false;
  #hurries = false;
  /** The step after which it pauses by itself. */
  #until = 0;
  /** Only the last run goes on. */
  readonly #runs = new Latest();
  atOnce?: () => void;
  toEnd?: () => void;
  goTo?: (step: number) => void;
  /** Only one slice is asked for at a time. */
  #asking: Promise<void> | undefined;
  readonly #view: IntersectionObserver;
  /** A restart begins another: what was asked for before it is thrown away. */
  readonly #starts = new Latest();

  constructor(host: HTMLElement, page: Page<F>, plan: Plan<Source>) {
    [this.#host, this.#page, this.#plan] = [host, page, plan];
    if (plan.paced) this.atOnce = () => this.#hurry();
    if (plan.first !== undefined) this.toEnd = () => this.#run(plan.total);
    if (plan.goBack !== undefined) this.goTo = (step) => this.#goTo(step);
    this.#bar = new ProgressBar(host, page, this, plan.unit, plan.quiet);
    this.#view = new IntersectionObserver((entries) => this.#seen(entries), { threshold: SEEN });
    this.#show();
    void this.#begin();
    this.#beginInView();
  }

  get done(): number {
    return this.#done;
  }

  /** The step that the page shows. It follows the run until the reader goes back. */
  get shown(): number {
    return this.#shown;
  }

  get #finished(): boolean {
    return this.#done >= this.#plan.total;
  }

  run(): void {
    const { total, first = total } = this.#plan;
    if (!this.#running) this.#run(this.#done < first ? first : total);
  }

  #run(until: number): void {
    this.#until = until;
    if (this.#running || this.#finished) return;
    this.#running = true;
    this.#hurries = false;
    this.#show();
    void this.#goOn();
  }

  #hurry(): void {
    this.run();
    this.#hurries = true;
  }

  pause(): void {
    this.#running = false;
    this.#show();
  }

  #goTo(step: number): void {
    this.#shown = Math.min(this.#done, Math.max(0, Math.round(step)));
    this.#show();
    this.#plan.goBack?.();
  }

  step(): void {
    if (!this.#finished && !this.#running) void this.#take(1);
  }

  restart(): void {
    this.#starts.begin();
    this.#running = false;
    this.#done = this.#shown = 0;
    this.#asking = undefined;
    void this.#source?.then(
      (source) => source.close(),
      () => {},
    );
    this.#source = undefined;
    this.#plan.cleared();
    this.#show();
    void this.#begin();
  }

  /** Begins as soon as its bar is in view. */
  #beginInView(): void {
    if (this.#plan.waits || asksForLess()) return;
    this.#view.disconnect();
    this.#view.observe(this.#host);
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.#view.disconnect();
    this.run();
  }

  /** Restarts whenever one of these settings changes. */
  restartOn(settings: () => readonly unknown[]): void {
    const changed = changeDetector();
    changed(...settings());
    this.#page.onChange(() => {
      if (!changed(...settings())) return;
      this.restart();
      this.#beginInView();
    });
  }

  async #begin(): Promise<void> {
    if (this.#plan.opened === undefined) return;
    const start = this.#starts.signal;
    try {
      const source = await this.#open();
      if (!start.aborted) await this.#plan.opened(this.#ofNow(source));
    } catch (error) {
      if (!start.aborted) this.#fail(error as Error);
    }
  }

  #open(): Promise<Source> {
    return (this.#source ??= this.#plan.open());
  }

  async #goOn(): Promise<void> {
    const run = this.#runs.begin();
    const [begin, before] = [performance.now(), this.#done];
    let count = 1;
    while (this.#running && !run.aborted) {
      const since = performance.now();
      const stepMs = this.#stepMs;
      const early = begin + (this.#done - before) * stepMs - since;
      if (early > 0) {
        await wait(Math.min(early, SLICE_MS));
        continue;
      }
      const most = Math.min(count, this.#until - this.#done);
      await this.#take(stepMs === 0 ? most : Math.min(most, Math.ceil(SLICE_MS / stepMs)));
      const wanted = (count * (this.#plan.sliceMs ?? SLICE_MS)) / (performance.now() - since);
      count = Math.max(1, Math.min(4 * count, Math.round(wanted), this.#plan.sliceSteps ?? Infinity));
    }
  }

  /** How long a step lasts at least: 0 for readers who are in a hurry or prefer no motion. */
  get #stepMs(): number {
    const motion = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    return this.#plan.paced && motion && !this.#hurries ? WATCH_MS / this.#plan.total : 0;
  }

  async #take(count: number): Promise<void> {
    while (this.#asking !== undefined) await this.#asking;
    if (this.#finished) return;
    const asking = (this.#asking = this.#ask(count, this.#starts.signal));
    await asking;
    if (this.#asking === asking) this.#asking = undefined;
  }

  async #ask(count: number, start: AbortSignal): Promise<void> {
    try {
      const source = await this.#open();
      const steps = (await source.advance(Math.min(count, this.#plan.total - this.#done))) as StepOf<Source>[];
      if (start.aborted) return;
      if (this.#shown === this.#done) this.#shown += steps.length;
      this.#done += steps.length;
      await this.#plan.took(steps, this.#done, this.#ofNow(source));
    } catch (error) {
      if (!start.aborted) this.#fail(error as Error);
    }
    if (start.aborted) return;
    if (this.#done >= this.#until) this.#running = false;
    this.#show();
  }

  /** The source of this run alone. */
  #ofNow(source: Source): Source {
    const start = this.#starts.signal;
    const view = async (): Promise<unknown> => {
      const seen = await source.view!();
      start.throwIfAborted();
      return seen;
    };
    return source.view === undefined ? source : { ...source, view };
  }

  #fail(error: Error): void {
    this.#running = false;
    this.#source = undefined;
    this.#page.fill(byId("engine"), "frame.no-engine", { reason: error.message });
  }

  #show(): void {
    const { total } = this.#plan;
    this.#bar.show({ done: this.#done, total, running: this.#running, shown: this.#shown });
  }
}
