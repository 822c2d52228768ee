// The table of places learns on the page, under the buttons of a progress bar. All its steps are kept.
import type { Heed } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import { type Page } from "../../rooms/lesson/index.js";
import { ExperimentRun, ownSteps, type StepSource } from "../../rooms/training/index.js";
import { learnTable, STEPS, type TableMoment } from "./learned-table.js";

export class Learning<F extends Fields> {
  readonly #heed: Heed;
  readonly #run: ExperimentRun<F, StepSource<TableMoment>>;
  #moments: TableMoment[];

  constructor(page: Page<F>, heed: Heed) {
    this.#heed = heed;
    this.#moments = [this.#fresh()];
    this.#run = new ExperimentRun(byId("training"), page, {
      total: STEPS,
      unit: "steps",
      paced: true,
      open: () => this.#open(),
      took: (moments: TableMoment[]) => {
        this.#moments.push(...moments);
        page.set({});
      },
      goBack: () => page.set({}),
      cleared: () => {
        this.#moments.splice(1);
        page.set({});
      },
    });
  }

  /** The table after the step that is shown. */
  get shown(): TableMoment {
    return this.#moments[this.#run.shown]!;
  }

  async #open(): Promise<StepSource<TableMoment>> {
    const table = learnTable(this.#heed);
    return ownSteps(
      () => {
        table.step();
        return table.moment();
      },
      () => table.dispose(),
    );
  }

  #fresh(): TableMoment {
    const table = learnTable(this.#heed);
    const moment = table.moment();
    table.dispose();
    return moment;
  }
}
