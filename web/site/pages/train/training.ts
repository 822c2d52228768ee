// A training as the page leads it: the worker takes slices of steps, and between them the page can pause or stop it.
import workerText from "page:worker";
import { byId, Latest, WorkerHost, type AnswerOf, type ArgumentOf } from "../../kit/index.js";
import { fill } from "../../kit/texts/index.js";
import { digits } from "../../../show/index.js";
import { isKept, SMALL } from "./messages.js";
import type { Advanced, Opened, Seen, Settings, Told } from "./messages.js";
import type { TrainMethods } from "./worker.js";

/** How long the worker trains before it answers: the page can pause, and its curve moves. */
const SLICE_MS = 60;
/** Contexts that are counted: of no letter to four letters. */
const ORDERS = 5;

export interface TrainingHost {
  /** Something begins or ends. */
  readonly changed: () => void;
  /** Nothing of the run before can be asked for any more. */
  readonly left: () => void;
  readonly begun: (opened: Opened, steps: number) => void;
  readonly counted: (order: number, loss: number) => void;
  readonly learned: (done: Advanced) => void;
  /** @returns a kept step that is given up for this one */
  readonly kept: (seen: Seen) => number | undefined;
  /** @param diverged the step at which the loss was no number any more */
  readonly ended: (text: string, diverged: number | undefined) => void;
}

export class Training {
  readonly #host: TrainingHost;
  readonly #status = byId("status");
  readonly #progress = byId<HTMLProgressElement>("progress");
  /** With the next run this one is asked about no more. */
  readonly #runs = new Latest();
  #worker: WorkerHost<TrainMethods> | undefined;
  #busy: "training" | "opening" | undefined;
  #stopped = false;
  #paused: { promise: Promise<void>; resume: () => void } | undefined;
  #opened: Opened | undefined;
  #settings: Settings = SMALL;
  /** What was seen at the kept steps. */
  #told: Told[] = [];

  constructor(host: TrainingHost) {
    this.#host = host;
    byId("pause").addEventListener("click", () => this.#pauseOrResume());
    byId("cancel").addEventListener("click", () => this.#stop());
  }

  get busy(): "training" | "opening" | undefined {
    return this.#busy;
  }

  get opened(): Opened | undefined {
    return this.#opened;
  }

  get settings(): Settings {
    return this.#settings;
  }

  get told(): readonly Told[] {
    return this.#told;
  }

  get worker(): WorkerHost<TrainMethods> {
    return (this.#worker ??= new WorkerHost(workerText, (error) => this.#lose(error)));
  }

  /** Asks for what a view shows. Undefined where that fails, which is said, and where it is not wanted any more. */
  async ask<Name extends keyof TrainMethods>(
    method: Name,
    argument: ArgumentOf<TrainMethods[Name]>,
    signal = this.#runs.signal,
  ): Promise<AnswerOf<TrainMethods[Name]> | undefined> {
    const run = this.#runs.signal;
    try {
      const answer = await this.worker.ask(method, argument, { signal });
      return run.aborted ? undefined : answer;
    } catch (error) {
      if (!run.aborted) this.tellProblem(error as Error);
      return undefined;
    }
  }

  tellProblem({ name, message }: Error): void {
    if (name !== "AbortError" && this.#worker !== undefined) fill(this.#status, "failed", { reason: message });
  }

  /** Trains a model on a text. */
  train(text: string, settings: Settings): Promise<void> {
    this.#progress.value = 0;
    return this.alone("training", async () => {
      this.#leave();
      fill(this.#status, "reading");
      await this.#go(await this.worker.ask("begin", { text, settings }), settings, settings.steps, text);
    });
  }

  /** Goes over to a model that the worker has opened. */
  async goTo(opened: Opened, settings: Settings): Promise<void> {
    this.#leave();
    await this.#go(opened, settings, 0);
  }

  /** One at a time. */
  async alone(busy: "training" | "opening", act: () => Promise<void>): Promise<void> {
    this.#busy = busy;
    this.#stopped = false;
    this.#host.changed();
    try {
      await act();
    } catch (error) {
      this.tellProblem(error as Error);
    }
    this.#busy = undefined;
    this.#paused = undefined;
    this.#host.changed();
  }

  #leave(): void {
    this.#runs.begin();
    this.#told = [];
    this.#host.left();
  }

  async #go(opened: Opened, settings: Settings, steps: number, text?: string): Promise<void> {
    [this.#opened, this.#settings] = [opened, settings];
    this.#host.begun(opened, steps);
    const diverged = await this.#slices(steps);
    if (text !== undefined) this.#host.ended(text, diverged);
  }

  /**
   * Trains in slices. What is counted and seen comes in between, each in a message of its own. Returns the step at
   * which the loss was no number any more.
   */
  async #slices(steps: number): Promise<number | undefined> {
    const { worker } = this;
    await this.#keep(worker, 0);
    let [step, counted] = [0, 0];
    while (step < steps && !this.#stopped) {
      await this.#paused?.promise;
      if (counted < ORDERS && step >= 20 * counted) this.#host.counted(counted++, await worker.ask("count"));
      const until = nextKept(step, steps);
      const done = await worker.ask("advance", { ms: SLICE_MS, until });
      step = done.step;
      if (!Number.isFinite(done.loss)) break;
      this.#host.learned(done);
      this.#tell(done, steps);
      if (step === until && !(await this.#keep(worker, step))) break;
    }
    // A run that was cancelled keeps the step that it reached.
    const isFinite = this.#told.at(-1)!.step === step || (await this.#keep(worker, step));
    while (counted < ORDERS) this.#host.counted(counted++, await worker.ask("count"));
    return isFinite ? undefined : step;
  }

  /** False, and nothing is kept, where the model has come to compute no numbers any more. */
  async #keep(worker: WorkerHost<TrainMethods>, step: number): Promise<boolean> {
    await worker.ask("keep");
    const seen = await worker.ask("see", { step, off: [] });
    const isFinite = Number.isFinite(seen.heldOut);
    if (step > 0 && !isFinite) {
      await worker.ask("forget", step);
      return false;
    }
    const { heldOut, heads } = seen;
    this.#told.push({ step, heldOut, heads });
    const dropped = this.#host.kept(seen);
    if (dropped !== undefined) await worker.ask("forget", dropped);
    return true;
  }

  #tell({ step, stepMs }: Advanced, steps: number): void {
    const { batch, tokens } = this.#settings;
    this.#progress.value = step / steps;
    fill(this.#status, "training", () => ({
      step,
      steps,
      speed: digits(Math.round((batch * tokens * 1000) / stepMs / 1000), 0),
      left: digits(Math.ceil(((steps - step) * stepMs) / 1000), 0),
    }));
  }

  #pauseOrResume(): void {
    if (this.#paused) this.#resume();
    else {
      let resume = (): void => {};
      const promise = new Promise<void>((resolve) => (resume = resolve));
      this.#paused = { promise, resume };
    }
    fill(byId("pause"), this.#paused ? "go-on" : "pause");
  }

  #resume(): void {
    this.#paused?.resume();
    this.#paused = undefined;
  }

  #stop(): void {
    this.#stopped = true;
    this.#resume();
  }

  /** The worker has broken off, and its model is gone. */
  #lose({ message }: Error): void {
    this.#worker?.stop();
    this.#worker = undefined;
    this.#stop();
    this.#leave();
    fill(this.#status, "lost", { reason: message });
  }
}

function nextKept(step: number, steps: number): number {
  let next = step + 1;
  while (!isKept(next, steps)) next++;
  return next;
}
