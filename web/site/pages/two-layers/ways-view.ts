// What does a second look buy? Four models learn what a pronoun means from the same sentences: with two looks that go
// one way each, with two that may go anywhere, and two with one layer.
import type { Heed } from "heed";
import { LineChart } from "../../kit/charts/index.js";
import { byId, type Fields } from "../../kit/index.js";
import { digits, percent } from "../../../show/index.js";
import {
  figureButton,
  fillTable,
  formula,
  openFigures,
  openNumber,
  productsFigure,
  shareCell,
  tableRow,
  type Page,
} from "../../rooms/lesson/index.js";
import {
  frontSentence,
  lookOf,
  measuredWays,
  ownLanguage,
  READ,
  SentenceMachine,
  STEPS,
  TABLES,
  TESTED,
  WAY_NAMES,
  WAYS,
  type LogitPart,
  type Measured,
  type PronounRun,
  type Sentence,
  type Way,
} from "../../rooms/pronouns/index.js";
import { EVERY, type OfWays, type openWays, type PronounMoment } from "../../rooms/pronouns/worker/index.js";
import { ExperimentRun, type ExperimentWorker } from "../../rooms/training/index.js";
import { largest } from "../../../statistics/index.js";

/** The first way is drawn on top. */
const LINES = [...WAY_NAMES].reverse();
/** How long a slice may take at once. */
const SLICE_MS = 300;

/** What the reader has chosen. */
interface Chosen {
  readonly seed: number;
  readonly way: Way;
}

export class WaysView<F extends Fields> {
  readonly #page: Page<F>;
  readonly #chosen: () => Chosen;
  readonly #chart: LineChart;
  readonly #machine: SentenceMachine;
  readonly #training;
  #numbers: OfWays<number> | undefined;
  #moments: OfWays<PronounMoment>[] = [];
  #measured: OfWays<Measured> | undefined;

