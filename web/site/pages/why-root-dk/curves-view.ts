// What grows with the width, as curves: the variance of dot products, the largest weight, the steepness of softmax.
import { LineChart, type Axis } from "../../kit/charts/index.js";
import { byId } from "../../kit/index.js";
import { tickText } from "../../../show/index.js";
import { median } from "../../rooms/lesson/index.js";
import { DIVISORS, variance, WIDTHS, type Sample } from "./experiment.js";
import { nearestWidth, page } from "./state.js";

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

export function drawCurves(samples: readonly Sample[]): void {
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
}

function widthText(width: number): string {
  return width === WIDTHS[0] ? `${page.text("width-axis")} = ${width}` : String(width);
}

function power(tick: number): string {
  if (tick === 1) return "1";
  const exponent = String(Math.round(Math.log10(tick)));
  return `10${Array.from(exponent, (sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)])).join("")}`;
}
