// The timeline: a curve and four heat maps over the same steps, and one cursor through all of them.
// A table shows the step under the cursor.
import { LineChart, overSteps } from "../../kit/charts/index.js";
import { byId, type Fields } from "../../kit/index.js";
import { digits, make, powerText } from "../../../show/index.js";
import {
  cellButton,
  fillTable,
  offerMatrices,
  percent,
  shareCell,
  tableRow,
  type Offered,
  type Page,
} from "../../rooms/lesson/index.js";
import { fromColumns, Heatmap } from "../../rooms/training/index.js";
import { LEARNED, type Moment, type Watched } from "./timeline.js";

const STRIPS = ["scores", "weights", "gradients", "pulls"] as const;
type Strip = (typeof STRIPS)[number];

/** The name of the computation in the inspector. */
export const QUESTION = "question";
/** Eight facts and the question. */
const TOKENS = 9;
/** The letters below the W, in the order of LEARNED. */
const MATRICES = ["Q", "K", "V", "O"];

export class TimelineView<F extends Fields> {
  readonly #page: Page<F>;
  readonly #host = byId("timeline");
  readonly #chart: LineChart;
  readonly #strips: readonly { strip: Strip; names: HTMLElement; heatmap: Heatmap }[];
  readonly #slider = make("input", { type: "range", id: "cursor", min: 0, "data-t-label": "cursor" });
  #last = 0;

