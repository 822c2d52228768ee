// One score as a drawing: the length of one word times the shadow of the other.
import type { Named } from "../../kit/charts/index.js";
import { byId } from "../../kit/index.js";
import { digits } from "../../../show/index.js";
import { drawShadow, shadowOf } from "./figures.js";
import { ANIMAL, TIRED } from "./places.js";
import { named, page } from "./state.js";

/** The two words of the score that is drawn: the cell that the reader was at last. */
let pair: readonly [asks: number, key: number] = [TIRED, ANIMAL];

/** The drawing follows the scores that the reader goes to. */
export function followScores(): void {
  for (const type of ["matrix-focus", "matrix-hover"] as const) {
    byId("omega").addEventListener(type, ({ detail }) => {
      if (detail === null) return;
      pair = [detail.row, detail.column];
      drawScore();
    });
  }
}

export function drawScore(): void {
  const [asks, key] = pair.map((word) => named()[word]!) as [Named, Named];
  const { length, along } = shadowOf(asks.at, key.at);
  drawShadow(byId<SVGSVGElement>("score"), asks, key);
  page.fill(byId("score-said"), "score-said", {
    asks: asks.name,
    key: key.name,
    along: digits(along),
    shadow: digits(length),
    score: digits(length * along),
  });
}
