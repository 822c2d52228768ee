// The three pictures of the training: loss, right tokens, and what the two heads do.
import { LineChart, overSteps } from "../../kit/charts/index.js";
import { byId } from "../../kit/index.js";
import { digits } from "../../../show/index.js";
import { percent } from "../../rooms/lesson/index.js";
import { smooth } from "../../rooms/training/index.js";
import type { InductionStep, Snapshot } from "./induction.js";
import { KINDS } from "./net.js";
import { VOCAB } from "./task.js";

/** The loss of a net that guesses blindly is ln 32. The first losses are a little above, and are drawn there. */
const BLIND_LOSS = Math.log(VOCAB);
/** The first kind is drawn on top. */
const NAMES = [...KINDS].reverse();

export function sharePercent(share: number): string {
  return Number.isNaN(share) ? "–" : `${percent(share)}\u202f%`;
}

export class CurvesView {
  readonly #loss: LineChart;
  readonly #accuracy: LineChart;
  readonly #heads: LineChart;

  constructor(steps: number, goTo: (step: number) => void) {
    const chart = (id: string, names: readonly string[], high: number, write: (value: number) => string): LineChart =>
      new LineChart(byId<SVGSVGElement>(`${id}-curve`), {
        names,
        x: { domain: [0, steps] },
        y: { domain: [0, high], write },
        goTo,
      });
    this.#loss = chart("loss", NAMES, BLIND_LOSS, (value) => digits(value, 2));
    this.#accuracy = chart("accuracy", NAMES, 1, sharePercent);
    this.#heads = chart("heads", ["previous", "induction"], 1, sharePercent);
  }

  show(steps: readonly InductionStep[], snapshots: readonly Snapshot[]): void {
    for (const chart of this.#all) chart.translate();
    for (const text of document.querySelectorAll<HTMLElement>("section:has(#training) .waits"))
      text.hidden = steps.length > 0;
    KINDS.forEach((name, kind) => {
      const graded = steps.map((step) => step.graded[kind]!);
      const line = NAMES.indexOf(name);
      this.#loss.show(line, overSteps(smooth(graded.map(({ loss }) => Math.min(loss, BLIND_LOSS)))));
      this.#accuracy.show(line, overSteps(smooth(graded.map(({ accuracy }) => accuracy))));
    });
    const points = (of: (snapshot: Snapshot) => number) => snapshots.map((one) => [one.step, of(one)] as const);
    this.#heads.show(
      0,
      points(({ previous }) => previous),
    );
    this.#heads.show(
      1,
      points(({ induction }) => induction),
    );
  }

  mark(step: number): void {
    for (const chart of this.#all) chart.mark(step);
  }

  get #all(): LineChart[] {
    return [this.#loss, this.#accuracy, this.#heads];
  }
}
