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

/** Draws into each element with `data-thumbnail="NAME"`. */
export function drawThumbnails(heed: Heed, within: ParentNode = document): void {
  for (const place of within.querySelectorAll<HTMLElement>("[data-thumbnail]")) {
    const draw = pictures[place.dataset.thumbnail!];
    if (draw !== undefined) place.replaceChildren(pictureOf(draw, heed));
  }
}
