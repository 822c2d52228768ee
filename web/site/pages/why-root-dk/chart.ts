// Lines over two axes, linear or logarithmic. Every line has its own dash, so colour is not needed to tell them apart.
import { localised, svg } from "../../../show/index.js";

export interface Axis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
  readonly log?: boolean;
  readonly name: string;
  readonly format?: (tick: number) => string;
}

export interface Series {
  /** The page's style gives this class a colour and a dash. */
  readonly className: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 340;
const HEIGHT = 230;
const LEFT = 52;
const BOTTOM = 40;
const TOP = 10;
const RIGHT = 18;

/** Where a value stands on an axis, from 0 to 1. A value beyond an end stands at that end. */
export function along({ low, high, log }: Pick<Axis, "low" | "high" | "log">, value: number): number {
  const of = log ? Math.log : (number: number) => number;
  return Math.min(1, Math.max(0, (of(value) - of(low)) / (of(high) - of(low))));
}

/** @param mark where a line stands across the chart */
export function drawLines(host: SVGSVGElement, x: Axis, y: Axis, series: readonly Series[], mark: number): void {
  host.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  host.classList.add("chart");
  const atX = (value: number): number => LEFT + along(x, value) * (WIDTH - LEFT - RIGHT);
  const atY = (value: number): number => HEIGHT - BOTTOM - along(y, value) * (HEIGHT - BOTTOM - TOP);
  const text = (axis: Axis, tick: number): string => axis.format?.(tick) ?? localised(String(tick));
  host.replaceChildren(
    ...y.ticks.flatMap((tick) => [
      svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: atY(tick), y2: atY(tick) }),
      svg("text", { x: LEFT - 6, y: atY(tick) + 4, "text-anchor": "end" }, text(y, tick)),
    ]),
    ...x.ticks.map((tick) =>
      svg("text", { x: atX(tick), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" }, text(x, tick)),
    ),
    svg("text", { class: "name", x: WIDTH - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, x.name),
    svg("line", { class: "mark", x1: atX(mark), x2: atX(mark), y1: TOP, y2: HEIGHT - BOTTOM }),
    ...series.flatMap(({ className, points }) => {
      const drawn = points.filter(([, value]) => Number.isFinite(value));
      return [
        svg("polyline", {
          class: `line ${className}`,
          points: drawn.map(([at, value]) => `${atX(at)},${atY(value)}`).join(" "),
        }),
        ...drawn.map(([at, value]) =>
          svg("circle", { class: `dot ${className}`, cx: atX(at), cy: atY(value), r: 2.5 }),
        ),
      ];
    }),
  );
}
