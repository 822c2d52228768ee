// The lesson: two layers learn to go on with a text that repeats, while the page watches both attention maps.
import "../../rooms/training/training.css";
import type { Heed } from "heed";
import { byId, choice, integer, typed } from "../../kit/index.js";
import { digits, inTurn, make } from "../../../show/index.js";
import { askQuestions, figureButton, fillAsOneStop, openFigures, Page } from "../../rooms/lesson/index.js";
import { ExperimentRun, startWorker } from "../../rooms/training/index.js";
import { CurvesView, sharePercent } from "./curves-view.js";
import { EVERY, firstSnapshot, type InductionStep, type openInduction, type Snapshot } from "./induction.js";
import { LayersView } from "./layers-view.js";
import { lossOf } from "./loss-figure.js";
import { questionsOf } from "./questions.js";
import { CHANGES, Reader, type Change } from "./reader.js";
import { drawSample } from "./sample.js";
import { TOKENS, tokensOf } from "./task.js";
import { verdictOf } from "./verdict.js";
import { WaysView } from "./ways-view.js";
import { WAY_NAMES } from "../../rooms/pronouns/index.js";

const STEPS = 400;
const LEARNING_RATE = 0.003;
/** How long a slice may take at once. Its pictures take long, too. */
const SLICE_MS = 300;
const LAST_SEED = 99;
const EXAMPLES = ["lumberjacklumberjack", "tiredbanktiredbank", "wolfwolfwolf", "anna1anna2anna"] as const;
/** In the second copy of the first example. */
const FIRST_PICKED = 13;

/** `sentences` is the seed of the models that learn from sentences, `way` the one that is shown. */
const page = new Page({
  seed: integer(1, 1, LAST_SEED),
  text: typed(EXAMPLES[0], TOKENS),
  change: choice(...CHANGES),
  sentences: integer(1, 1, LAST_SEED),
  way: choice(...WAY_NAMES),
});
const worker = startWorker();
page.bind("seed", { show: String });
page.bind("sentences", { show: String });
page.bind("way");
page.bind("text");
page.bind("change");
showExamples();
void askQuestions(page, questionsOf);
void page.withCore((heed) => {
  new WaysView(page, heed, worker, () => ({ seed: page.state.sentences, way: page.state.way }));
  new Lesson(heed);
});

class Lesson {
  readonly #heed: Heed;
  readonly #reader: Reader;
  readonly #training;
  readonly #curves = new CurvesView(STEPS, (step) => this.#training.goTo?.(step));
  readonly #layers;
  /** What the jobs wait under: of one job only the last is done. */
  readonly #owners: object[] = [];
  #steps: InductionStep[] = [];
  #snapshots: Snapshot[] = [];

  constructor(heed: Heed) {
    this.#heed = heed;
    this.#layers = new LayersView(page, heed, FIRST_PICKED);
    this.#reader = new Reader(heed);
    this.#training = this.#openTraining();
    this.#clear();
    page.onChange(() => this.#draw());
  }

  #openTraining() {
    const training = new ExperimentRun(byId("training"), page, {
      total: STEPS,
      unit: "steps",
      paced: true,
      sliceMs: SLICE_MS,
      open: () =>
        worker.open<typeof openInduction>("induction", { seed: page.state.seed, learningRate: LEARNING_RATE }),
      took: (steps: InductionStep[]) => this.#take(steps),
      goBack: () => this.#drawShown(),
      cleared: () => this.#clear(),
    });
    training.restartOn(() => [page.state.seed]);
    return training;
  }

  #clear(): void {
    this.#steps = [];
    this.#snapshots = [firstSnapshot(this.#heed, page.state.seed)];
    this.#draw();
  }

  #take(steps: readonly InductionStep[]): void {
    this.#steps.push(...steps);
    this.#snapshots.push(...steps.flatMap(({ snapshot }) => snapshot ?? []));
    this.#draw();
    if (this.#steps.length === STEPS) page.say(...this.#verdict());
  }

  #draw(): void {
    drawSample(page.state.seed);
    this.#curves.show(this.#steps, this.#snapshots);
    page.fill(byId("verdict"), ...this.#verdict());
    this.#drawShown();
  }

  /** The last snapshot up to the step that is shown. */
  get #shown(): Snapshot {
    return this.#snapshots[Math.floor(this.#training.shown / EVERY)]!;
  }

  #verdict(): [key: string, numbers?: Record<string, string>] {
    return this.#steps.length < STEPS ? ["not-yet"] : verdictOf(this.#steps.map(({ graded }) => graded));
  }

  /** Draws what belongs to one snapshot. */
  #drawShown(): void {
    this.#curves.mark(this.#shown.step);
    for (const [at, job] of this.#jobs().entries()) inTurn((this.#owners[at] ??= {}), job);
  }

  /** What is computed and drawn of a snapshot, each for itself, so that none makes the page wait for the others. */
  #jobs(): (() => void)[] {
    const { parameters } = this.#shown;
    const { change, text } = page.state;
    const ids = tokensOf(text);
    const rows = (byId("away") as HTMLTableElement).tBodies[0]!.rows;
    const trained = { heed: this.#heed, reader: this.#reader, parameters };
    openFigures("loss", (one) => lossOf(page, { ...trained, change: one as Change }));
    return [
      () => this.#layers.showText(ids.length < 2 ? undefined : this.#reader.read(parameters, change, ids)),
      () => this.#layers.showMap(0),
      () => this.#layers.showMap(1),
      ...CHANGES.map((one, at) => () => {
        const { loss, accuracy } = this.#reader.grade(parameters, one);
        const [, lossCell, accuracyCell] = rows[at]!.cells;
        fillAsOneStop(byId("away"), () => lossCell!.replaceChildren(figureButton(digits(loss, 2), "loss", one)));
        accuracyCell!.textContent = sharePercent(accuracy);
        rows[at]!.classList.toggle("chosen", one === change);
      }),
    ];
  }
}

function showExamples(): void {
  const buttons = EXAMPLES.map((text) => {
    const button = make("button", { type: "button", lang: "en" }, text);
    button.addEventListener("click", () => page.set({ text }));
    return button;
  });
  byId("examples").replaceChildren(...buttons);
}
