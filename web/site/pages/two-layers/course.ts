// Lines over the steps of the training, with a line at the step that is shown. A click or a drag goes to a step.
import { make, svg } from "../../../show/index.js";

const [WIDTH, HEIGHT] = [400, 100];

export interface CourseOptions {
  /** The class of each line. The last is drawn on top. */
  readonly names: readonly string[];
  readonly steps: number;
  /** The numbers at the bottom and at the top. */
  readonly low: number;
  readonly high: number;
  readonly write: (value: number) => string;
  readonly goTo: (step: number) => void;
}

export class Course {
  readonly #options: CourseOptions;
  readonly #lines: SVGElement[];
  readonly #cursor: SVGElement;
  readonly #ends: HTMLElement[];

  /** @param host gets the numbers of the axis @param drawing the SVG inside it */
  constructor(host: HTMLElement, drawing: SVGSVGElement, options: CourseOptions) {
    this.#options = options;
    const { names, low, high } = options;
    const thin = { "vector-effect": "non-scaling-stroke" };
    const across = (value: number): SVGElement =>
      svg("line", { class: "grid", x1: 0, x2: WIDTH, y1: this.#y(value), y2: this.#y(value), ...thin });
    this.#lines = names.map((name) => svg("polyline", { class: name, points: "", ...thin }));
    this.#cursor = svg("line", { class: "cursor", y1: -4, y2: HEIGHT + 4, ...thin });
    this.#ends = [high, (low + high) / 2, low].map(() => make("span"));
    host.prepend(make("div", { class: "ends", "aria-hidden": "true" }, ...this.#ends));
    drawing.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    drawing.setAttribute("preserveAspectRatio", "none");
    drawing.replaceChildren(...[low, (low + high) / 2, high].map(across), ...this.#lines, this.#cursor);
    this.#follow(drawing);
    this.translate();
  }

  /** Writes the numbers of the axis in the language of the page. */
  translate(): void {
    const { low, high, write } = this.#options;
    [high, (low + high) / 2, low].forEach((value, at) => (this.#ends[at]!.textContent = write(value)));
  }

  /** @param points pairs of step and value */
  show(line: number, points: readonly (readonly [step: number, value: number])[]): void {
    const written = points.map(([step, value]) => `${this.#x(step).toFixed(1)},${this.#y(value).toFixed(2)}`);
    this.#lines[line]!.setAttribute("points", written.join(" "));
  }

  /** @param step undefined shows no line */
  mark(step: number | undefined): void {
    this.#cursor.setAttribute("x1", String(this.#x(step ?? 0)));
    this.#cursor.setAttribute("x2", String(this.#x(step ?? 0)));
    this.#cursor.toggleAttribute("hidden", step === undefined);
  }

  #x(step: number): number {
    return (step / this.#options.steps) * WIDTH;
  }

  #y(value: number): number {
    const { low, high } = this.#options;
    return HEIGHT * (1 - (value - low) / (high - low));
  }

  #follow(drawing: SVGSVGElement): void {
    const go = ({ clientX }: PointerEvent): void => {
      const { left, width } = drawing.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, (clientX - left) / width));
      this.#options.goTo(share * this.#options.steps);
    };
    drawing.addEventListener("pointerdown", (event) => {
      drawing.setPointerCapture(event.pointerId);
      go(event);
    });
    drawing.addEventListener("pointermove", (event) => drawing.hasPointerCapture(event.pointerId) && go(event));
  }
}
