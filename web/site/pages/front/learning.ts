// How it learned: a training in the worker, begun on arrival and as often as the reader likes. Each moment is kept, so
// the reader can go back to it.
import { digits, percent } from "../../../show/index.js";
import { asksForLess, byId, Latest } from "../../kit/index.js";
import { fill } from "../../kit/texts/index.js";
import {
  BATCH,
  LearningCurves,
  MEASURED,
  STEPS,
  TESTED,
  toldOf,
  type Measured,
  type Model,
  type StoredModel,
  type Table,
} from "../../rooms/pronouns/index.js";
import { EVERY, type openPronouns, type PronounMoment } from "../../rooms/pronouns/worker/index.js";
import { ExperimentWorker } from "../../rooms/training/index.js";

/** Slowly, so long is each of its moments seen. */
const SLOW_MS = 400;

type Pace = "arrival" | "fast" | "slow";

export class Learning {
  readonly #show: (model: Model, afresh?: boolean) => void;
  readonly #worker = new ExperimentWorker();
  readonly #range = byId<HTMLInputElement>("moment");
  #curves: LearningCurves | undefined;
  #stored: StoredModel;
  #seed: number;
  #moments: PronounMoment[] = [];
  #measured: Measured | undefined;
  /** Only the training that was begun last goes on. */
  readonly #trainings = new Latest();
  #status: () => void = () => {};
  /** What is said of a whole training. */
  #learned: (() => void) | undefined;

  /** @param show shows what other numbers make of the sentence */
  constructor(stored: StoredModel, show: (model: Model, afresh?: boolean) => void) {
    [this.#stored, this.#show, this.#seed] = [stored, show, stored.seed];
    byId("again").addEventListener("click", () => void this.#train("fast"));
    byId("slowly").addEventListener("click", () => void this.#train("slow"));
    byId("other-seed").addEventListener("click", () => {
      this.#seed++;
      void this.#train("fast");
    });
    this.#range.addEventListener("input", () => this.#goTo(Number(this.#range.value)));
    this.take(stored);
  }

  /** Another language has numbers of its own. */
  take(stored: StoredModel): void {
    [this.#stored, this.#seed, this.#moments] = [stored, stored.seed, []];
    this.#trainings.end();
    this.#measured = MEASURED[stored.table.language].find(({ seed }) => seed === stored.seed);
    fill(byId("change-text"), "change", { batch: BATCH, numbers: stored.numbers.length });
    this.#tell("stored", {});
    this.#draw();
    // A reader who asked the browser for less begins it by hand.
    if (!asksForLess()) void this.#train("arrival");
  }

  /** Learns with words of the reader's own. Until then they have the rows that those before them have learned. */
  learnWith(table: Table): void {
    this.#stored = { ...this.#stored, table };
    const { numbers } = this.#moments.at(-1) ?? this.#stored;
    this.#show({ table, numbers });
    void this.#train("fast");
  }

  /** In the language of the page. */
  translate(): void {
    this.#status();
    this.#curves?.translate();
    this.#draw();
  }

  async #train(pace: Pace): Promise<void> {
    const training = this.#trainings.begin();
    this.#learned = undefined;
    const { table } = this.#stored;
    const begun = performance.now();
    if (pace !== "arrival") this.#tell("learning-again", { done: 0, steps: STEPS });
    try {
      const remote = await this.#worker.open<typeof openPronouns>("pronouns", { table, seed: this.#seed });
      try {
        const { first, steps } = remote.about;
        const moments = [first];
        const seen = async (): Promise<void> => {
          if (training.aborted || pace === "arrival") return;
          [this.#moments, this.#measured] = [[...moments], undefined];
          this.#look(moments.at(-1)!, moments.length === 1);
          if (pace === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        };
        await seen();
        for (let done = 0; done < steps && !training.aborted; done += EVERY) {
          this.#tell(pace === "arrival" ? "learning" : "learning-again", { done, steps });
          for (const { moment } of await remote.advance(EVERY)) if (moment !== undefined) moments.push(moment);
          await seen();
        }
        const seconds = (performance.now() - begun) / 1000;
        const measured = await remote.view();
        if (training.aborted) return;
        [this.#moments, this.#measured] = [moments, measured];
        this.#look(moments.at(-1)!);
        this.#tell(pace === "slow" ? "learned-slowly" : "learned", { time: digits(seconds, 1), seed: this.#seed });
        this.#learned = this.#status;
        performance.mark("heed-learned");
      } finally {
        remote.close();
      }
    } catch (error) {
      if (!training.aborted) this.#tell("not-learned", { reason: (error as Error).message });
    }
  }

  #goTo(at: number): void {
    const last = this.#moments.length - 1;
    const moment = this.#moments[Math.min(at, last)];
    if (moment === undefined) return;
    this.#look(moment);
    const learned = this.#learned;
    if (learned === undefined) return;
    if (at < last) this.#tell("moment-above", { step: moment.step });
    else (this.#status = learned)();
  }

  /** Shows a moment: in the chart, in its sentence, and in all that follows from its numbers. */
  #look(moment: PronounMoment, afresh = false): void {
    this.#draw(moment);
    this.#show({ table: this.#stored.table, numbers: moment.numbers }, afresh);
  }

  #draw(moment = this.#moments.at(-1)): void {
    this.#curves ??= new LearningCurves(byId("curve"), STEPS, (step) => this.#goTo(Math.round(step / EVERY)));
    this.#curves.show(this.#moments, moment);
    this.#range.disabled = moment === undefined;
    this.#range.max = String(STEPS / EVERY);
    this.#range.value = String(moment === undefined ? 0 : this.#moments.indexOf(moment));
    if (moment === undefined) fill(byId("moment-says"), "moment-none");
    else fill(byId("moment-says"), "moment-says", toldOf(moment));
    this.#range.setAttribute("aria-valuetext", byId("moment-says").textContent);
    this.#drawMeasured();
  }

  /** The three rows of 400 sentences. */
  #drawMeasured(): void {
    const { right, firstOff, secondOff } = this.#measured ?? { right: NaN, firstOff: NaN, secondOff: NaN };
    for (const [name, share] of Object.entries({ right, firstOff, secondOff })) {
      const row = byId(`tested-${name}`);
      row.querySelector("output")!.textContent = Number.isNaN(share) ? "–" : percent(share);
      row.style.setProperty("--share", Number.isNaN(share) ? "0" : String(share));
    }
    const rights = MEASURED[this.#stored.table.language].map((one) => one.right);
    const isAll = rights.every((one) => one === 1);
    fill(byId("ten-seeds"), isAll ? "ten-seeds-all" : "ten-seeds", {
      tested: TESTED,
      trainings: rights.length,
      least: digits(100 * Math.min(...rights), 1),
      most: digits(100 * Math.max(...rights), 1),
    });
  }

  #tell(key: string, given: Record<string, string | number>): void {
    this.#status = () => fill(byId("learned"), key, given);
    this.#status();
  }
}
