// The picture of a lesson beside its title. It moves once when it is first seen, and follows its slider from then on.
// With "?picture" in the address it stands alone, for slides.
import { load, type Heed } from "heed";
import draw from "page:picture";
import { percent } from "../../../show/index.js";
import { pictureOf } from "../thumbnails/index.js";

const MOVES_MS = 4000;

/** Draws the picture, if the page has one. Where the core cannot start, the page itself says why. */
export async function showPicture(): Promise<void> {
  const figure = document.getElementById("picture");
  if (figure === null || draw === undefined) return;
  document.body.toggleAttribute("data-alone", new URLSearchParams(location.search).has("picture"));
  const heed = await load().catch(() => undefined);
  if (heed === undefined) return;
  figure.hidden = false;
  new Picture(figure, heed);
}

class Picture {
  readonly #stage: Element;
  readonly #moment: HTMLInputElement;
  readonly #heed: Heed;
  #moves = false;

  constructor(figure: HTMLElement, heed: Heed) {
    this.#stage = figure.querySelector(".stage")!;
    this.#moment = figure.querySelector("input")!;
    this.#heed = heed;
    // A picture without moments stands still.
    this.#moment.hidden = draw!.length < 2;
    this.#draw();
    this.#moment.addEventListener("input", () => {
      this.#moves = false;
      this.#draw();
    });
    if (this.#moment.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const watch = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      this.#move();
    });
    watch.observe(figure);
  }

  #draw(): void {
    const moment = this.#moment.valueAsNumber / 100;
    this.#moment.setAttribute("aria-valuetext", percent(moment));
    this.#stage.replaceChildren(pictureOf(draw!, this.#heed, moment));
  }

  #move(): void {
    this.#moves = true;
    const begin = performance.now();
    const next = (): void => {
      if (!this.#moves) return;
      const share = Math.min(1, (performance.now() - begin) / MOVES_MS);
      const moment = String(Math.round(100 * share));
      if (moment !== this.#moment.value) {
        this.#moment.value = moment;
        this.#draw();
      }
      if (share < 1) requestAnimationFrame(next);
    };
    next();
  }
}
