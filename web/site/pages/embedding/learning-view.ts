// The small table learns on the page: its rows as points of a plane, and the table itself. All steps are kept.
import type { Heed } from "heed";
import { axes, arrow, type Point } from "../../kit/charts/index.js";
import { byId, type Fields } from "../../kit/index.js";
import { digits, make, svg } from "../../../show/index.js";
import { changeDetector, fillTable, type Page } from "../../rooms/lesson/index.js";
import { ExperimentRun, ownSteps, type StepSource } from "../../rooms/training/index.js";
import { amongTheirOwn, DIM, groupOf, MEASURED, PAIRS, STEPS, trainTable, WORDS, type Moment } from "./learning.js";
import { lookUpRows } from "./look-up.js";

/** How much longer than a step's way an arrow is drawn. */
const PULL = 15;
/** The least height between two names. */
const LINE = 0.36;

export class Learning<F extends Fields> {
  readonly #page: Page<F>;
  readonly #heed: Heed;
  readonly #run: ExperimentRun<F, StepSource<Moment>>;
  readonly #isNewLanguage = changeDetector();
  #moments: Moment[] = [];
  #asked = 0;

  constructor(page: Page<F>, heed: Heed) {
    [this.#page, this.#heed] = [page, heed];
    this.#run = new ExperimentRun(byId("training"), page, {
      total: STEPS,
      unit: "steps",
      paced: true,
      open: () => this.#open(),
      took: (moments: Moment[]) => {
        this.#moments.push(...moments);
        this.#draw();
      },
      goBack: () => this.#draw(),
      cleared: () => this.#begin(),
    });
    this.#run.restartOn(() => [this.#seed]);
    this.#begin();
  }

  /** @param asked the word whose row is looked up */
  show(asked: number): void {
    this.#asked = asked;
    if (this.#isNewLanguage(this.#page.language)) this.#write();
    this.#draw();
  }

  get #seed(): number {
    return Number((this.#page.state as { seed: number }).seed);
  }

  #begin(): void {
    const fresh = trainTable(this.#heed, this.#seed);
    this.#moments = [fresh.moment()];
    fresh.dispose();
    this.#draw();
  }

  async #open(): Promise<StepSource<Moment>> {
    const training = trainTable(this.#heed, this.#seed);
    return ownSteps(
      () => {
        training.step();
        return training.moment();
      },
      () => training.dispose(),
    );
  }

  /** What depends on the language alone: the choice of a word, and the text that is learned from. */
  #write(): void {
    const options = this.#words.map((word, at) => make("option", { value: at, selected: at === this.#asked }, word));
    byId("word").replaceChildren(...options);
    const sentences = PAIRS.map(({ word, next }) => `${this.#words[word]} ${this.#page.text(`next-${next}`)}.`);
    byId("corpus").textContent = sentences.join(" ");
  }

  get #words(): string[] {
    return Array.from({ length: WORDS }, (_, word) => this.#page.text(`word-${word}`));
  }

  #draw(): void {
    const moment = this.#moments[this.#run.shown];
    if (moment === undefined) return;
    this.#drawPlane(moment);
    const { rows, foot } = lookUpRows(this.#page, this.#heed, { moment, asked: this.#asked, words: this.#words });
    fillTable("look-up", rows, foot);
    this.#page.fill(byId("look-up-said"), "look-up-said", { word: this.#words[this.#asked]!, id: this.#asked });
    this.#page.fill(byId("verdict"), "learned-so-far", {
      step: moment.step,
      own: amongTheirOwn(moment.table),
      words: WORDS,
      loss: digits(moment.loss, 2),
    });
    this.#page.fill(byId("slope-text"), "slope-text", { words: WORDS, ...MEASURED });
  }

  #drawPlane({ table, slopes }: Moment): void {
    const at = (word: number, of = table): Point => [of[word * DIM]!, of[word * DIM + 1]!];
    const points = Array.from({ length: WORDS }, (_, word) => at(word));
    const heights = apart(points);
    const drawn = points.map(([x, y], word) => {
      const [slopeX, slopeY] = at(word, slopes);
      const kind = `group-${groupOf(word)}${word === this.#asked ? " asked" : ""}`;
      return svg(
        "g",
        { class: kind },
        arrow("pull", [x, y], [x - PULL * slopeX, y - PULL * slopeY], 0.8),
        mark(groupOf(word), [x, y]),
        svg("text", { x: x + 0.2, y: -heights[word]! + 0.1 }, this.#words[word]!),
      );
    });
    byId("plane").replaceChildren(...axes(-4.2, 4.2), ...drawn);
  }
}

/** A group's words are circles, squares or triangles. */
function mark(group: number, [x, y]: Point): SVGElement {
  const size = 0.13;
  if (group === 0) return svg("circle", { class: "mark", cx: x, cy: -y, r: size });
  if (group === 1) return svg("rect", { class: "mark", x: x - size, y: -y - size, width: 2 * size, height: 2 * size });
  const corners = [
    [0, -1.3],
    [1.15, 0.8],
    [-1.15, 0.8],
  ].map(([a, b]) => `${x + a! * size},${-y + b! * size}`);
  return svg("polygon", { class: "mark", points: corners.join(" ") });
}

/** Heights for the names of points: where points lie close together, their names stand one below another. */
function apart(points: readonly Point[]): number[] {
  const heights = points.map(([, y]) => y);
  const order = points.map((_, at) => at).sort((a, b) => heights[b]! - heights[a]!);
  order.forEach((word, place) => {
    for (const above of order.slice(0, place)) {
      const isBeside = Math.abs(points[above]![0] - points[word]![0]) < 1.4;
      if (isBeside) heights[word] = Math.min(heights[word]!, heights[above]! - LINE);
    }
  });
  return heights;
}
