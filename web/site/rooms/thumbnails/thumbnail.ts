import type { Heed } from "heed";
import { svg } from "../../../show/index.js";
import { PICTURES } from "./pictures.js";
import { HEIGHT, WIDTH } from "./shapes.js";

/** Draws into each element with `data-thumbnail="NAME"`. Readers of screens do without: the link beside it says all. */
export function drawThumbnails(heed: Heed, within: ParentNode = document): void {
  for (const place of within.querySelectorAll<HTMLElement>("[data-thumbnail]")) {
    const draw = PICTURES[place.dataset.thumbnail!];
    if (draw === undefined) continue;
    place.replaceChildren(svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, ...draw(heed)));
  }
}
