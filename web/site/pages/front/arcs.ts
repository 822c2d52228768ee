// The arcs over a sentence: from one word to each other, as thick as its weight. Each look has its colour.
import { arcsFrom, LEAST_SHARE, opacityOf, svg, type WordBox } from "../../../show/index.js";

/** The thickness of an arc for a weight of one, as a share of the height of a word. */
const THICKEST = 0.25;
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
    const arcTo = arcsFrom(
      words.map((word) => this.#boxOf(word)),
      from,
      this.#stage.clientWidth,
    );
    const thickest = THICKEST * words[from]!.offsetHeight;
    const largest = Math.max(...looks.flatMap(({ weights }) => Array.from(weights)));
    const paths = looks.flatMap(({ look, weights }) =>
      words.flatMap((_, at) => {
        const weight = weights[at]!;
        if (weight < LEAST_SHARE) return [];
        return svg("path", {
          ...arcTo(at, Math.max(1, thickest * weight)),
          class: at === from ? `look-${look} loop` : `look-${look}`,
          "stroke-opacity": opacityOf(weight, largest).toFixed(2),
        });
      }),
    );
    this.#drawing.replaceChildren(...paths);
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
