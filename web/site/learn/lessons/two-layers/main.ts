// Lesson 11: two layers learn to go on with a text that repeats, while the page watches both attention maps.
import type { Heed } from "heed";
import { digits, make } from "../../../../show/index.js";
import { askQuestions, byId, choice, Frames, integer, Page, type Field } from "../../frame/index.js";
import { ExperimentRun, startWorker } from "../../training/index.js";
import { CurvesView, sharePercent } from "./curves-view.js";
import { EVERY, firstSnapshot, type InductionStep, type openInduction, type Snapshot } from "./induction.js";
import { LayersView } from "./layers-view.js";
import { questionsOf } from "./questions.js";
import { CHANGES, Reader } from "./reader.js";
import { drawSample } from "./sample.js";
import { TOKENS, tokensOf } from "./task.js";
import { verdictOf } from "./verdict.js";

const STEPS = 400;
const LEARNING_RATE = 0.003;
/** So all steps take four seconds, if the machine can. */
const STEP_MS = 10;
/** How long a slice of steps takes: at the pace of the eye, and at once. */
const [SLICE_MS, SLICE_AT_ONCE_MS] = [60, 300];
const LAST_SEED = 99;
const EXAMPLES = ["lumberjacklumberjack", "wolfwolfwolf", "anna1anna2anna"] as const;
/** In the second copy of the first example. */
const FIRST_PICKED = 13;

const page = new Page({ seed: integer(1, 1, LAST_SEED), text: typed(EXAMPLES[0]), change: choice(...CHANGES) });
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const worker = startWorker(page);
page.bind("text");
page.bind("change");
showExamples();
void askQuestions(page, questionsOf);
void page.withCore((heed) => {
  new Lesson(heed);
});

class Lesson {
  readonly #heed: Heed;
  readonly #reader: Reader;
  readonly #curves = new CurvesView(STEPS, (step) => this.#goTo(step));
  readonly #layers = new LayersView(page, FIRST_PICKED);
  readonly #frames = new Frames(() => this.#jobs());
  #steps: InductionStep[] = [];
  #snapshots: Snapshot[] = [];
  /** Which snapshot is shown. As long as it is the last one, it follows the training. */
  #shown = 0;
  #isAtOnce = false;
  #sliceEnd = 0;

  constructor(heed: Heed) {
    this.#heed = heed;
    this.#reader = new Reader(heed);
    this.#clear();
    this.#wire(this.#openTraining());
    page.onChange(() => this.#draw());
  }

  #openTraining() {
    const lesson = this;
    const training = new ExperimentRun(byId("training"), page, {
      total: STEPS,
      unit: "steps",
      get sliceMs() {
        return lesson.#isAtOnce ? SLICE_AT_ONCE_MS : SLICE_MS;
      },
      open: () =>
        worker.open<typeof openInduction>("induction", { seed: page.state.seed, learningRate: LEARNING_RATE }),
      took: (steps: InductionStep[]) => lesson.#take(steps),
      cleared: () => lesson.#clear(),
    });
    training.restartOn(() => [page.state.seed]);
    return training;
  }

  #wire(training: { run(): void; restart(): void }): void {
    byId("at-once").addEventListener("click", () => {
      this.#isAtOnce = true;
      training.run();
    });
    byId("again").addEventListener("click", () => {
      training.restart();
      training.run();
    });
    const seed = (by: number) => () => page.set({ seed: Math.min(LAST_SEED, Math.max(1, page.state.seed + by)) });
    byId("seed-less").addEventListener("click", seed(-1));
    byId("seed-more").addEventListener("click", seed(1));
    byId("shown").addEventListener("input", () => this.#goTo(Number((byId("shown") as HTMLInputElement).value)));
  }

  #clear(): void {
    this.#steps = [];
    this.#snapshots = [firstSnapshot(this.#heed, page.state.seed)];
    this.#shown = 0;
    this.#isAtOnce = calm.matches;
    this.#draw();
  }

  async #take(steps: readonly InductionStep[]): Promise<void> {
    const follows = this.#shown === this.#snapshots.length - 1;
    this.#steps.push(...steps);
    this.#snapshots.push(...steps.flatMap(({ snapshot }) => snapshot ?? []));
    if (follows) this.#shown = this.#snapshots.length - 1;
    this.#draw();
    if (this.#steps.length === STEPS) page.say(...this.#verdict());
    const left = this.#isAtOnce ? 0 : this.#sliceEnd + steps.length * STEP_MS - performance.now();
    if (left > 0) await new Promise((done) => setTimeout(done, left));
    this.#sliceEnd = performance.now();
  }

  #goTo(step: number): void {
    this.#shown = Math.min(this.#snapshots.length - 1, Math.round(step / EVERY));
    this.#drawShown();
  }

  #draw(): void {
    byId("seed").textContent = String(page.state.seed);
    drawSample(page.state.seed);
    this.#curves.show(this.#steps, this.#snapshots);
    page.fill(byId("verdict"), ...this.#verdict());
    this.#drawShown();
  }

  #verdict(): [key: string, numbers?: Record<string, string>] {
    return this.#steps.length < STEPS ? ["not-yet"] : verdictOf(this.#steps.map(({ graded }) => graded));
  }

  /** Draws what belongs to one snapshot. */
  #drawShown(): void {
    const slider = byId("shown") as HTMLInputElement;
    const { step } = this.#snapshots[this.#shown]!;
    slider.max = String(this.#snapshots.at(-1)!.step);
    slider.value = String(step);
    document.querySelector("output[for=shown]")!.textContent = page.text("step", { step });
    this.#curves.mark(step);
    this.#frames.request();
  }

  /** What is computed and drawn of a snapshot, a frame each. */
  #jobs(): (() => void)[] {
    const { parameters } = this.#snapshots[this.#shown]!;
    const { change, text } = page.state;
    const ids = tokensOf(text);
    const rows = (byId("away") as HTMLTableElement).tBodies[0]!.rows;
    return [
      () => this.#layers.showText(ids.length < 2 ? undefined : this.#reader.read(parameters, change, ids)),
      () => this.#layers.showMap(this.#heed, 0),
      () => this.#layers.showMap(this.#heed, 1),
      ...CHANGES.map((one, at) => () => {
        const { loss, accuracy } = this.#reader.grade(parameters, one);
        const [, lossCell, accuracyCell] = rows[at]!.cells;
        lossCell!.textContent = digits(loss, 2);
        accuracyCell!.textContent = sharePercent(accuracy);
        rows[at]!.classList.toggle("chosen", one === change);
      }),
    ];
  }
}

function typed(initial: string): Field<string> {
  return { initial, read: (text) => text.slice(0, TOKENS), write: (text) => text };
}

function showExamples(): void {
  const buttons = EXAMPLES.map((text) => {
    const button = make("button", { type: "button", lang: "en" }, text);
    button.addEventListener("click", () => page.set({ text }));
    return button;
  });
  byId("examples").replaceChildren(...buttons);
}
