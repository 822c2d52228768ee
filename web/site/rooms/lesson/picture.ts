// The picture of a lesson beside its title. It moves once when it is first seen, and follows its slider from then on.
// With "?picture" in the address it stands alone, for slides.
import "./picture.css";
import { load, type Heed } from "heed";
import draw, { borrowed } from "page:picture";
import { percent } from "../../../show/index.js";
import { moveOver, MOVES_MS, pictureOf, whenSeen } from "../thumbnails/index.js";

/** Draws the picture, if the page has one. Where the core cannot start, the page itself says why. */
export async function showPicture(): Promise<void> {
  const figure = document.getElementById("picture");
  if (figure === null || draw === undefined) return;
  document.body.toggleAttribute("data-alone", new URLSearchParams(location.search).has("picture"));
  const heed = await load().catch(() => undefined);
  if (heed === undefined) return;
  figure.hidden = false;
  new Picture(figure, heed);
  for (const place of document.querySelectorAll<HTMLElement>("[data-borrowed]"))
    place.replaceChildren(pictureOf(borrowed[place.dataset.borrowed!]!, heed));
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
    whenSeen(figure, () => this.#move());
  }

  #draw(): void {
    const moment = this.#moment.valueAsNumber / 100;
    this.#moment.setAttribute("aria-valuetext", percent(moment));
    this.#stage.replaceChildren(pictureOf(draw!, this.#heed, moment));
  }

  #move(): void {
    this.#moves = true;
    moveOver(MOVES_MS, (moment) => {
      if (!this.#moves) return false;
      this.#moment.value = String(Math.round(100 * moment));
      this.#draw();
      return true;
    });
  }
}
