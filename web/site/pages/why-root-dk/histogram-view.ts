// How dot products spread, and what ÷√d_k makes of them.
import { marksOf } from "../../kit/charts/index.js";
import { byId } from "../../kit/index.js";
import { localised, moveTime, redraw, svg } from "../../../show/index.js";
import { changeDetector } from "../../rooms/lesson/index.js";
import { histogram, type Divisor, type Sample } from "./experiment.js";
import { DIVIDED, UNDIVIDED } from "./labels.js";

const END = 100;
const BINS = 50;
const BAND = { width: 340, height: 92 };

const widthChanged = changeDetector();

/** The dot products above, and the same divided by √d_k below, on one axis. Each has its own height. */
export function drawHistogram({ width, dots }: Sample): void {
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
