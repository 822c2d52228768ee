// A long sum as a picture: each term is a step from the sum before it to the sum after it.
import type { Term } from "./textbook.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 400;
const HEIGHT = 96;

/** Steps up in one colour, steps down in another; the line is zero. */
export function waterfall(terms: readonly Term[]): SVGSVGElement {
  const sums = terms.map((term) => term.sum).filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...sums), Math.max(0, ...sums)];
  const y = (value: number): string => (((high - value) / (high - low || 1)) * HEIGHT).toFixed(2);
  const picture = part("svg", {
    viewBox: `0 -2 ${WIDTH} ${HEIGHT + 4}`,
    preserveAspectRatio: "none",
    class: "waterfall",
    "aria-hidden": "true",
  }) as SVGSVGElement;
  picture.append(part("path", { class: "zero", d: `M0 ${y(0)}H${WIDTH}` }));
  for (const [name, sign] of [
    ["up", 1],
    ["down", -1],
  ] as const)
    picture.append(part("path", { class: name, d: steps(terms, sign, y) }));
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

function part(name: string, attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
