// What the numbers of the folds are made of, as the inspector shows them.
import { digits, percent } from "../../../show/index.js";
import { figure as written } from "../../kit/index.js";
import { formula, phrase } from "../../kit/texts/index.js";
import type { Figure, FigureRow } from "../inspector/index.js";
import type { Brought, Compared, Likely, Logits, Part, Words } from "./requests.js";
import "./texts/en.json";

/** A share: softmax over the logits of all tokens. The likeliest are shown. */
export function shareFigure(names: readonly string[], shown: Likely, of: Logits, at: number, where: string): Figure {
  const { logits, largest, sum } = of;
  return {
    location: where,
    title: phrase("why.figure-share", { token: names[at]!, share: percent(shown.share) }),
    value: shown.share,
    formula: formula("\\frac{\\exp(l_i - \\max)}{\\sum_j \\exp(l_j - \\max)}", true),
    text: phrase("why.figure-share-text"),
    heads: ["", "l", "exp(l − max)"],
    rows: logits.map((logit, row): FigureRow => ({ name: names[row]!, numbers: [logit, Math.exp(logit - largest)] })),
    sum: { name: phrase("why.figure-all"), value: sum },
    last: `${written(Math.exp(logits[at]! - largest))} ∕ ${written(sum)}`,
  };
}

/** The difference of two logits: the sum of what all parts bring. */
export function differenceFigure(
  { run: { logits }, parts }: Pick<Brought, "run" | "parts">,
  title: string,
  opened: (part: Part) => FigureRow,
): Figure {
  const value = parts.reduce((sum, part) => sum + part.value, 0);
  return {
    location: phrase("why.brought-location"),
    title,
    value,
    formula: formula("l_a - l_b = \\sum_p p", true),
    text: phrase("why.figure-difference-text", { first: digits(logits[0]), second: digits(logits[1]) }),
    heads: ["", "p"],
    rows: parts.map(opened),
    sum: { name: phrase("why.figure-sum"), value },
  };
}

/** A part that is not a head: the numbers that it wrote, times how much each of them adds. */
export function productsFigure({ value, products }: Part, title: string): Figure {
  const { row, by } = products!;
  const all = Array.from(row, (number, at) => [number, by[at]!, number * by[at]!] as const);
  const rest = value - all.reduce((sum, [, , product]) => sum + product, 0);
  const hasRest = Math.abs(rest) > 1e-9 * Math.max(1, Math.abs(value));
  return {
    location: phrase("why.brought-location"),
    title,
    value,
    formula: formula("\\sum_i h_i \\cdot d_i", true),
    text: phrase("why.figure-products-text"),
    heads: ["", "h", "d", "h · d"],
    rows: [
      ...all.map((numbers, at) => ({ name: String(at + 1), numbers })),
      ...(hasRest ? [{ name: phrase("why.figure-other-biases"), numbers: [rest, 1, rest] }] : []),
    ],
    sum: { name: phrase("why.figure-sum"), value },
  };
}

/** What a head brings: the sum of what it takes from each word. */
export function headFigure(
  { values, weights }: Words,
  title: string,
  labels: readonly string[],
  value: number,
): Figure {
  return {
    location: phrase("why.brought-location"),
    title,
    value,
    formula: formula("\\sum_j w_j \\cdot b_j", true),
    text: phrase("why.figure-head-text"),
    heads: ["", "w", "b", "w · b"],
    rows: values.map((one, at) => ({ name: labels[at]!, numbers: [weights[at]!, ratio(one, weights[at]!), one] })),
    sum: { name: phrase("why.figure-sum"), value: values.reduce((sum, one) => sum + one, 0) },
  };
}

/** What a token brings for a weight of 1. */
const ratio = (value: number, weight: number): number => (weight === 0 ? 0 : value / weight);

/** The difference while a part is off, and what became of it. */
export function offFigure(
  { difference, logits }: Compared,
  whole: number,
  title: string,
  pair: readonly string[],
): Figure {
  return {
    location: phrase("why.brought-location"),
    title,
    value: difference - whole,
    formula: formula("(l'_a - l'_b) - (l_a - l_b)", true),
    text: phrase("why.figure-off-text"),
    heads: ["", "l"],
    rows: [
      ...logits.map((logit, at) => ({ name: phrase("why.figure-off-logit", { token: pair[at]! }), numbers: [logit] })),
      { name: phrase("why.figure-off-difference"), numbers: [difference] },
      { name: phrase("why.figure-on-difference"), numbers: [whole] },
    ],
    last: `${written(difference)} − ${written(whole)}`,
  };
}

/** How much of the difference one row brings back. */
export function knownFigure(value: number, own: number, others: number, title: string): Figure {
  return {
    location: phrase("why.known-title"),
    title,
    value: shareBack(value, own, others),
    formula: formula("\\frac{d' - d_2}{d_1 - d_2}", true),
    text: phrase("why.figure-known-text"),
    heads: ["", "d"],
    rows: [
      { name: phrase("why.figure-known-own"), numbers: [own] },
      { name: phrase("why.figure-known-others"), numbers: [others] },
      { name: phrase("why.figure-known-put"), numbers: [value] },
    ],
    last: `(${written(value)} − ${written(others)}) ∕ (${written(own)} − ${written(others)})`,
  };
}

export const shareBack = (value: number, own: number, others: number): number => (value - others) / (own - others);