  /** @param move called when the reader moves the cursor */
  constructor(
    page: Page<F>,
    readonly steps: number,
    move: (step: number) => void,
  ) {
    this.#page = page;
    this.#chart = new LineChart(byId<SVGSVGElement>("curve"), {
      names: ["batch", "own"],
      x: { domain: [0, steps] },
      y: { domain: [0, 1] },
    });
    this.#strips = STRIPS.map((strip) => this.#addStrip(strip));
    this.#slider.setAttribute("aria-label", page.text("cursor"));
    this.#slider.addEventListener("input", () => move(Number(this.#slider.value)));
    this.#host.append(this.#slider, make("div", { class: "cursor-line" }));
    this.#drag(move);
  }

  #addStrip(strip: Strip): { strip: Strip; names: HTMLElement; heatmap: Heatmap } {
    const scale = make("span");
    const names = make("div", { class: "strip-names" });
    const plate = make("div", { class: "plate" });
    const rows = rowCount(strip);
    plate.style.setProperty("--rows", String(rows));
    this.#host.append(
      make("p", { class: "strip-head" }, this.#page.element("span", `strip-${strip}`), scale),
      names,
      plate,
    );
    const ramp = strip === "weights" || strip === "pulls" ? "sequential" : "diverging";
    const shape = { rows, columns: this.steps + 1, ramp, ...(strip === "weights" ? { end: 1 } : {}) } as const;
    return { strip, names, heatmap: new Heatmap(plate, scale, shape) };
  }

  /** @param at the step under the cursor */
  show(watched: Watched | undefined, moments: readonly Moment[], at: number): void {
    this.#last = Math.max(0, moments.length - 1);
    const right = moments.slice(1).map(({ accuracy }) => accuracy!);
    const shares = moments.map(({ share }) => share);
    this.#chart.show(0, overSteps(right));
    this.#chart.show(1, overSteps(shares, 0));
    for (const { strip, names, heatmap } of this.#strips) {
      const columns = moments.map((moment) => moment[strip]);
      heatmap.show(fromColumns(columns, rowCount(strip), this.steps + 1));
      names.replaceChildren(...rowNames(strip, watched));
    }
    offerMatrices("strips", () => STRIPS.map((strip) => this.#offered(strip, watched, moments)));
    this.#slider.max = String(this.steps);
    this.#slider.value = String(at);
    this.#slider.disabled = moments.length === 0;
    this.#host.style.setProperty("--at", String((at + 0.5) / (this.steps + 1)));
    this.#host.toggleAttribute("data-empty", moments.length === 0);
    this.#showMoment(watched, moments[at], at);
  }

  /** A strip as far as it has come: a column for each step. */
  #offered(strip: Strip, watched: Watched | undefined, moments: readonly Moment[]): Offered {
    const shape = [rowCount(strip), moments.length];
    const columns = moments.map((moment) => moment[strip]);
    return {
      name: strip,
      title: this.#page.text(`strip-${strip}`),
      kind: strip === "weights" ? "weights" : "vectors",
      matrix: { data: fromColumns(columns, shape[0]!, shape[1]!), shape },
      rowLabels: strip === "pulls" ? MATRICES.map((letter) => `W${letter}`) : (watched?.words ?? []),
      columnLabels: moments.map((_, step) => String(step)),
    };
  }

  #showMoment(watched: Watched | undefined, moment: Moment | undefined, at: number): void {
    const page = this.#page;
    page.fill(byId("moment"), "moment", { step: at });
    if (watched === undefined || moment === undefined) {
      fillTable("ledger", []);
      page.fill(byId("reading"), "nothing-yet");
      this.#slider.setAttribute("aria-valuetext", page.text("nothing-yet"));
      return;
    }
    fillTable(
      "ledger",
      watched.words.map((word, token) => ledgerRow(word, token === watched.fact, moment, token)),
    );
    const most = moment.weights.indexOf(Math.max(...moment.weights));
    const said = {
      step: at,
      share: percent(moment.weights[most]!),
      word: watched.words[most]!,
      answer: watched.answer,
      sure: percent(moment.share),
    };
    page.fill(byId("reading"), "reading", said);
    this.#slider.setAttribute("aria-valuetext", page.text("reading", said));
  }

  /** The cursor follows a pointer that is pressed on a strip. */
  #drag(move: (step: number) => void): void {
    const plate = this.#host.querySelector<HTMLElement>(".plate")!;
    const follow = (event: PointerEvent): void => {
      const { left, width } = plate.getBoundingClientRect();
      const step = Math.floor(((event.clientX - left) / width) * (this.steps + 1));
      move(Math.max(0, Math.min(this.#last, step)));
    };
    this.#host.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !(event.target as Element).closest(".plate") || this.#slider.disabled) return;
      this.#host.setPointerCapture(event.pointerId);
      follow(event);
    });
    this.#host.addEventListener("pointermove", (event) => {
      if (this.#host.hasPointerCapture(event.pointerId)) follow(event);
    });
  }
}

function rowCount(strip: Strip): number {
  return strip === "pulls" ? LEARNED.length : TOKENS;
}

function rowNames(strip: Strip, watched: Watched | undefined): HTMLElement[] {
  if (strip === "pulls") return MATRICES.map((letter) => make("span", {}, make("i", {}, "W"), make("sub", {}, letter)));
  return (watched?.words ?? []).map((word, token) =>
    make("span", { title: word, lang: "en", class: token === watched!.fact ? "meant" : undefined }, word),
  );
}

function ledgerRow(
  word: string,
  meant: boolean,
  { scores, weights, gradients }: Moment,
  token: number,
): HTMLTableRowElement {
  const button = (text: string, matrix: "scores" | "weights" | "dScores"): HTMLElement =>
    cellButton(text, QUESTION, { matrix, column: token });
  const row = tableRow(
    make("span", { lang: "en" }, word),
    button(digits(scores[token]!, 3), "scores"),
    shareCell(weights[token]!, button(digits(weights[token]!, 3), "weights")),
    button(gradientText(gradients[token]!), "dScores"),
  );
  row.classList.toggle("meant", meant);
  return row;
}

/** Gradients shrink by powers of ten while training goes well. */
function gradientText(value: number): string {
  return Math.abs(value) >= 1e-3 || value === 0 ? digits(value, 3) : powerText(value, 0);
}
