// A word looks at an earlier one, and its answer has the larger share. Then the look goes out, and the other one leads.
import type { Heed } from "heed";
import { svg } from "../../../show/index.js";
import { bars, oneHot } from "../../rooms/thumbnails/index.js";

const WORDS = 5;
const [X, FOUND, LAST] = [30, 1, WORDS - 1];

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const heightOf = (word: number): number => 6 + word * 13;
  const places = Array.from({ length: WORDS }, (_, at) => at);
  const keys = oneHot(places, WORDS, 4);
  const { weights } = heed.attention(oneHot([FOUND], WORDS, 4 * (1 - moment)), keys, keys, { keep: ["weights"] });
  const right = weights.data[FOUND]!;
  const looks = places.slice(0, LAST).map((word) => {
    const own = right > 0.5 ? "accent" : "dashed accent";
    return svg("path", {
      class: `line ${word === FOUND ? own : "thin ink"}`,
      d: `M${X - 16} ${heightOf(word)}C${X} ${heightOf(word)} ${X - 6} ${heightOf(LAST)} ${X + 10} ${heightOf(LAST)}`,
    });
  });
  const lines = places.map((word) => svg("path", { class: "line thin ink", d: `M4 ${heightOf(word)}H70` }));
  return [...lines, ...looks, ...bars([right, 1 - right], "accent", { x: 74, y: 36, width: 18, height: 24 }, 1)];
}
