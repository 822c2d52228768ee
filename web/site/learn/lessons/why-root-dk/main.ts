// Lesson 5: the claim behind ÷√d_k as an experiment: variance, saturation, vanishing gradient, live from a seed.
import type { Heed } from "heed";
import { digits, localised, powerText, svg } from "../../../../show/index.js";
import { linkTo } from "../../../state/index.js";
import { along, drawLines, type Axis } from "../../frame/chart.js";
import { byId, Page, type Mapping } from "../../frame/page.js";
import { Slices, type Work } from "../../frame/progress.js";
import { integer } from "../../frame/state.js";
import {
  DIVISORS,
  DRAWS,
  drawOnce,
  histogram,
  median,
  newSample,
  variance,
  WIDTHS,
  type Divisor,
  type Sample,
} from "./experiment.js";

const POWERS: Mapping = { toControl: Math.log2, fromControl: (position) => 2 ** position };

const page = new Page({
  seed: integer(1, 1, 100),
  heads: integer(8, 1, 16),
  width: integer(1024, WIDTHS[0]!, WIDTHS.at(-1)!),
});
page.bind("seed", { show: String });
page.bind("heads", { mapping: POWERS, show: String });
page.bind("width", { mapping: POWERS, show: String });

/** The draws go round all widths, so that every curve grows from the first moment. */
class Experiment implements Work {
  readonly total = WIDTHS.length * DRAWS;
  samples = WIDTHS.map(newSample);

  constructor(
    readonly heed: Heed,
    readonly shown: () => void,
  ) {}

  step(done: number): void {
    const { seed, heads } = page.state;
    drawOnce(this.heed, this.samples[done % WIDTHS.length]!, seed * this.total + done, heads);
  }

  restart(): void {
    this.samples = WIDTHS.map(newSample);
  }

  draw(): void {
    this.shown();
  }
}

// Random tokens and weights at the widest the playground has, undivided.
const drawnBy = (seed: number): { from: "random"; seed: number } => ({ from: "random", seed });
page.onChange(() => {
  const { seed } = page.state;
  page.playground(
    linkTo("journey", {
      width: 16,
      dim: 16,
      x: drawnBy(seed),
      query: drawnBy(seed),
      key: drawnBy(seed),
      value: drawnBy(seed),
      scale: "none",
    }),
  );
});

void page.withCore((heed) => {
  const experiment = new Experiment(heed, () => draw(experiment.samples));
  const run = new Slices(byId("run"), page, experiment, "draws");
  let drawn = "";
  page.onChange(() => {
    const { seed, heads } = page.state;
    const wanted = `${seed} ${heads}`;
    if (drawn !== "" && drawn !== wanted) run.restart();
    // Who prefers no motion starts it by hand.
    if (drawn !== wanted && !matchMedia("(prefers-reduced-motion: reduce)").matches) run.run();
    drawn = wanted;
    draw(experiment.samples);
  });
});

const widths: Omit<Axis, "name"> = {
  low: WIDTHS[0]!,
  high: WIDTHS.at(-1)!,
  log: true,
  ticks: WIDTHS.filter((_, at) => at % 2 === 0),
};

function draw(samples: readonly Sample[]): void {
  const x = { ...widths, name: page.text("width-axis") };
  const curve = (of: (sample: Sample) => number): [number, number][] =>
    samples.map((sample) => [sample.width, of(sample)]);
  const curves = (
    of: (sample: Sample, divisor: Divisor) => number,
  ): { className: string; points: [number, number][] }[] =>
    DIVISORS.map((divisor) => ({ className: divisor, points: curve((sample) => of(sample, divisor)) }));
  drawLines(chart("variance"), x, { low: 1, high: 4096, log: true, ticks: [1, 16, 256, 4096], name: "" }, [
    { className: "expected", points: WIDTHS.map((width) => [width, width]) },
    { className: "none", points: curve(({ dots }) => variance(dots)) },
  ]);
  drawLines(
    chart("largest"),
    x,
    { low: 0, high: 1, ticks: [0, 0.5, 1], name: "" },
    curves(({ largest }, divisor) => median(largest[divisor])),
  );
  drawLines(
    chart("trace"),
    x,
    { low: 1e-4, high: 1, log: true, ticks: [1e-4, 0.01, 1], format: power, name: "" },
    curves(({ trace }, divisor) => median(trace[divisor])),
  );
  drawHistogram(samples.find(({ width }) => width === nearestWidth())!);
  drawFigures(samples);
}

/** A link may ask for any width; there are only so many. */
function nearestWidth(): number {
  return 2 ** Math.round(Math.log2(page.state.width));
}

function chart(id: string): SVGSVGElement {
  return document.querySelector<SVGSVGElement>(`#${id}`)!;
}

function power(tick: number): string {
  return tick === 1
    ? "1"
    : `10${[...String(Math.round(Math.log10(tick)))].map((sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)])).join("")}`;
}

const END = 100;
const BINS = 50;
const BAND = { width: 340, height: 92 };

/** The dot products above, the same divided by √d_k below, on one axis; each as high as its own highest bin. */
function drawHistogram({ width, dots }: Sample): void {
  const host = chart("histogram");
  host.setAttribute("viewBox", `0 0 ${BAND.width} ${2 * BAND.height + 16}`);
  host.classList.add("chart");
  const band = (values: readonly number[], className: Divisor, label: string, top: number): SVGElement[] => {
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
  };
  const ticks = [-END, -END / 2, 0, END / 2, END].map((tick) =>
    svg(
      "text",
      {
        x: 12 + along({ low: -END, high: END }, tick) * (BAND.width - 24),
        y: 2 * BAND.height + 14,
        "text-anchor": "middle",
      },
      localised(String(tick)),
    ),
  );
  host.replaceChildren(
    ...band(dots, "none", "q · k", 0),
    ...band(
      dots.map((dot) => dot / Math.sqrt(width)),
      "root-dk",
      "q · k ∕ √d",
      BAND.height,
    ),
    svg("line", { class: "grid", x1: 0, x2: BAND.width, y1: BAND.height, y2: BAND.height }),
    svg("line", { class: "grid", x1: 0, x2: BAND.width, y1: 2 * BAND.height, y2: 2 * BAND.height }),
    ...ticks,
  );
}

function drawFigures(samples: readonly Sample[]): void {
  const rows = samples.map(({ width, dots, largest, trace }) => {
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = String(width);
    row.append(head);
    const cells = [
      variance(dots),
      ...DIVISORS.map((divisor) => median(largest[divisor])),
      median(trace.none),
      median(trace["root-dk"]),
    ];
    for (const [column, value] of cells.entries())
      row.insertCell().textContent = Number.isNaN(value)
        ? "–"
        : column === 0
          ? digits(value, 2)
          : value < 0.001
            ? powerText(value)
            : digits(value);
    return row;
  });
  byId("figures")
    .querySelector("tbody")!
    .replaceChildren(...rows);
}
