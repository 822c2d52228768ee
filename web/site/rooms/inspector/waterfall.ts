// A long sum as a picture: each term is a step from the sum before it to the sum after it.
import { svg } from "../../../show/index.js";
import type { Term } from "./passes.js";

const WIDTH = 400;
const HEIGHT = 96;

/** Steps up in one colour, steps down in another; the line is zero. */
export function waterfall(terms: readonly Term[]): SVGSVGElement {
  const sums = terms.map((term) => term.sum).filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...sums), Math.max(0, ...sums)];
  const y = (value: number): string => (((high - value) / (high - low || 1)) * HEIGHT).toFixed(2);
  const picture = svg("svg", {
    viewBox: `0 -2 ${WIDTH} ${HEIGHT + 4}`,
    preserveAspectRatio: "none",
    class: "waterfall",
    "aria-hidden": "true",
  });
  picture.append(svg("path", { class: "zero", d: `M0 ${y(0)}H${WIDTH}` }));
  for (const [name, sign] of [
    ["up", 1],
    ["down", -1],
  ] as const)
    picture.append(svg("path", { class: name, d: steps(terms, sign, y) }));
  return picture;
}

/** The steps of one direction as rectangles of one path. */
function steps(terms: readonly Term[], sign: 1 | -1, y: (value: number) => string): string {
  const step = WIDTH / terms.length;
  const thick = step > 3 ? step - 1 : step;
  return terms
    .map(({ product, sum }, at) => {
      if (!(product * sign > 0) || !Number.isFinite(sum)) return "";
      return `M${(at * step).toFixed(2)} ${y(sum - product)}h${thick.toFixed(2)}V${y(sum)}h-${thick.toFixed(2)}z`;
    })
    .join("");
}
