// The lesson on a whole small model: it learns letters in view, whole or without one of its parts.
import "../../rooms/training/training.css";
import "heed/element";
import type { Heed } from "heed";
import { LineChart, type Point } from "../../kit/charts/index.js";
import { byId, choice, integer } from "../../kit/index.js";
import { digits, make } from "../../../show/index.js";
import {
  askQuestions,
  figureButton,
  fillTable,
  headOf,
  offerMatrices,
  type Offered,
  openFigures,
  openNumber,
  Page,
  percent,
  shareCell,
  tableRow,
  type LogitShare,
} from "../../rooms/lesson/index.js";
import { Machine, type HeadPlace, type MachineSource } from "../../rooms/machine/index.js";
import { ExperimentRun, Moments, startWorker } from "../../rooms/training/index.js";
import { curveOf, endOf, SEEDS } from "./measured.js";
import { FIRST, STEPS, VARIANTS, type About, type SmallStep, type Snapshot, type Variant } from "./plan.js";
import { questionsOf } from "./questions.js";
import { lossOf, runOf, type SmallRun } from "./reader.js";
import type { openSmall } from "./training.js";

/** Letters that may come next, in the table. */
const LIKELIEST = 6;
const [WHOLE] = VARIANTS;
/** The chart begins at this loss. Without the mask, a model falls below it. */
const LOWEST = 1.5;
/** The lines of the chart: all trainings that were computed before, two of them once more on top, and the reader's. */
const [OF_WHOLE, OF_CHOSEN, OF_READER] = [VARIANTS.length, VARIANTS.length + 1, VARIANTS.length + 2];

const page = new Page({
  seed: integer(1, 1, 99),
  without: choice<Variant>(...VARIANTS),
});
const worker = startWorker();
const piece = JSON.parse(byId("piece").textContent!) as string;
const letterCount = new Set(piece).size;
void askQuestions(page, (heed) => questionsOf(heed, letterCount));
page.bind("seed", { show: String });
page.bind("without");
void page.withCore((heed) => {
  new Lesson(heed);
});

