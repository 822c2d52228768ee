// The sentence itself: a small model learns what its pronoun means. The curves, the answer and the machine show any
// moment of the training.
import type { Heed } from "heed";
import "heed/element";
import { byId, type Fields } from "../../kit/index.js";
import { percent } from "../../../show/index.js";
import { openNumber, type Page } from "../../rooms/lesson/index.js";
import { ExperimentRun, type ExperimentWorker } from "../../rooms/training/index.js";
import {
  frontSentence,
  LearningCurves,
  ownLanguage,
  READ,
  SentenceMachine,
  STEPS,
  TABLES,
  TESTED,
  toldOf,
  type Measured,
} from "../../rooms/pronouns/index.js";
import { EVERY, type openPronouns, type PronounMoment } from "../../rooms/pronouns/worker/index.js";

export class ItView<F extends Fields> {
  readonly #page: Page<F>;
  readonly #curves: LearningCurves;
  readonly #machine: SentenceMachine;
  readonly #training;
  #moments: PronounMoment[] = [];
  #measured: Measured | undefined;

  constructor(page: Page<F>, heed: Heed, worker: ExperimentWorker, seed: () => number) {
    this.#page = page;
    this.#curves = new LearningCurves(byId("it-curves"), STEPS, (step) => this.#training.goTo?.(step));
    this.#machine = new SentenceMachine(byId("it"), heed, { open: openNumber });
    this.#training = new ExperimentRun(byId("reading-run"), page, {
      total: STEPS,
      unit: "changes",
      paced: true,
      open: () => worker.open<typeof openPronouns>("pronouns", { table: TABLES[ownLanguage()], seed: seed() }),
      opened: ({ about }) => this.#take([about.first]),
      took: async (steps, done, source) => {
        this.#take(steps.flatMap(({ moment }) => moment ?? []));
        if (done < STEPS) return;
        this.#measured = await source.view();
        page.say("it-verdict", this.#verdict());
        this.#draw();
      },
      goBack: () => this.#draw(),
      cleared: () => {
        [this.#moments, this.#measured] = [[], undefined];
      },
    });
    // Each language has its sentences.
    this.#training.restartOn(() => [ownLanguage(), seed()]);
    page.onChange(() => this.#draw());
  }

  #take(moments: readonly PronounMoment[]): void {
    if (moments.length === 0) return;
    this.#moments.push(...moments);
    this.#draw();
  }

  #draw(): void {
    const table = TABLES[ownLanguage()];
    const { words, asks } = frontSentence(table, true);
    this.#page.fill(byId("it-text"), "it-text", { pronoun: words[asks]!, read: READ });
    const moment = this.#moments[Math.min(Math.floor(this.#training.shown / EVERY), this.#moments.length - 1)];
    if (moment === undefined) return;
    this.#curves.translate();
    this.#curves.show(this.#moments, moment);
    this.#page.fill(byId("it-moment"), "it-moment", { ...toldOf(moment), tested: TESTED });
    this.#machine.show({ table, numbers: moment.numbers });
    if (this.#measured === undefined) byId("it-verdict").replaceChildren();
    else this.#page.fill(byId("it-verdict"), "it-verdict", this.#verdict());
  }

  #verdict(): Record<string, string | number> {
    const { right, firstOff, secondOff } = this.#measured!;
    const [first, second] = [firstOff, secondOff].map(percent) as [string, string];
    return { tested: TESTED, right: percent(right), firstOff: first, secondOff: second };
  }
}
