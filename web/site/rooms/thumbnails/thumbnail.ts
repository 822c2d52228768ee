import type { Heed } from "heed";
import { svg } from "../../../show/index.js";
import pictures from "site:thumbnails";
import { HEIGHT, WIDTH } from "./shapes.js";

/** What a lesson's picture holds. */
export type Draw = (heed: Heed) => readonly SVGElement[];

/** Draws into each element with `data-thumbnail="NAME"`. Screen readers skip it: the link beside it says all. */
export function drawThumbnails(heed: Heed, within: ParentNode = document): void {
  for (const place of within.querySelectorAll<HTMLElement>("[data-thumbnail]")) {
    const draw = pictures[place.dataset.thumbnail!];
    if (draw === undefined) continue;
    place.replaceChildren(svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, ...draw(heed)));
  }
}
