// The small table learns on the page: its rows as points of a plane, and the table itself. All steps are kept.
import type { Heed } from "heed";
import { arrow, axes, placeNames, type NamePlace, type Point } from "../../kit/charts/index.js";
import { byId, type Fields } from "../../kit/index.js";
import { digits, make, svg } from "../../../show/index.js";
import { changeDetector, fillTable, type Page } from "../../rooms/lesson/index.js";
import { ExperimentRun, ownSteps, type StepSource } from "../../rooms/training/index.js";
import { amongTheirOwn, DIM, groupOf, MEASURED, PAIRS, STEPS, trainTable, WORDS, type Moment } from "./learning.js";
import { lookUpRows } from "./look-up.js";

/** How much longer than a step's way an arrow is drawn. */
const PULL = 15;
/** How far the plane reaches, the half side of a mark, and how high a name is. */
const [REACH, MARK, LINE] = [4.2, 0.13, 0.36];
/** How much wider a name is in bold. */
const BOLD = 1.1;

export class Learning<F extends Fields> {
  readonly #page: Page<F>;
  readonly #heed: Heed;
  readonly #run: ExperimentRun<F, StepSource<Moment>>;
  readonly #isNewLanguage = changeDetector();
  #moments: Moment[] = [];
  #asked = 0;
  #widths: readonly number[] = [];
  #names: readonly NamePlace[] = [];

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

  /** What depends on the language alone: the choice of a word, the text that is learned from, how wide names are. */
  #write(): void {
    const options = this.#words.map((word, at) => make("option", { value: at, selected: at === this.#asked }, word));
    byId("word").replaceChildren(...options);
    const sentences = PAIRS.map(({ word, next }) => `${this.#words[word]} ${this.#page.text(`next-${next}`)}.`);
    byId("corpus").textContent = sentences.join(" ");
    const texts = this.#words.map((word) => svg("text", {}, word) as SVGTextElement);
    byId("plane").replaceChildren(...texts);
    this.#widths = texts.map((text) => BOLD * text.getComputedTextLength());
  }

  get #words(): string[] {
    return Array.from({ length: WORDS }, (_, word) => this.#page.text(`word-${word}`));
  }

  #draw(): void {
    if (this.#isNewLanguage(this.#page.language)) this.#write();
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
    const sizes = { widths: this.#widths, height: LINE, mark: MARK, reach: REACH };
    this.#names = placeNames(points, sizes, this.#names);
    const drawn = points.map(([x, y], word) => {
      const [slopeX, slopeY] = at(word, slopes);
      return svg(
        "g",
        { class: `group-${groupOf(word)}${word === this.#asked ? " asked" : ""}` },
        arrow("pull", [x, y], [x - PULL * slopeX, y - PULL * slopeY], 0.8),
        ...nameAt([x, y], this.#names[word]!, this.#words[word]!),
        mark(groupOf(word), [x, y]),
      );
    });
    byId("plane").replaceChildren(...axes(-REACH, REACH), ...drawn);
  }
}

/** A name at its place, and a line to its point if it is far away. */
function nameAt([x, y]: Point, { left, right, low, high, isFar }: NamePlace, name: string): SVGElement[] {
  const nearest = { x2: Math.min(right, Math.max(left, x)), y2: -Math.min(high, Math.max(low, y)) };
  const text = svg("text", { x: (left + right) / 2, y: -(low + high) / 2, "text-anchor": "middle" }, name);
  return isFar ? [svg("line", { class: "leader", x1: x, y1: -y, ...nearest }), text] : [text];
}

/** A group's words are circles, squares or triangles. */
function mark(group: number, [x, y]: Point): SVGElement {
  const size = MARK;
  if (group === 0) return svg("circle", { class: "mark", cx: x, cy: -y, r: size });
  if (group === 1) return svg("rect", { class: "mark", x: x - size, y: -y - size, width: 2 * size, height: 2 * size });
  const corners = [
    [0, -1.3],
    [1.15, 0.8],
    [-1.15, 0.8],
  ].map(([a, b]) => `${x + a! * size},${-y + b! * size}`);
  return svg("polygon", { class: "mark", points: corners.join(" ") });
}
