import type { Heed } from "heed";
import { svg } from "../../../show/index.js";
import pictures from "site:thumbnails";
import { HEIGHT, WIDTH } from "./shapes.js";

/**
 * What a lesson's picture holds. A picture that moves takes a moment: from 0, where it begins, to 1, where it stands
 * still.
 */
export type Draw = (heed: Heed, moment: number) => readonly SVGElement[];

/** A picture at a moment. Screen readers skip it: its caption, or the link beside it, says all. */
export function pictureOf(draw: Draw, heed: Heed, moment = 1): SVGElement {
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, ...draw(heed, moment));
}

/** How long a picture moves. */
export const MOVES_MS = 4000;

/** Draws into each element with `data-thumbnail="NAME"`. With `data-moves` it moves once, when it comes into view. */
export function drawThumbnails(heed: Heed, within: ParentNode = document): void {
  for (const place of within.querySelectorAll<HTMLElement>("[data-thumbnail]")) {
    const draw = pictures[place.dataset.thumbnail!];
    if (draw === undefined) continue;
    const show = (moment: number): void => place.replaceChildren(pictureOf(draw, heed, moment));
    const stands = !("moves" in place.dataset) || matchMedia("(prefers-reduced-motion: reduce)").matches;
    show(stands ? 1 : 0);
    if (!stands) whenSeen(place, () => moveOver(MOVES_MS, show));
  }
}

/** Calls back once, when the element is first in view. */
export function whenSeen(element: Element, seen: () => void): void {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    seen();
  });
  watch.observe(element);
}

/** Shows the moments from 0 to 1, a hundred at most. It ends where `show` says so with false. */
export function moveOver(ms: number, show: (moment: number) => boolean | void): void {
  const begin = performance.now();
  let shown = -1;
  const next = (): void => {
    const percent = Math.min(100, Math.round((100 * (performance.now() - begin)) / ms));
    if (percent !== shown && show((shown = percent) / 100) === false) return;
    if (percent < 100) requestAnimationFrame(next);
  };
  next();
}
