// Lines over steps, from 0 to 100 %, and a line across at the step that is shown.
import { svg } from "../../../show/index.js";

const WIDTH = 200;
const HEIGHT = 100;
const GRID = [0, 0.5, 1];
/** One step has few bags, so its share of right answers jumps. A smooth curve shows the mean of so many steps. */
const SMOOTHED_STEPS = 10;

export class Curves {
  readonly #lines: SVGPolylineElement[];
  readonly #cursor: SVGLineElement;

  /** @param names a class for each line; the last is drawn on top @param steps how many lead to the right end */
  constructor(
    drawing: SVGSVGElement,
    names: readonly string[],
    readonly steps: number,
  ) {
    const thin = { "vector-effect": "non-scaling-stroke" };
    drawing.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    drawing.setAttribute("preserveAspectRatio", "none");
    drawing.classList.add("curves");
    this.#lines = names.map((name) => svg("polyline", { class: name, points: "", ...thin }));
    const grid = GRID.map((share) =>
      svg("line", { class: "grid", x1: 0, x2: WIDTH, y1: y(share), y2: y(share), ...thin }),
    );
    this.#cursor = svg("line", { class: "cursor", y1: -4, y2: HEIGHT + 4, ...thin });
    this.mark(undefined);
    drawing.replaceChildren(...grid, ...this.#lines, this.#cursor);
  }

  /** @param step undefined shows no line */
  mark(step: number | undefined): void {
    const x = ((step ?? 0) / this.steps) * WIDTH;
    this.#cursor.setAttribute("x1", String(x));
    this.#cursor.setAttribute("x2", String(x));
    this.#cursor.toggleAttribute("hidden", step === undefined);
  }

  /** @param shares a share from 0 to 1 for each step @param first the step of the first share */
  show(line: number, shares: readonly number[], first = 1): void {
    const points = shares.map(
      (share, step) => `${(((step + first) / this.steps) * WIDTH).toFixed(2)},${y(share).toFixed(2)}`,
    );
    this.#lines[line]!.setAttribute("points", points.join(" "));
  }
}

function y(share: number): number {
  return HEIGHT * (1 - share);
}

/** Each number becomes the mean of itself and the nine before it. */
export function smooth(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value, at) => {
    sum += value - (at >= SMOOTHED_STEPS ? values[at - SMOOTHED_STEPS]! : 0);
    return sum / Math.min(at + 1, SMOOTHED_STEPS);
  });
}
