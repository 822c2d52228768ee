// Lines over two axes, each linear or logarithmic, with a line across at the place that is shown. The styles are in
// line-chart.css; a page gives each line its colour and its dash.
import "./line-chart.css";
import { make, onDrag, svg } from "../../../show/index.js";
import { along, marksOf, type Axis } from "./axis.js";
import { curve, dotsAt, pointsText } from "./curve.js";
import type { Point } from "./plane.js";

/** The drawing is stretched over its place. Lines keep their width. */
const [WIDTH, HEIGHT] = [400, 100];
const THIN = { "vector-effect": "non-scaling-stroke" };

export interface LineChartOptions {
  /** The class of each line. The last is drawn on top. */
  readonly names: readonly string[];
  readonly x: Axis;
  readonly y: Axis;
  /** Each point has a dot. */
  readonly dots?: boolean;
  /** A click or a drag goes to a place on the x axis. */
  readonly goTo?: (x: number) => void;
}

export class LineChart {
  readonly #options: LineChartOptions;
  readonly #lines: readonly SVGPolylineElement[];
  readonly #dots: readonly SVGPathElement[][];
  readonly #cursor = svg("line", { class: "cursor", y1: -4, y2: HEIGHT + 4, ...THIN });
  readonly #numbers: readonly { axis: Axis; value: number; text: HTMLElement }[];

  /** @param drawing the element around it gets the numbers of the axes */
  constructor(drawing: SVGSVGElement, options: LineChartOptions) {
    this.#options = options;
    const { names, y, dots = false, goTo } = options;
    this.#lines = names.map((name) => curve([], { class: name, ...THIN }));
    this.#dots = names.map((name) =>
      dots ? ["dots", "dots inner"].map((kind) => svg("path", { class: `${kind} ${name}`, ...THIN })) : [],
    );
    const grid = marksOf(y).map(({ at }) => {
      const down = HEIGHT * (1 - at);
      return svg("line", { class: "grid", x1: 0, x2: WIDTH, y1: down, y2: down, ...THIN });
    });
    drawing.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    drawing.setAttribute("preserveAspectRatio", "none");
    drawing.classList.add("curves");
    drawing.replaceChildren(...grid, this.#cursor, ...this.#lines.flatMap((line, at) => [line, ...this.#dots[at]!]));
    this.#numbers = (["x", "y"] as const).flatMap((side) => writeNumbers(drawing, options[side], side));
    this.translate();
    this.mark(undefined);
    if (goTo !== undefined) this.#follow(drawing, goTo);
  }

  /** Writes the numbers of the axes in the language of the page. */
  translate(): void {
    for (const { axis, value, text } of this.#numbers) text.textContent = axis.write!(value);
  }

  /** Draws a line through the points whose values are finite. */
  show(line: number, points: readonly Point[]): void {
    const { x, y } = this.#options;
    const drawn = points
      .filter(([, value]) => Number.isFinite(value))
      .map(([at, value]) => [WIDTH * along(x, at), HEIGHT * (1 - along(y, value))] as const);
    this.#lines[line]!.setAttribute("points", pointsText(drawn));
    for (const path of this.#dots[line]!) path.setAttribute("d", dotsAt(drawn));
  }

  /** @param at a place on the x axis; undefined shows no line */
  mark(at: number | undefined): void {
    const { x } = this.#options;
    const across = String(WIDTH * along(x, at ?? x.domain[0]));
    this.#cursor.setAttribute("x1", across);
    this.#cursor.setAttribute("x2", across);
    this.#cursor.toggleAttribute("hidden", at === undefined);
  }

  #follow(drawing: SVGSVGElement, goTo: (x: number) => void): void {
    const [low, high] = this.#options.x.domain;
    onDrag(drawing, {
      begin: () => true,
      move: ({ x }) => goTo(low + (high - low) * Math.min(1, Math.max(0, x / WIDTH))),
    });
  }
}

/** Writes the numbers of an axis beside the drawing, or below it. */
function writeNumbers(drawing: SVGSVGElement, axis: Axis, side: "x" | "y") {
  if (axis.write === undefined) return [];
  const numbers = marksOf(axis).map(({ at, value }) => {
    const text = make("span");
    text.style.setProperty("--at", String(at));
    return { axis, value, text };
  });
  const host = drawing.parentElement!;
  host.classList.add("line-chart");
  host.append(make("div", { class: `numbers ${side}`, "aria-hidden": "true" }, ...numbers.map(({ text }) => text)));
  return numbers;
}

/** Points of values, one a step. @param first the step of the first value */
export function overSteps(values: readonly number[], first = 1): Point[] {
  return values.map((value, at) => [at + first, value]);
}
