// Lines over steps, from 0 to 100 %.
import { svg } from "../../../show/index.js";

const WIDTH = 200;
const HEIGHT = 100;
const GRID = [0, 0.5, 1];

export class Curves {
  readonly #lines: SVGPolylineElement[];

  /** @param names a class for each line; the last is drawn on top @param steps on the way to the right-hand end */
  constructor(
    drawing: SVGSVGElement,
    names: readonly string[],
    readonly steps: number,
  ) {
    drawing.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    drawing.setAttribute("preserveAspectRatio", "none");
    drawing.classList.add("curves");
    this.#lines = names.map((name) =>
      svg("polyline", { class: name, points: "", "vector-effect": "non-scaling-stroke" }),
    );
    const grid = GRID.map((share) =>
      svg("line", {
        class: "grid",
        x1: 0,
        x2: WIDTH,
        y1: y(share),
        y2: y(share),
        "vector-effect": "non-scaling-stroke",
      }),
    );
    drawing.replaceChildren(...grid, ...this.#lines);
  }

  /** @param shares of one line, from 0 to 1, a point for each step; `first` is the step of the first of them */
  show(line: number, shares: readonly number[], first = 1): void {
    this.#lines[line]!.setAttribute(
      "points",
      shares
        .map((share, step) => `${(((step + first) / this.steps) * WIDTH).toFixed(2)},${y(share).toFixed(2)}`)
        .join(" "),
    );
  }
}

function y(share: number): number {
  return HEIGHT * (1 - share);
}

/** Each number as the mean of itself and those before it, `width` at most. */
export function smooth(values: readonly number[], width: number): number[] {
  let sum = 0;
  return values.map((value, at) => {
    sum += value - (at >= width ? values[at - width]! : 0);
    return sum / Math.min(at + 1, width);
  });
}
