// Five words on their way through two layers: in each the last one looks at the others, and at the end are its shares.
import type { Heed } from "heed";
import { svg } from "../../../show/index.js";
import { bars, oneHot } from "../../rooms/thumbnails/index.js";

const WORDS = 5;
/** Where each layer looks, and what the last word finds there. */
const LOOKS = [
  { x: 22, found: 1 },
  { x: 48, found: 3 },
] as const;
const END = 76;

export function draw(heed: Heed, moment: number): readonly SVGElement[] {
  const reach = 4 + (END - 4) * moment;
  const heightOf = (word: number): number => 6 + word * 13;
  const lines = Array.from({ length: WORDS }, (_, word) =>
    svg("path", { class: "line thin ink", d: `M4 ${heightOf(word)}H${reach.toFixed(1)}` }),
  );
  const looks = LOOKS.filter(({ x }) => x < reach).flatMap(({ x, found }) => {
    const keys = oneHot(
      Array.from({ length: WORDS }, (_, at) => at),
      WORDS,
      3,
    );
    const { weights } = heed.attention(oneHot([found], WORDS, 3), keys, keys, { keep: ["weights"] });
    return Array.from(weights.data.slice(0, WORDS - 1), (weight, word) =>
      svg("path", {
        class: "line accent",
        d: `M${x - 14} ${heightOf(word)}C${x - 4} ${heightOf(word)} ${x - 8} ${heightOf(4)} ${x + 2} ${heightOf(4)}`,
        "stroke-width": (0.4 + 3 * weight).toFixed(2),
      }),
    );
  });
  const shares = moment < 1 ? [] : bars([0.7, 0.2, 0.1], "accent", { x: END + 2, y: 38, width: 16, height: 20 }, 0.8);
  return [...lines, ...looks, ...shares];
}
