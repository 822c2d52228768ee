// Rows of numbers as bars, one row above the other, on one scale.
import { localised, redraw, svg } from "../../../show/index.js";
import type { Divisor } from "./experiment.js";

export interface Bars {
  readonly className: Divisor;
  readonly label: string;
  readonly values: readonly number[];
}

const BAND = { width: 340, height: 92 };

/** @param end the value at the top of each row */
export function drawBars(host: SVGSVGElement, end: number, bands: readonly Bars[]): void {
  host.setAttribute("viewBox", `0 0 ${BAND.width} ${bands.length * BAND.height}`);
  host.classList.add("chart");
  redraw(
    host,
    bands.flatMap((bars, at) => band(bars, end, (at + 1) * BAND.height)),
  );
}

function band({ className, label, values }: Bars, end: number, floor: number): SVGElement[] {
  const width = BAND.width / values.length;
  const tall = BAND.height - 20;
  const bars = values.map((value, at) =>
    svg("rect", {
      class: `bin ${className}`,
      x: at * width + 0.5,
      y: floor - (value / end) * tall,
      width: width - 1,
      height: (value / end) * tall,
    }),
  );
  const line = (y: number): SVGElement => svg("line", { class: "grid", x1: 0, x2: BAND.width, y1: y, y2: y });
  const top = floor - tall;
  return [
    line(top),
    svg("text", { x: 0, y: top - 4 }, label),
    svg("text", { x: BAND.width, y: top - 4, "text-anchor": "end" }, localised(String(end))),
    ...bars,
    line(floor),
  ];
}
