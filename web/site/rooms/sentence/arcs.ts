// The arcs over a sentence: from one word to each other, as thick as its weight. Each look has its colour. Where the
// sentence has several lines, there is a bar under each word, as long as its weight: no arc leads to another line.
import "./sentence.css";
import { arcsFrom, LEAST_SHARE, opacityOf, svg, type WordBox } from "../../../show/index.js";

/** The thickness of an arc for a weight of one, as a share of the height of a word. */
const THICKEST = 0.25;
/** A bar for a weight of one is as long as its word. Its height in pixels, and the least weight that has one. */
const [BAR, LEAST_BAR] = [4, 0.04];
/** The height of a number under a word, and its distance. */
const NUMBER = 26;

/** What one word gives to each word in a head. */
export interface Look {
  /** Which of the looks of the machine it is. It has the colour of that one. */
  readonly look: number;
  readonly weights: ArrayLike<number>;
}

export class Arcs {
  readonly #stage: HTMLElement;
  readonly #drawing = svg("svg", { class: "arcs", "aria-hidden": "true" });

  constructor(stage: HTMLElement) {
    this.#stage = stage;
    stage.prepend(this.#drawing);
  }

  draw(words: readonly HTMLElement[], from: number, looks: readonly Look[]): void {
    const boxes = words.map((word) => this.#boxOf(word));
    const arcTo = arcsFrom(boxes, from, this.#stage.clientWidth);
    const isElsewhere = (at: number): boolean =>
      Math.abs(boxes[at]!.top - boxes[from]!.top) > words[from]!.offsetHeight / 2;
    const hasLines = words.some((_, at) => isElsewhere(at));
    const thickest = THICKEST * words[from]!.offsetHeight;
    const largest = Math.max(...looks.flatMap(({ weights }) => Array.from(weights)));
    const shapes = looks.flatMap(({ look, weights }) =>
      words.flatMap((word, at) => {
        const weight = weights[at]!;
        if (weight < LEAST_SHARE) return [];
        const arc = svg("path", {
          ...arcTo(at, Math.max(1, thickest * weight)),
          class: at === from ? `look-${look} loop` : `look-${look}`,
          "stroke-opacity": opacityOf(weight, largest).toFixed(2),
        });
        const bar = svg("rect", { ...barUnder(word, boxes[at]!, weight), class: `look-${look}` });
        return [...(isElsewhere(at) ? [] : [arc]), ...(hasLines && at !== from && weight >= LEAST_BAR ? [bar] : [])];
      }),
    );
    this.#drawing.replaceChildren(...shapes);
  }

  #boxOf(word: HTMLElement): WordBox {
    const origin = this.#stage.getBoundingClientRect();
    const { left, right, top, bottom } = word.getBoundingClientRect();
    const number = word.dataset.share === undefined ? 0 : NUMBER;
    return {
      left: left - origin.left,
      right: right - origin.left,
      top: top - origin.top,
      bottom: bottom - origin.top + number,
    };
  }
}

/** Between a word and its number. */
function barUnder(word: HTMLElement, { left, right, top }: WordBox, weight: number) {
  const width = Math.max(BAR, weight * (right - left)).toFixed(1);
  return { x: left.toFixed(1), y: (top + word.offsetHeight - BAR / 2).toFixed(1), width, height: BAR, rx: BAR / 2 };
}
