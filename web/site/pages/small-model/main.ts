// The lesson on a whole small model: it learns letters in view, whole or without one of its parts.
import type { AttentionMatrix } from "heed/element";
import type { Heed } from "heed";
import { LineChart } from "../../kit/charts/index.js";
import { byId, choice, integer } from "../../kit/index.js";
import { digits, make } from "../../../show/index.js";
import {
  askQuestions,
  figureButton,
  fillTable,
  openCells,
  openFigures,
  Page,
  percent,
  shareCell,
  showMatrix,
  tableRow,
} from "../../rooms/lesson/index.js";
import { ExperimentRun, Moments, startWorker } from "../../rooms/training/index.js";
import { meanOf, MEASURED, MEASURED_LETTERS, MEASURED_STEPS } from "./measured.js";
import { HEADS, STEPS, VARIANTS, type About, type SmallStep, type Snapshot, type Variant } from "./plan.js";
import { questionsOf } from "./questions.js";
import { candidatesOf, headsOf, lossOf, nameOf } from "./reader.js";
import type { openSmall } from "./training.js";

/** Letters that may come next, in the table. */
const LIKELIEST = 6;
const [WHOLE] = VARIANTS;

const page = new Page({
  seed: integer(1, 1, 99),
  without: choice<Variant>(...VARIANTS),
});
const worker = startWorker();
void askQuestions(page, questionsOf);
const piece = JSON.parse(byId("piece").textContent!) as string;
page.bind("seed", { show: String });
page.bind("without");
void page.withCore((heed) => {
  new Lesson(heed);
});

class Lesson {
  readonly #heed: Heed;
  readonly #chart = new LineChart(byId<SVGSVGElement>("curve"), {
    names: ["whole", "without"],
    x: { domain: [0, STEPS], write: (step) => digits(step, 0), parts: 4 },
    y: { domain: [0, Math.ceil(Math.log(new Set(piece).size))], write: (loss) => digits(loss, 1) },
    goTo: (step) => this.#run.goTo?.(step),
  });
  readonly #moments = new Moments<Snapshot>();
  /** The losses on held-out lines of each variant that has run with this seed. */
  readonly #losses = new Map<Variant, (readonly [number, number])[]>();
  readonly #run;
  #about: About | undefined;
  #seed = page.state.seed;

  constructor(heed: Heed) {
    this.#heed = heed;
    this.#run = new ExperimentRun(byId("training"), page, {
      total: STEPS,
      unit: "steps",
      paced: true,
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
    for (const id of ["heads", "next"]) byId(id).hidden = snapshot === undefined;
    if (snapshot === undefined) {
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
    this.#chart.show(0, without === WHOLE ? [] : (this.#losses.get(WHOLE) ?? []));
    this.#chart.show(1, this.#losses.get(without) ?? []);
    this.#chart.mark(this.#moments.at(this.#run?.shown ?? 0)?.step);
  }

  /** What the net of a step does with the beginning of the first held-out line. */
  #drawInside({ reading }: Snapshot): void {
    const { without } = page.state;
    const { letters } = this.#about!;
    const names = reading.ids.map((id) => nameOf(letters[id]!));
    const computation = headsOf(this.#heed, reading, names);
    byId("inside-none").hidden = computation !== undefined;
    byId("heads").hidden = computation === undefined;
    if (computation === undefined) page.fill(byId("inside-none"), "inside-none");
    const heads = without === "heads" ? 1 : HEADS;
    const ids = Array.from({ length: HEADS }, (_, head) => `head-${head}`);
    for (const [head, id] of ids.entries()) {
      const element = byId(id) as AttentionMatrix;
      element.hidden = head >= heads;
      page.fill(element.querySelector("[slot=caption]")!, "head", { head });
      if (computation === undefined || head >= heads) continue;
      const size = names.length ** 2;
      const { data } = computation.kept.weights;
      element.domain = [0, 1];
      if (without !== "mask")
        element.mask = Array.from({ length: size }, (_, at) => at % names.length <= Math.floor(at / names.length));
      else element.mask = null;
      showMatrix(
        id,
        { data: data.slice(head * size, (head + 1) * size), shape: [names.length, names.length] },
        {
          rows: names,
          columns: names,
        },
      );
    }
    if (computation !== undefined)
      openCells(
        "line",
        computation,
        Object.fromEntries(ids.slice(0, heads).map((id, head) => [id, { matrix: "weights", head } as const])),
      );
    page.fill(byId("next-said"), "next-said", { line: names.join("") });
    fillTable(
      "next",
      candidatesOf(reading, LIKELIEST).map(({ id, share, loss }) => {
        const letter = make("span", { lang: "en" }, nameOf(letters[id]!));
        const opens = figureButton(digits(loss, 2), "next", String(id));
        return tableRow(letter, shareCell(share, `${percent(share)}\u202f%`), opens);
      }),
    );
    openFigures("next", (at) => {
      const id = Number(at);
      return lossOf(reading, { location: names.join(""), title: nameOf(letters[id]!) }, letters, id);
    });
  }

  #drawParts(): void {
    const row = (variant: Variant): HTMLTableRowElement => {
      const here = this.#losses.get(variant)?.find(([step]) => step === STEPS)?.[1];
      const name = page.element("span", `v-${variant}`);
      return tableRow(name, digits(meanOf(variant), 3), here === undefined ? "–" : digits(here, 2));
    };
    fillTable("parts", VARIANTS.map(row));
  }

  #tellFacts(): void {
    const figure = (variant: Variant): string => digits(meanOf(variant), 3);
    const seeds = MEASURED[WHOLE].heldOut.length;
    page.fill(byId("parts-text"), "parts-text", () => ({
      seeds,
      steps: digits(MEASURED_STEPS, 0),
      letters: digits(MEASURED_LETTERS, 0),
    }));
    page.fill(byId("cheat-text"), "cheat-text", () => ({ mask: figure("mask"), whole: figure("whole") }));
    if (this.#about === undefined) return;
    const { letters, learned, numbers } = this.#about;
    page.fill(byId("way-said"), "way-said", () => ({
      letters: letters.length,
      even: digits(Math.log(letters.length), 2),
      learned: digits(learned, 0),
    }));
    page.fill(byId("large-other"), "large-other", () => ({ numbers: digits(numbers, 0), learned: digits(learned, 0) }));
  }
}
