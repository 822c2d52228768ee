// The lesson: the claim behind ÷√d_k as an experiment: variance, saturation, vanishing gradients, computed from a seed.
import type { Heed } from "heed";
import { LineChart, marksOf, type Axis } from "../../kit/charts/index.js";
import { byId, integer } from "../../kit/index.js";
import { localised, moveTime, redraw, svg, tickText } from "../../../show/index.js";
import { linkTo } from "../../rooms/state/index.js";
import {
  askQuestions,
  attentionOf,
  cellButton,
  changeDetector,
  median,
  numbered,
  openCells,
  Page,
  POWERS_OF_TWO,
  randomNumbers,
} from "../../rooms/lesson/index.js";
import { ExperimentRun, ownSteps } from "../../rooms/training/index.js";
import { drawBars } from "./bars.js";
import {
  DIVISORS,
  DRAWS,
  drawOnce,
  histogram,
  inputsOf,
  KEYS,
  sampleOf,
  slopeOf,
  slopesOf,
  STEEPEST,
  variance,
  WIDTHS,
  type Divisor,
  type Draw,
  type Sample,
} from "./experiment.js";
import { figureText, showFigures } from "./figures-table.js";
import { questionsOf } from "./questions.js";

const page = new Page({
  seed: integer(1, 1, 100),
  heads: integer(8, 1, 16),
  width: integer(1024, WIDTHS[0]!, WIDTHS.at(-1)!),
});
page.bind("seed", { show: String });
page.bind("heads", { mapping: POWERS_OF_TWO, show: String });
page.bind("width", { mapping: POWERS_OF_TWO, show: String });

const TOTAL = WIDTHS.length * DRAWS;

page.onChange(() => page.playground(linkTo("journey", { ...randomNumbers(page.state.seed), scale: "none" })));

void askQuestions(page, questionsOf);
void page.withCore((heed) => {
  let draws: Draw[] = [];
  const show = (): void =>
    draw(
      heed,
      WIDTHS.map((width) => sampleOf(width, draws.slice(0, run.shown))),
    );
  const run = new ExperimentRun(byId("run"), page, {
    total: TOTAL,
    unit: "draws",
    paced: true,
    open: async () => drawing(heed),
    took(taken) {
      draws.push(...taken);
      show();
    },
    goBack: show,
    cleared() {
      draws = [];
      show();
    },
  });
  // A reader who prefers no motion starts it by hand.
  const begin = (): void => {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) run.run();
  };
  const changed = changeDetector();
  changed(page.state.seed, page.state.heads);
  begin();
  page.onChange(() => {
    if (changed(page.state.seed, page.state.heads)) {
      run.restart();
      begin();
    }
    show();
  });
});

const openedChanged = changeDetector();
const widthChanged = changeDetector();

/** Each draw takes the next width in turn, so all curves grow together. */
function drawing(heed: Heed) {
  const { seed, heads } = page.state;
  let done = 0;
  return ownSteps(() => {
    const width = WIDTHS[done % WIDTHS.length]!;
    return drawOnce(heed, { width, seed: seed * TOTAL + done++, heads });
  });
}

const chart = (id: string, names: readonly string[], y: Axis): LineChart =>
  new LineChart(byId<SVGSVGElement>(id), {
    names,
    x: { domain: [WIDTHS[0]!, WIDTHS.at(-1)!], base: 2, write: widthText },
    y,
    dots: true,
  });
const varianceChart = chart("variance", ["expected", "none"], { domain: [1, 4096], base: 2, write: String });
const largestChart = chart("largest", DIVISORS, { domain: [0, 1], write: tickText });
const traceChart = chart("trace", DIVISORS, { domain: [1e-4, 1], base: 10, write: power });

function draw(heed: Heed, samples: readonly Sample[]): void {
  const points = (of: (sample: Sample) => number): [number, number][] =>
    samples.map((sample) => [sample.width, of(sample)]);
  varianceChart.show(
    0,
    WIDTHS.map((width) => [width, width]),
  );
  varianceChart.show(
    1,
    points(({ dots }) => variance(dots)),
  );
  DIVISORS.forEach((divisor, line) => {
    largestChart.show(
      line,
      points(({ largest }) => median(largest[divisor])),
    );
    traceChart.show(
      line,
      points(({ trace }) => median(trace[divisor])),
    );
  });
  for (const each of [varianceChart, largestChart, traceChart]) {
    each.translate();
    each.mark(nearestWidth());
  }
  const shown = samples.find(({ width }) => width === nearestWidth())!;
  drawHistogram(shown);
  drawWeights(shown);
  letOpen(heed, shown);
  const { seed, heads } = page.state;
  const seedOf = (width: number, nth: number): number => seed * TOTAL + nth * WIDTHS.length + WIDTHS.indexOf(width);
  showFigures(page, heed, { samples, heads, seedOf });
}

