// Work that goes on in the worker, a slice at a time, under the buttons of the progress bar.
import { byId, type Page } from "../frame/page.js";
import { ProgressBar, type Controls } from "../frame/progress.js";
import type { Fields } from "../frame/state.js";

/** What is asked for the next steps. An experiment that Laboratory opened is one. */
export interface Source<Step> {
  advance(count: number): Promise<Step[]>;
  close(): void;
}

export type StepOf<From> = From extends Source<infer Step> ? Step : never;

export interface Plan<From extends Source<unknown>> {
  total: number;
  /** Key of the text under the bar: "{done} of {total} steps". */
  unit: string;
  /** Called at the first step after each start; at once, where the plan says what to show of it. */
  open(): Promise<From>;
  opened?(source: From): void | Promise<void>;
  /** New steps; the run waits until it is done. */
  took(steps: StepOf<From>[], done: number, source: From): void | Promise<void>;
  /** Forgets what it took. */
  cleared(): void;
  /** So long may a slice take; a page that shows 15 pictures a second looks alive, but pictures take time, too. */
  sliceMs?: number;
}

const SLICE_MS = 60;

export class Run<F extends Fields, From extends Source<unknown>> implements Controls {
  readonly #page: Page<F>;
  readonly #plan: Plan<From>;
  readonly #bar: ProgressBar<F>;
  #source: Promise<From> | undefined;
  #done = 0;
  #running = false;
  /** Only one slice is asked for at a time; what belongs to a run before the last restart is thrown away. */
  #asking: Promise<void> | undefined;
  #life = 0;

  constructor(host: HTMLElement, page: Page<F>, plan: Plan<From>) {
    this.#page = page;
    this.#plan = plan;
    this.#bar = new ProgressBar(host, page, this, plan.unit);
    this.#show();
    void this.#begin();
  }

  get done(): number {
    return this.#done;
  }

  get finished(): boolean {
    return this.#done >= this.#plan.total;
  }

  run(): void {
    if (this.#running || this.finished) return;
    this.#running = true;
    this.#show();
    void this.#goOn();
  }

  pause(): void {
    this.#running = false;
    this.#show();
  }

  step(): void {
    if (!this.finished && !this.#running) void this.#take(1);
  }

  restart(): void {
    this.#life++;
    this.#running = false;
    this.#done = 0;
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

  async #begin(): Promise<void> {
    if (this.#plan.opened === undefined) return;
    const life = this.#life;
    try {
      const source = await this.#open();
      if (life === this.#life) await this.#plan.opened(source);
    } catch (error) {
      if (life === this.#life) this.#fail(error as Error);
    }
  }

  #open(): Promise<From> {
    return (this.#source ??= this.#plan.open());
  }

  async #goOn(): Promise<void> {
    const life = this.#life;
    let count = 1;
    while (this.#running && life === this.#life) {
      const since = performance.now();
      await this.#take(count);
      const wanted = (count * (this.#plan.sliceMs ?? SLICE_MS)) / (performance.now() - since);
      count = Math.max(1, Math.min(4 * count, Math.round(wanted)));
    }
  }

  async #take(count: number): Promise<void> {
    await this.#asking;
    if (!this.finished) await (this.#asking = this.#ask(count, this.#life));
  }

  async #ask(count: number, life: number): Promise<void> {
    try {
      const source = await this.#open();
      const steps = (await source.advance(Math.min(count, this.#plan.total - this.#done))) as StepOf<From>[];
      if (life !== this.#life) return;
      this.#done += steps.length;
      await this.#plan.took(steps, this.#done, source);
    } catch (error) {
      if (life === this.#life) this.#fail(error as Error);
    }
    if (life !== this.#life) return;
    if (this.finished) this.#running = false;
    this.#show();
  }

  #fail(error: Error): void {
    this.#running = false;
    this.#source = undefined;
    this.#page.fill(byId("engine"), "frame.no-engine", { reason: error.message });
  }

  #show(): void {
    this.#bar.show({ done: this.#done, total: this.#plan.total, running: this.#running });
  }
}
