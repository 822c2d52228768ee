// Rows of weights as bars, one above the other, on one scale from 0 to 1.
import { redraw, svg } from "../../../../show/index.js";
import type { Divisor } from "./experiment.js";

export interface Bars {
  readonly className: Divisor;
  readonly weights: readonly number[];
}

const BAND = { width: 340, height: 92 };

export function drawBars(host: SVGSVGElement, bands: readonly Bars[]): void {
  host.setAttribute("viewBox", `0 0 ${BAND.width} ${bands.length * BAND.height}`);
  host.classList.add("chart");
  redraw(
    host,
    bands.flatMap(({ className, weights }, at) => band(className, weights, at * BAND.height)),
  );
}

function band(className: Divisor, weights: readonly number[], top: number): SVGElement[] {
  const width = BAND.width / weights.length;
  const tall = BAND.height - 20;
  const bars = weights.map((weight, at) =>
    svg("rect", {
      class: `bin ${className}`,
      x: at * width + 0.5,
      y: top + BAND.height - weight * tall,
      width: width - 1,
      height: weight * tall,
    }),
  );
  const floor = top + BAND.height;
  return [...bars, svg("line", { class: "grid", x1: 0, x2: BAND.width, y1: floor, y2: floor })];
}