  constructor(page: Page<F>, heed: Heed, worker: ExperimentWorker, chosen: () => Chosen) {
    [this.#page, this.#chosen] = [page, chosen];
    this.#chart = new LineChart(byId<SVGSVGElement>("ways-curve"), {
      names: LINES,
      x: { domain: [0, STEPS] },
      y: { domain: [0, 1], write: percent },
      goTo: (step) => this.#training.goTo?.(step),
    });
    this.#machine = new SentenceMachine(byId("it"), heed, {
      open: openNumber,
      read: (run, sentence) => this.#tell(run, sentence),
    });
    this.#training = new ExperimentRun(byId("ways-run"), page, {
      total: STEPS,
      unit: "changes",
      sliceMs: SLICE_MS,
      open: () => worker.open<typeof openWays>("ways", { table: TABLES[ownLanguage()], seed: chosen().seed }),
      opened: ({ about }) => {
        this.#numbers = ofWays((way) => about[way].numbers);
        this.#take([ofWays((way) => about[way].first)]);
      },
      took: async (steps, done, source) => {
        byId("ways-waits").hidden = true;
        const seen = steps.filter(({ two }) => two.moment !== undefined);
        this.#take(seen.map((step) => ofWays((way) => step[way].moment!)));
        if (done < STEPS) return;
        this.#measured = await source.view();
        this.#draw();
      },
      goBack: () => this.#draw(),
      cleared: () => {
        [this.#moments, this.#measured] = [[], undefined];
      },
    });
    // Each language has its sentences.
    this.#training.restartOn(() => [ownLanguage(), chosen().seed]);
    page.onChange(() => this.#draw());
  }

  #take(moments: readonly OfWays<PronounMoment>[]): void {
    if (moments.length === 0) return;
    this.#moments.push(...moments);
    this.#draw();
  }

  #draw(): void {
    const table = TABLES[ownLanguage()];
    const { words, asks } = frontSentence(table, true);
    this.#page.fill(byId("ways-text"), "ways-text", { pronoun: words[asks]!, read: READ });
    this.#drawTen();
    const at = Math.min(Math.floor(this.#training.shown / EVERY), this.#moments.length - 1);
    const moment = this.#moments[at];
    if (moment === undefined) return;
    const { two, wide } = this.#numbers!;
    this.#page.fill(byId("ways-numbers"), "ways-numbers", { two, wide });
    this.#drawChart(moment.two.step);
    this.#drawTable(moment);
    const { way } = this.#chosen();
    this.#machine.show({ table, shape: WAYS[way], numbers: moment[way].numbers });
  }

  #drawChart(step: number): void {
    this.#chart.translate();
    LINES.forEach((way, line) =>
      this.#chart.show(
        line,
        this.#moments.map((one) => [one[way].step, one[way].right]),
      ),
    );
    this.#chart.mark(step);
    byId("ways-waits").hidden = this.#training.done > 0;
  }

  /** A row for each way. What it does without a look is measured after the last change. */
  #drawTable(moment: OfWays<PronounMoment>): void {
    const isLast = this.#measured !== undefined && moment === this.#moments.at(-1);
    const cell = (share: number | undefined): HTMLElement | string =>
      share === undefined ? "–" : shareCell(share, percent(share));
    fillTable(
      "ways",
      WAY_NAMES.map((way) => {
        const { right, points } = moment[way];
        const { firstOff, secondOff } = isLast ? this.#measured![way] : {};
        const second = WAYS[way].sights.length > 1 ? secondOff : undefined;
        const name = this.#page.element("span", `way-${way}`);
        return tableRow(name, cell(right), cell(points), cell(firstOff), cell(second));
      }),
    );
  }

  /** What ten trainings of each came to, with other seeds. */
  #drawTen(): void {
    const page = this.#page;
    const measured = measuredWays(ownLanguage());
    page.fill(byId("ways-said"), "ways-ten", { trainings: measured.two.length, tested: TESTED });
    const { seed } = measured.free.reduce((least, one) => (one.points < least.points ? one : least));
    page.fill(byId("ways-buys"), "ways-buys", { seed });
    const span = (shares: readonly number[]): string => {
      const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => digits(100 * share, 0));
      return least === most ? least! : page.text("ways-span", { least: least!, most: most! });
    };
    fillTable(
      "ways-ten",
      WAY_NAMES.map((way) => {
        const all = measured[way];
        const name = page.element("span", `way-${way}`);
        return tableRow(name, span(all.map(({ right }) => right)), span(all.map(({ points }) => points)));
      }),
    );
  }

  // What the model that is shown makes of the sentence.

  #tell(run: PronounRun, { words, asks, meant, other }: Sentence): void {
    const page = this.#page;
    const look = run.layers.length - 1;
    const row = lookOf(run, look, asks);
    const [at] = largest(row, 1) as [number];
    const told = { pronoun: words[asks]!, seen: words[at]!, weight: percent(row[at]!), meant: words[meant]! };
    page.fill(byId("points-said"), at === meant ? "points-there" : "points-elsewhere", told);
    const nouns = { meant: words[meant]!, other: words[other]! };
    page.fill(byId("brings-said"), "brings-said", nouns);
    const parts = run.parts(asks, nouns.meant, nouns.other);
    const nameOf = ({ part, layer }: LogitPart): string =>
      page.text(part === "row" ? "brings-row" : `brings-${part}-${layer}`);
    openFigures("brings", (which) => {
      const { added, direction, ...part } = parts[Number(which)]!;
      return productsFigure(
        { location: page.text("brings-title"), title: nameOf({ added, direction, ...part }) },
        {
          formula: formula("\\sum_i x_i d_i", true),
          heads: ["", "x", "d"],
          rows: added.map((value, i) => ({ name: String(i + 1), numbers: [value, direction[i]!] })),
        },
      );
    });
    const sum = parts.reduce((all, { value }) => all + value, 0);
    fillTable(
      "brings",
      parts.map((part, which) => tableRow(nameOf(part), figureButton(digits(part.value, 2), "brings", String(which)))),
      [tableRow(page.text("brings-sum"), digits(sum, 2))],
    );
  }
}

const ofWays = <Thing>(of: (way: Way) => Thing): OfWays<Thing> =>
  Object.fromEntries(WAY_NAMES.map((way) => [way, of(way)])) as OfWays<Thing>;