/** A link may ask for any width. There are only a few. */
function nearestWidth(): number {
  return 2 ** Math.round(Math.log2(page.state.width));
}

function widthText(width: number): string {
  return width === WIDTHS[0] ? `${page.text("width-axis")} = ${width}` : String(width);
}

function power(tick: number): string {
  if (tick === 1) return "1";
  const exponent = String(Math.round(Math.log10(tick)));
  return `10${Array.from(exponent, (sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)])).join("")}`;
}

const UNDIVIDED = "q · k";
const DIVIDED = "q · k ∕ √d";
const END = 100;
const BINS = 50;
const BAND = { width: 340, height: 92 };

/** The dot products above, and the same divided by √d_k below, on one axis. Each has its own height. */
function drawHistogram({ width, dots }: Sample): void {
  const host = byId<SVGSVGElement>("histogram");
  const scaled = dots.map((dot) => dot / Math.sqrt(width));
  host.setAttribute("viewBox", `0 0 ${BAND.width} ${2 * BAND.height + 16}`);
  host.classList.add("chart");
  const bands = [
    ...histogramBand(dots, "none", UNDIVIDED, 0),
    ...histogramBand(scaled, "root-dk", DIVIDED, BAND.height),
    ...[BAND.height, 2 * BAND.height].map((y) => svg("line", { class: "grid", x1: 0, x2: BAND.width, y1: y, y2: y })),
    ...marksOf({ domain: [-END, END], parts: 4 }).map(({ at, value }) => {
      const x = 12 + at * (BAND.width - 24);
      return svg("text", { x, y: 2 * BAND.height + 14, "text-anchor": "middle" }, localised(String(value)));
    }),
  ];
  // While draws come in, the bars grow by themselves.
  redraw(host, bands, widthChanged(width) ? moveTime(host) : 0);
}

function histogramBand(values: readonly number[], className: Divisor, label: string, top: number): SVGElement[] {
  const counts = histogram(values, END, BINS);
  const most = Math.max(1, ...counts);
  const bars = counts.map((count, bin) => {
    const height = (count / most) * (BAND.height - 20);
    return svg("rect", {
      class: `bin ${className}`,
      x: (bin / BINS) * BAND.width + 0.5,
      y: top + BAND.height - height,
      width: BAND.width / BINS - 1,
      height,
    });
  });
  return [...bars, svg("text", { x: 4, y: top + 14 }, label)];
}

/** The weights of one draw, undivided and divided, and how steep softmax is there. */
function drawWeights({ width, first }: Sample): void {
  if (first === undefined) return;
  const { none, "root-dk": divided } = first;
  drawBars(byId<SVGSVGElement>("bars"), 1, [
    { className: "none", label: UNDIVIDED, values: none },
    { className: "root-dk", label: DIVIDED, values: divided },
  ]);
  drawBars(byId<SVGSVGElement>("slopes"), STEEPEST, [
    { className: "none", label: UNDIVIDED, values: slopesOf(none) },
    { className: "root-dk", label: DIVIDED, values: slopesOf(divided) },
  ]);
  page.fill(byId("bars-said"), "bars-said", {
    width,
    none: figureText(Math.max(...none)),
    slopeNone: figureText(slopeOf(none)),
    divided: figureText(Math.max(...divided)),
    slopeDivided: figureText(slopeOf(divided)),
  });
}

/** The first draw at a width, for the inspector. */
function letOpen(heed: Heed, { width, first }: Sample): void {
  const { seed } = page.state;
  if (!openedChanged(width, seed, page.language, first === undefined) || first === undefined) return;
  const button = (name: string, weights: readonly number[]): HTMLElement => {
    const most = Math.max(...weights);
    return cellButton(figureText(most), name, { matrix: "weights", column: weights.indexOf(most) });
  };
  byId("largest-none").replaceChildren(button("none", first.none));
  byId("largest-divided").replaceChildren(button("root-dk", first["root-dk"]));
  const inputs = inputsOf(width, seed * TOTAL + WIDTHS.indexOf(width));
  const given = { tokens: ["q"], keyTokens: numbered("k", KEYS), ...inputs };
  openCells("none", attentionOf(heed, { ...given, options: { scale: "none" } }));
  openCells("root-dk", attentionOf(heed, { ...given, options: { scale: "sqrt-dk" } }));
}
