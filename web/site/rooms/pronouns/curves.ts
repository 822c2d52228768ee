// How a model learned, as three lines over the changes of its training: right answers, and where its two looks go.
import "./pronouns.css";
import { digits, make, percent, svg } from "../../../show/index.js";
import { LineChart } from "../../kit/charts/index.js";
import { filled, phrase } from "../../kit/texts/index.js";
import type { Looks } from "./measure.js";
import "./texts/en.json";

const LINES = ["first", "second", "right"] as const;

/** How it does after a step. */
interface Moment extends Looks {
  readonly step: number;
}

export class LearningCurves {
  readonly #chart: LineChart;

  /** @param steps of a whole training @param goTo the reader goes to a step */
  constructor(host: HTMLElement, steps: number, goTo: (step: number) => void) {
    const label = "pronouns.curve";
    const drawing = svg("svg", { role: "img", "data-t-label": label, "aria-label": phrase(label) });
    const names = [...LINES].reverse().map((line) => filled("span", `pronouns.line-${line}`, { class: line }));
    host.classList.add("learning");
    host.replaceChildren(
      make("div", { class: "line-chart" }, drawing),
      make("p", { class: "names" }, ...names.flatMap((name) => [name, " "])),
    );
    this.#chart = new LineChart(drawing, {
      names: LINES,
      x: { domain: [0, steps], parts: 4, write: (value) => digits(value, 0) },
      y: { domain: [0, 1], parts: 2, write: percent },
      goTo,
    });
  }

  /** @param shown undefined before a training */
  show(moments: readonly Moment[], shown: Moment | undefined): void {
    LINES.forEach((line, at) =>
      this.#chart.show(
        at,
        moments.map((one) => [one.step, one[line]]),
      ),
    );
    this.#chart.mark(shown?.step ?? 0);
  }

  /** Writes the numbers of the axes in the language of the page. */
  translate(): void {
    this.#chart.translate();
  }
}

/** A moment in words: the parameters of a text. */
export const toldOf = ({ step, right, first, second }: Moment) => ({
  step,
  right: percent(right),
  first: percent(first),
  second: percent(second),
});