class Lesson {
  readonly #heed: Heed;
  readonly #chart = new LineChart(byId<SVGSVGElement>("curve"), {
    names: [...VARIANTS.map(() => "before"), "before whole", "before chosen", "reader"],
    x: { domain: [0, STEPS], write: (step) => digits(step, 0), parts: 4 },
    y: { domain: [LOWEST, Math.ceil(2 * Math.log(letterCount)) / 2], write: (loss) => digits(loss, 1), parts: 6 },
    goTo: (step) => this.#run.goTo?.(step),
  });
  readonly #moments = new Moments<Snapshot>();
  /** The losses on held-out lines of each variant that has run with this seed. */
  readonly #losses = new Map<Variant, (readonly [number, number])[]>();
  readonly #run;
  #machine: Machine | undefined;
  /** What is shown of a line, and in which language. */
  #inside: { readonly snapshot: Snapshot; readonly language: string } | undefined;
  #about: About | undefined;
  #seed = page.state.seed;

  constructor(heed: Heed) {
    this.#heed = heed;
    this.#run = new ExperimentRun(byId("training"), page, {
      total: STEPS,
      unit: "steps",
      first: FIRST,
      open: () =>
        worker.open<typeof openSmall>("small", {
          variant: page.state.without,
          seed: page.state.seed,
          text: piece,
        }),
      opened: ({ about }) => {
        this.#losses.set(page.state.without, []);
        this.#about = about;
        this.#add(about.first);
        this.#draw();
        page.ready();
      },
      took: (steps: SmallStep[]) => {
        for (const { snapshot } of steps) if (snapshot !== undefined) this.#add(snapshot);
        this.#draw();
      },
      goBack: () => this.#draw(),
      cleared: () => {
        this.#moments.clear();
        if (this.#seed !== page.state.seed) this.#losses.clear();
        this.#seed = page.state.seed;
        this.#draw();
      },
    });
    this.#run.restartOn(() => [page.state.seed, page.state.without]);
    page.onChange(() => this.#draw());
  }

  #add(snapshot: Snapshot): void {
    this.#moments.add(snapshot.step, snapshot);
    this.#losses.get(page.state.without)!.push([snapshot.step, snapshot.heldOut]);
  }

  #draw(): void {
    const { without } = page.state;
    this.#drawCourse(without);
    this.#drawParts();
    this.#tellFacts();
    const snapshot = this.#moments.at(this.#run?.shown ?? 0);
    for (const id of ["machine", "next", "forms"]) byId(id).hidden = snapshot === undefined;
    if (snapshot === undefined) {
      this.#inside = undefined;
      for (const id of ["verdict", "inside-none"]) page.fill(byId(id), "waits");
      for (const id of ["sample", "next-said"]) byId(id).replaceChildren();
      return;
    }
    const { step, heldOut, sample } = snapshot;
    const key = without === WHOLE ? "verdict-whole" : "verdict-without";
    page.fill(byId("verdict"), key, () => ({
      step,
      loss: digits(heldOut, 2),
      left: page.text(`v-${without}`),
    }));
    byId("sample").textContent = sample;
    this.#drawInside(snapshot);
  }

  #drawCourse(without: Variant): void {
    this.#chart.translate();
    for (const [line, variant] of VARIANTS.entries()) this.#chart.show(line, inChart(curveOf(variant)));
    this.#chart.show(OF_WHOLE, inChart(curveOf(WHOLE)));
    this.#chart.show(OF_CHOSEN, without === WHOLE ? [] : inChart(curveOf(without)));
    this.#chart.show(OF_READER, inChart(this.#losses.get(without) ?? []));
    this.#chart.mark(this.#moments.at(this.#run?.shown ?? 0)?.step);
  }

  /** What the net of a step does with the beginning of the first held-out line. */
  #drawInside(snapshot: Snapshot): void {
    if (this.#inside?.snapshot === snapshot && this.#inside.language === page.language) return;
    const inside = (this.#inside = { snapshot, language: page.language });
    const { without: variant } = page.state;
    const { reading } = snapshot;
    const { letters } = this.#about!;
    const source = { run: (off: readonly HeadPlace[]) => runOf(this.#heed, { reading, variant, letters }, off) };
    const run = source.run([]);
    byId("inside-none").hidden = run.attention !== undefined;
    byId("machine").hidden = run.attention === undefined;
    offerMatrices("line", () => weightsOf(run));
    if (run.attention === undefined) {
      page.fill(byId("inside-none"), "inside-none");
      return this.#drawNext(run, run.words.length - 1);
    }
    void this.#show(source, () => inside === this.#inside);
  }

  /** @param isWanted whether no other step has been asked for: the machine shows the last one only */
  async #show(source: MachineSource, isWanted: () => boolean): Promise<void> {
    const next = (): void => this.#drawNext(machine.run as SmallRun, machine.word);
    const machine = (this.#machine ??= new Machine(byId("machine"), source, { open: openNumber, changed: next }));
    await machine.show(source);
    if (isWanted()) next();
  }

  /** The letters that may come after one of the line. */
  #drawNext(run: SmallRun, at: number): void {
    const line = run.words.slice(0, at + 1).join("");
    const shares = run.shares(at);
    page.fill(byId("next-said"), "next-said", { line });
    fillTable(
      "next",
      shares.slice(0, LIKELIEST).map(({ id, word, share }) => {
        const letter = make("span", { lang: "en" }, word);
        const opens = figureButton(digits(-Math.log(share), 2), "next", String(id));
        return tableRow(letter, `${percent(share)}\u202f%`, opens);
      }),
    );
    openFigures("next", (id) => {
      const title = shares.find((one) => one.id === Number(id))!.word;
      return lossOf(shares, { location: line, title }, Number(id));
    });
    this.#drawForms(run, at, shares[0]!);
  }

  /** What the row of a letter says before it is whole: how the likeliest letter comes to be that. */
  #drawForms({ stages }: SmallRun, at: number, { id, word }: LogitShare): void {
    const ofAnswer = stages.map(({ shares }) => shares(at).find((one) => one.id === id)!);
    page.fill(byId("forms-share"), "forms-share", { letter: word });
    fillTable(
      "forms",
      stages.map(({ key, shares }, stage) => {
        const letter = make("td", { lang: "en" }, shares(at)[0]!.word);
        const { share } = ofAnswer[stage]!;
        const opens = figureButton(digits(-Math.log(share), 2), "forms", String(stage));
        return tableRow(
          page.element("span", `forms-${key}`),
          letter,
          shareCell(share, `${percent(share)}\u202f%`),
          opens,
        );
      }),
    );
    openFigures("forms", (stage) => {
      const { key, shares } = stages[Number(stage)]!;
      return lossOf(shares(at), { location: page.text(`forms-${key}`), title: word }, id);
    });
  }

  #drawParts(): void {
    const row = (variant: Variant): HTMLTableRowElement => {
      const [step, loss] = this.#losses.get(variant)?.at(-1) ?? [0, 0];
      const key = step < STEPS ? "here-so-far" : "here";
      const here = step === 0 ? "–" : page.text(key, { loss: digits(loss, 3), step });
      return tableRow(page.element("span", `v-${variant}`), digits(endOf(variant), 3), here);
    };
    fillTable("parts", VARIANTS.map(row));
  }

  #tellFacts(): void {
    const figure = (variant: Variant): string => digits(endOf(variant), 3);
    page.fill(byId("parts-text"), "parts-text", () => ({ seeds: SEEDS, steps: digits(STEPS, 0) }));
    page.fill(byId("cheat-text"), "cheat-text", () => ({ mask: figure("mask"), whole: figure("whole") }));
    if (this.#about === undefined) return;
    const { learned, numbers } = this.#about;
    page.fill(byId("way-said"), "way-said", () => ({
      letters: letterCount,
      even: digits(Math.log(letterCount), 2),
      learned: digits(learned, 0),
    }));
    page.fill(byId("large-other"), "large-other", () => ({ numbers: digits(numbers, 0), learned: digits(learned, 0) }));
  }
}

/** The weights of every head, to be saved. */
function weightsOf({ attention, words }: SmallRun): Offered[] {
  if (attention === undefined) return [];
  const { weights } = attention.kept;
  return Array.from({ length: weights.shape.length > 2 ? weights.shape[0]! : 1 }, (_, head) => ({
    name: "weights",
    title: page.text("head", { head }),
    kind: "weights",
    matrix: headOf(weights, head),
    rowLabels: words,
    columnLabels: words,
    head,
  }));
}

/** A curve up to where it leaves the chart. */
function inChart(curve: readonly Point[]): readonly Point[] {
  const below = curve.findIndex(([, loss]) => loss < LOWEST);
  return below < 0 ? curve : curve.slice(0, below + 1);
}
