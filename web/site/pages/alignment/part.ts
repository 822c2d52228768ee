// One training of the lesson: its run, and what was seen after some of its steps.
import type { Heed } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import type { Page } from "../../rooms/lesson/index.js";
import { ExperimentRun, Moments, type ExperimentWorker } from "../../rooms/training/index.js";
import { openAlignment, TASKS, type AlignmentStep, type Snapshot, type TaskName } from "./training.js";

interface PartOptions {
  /** The element of the run. */
  readonly id: string;
  readonly name: TaskName;
  readonly seed: () => number;
  /** Called with the snapshot that is shown, and all so far. */
  readonly draw: (shown: Snapshot, all: readonly Snapshot[]) => void;
}

export class Part<F extends Fields> {
  readonly #heed: Heed;
  readonly #options: PartOptions;
  readonly #run;
  readonly #moments = new Moments<Snapshot>();
  #all: Snapshot[] = [];

  constructor(page: Page<F>, heed: Heed, worker: ExperimentWorker, options: PartOptions) {
    [this.#heed, this.#options] = [heed, options];
    const { id, name, seed } = options;
    this.#clear();
    this.#run = new ExperimentRun(byId(id), page, {
      total: TASKS[name].steps,
      unit: "steps",
      paced: true,
      open: () => worker.open<typeof openAlignment>("alignment", { name, seed: seed() }),
      took: (steps: AlignmentStep[]) => {
        for (const { snapshot } of steps) if (snapshot !== undefined) this.#add(snapshot);
        this.draw();
      },
      goBack: () => this.draw(),
      cleared: () => {
        this.#clear();
        this.draw();
      },
    });
    this.#run.restartOn(() => [seed()]);
  }

  /** Shows how it was after a step, if the run has come so far. */
  goTo(step: number): void {
    this.#run.goTo?.(step);
  }

  draw(): void {
    this.#options.draw(this.#moments.at(this.#run?.shown ?? 0)!, this.#all);
  }

  #clear(): void {
    this.#moments.clear();
    this.#all = [];
    const { name, seed } = this.#options;
    const fresh = openAlignment(this.#heed, { name, seed: seed() });
    this.#add(fresh.about);
    fresh.dispose();
  }

  #add(snapshot: Snapshot): void {
    this.#moments.add(snapshot.step, snapshot);
    this.#all.push(snapshot);
  }
}
