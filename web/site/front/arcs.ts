// Arcs over a sentence of several lines: from one word to each other, as thick as its weight.
import { svg } from "../../show/index.js";

/** Arcs of less than this are left out: they would be thinner than a hair. */
const LEAST = 0.015;
/** In CSS pixels, for a weight of one. */
const THICKEST = 26;
/** The height of a number under a word, and its distance. */
const NUMBER = 26;

interface Box {
  readonly left: number;
  readonly middle: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Below the number that stands under the word, if there is one. */
  readonly under: number;
}

export class Arcs {
  readonly #stage: HTMLElement;
  readonly #drawing = svg("svg", { class: "arcs", "aria-hidden": "true" });

  constructor(stage: HTMLElement) {
    this.#stage = stage;
    stage.prepend(this.#drawing);
  }

  draw(words: readonly HTMLElement[], from: number, weights: ArrayLike<number>): void {
    const boxes = words.map((word) => this.#boxOf(word));
    const largest = Math.max(...Array.from(weights));
    const paths = boxes.flatMap((box, at) => {
      const weight = weights[at]!;
      if (weight < LEAST) return [];
      return svg("path", {
        d: pathBetween(boxes[from]!, box),
        "stroke-width": Math.max(1, THICKEST * weight).toFixed(2),
        "stroke-opacity": (0.25 + (0.65 * weight) / largest).toFixed(2),
      });
    });
    this.#drawing.replaceChildren(...paths);
  }

  #boxOf(word: HTMLElement): Box {
    const origin = this.#stage.getBoundingClientRect();
    const { left, right, top, bottom } = word.getBoundingClientRect();
    return {
      left: left - origin.left,
      middle: (left + right) / 2 - origin.left,
      right: right - origin.left,
      top: top - origin.top,
      bottom: bottom - origin.top,
      under: bottom - origin.top + (word.dataset.share === undefined ? 0 : NUMBER),
    };
  }
}

/** In one line from top to top, between lines from edge to edge, to the word itself as a loop over it. */
function pathBetween(from: Box, to: Box): string {
  if (from === to) {
    const [reach, high] = [Math.max(10, (to.right - to.left) * 0.4), 34];
    return (
      `M${to.middle - 6} ${to.top}C${to.middle - reach} ${to.top - high} ${to.middle + reach} ` +
      `${to.top - high} ${to.middle + 6} ${to.top}`
    );
  }
  const height = from.bottom - from.top;
  if (Math.abs(from.top - to.top) < height / 2) {
    const high = Math.min(0.58 * height, 0.25 * height + 0.12 * Math.abs(from.middle - to.middle));
    return (
      `M${from.middle} ${from.top}C${from.middle} ${from.top - high} ${to.middle} ${to.top - high} ` +
      `${to.middle} ${to.top}`
    );
  }
  const [start, end] = from.top > to.top ? [from.top, to.under] : [from.under, to.top];
  const half = (start + end) / 2;
  return `M${from.middle} ${start}C${from.middle} ${half} ${to.middle} ${half} ${to.middle} ${end}`;
}
