// The labels along one side of a map or of arcs: those that have room, each at its row or column.
import { make } from "../../show/index.js";

export interface AxisState {
  /** The first and the last row or column in view. */
  readonly from: number;
  readonly to: number;
  /** CSS pixels per cell, and the field's extent in this direction. */
  readonly scale: number;
  readonly length: number;
  /** The row or column at the field's edge, with its fraction. */
  readonly origin: number;
  readonly label: (index: number) => string;
  /** The one the reader is at, and the one that the sentence is about. Both are always labelled. */
  readonly here: number | undefined;
  readonly chosen: number | undefined;
}

/** CSS pixels from one label to the next. */
const ROOM = 15;

export class Axis {
  readonly root: HTMLElement;
  readonly #labels: HTMLElement[] = [];

  constructor(side: "rows" | "columns") {
    this.root = make("div", { class: `axis ${side}`, part: "labels", "aria-hidden": "true" });
  }

  show(state: AxisState): void {
    const wanted = labelled(state);
    while (this.#labels.length < wanted.length) this.#labels.push(this.root.appendChild(make("span")));
    this.#labels.forEach((label, at) => {
      const index = wanted[at];
      label.hidden = index === undefined;
      if (index === undefined) return;
      const text = state.label(index);
      if (label.textContent !== text) label.textContent = text;
      label.style.setProperty("--at", `${(100 * centre(index, state)) / state.length}%`);
      label.className = index === state.here ? "here" : index === state.chosen ? "chosen" : "";
    });
  }
}

function centre(index: number, { origin, scale }: AxisState): number {
  return (index + 0.5 - origin) * scale;
}

/** Every 1st, 2nd, 5th, 10th … label, so that none meets its neighbour or one of the two that are always shown. */
function labelled(state: AxisState): number[] {
  const within = (index: number | undefined): index is number =>
    index !== undefined &&
    index >= state.from &&
    index <= state.to &&
    centre(index, state) >= 0 &&
    centre(index, state) <= state.length;
  const fixed = [state.here, state.chosen]
    .filter(within)
    .filter((index, at, all) => at === 0 || clear(index, all[0]!, state));
  const step = stepFor(state.scale);
  const found = [...fixed];
  for (let index = Math.ceil((state.from + 1) / step) * step - 1; index <= state.to; index += step) {
    if (within(index) && fixed.every((other) => clear(index, other, state))) found.push(index);
  }
  return found.sort((a, b) => a - b);
}

function clear(index: number, other: number, { scale }: AxisState): boolean {
  return Math.abs(index - other) * scale >= ROOM;
}

function stepFor(scale: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) if (step * scale >= ROOM) return step;
  }
}
